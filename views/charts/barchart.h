// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/chartmath.h"
#include "views/widgets/card.h"

#include <vector>

class QLabel;

namespace plimsoll::views {

class BarPlot;

/// A card with a histogram: one bar a bucket, a round axis from zero, the bucket read on hover or with the arrow keys.
/// GUI thread.
class BarChart : public Card {
    Q_OBJECT

public:
    struct Bar {
        qint64 count = 0;
        QString range; ///< what the bucket holds: "in 4 min to 6 min", "1,200 to 1,400"; empty: it is room between bars
    };

    BarChart(const QString &title, Theme *theme, QWidget *parent = nullptr);

    void setBars(const std::vector<Bar> &bars, const std::vector<AxisTick> &axis);
    /// What stands at the right of the title: what is counted by what.
    void setNote(const QString &note);
    void setEmptyText(const QString &text);

private:
    BarPlot *m_plot;
    QLabel *m_note = nullptr;
};

} // namespace plimsoll::views
