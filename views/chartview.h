// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/chartmath.h"
#include "views/timechart.h"

#include <QtCharts/QAreaSeries>
#include <QtCharts/QChartView>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

#include <vector>

namespace plimsoll::views {

/// The plot inside a TimeChart. Qt Charts draws lines, areas and grid; what it has no place for (labels at the ends of
/// lines, the reading at the pointer) is painted over it. GUI thread.
class ChartView final : public QChartView {
    Q_OBJECT

public:
    explicit ChartView(Theme *theme, QWidget *parent = nullptr);

    /// A picture of its own: it is drawn again whenever size or theme change, on screen or not.
    void show(std::vector<TimeChart::Line> lines, std::vector<TimeChart::LimitLine> limits,
              std::chrono::milliseconds now, std::chrono::milliseconds span, Unit unit);
    void setEmptyText(const QString &text);

    [[nodiscard]] QSize sizeHint() const override { return {320, 150}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 90}; }

protected:
    void drawBackground(QPainter *painter, const QRectF &rect) override;
    void drawForeground(QPainter *painter, const QRectF &rect) override;
    void resizeEvent(QResizeEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    struct EndLabel {
        QString text;
        QColor colour;
        double value = 0;
    };

    void applyTheme();
    void place();
    /// Lines in the columns the plot has room for: its width depends on what is drawn.
    void layOut();
    [[nodiscard]] int columns() const;
    [[nodiscard]] double labelWidth() const;
    [[nodiscard]] std::vector<QRectF> labelPlaces(const QFontMetricsF &font) const;
    void drawLines();
    QLineSeries *takeLine();
    QAreaSeries *takeArea();
    QAreaSeries *takeBand();
    void drawStretch(Stretch &stretch, const QColor &colour, bool filled);
    void attach(QAbstractSeries *series);
    void setReading(double x);

    [[nodiscard]] double yOf(double value) const;
    [[nodiscard]] double xOf(double offset) const;
    [[nodiscard]] QColor colourOf(const TimeChart::LimitLine &limit) const;
    void paintAxes(QPainter &painter) const;
    void paintLimits(QPainter &painter) const;
    void paintEndLabels(QPainter &painter) const;
    void paintReading(QPainter &painter) const;

    Theme *m_theme;
    QValueAxis *m_x;
    QValueAxis *m_y;
    // Series are made once and used again: adding one costs far more than replacing its points.
    std::vector<QLineSeries *> m_linePool;
    std::vector<QAreaSeries *> m_areaPool;
    std::vector<QAreaSeries *> m_bandPool;
    std::size_t m_linesUsed = 0;
    std::size_t m_areasUsed = 0;
    std::size_t m_bandsUsed = 0;
    std::vector<TimeChart::Line> m_lines;
    std::vector<TimeChart::LimitLine> m_limits;
    std::vector<EndLabel> m_labels;
    std::chrono::milliseconds m_now{};
    std::chrono::milliseconds m_span{1};
    Unit m_unit = Unit::Count;
    Scale m_scale;
    int m_columns = 0; ///< what the lines were last drawn with
    QString m_emptyText;
    double m_reading = 1; ///< offset from now under the pointer, at most 0; positive: none
};

} // namespace plimsoll::views
