// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/charts/chartmath.h"
#include "views/widgets/card.h"

#include <vector>

class QLabel;

namespace plimsoll::views {

class BarPlot;

/// A card with a histogram: one bar per bucket on a rounded axis from zero; hovering or the arrow keys read a bucket.
/// GUI thread.
class BarChart : public Card {
    Q_OBJECT

public:
    struct Bar {
        qint64 count = 0;
        QString range; ///< range of the bucket, "in 4 min to 6 min" or "1,200 to 1,400"; empty for a gap
    };

    BarChart(const QString &title, Theme *theme, QWidget *parent = nullptr);

    void setBars(const std::vector<Bar> &bars, const std::vector<models::AxisTick> &axis);
    /// Sets the text right of the title that names the counted items and the bucketed quantity.
    void setNote(const QString &note);
    void setEmptyText(const QString &text);

private:
    BarPlot *m_plot;
    QLabel *m_note = nullptr;
};

} // namespace plimsoll::views
