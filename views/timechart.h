// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace plimsoll::views {

class Theme;

/// A card with a title, a span menu (15 min, 1 h, 24 h) and up to six lines over time, drawn by Qt Charts: direct
/// labels at the right end, limits as dashed lines, gaps as gaps, axes from zero for counts, hover that reads all
/// lines at that time. Decimated to at most 600 points a line; redrawn only while visible. GUI thread.
class TimeChart final : public QWidget {
    Q_OBJECT

public:
    struct Line {
        QString label;
        models::Series series;
        int colour = 0; ///< series token 0–5
        bool filled = false;
    };
    struct LimitLine {
        QString label;
        double value = 0;
        bool critical = false;
    };

    TimeChart(const QString &title, Theme *theme, QWidget *parent = nullptr);

    void setLines(const std::vector<Line> &lines, std::chrono::milliseconds now, Unit unit = Unit::Count);
    void setLimits(const std::vector<LimitLine> &limits);
    void setSpan(models::Span span);
    [[nodiscard]] models::Span span() const { return m_span; }

signals:
    /// The person chose another span: set the lines anew.
    void spanChanged();

private:
    class Private;
    Private *m_private; ///< a child object
    models::Span m_span = models::Span::QuarterHour;
};

} // namespace plimsoll::views
