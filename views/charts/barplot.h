// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/barchart.h"
#include "views/charts/plot.h"

#include <QtCharts/QBarSeries>
#include <QtCharts/QBarSet>

namespace plimsoll::views {

/// The plot inside a BarChart. GUI thread.
class BarPlot final : public Plot {
    Q_OBJECT

public:
    explicit BarPlot(Theme *theme, QWidget *parent = nullptr);

    [[nodiscard]] const std::vector<BarChart::Bar> &bars() const { return m_bars; }
    void show(const std::vector<BarChart::Bar> &bars, const std::vector<models::AxisTick> &axis);

protected:
    void layOut() override;
    [[nodiscard]] bool isEmpty() const override { return m_total == 0; }
    [[nodiscard]] bool hasAxes() const override { return !isEmpty(); }
    void paintReading(QPainter &painter, double place) const override;
    [[nodiscard]] double next(std::optional<double> place, bool left) const override;

private:
    QBarSeries *m_series;
    QBarSet *m_set;
    std::vector<BarChart::Bar> m_bars;
    qint64 m_total = 0;
};

} // namespace plimsoll::views
