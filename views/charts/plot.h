// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/charts/chartmath.h"

#include <QtCharts/QChartView>
#include <QtCharts/QValueAxis>

#include <optional>
#include <functional>
#include <vector>

namespace plimsoll::views {

class Theme;

/// Base class of plots. Qt Charts scales and draws lines, areas and bars; Plot paints grid, labels and reading around
/// them, for reasons given in plot.cpp. GUI thread.
class Plot : public QChartView {
    Q_OBJECT

public:
    /// Sets the text shown when there is no data.
    void setEmptyText(const QString &text);

    /// Returns the labels below the plot.
    [[nodiscard]] const std::vector<models::AxisTick> &ticks() const { return m_ticks; }

    [[nodiscard]] QSize sizeHint() const override { return {320, 150}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 90}; }

protected:
    Plot(Theme *theme, QWidget *parent);

    /// Fits axes, lines and labels to the size and the theme; called when either changes.
    virtual void layOut() = 0;
    [[nodiscard]] virtual bool isEmpty() const = 0;
    /// Returns true if the grid is drawn without data.
    [[nodiscard]] virtual bool hasAxes() const { return true; }
    virtual void paintOver(QPainter &painter) const { Q_UNUSED(painter) }
    /// Paints the reading at `place`, from 0 (left) to 1 (right).
    virtual void paintReading(QPainter &painter, double place) const = 0;
    /// Returns the place that an arrow key moves to from `place`, which is nullopt if nothing is read yet.
    [[nodiscard]] virtual double next(std::optional<double> place, bool left) const = 0;

    void setScale(const models::Scale &scale, Unit unit);
    void setScale(const models::Scale &scale, const std::function<QString(double)> &textOf);
    /// Sets the margins: `right` pixels on the right, the width of the scale on the left.
    void leaveRoom(double right);
    void setTicks(std::vector<models::AxisTick> ticks) { m_ticks = std::move(ticks); }

    [[nodiscard]] const Theme &theme() const { return *m_theme; }
    [[nodiscard]] const QString &emptyText() const { return m_emptyText; }
    [[nodiscard]] const models::Scale &scale() const { return m_scale; }
    /// Returns the place being read.
    [[nodiscard]] const std::optional<double> &reading() const { return m_place; }
    [[nodiscard]] QRectF plotArea() const { return chart()->plotArea(); }
    [[nodiscard]] QValueAxis *across() const { return m_across; }
    [[nodiscard]] double yOf(double value) const;
    [[nodiscard]] double yOfDrawn(double drawn) const; ///< takes a result of Scale::drawn()

    void drawBackground(QPainter *painter, const QRectF &rect) override;
    void drawForeground(QPainter *painter, const QRectF &rect) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void read(std::optional<double> place);
    void paintEmpty(QPainter &painter) const;
    void paintTicks(QPainter &painter) const;

    Theme *m_theme;
    QValueAxis *m_across;
    QValueAxis *m_up;
    models::Scale m_scale;
    std::vector<std::pair<double, QString>> m_steps; ///< ticks of the scale with their texts
    std::vector<models::AxisTick> m_ticks;
    QString m_emptyText;
    std::optional<double> m_place; ///< place being read
};

} // namespace plimsoll::views
