// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/chartmath.h"

#include <QtCharts/QChartView>
#include <QtCharts/QValueAxis>

#include <optional>
#include <functional>
#include <vector>

namespace plimsoll::views {

class Theme;

/// What a chart is drawn on. Qt Charts scales and draws lines, areas and bars; what is painted around them is here, and
/// why. GUI thread.
class Plot : public QChartView {
    Q_OBJECT

public:
    /// What stands there while there is nothing to draw.
    void setEmptyText(const QString &text);

    /// The texts below.
    [[nodiscard]] const std::vector<AxisTick> &ticks() const { return m_ticks; }

    [[nodiscard]] QSize sizeHint() const override { return {320, 150}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 90}; }

protected:
    Plot(Theme *theme, QWidget *parent);

    /// Fits axes, lines and words to size and theme: whenever one of them changes.
    virtual void layOut() = 0;
    [[nodiscard]] virtual bool isEmpty() const = 0;
    /// Whether there is a grid where there is nothing to draw.
    [[nodiscard]] virtual bool hasAxes() const { return true; }
    virtual void paintOver(QPainter &painter) const { Q_UNUSED(painter) }
    /// What is drawn at that place, 0 to 1 from left to right.
    virtual void paintReading(QPainter &painter, double place) const = 0;
    /// From the place that is read now (nullopt: none) to the next one, by the arrow keys.
    [[nodiscard]] virtual double next(std::optional<double> place, bool left) const = 0;

    void setScale(const Scale &scale, Unit unit);
    void setScale(const Scale &scale, const std::function<QString(double)> &textOf);
    /// Leaves room for words: so much at the right, the rest by the scale.
    void leaveRoom(double right);
    void setTicks(std::vector<AxisTick> ticks) { m_ticks = std::move(ticks); }

    [[nodiscard]] const Theme &theme() const { return *m_theme; }
    [[nodiscard]] const QString &emptyText() const { return m_emptyText; }
    [[nodiscard]] const Scale &scale() const { return m_scale; }
    /// The place that is read now.
    [[nodiscard]] const std::optional<double> &reading() const { return m_place; }
    [[nodiscard]] QRectF plotArea() const { return chart()->plotArea(); }
    [[nodiscard]] QValueAxis *across() const { return m_across; }
    [[nodiscard]] double yOf(double value) const;
    [[nodiscard]] double yOfDrawn(double drawn) const; ///< of Scale::drawn()

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
    Scale m_scale;
    std::vector<std::pair<double, QString>> m_steps; ///< of the scale, and their texts
    std::vector<AxisTick> m_ticks;
    QString m_emptyText;
    std::optional<double> m_place; ///< that is read
};

} // namespace plimsoll::views
