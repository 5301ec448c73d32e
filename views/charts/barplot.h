// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/barchart.h"

namespace plimsoll::views {

/// The plot inside a BarChart. GUI thread.
class BarPlot final : public QWidget {
    Q_OBJECT

public:
    explicit BarPlot(Theme *theme, QWidget *parent = nullptr);

    void show(const std::vector<BarChart::Bar> &bars, const std::vector<AxisTick> &axis);
    void setEmptyText(const QString &text);

    [[nodiscard]] QSize sizeHint() const override { return {320, 160}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 90}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    [[nodiscard]] QRectF plotArea() const;
    [[nodiscard]] QRectF barRect(std::size_t bar, const QRectF &plot) const;
    void paintGrid(QPainter &painter, const QRectF &plot) const;
    void setReading(int bar);

    Theme *m_theme;
    std::vector<BarChart::Bar> m_bars;
    std::vector<AxisTick> m_axis;
    QString m_emptyText;
    Scale m_scale;
    qint64 m_total = 0;
    int m_reading = -1; ///< the bar under the pointer
};

} // namespace plimsoll::views
