// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/chartlabels.h"
#include "views/charts/chartmath.h"
#include "views/charts/chartseries.h"
#include "views/charts/timechart.h"

#include <QtCharts/QChartView>

#include <vector>

namespace plimsoll::views {

/// The plot inside a TimeChart. Qt Charts draws lines, areas and grid; what it has no place for (labels at the ends of
/// lines, the reading at the pointer) is painted over it. GUI thread.
class ChartView final : public QChartView {
    Q_OBJECT

public:
    explicit ChartView(Theme *theme, QWidget *parent = nullptr);

    /// A picture of its own: it is drawn again whenever size or theme change, on screen or not.
    void show(TimeChart::Picture picture);
    void setEmptyText(const QString &text);

    /// Words inside the plot and where they stand; for tests.
    struct Word {
        QString text;
        QRectF place;
        QColor colour;
    };
    [[nodiscard]] const std::vector<Word> &words() const { return m_words; }

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
    void fitAxes(const std::vector<std::vector<Stretch>> &drawn);
    void drawStretch(Stretch &stretch, const QColor &colour, bool filled);
    void setReading(double x);

    [[nodiscard]] double yOf(double value) const;
    [[nodiscard]] double xOf(double offset) const;
    [[nodiscard]] QColor colourOf(const TimeChart::LimitLine &limit) const;
    [[nodiscard]] QColor colourOf(const TimeChart::Mark &mark) const;
    void placeWords();
    void placeMarks();
    void placeGaps();
    void paintAxes(QPainter &painter) const;
    void paintLines(QPainter &painter) const;
    void paintEmpty(QPainter &painter) const;
    void paintEndLabels(QPainter &painter) const;
    void paintReading(QPainter &painter) const;

    Theme *m_theme;
    QValueAxis *m_x;
    QValueAxis *m_y;
    ChartSeries m_series;
    TimeChart::Picture m_picture;
    std::vector<EndLabel> m_labels;
    std::vector<QList<QPointF>> m_curves; ///< as they are drawn: offsets from now, and values
    std::vector<QPointF> m_gaps; ///< where the first line has none: offsets from now
    std::vector<LineLabel> m_limitLabels;
    std::vector<Word> m_words;
    Scale m_scale;
    int m_columns = 0; ///< what the lines were last drawn with
    QString m_emptyText;
    double m_reading = 1; ///< offset from now under the pointer, at most 0; positive: none
};

} // namespace plimsoll::views
