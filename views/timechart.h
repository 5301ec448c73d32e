// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history.h"
#include "views/card.h"

#include <optional>
#include <vector>

class QToolButton;

namespace plimsoll::views {

class ChartView;

/// A card with a title, a span menu (15 min, 1 h, 24 h) and up to six lines over time, drawn by Qt Charts: direct
/// labels at the right end, limits as dashed lines, gaps as gaps, axes from zero for counts, hover (or the arrow
/// keys) reads all lines at that time. Decimated to at most 600 points a line; redrawn only while visible. GUI thread.
class TimeChart final : public Card {
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
    /// Moves the right end on while no new points come, so that the gap is seen to grow.
    void setNow(std::chrono::milliseconds now);
    void setLimits(const std::vector<LimitLine> &limits);
    void setSpan(models::Span span);
    [[nodiscard]] models::Span span() const { return m_span; }
    /// How much of the span the axis shows: while the readings are younger, less of it, so that they fill the plot. It
    /// only grows, until forget() or another span.
    [[nodiscard]] std::chrono::milliseconds shownLength() const { return m_shownLength; }
    /// What comes next is of another collection.
    void forget();
    /// What stands in an empty chart; "no data" unless set.
    void setEmptyText(const QString &text);

signals:
    /// The person chose another span: set the lines anew.
    void spanChanged();

protected:
    void showEvent(QShowEvent *event) override;

private:
    void refresh();
    void growAxis();
    void showSpan();
    void describe();

    ChartView *m_view;
    QToolButton *m_spanButton;
    std::vector<Line> m_lines;
    std::vector<LimitLine> m_limits;
    std::chrono::milliseconds m_now{};
    std::chrono::milliseconds m_shownLength{};
    Unit m_unit = Unit::Count;
    models::Span m_span = models::Span::QuarterHour;
    bool m_dirty = false;
};

/// "15 min", "1 h", "24 h".
QString spanTitle(models::Span span);

} // namespace plimsoll::views
