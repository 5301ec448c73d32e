// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/chartlabels.h"
#include "views/charts/chartpaint.h"
#include "views/charts/chartseries.h"
#include "views/charts/plot.h"
#include "views/charts/timechart.h"

#include <QHash>

#include <vector>

namespace plimsoll::views {

/// The plot inside a TimeChart: lines, and above them limits, marks and words. GUI thread.
class TimePlot final : public Plot {
    Q_OBJECT

public:
    using Plot::emptyText;

    explicit TimePlot(Theme *theme, QWidget *parent = nullptr);

    /// Shows a copy of the picture, which is redrawn whenever size or theme change, visible or not.
    void show(TimeChart::Picture picture);

    /// A word inside the plot and its place; for tests.
    struct Word {
        QString text;
        QRectF place;
        QColor colour;
        int limit = -1; ///< index of the limit that it names
    };
    [[nodiscard]] const std::vector<Word> &words() const { return m_words; }
    /// Returns what is drawn; for tests.
    [[nodiscard]] const TimeChart::Picture &picture() const { return m_picture; }
    /// Returns the names at line ends, in the order of the lines; for tests.
    [[nodiscard]] std::vector<Word> names() const;
    /// A reading of a line: a point as drawn, and its text; for tests.
    struct Dot {
        std::size_t line = 0;
        QPointF place;
        double value = 0;
        QString text;
        double own = 0; ///< value without the layers below it, if stacked
        QString brief{}; ///< `text` without the range of a mean
    };
    [[nodiscard]] std::vector<Dot> dots() const
    {
        return reading() && !isDragging() ? dotsAt(readTime()) : std::vector<Dot>();
    }
    /// Returns the box at the pointer; for tests.
    [[nodiscard]] const ReadingBox &readingBox() const { return m_readingBox; }
    /// Adds a note at the moment being read, or else at the right end; edits an existing one there.
    void askNote();

signals:
    void rangeWanted(std::chrono::milliseconds from, std::chrono::milliseconds to);
    void spanWanted(models::Span span); ///< up to now
    void liveWanted();
    void logarithmicToggled();
    void lineClicked(const QString &label);
    void momentClicked(std::chrono::milliseconds time);
    void limitClicked(std::size_t collection, const QString &figure);
    void noteWanted(std::chrono::milliseconds time, const QString &id); ///< an empty id makes a note

protected:
    /// Draws the lines in as many columns as the plot has room for; its width depends on the labels.
    void layOut() override;
    [[nodiscard]] bool isEmpty() const override { return m_labels.empty(); }
    void paintOver(QPainter &painter) const override;
    void paintReading(QPainter &painter, double place) const override;
    [[nodiscard]] double next(std::optional<double> place, bool left) const override;
    bool event(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    struct EndLabel {
        QString text;
        QColor colour;
        double value = 0;
        bool isStacked = false, isHidden = false, isEarlier = false;
    };
    /// A drag of the pointer across the plot.
    struct Drag {
        bool moves = false; ///< true to move, false to select a range to zoom to
        double begin = 0, end = 0; ///< x at start and now
        std::chrono::milliseconds from{}, to{}; ///< time range of the plot at the start
    };

    [[nodiscard]] std::chrono::milliseconds timeAt(double x) const;
    void zoom(double factor, std::chrono::milliseconds around);
    void move(double lengths);
    void paintDrag(QPainter &painter) const;
    /// Returns the limit whose label is at this place and can be edited, or null.
    [[nodiscard]] const TimeChart::LimitLine *limitAt(const QPointF &place) const;
    /// Returns true if the pointer selects or moves a range; the box is then hidden.
    [[nodiscard]] bool isDragging() const;
    void takeKeys();
    /// While a moment is selected, Escape returns from there instead.
    [[nodiscard]] bool isEscapeOurs() const { return !m_picture.isLive && !m_picture.moment; }
    void place();
    [[nodiscard]] int columns() const;
    [[nodiscard]] double labelWidth() const;
    [[nodiscard]] std::vector<QPolygonF> curvesInPixels() const;
    void placeNames();
    void drawLines();
    void drawEarlier(std::vector<Stretch> stretches);
    void drawForecasts();
    void labelLines(const std::vector<std::vector<Stretch>> &drawn);
    void fitAxes(const std::vector<std::vector<Stretch>> &drawn);
    void drawStretch(Stretch &stretch, const QColor &colour, const TimeChart::Line &line);

    [[nodiscard]] double xOf(double offset) const;
    [[nodiscard]] double xOf(std::chrono::milliseconds time) const;
    [[nodiscard]] bool isAhead() const { return m_picture.ahead > std::chrono::milliseconds::zero(); }
    /// Returns the length of the time axis in ms.
    [[nodiscard]] double wholeLength() const
    {
        return static_cast<double>((m_picture.length + m_picture.ahead).count());
    }
    [[nodiscard]] double nowPlace() const { return xOf(0.0); }
    [[nodiscard]] std::chrono::milliseconds timeAtPlace(double place) const;
    /// A point of a line: a reading, or the mean of readings drawn as one.
    struct Vertex {
        std::chrono::milliseconds time{};
        double value = 0, low = 0, high = 0;
    };
    [[nodiscard]] std::optional<Vertex> vertexAt(const std::vector<Stretch> &drawn, const models::Series &series,
                                                 std::chrono::milliseconds time) const;
    [[nodiscard]] std::vector<Dot> dotsAt(std::chrono::milliseconds time) const;
    [[nodiscard]] std::chrono::milliseconds nearestVertex(std::chrono::milliseconds time) const;
    [[nodiscard]] std::chrono::milliseconds readTime() const;
    [[nodiscard]] const TimeChart::Forecast *forecastOf(const TimeChart::Line &line) const;
    [[nodiscard]] std::vector<QRectF> rings() const;
    void placeForecasts();
    [[nodiscard]] std::optional<QRectF> forecastPlace(const TimeChart::Forecast &forecast,
                                                      const std::vector<QPolygonF> &curves) const;
    [[nodiscard]] bool isFree(const QRectF &place) const;
    void paintForecasts(QPainter &painter) const;
    void readForecasts(QPainter &painter, std::chrono::milliseconds time, std::vector<ReadingRow> &rows) const;
    [[nodiscard]] std::vector<const TimeChart::Mark *> marksNear(double x) const;
    void readMarks(double x, std::vector<ReadingRow> &rows, QString &title) const;
    void paintMarks(QPainter &painter) const;
    void paintBar(QPainter &painter, const TimeChart::Mark &mark) const;
    /// Returns the ranges of a bar in which nothing was known.
    [[nodiscard]] std::vector<TimeRange> unknownOf(const TimeChart::Mark &mark) const;
    [[nodiscard]] QColor colourOf(const TimeChart::LimitLine &limit) const;
    [[nodiscard]] QColor colourOf(const TimeChart::Mark &mark) const;
    void placeWords();
    void placeMarks();
    void placeGaps();
    void paintLines(QPainter &painter) const;
    void paintMoment(QPainter &painter) const;
    [[nodiscard]] std::optional<QRectF> momentTag() const;
    void labelMoment(QPainter &painter) const;
    void paintEndLabels(QPainter &painter) const;

    ChartSeries m_series;
    TimeChart::Picture m_picture;
    std::optional<TimeChart::Line> m_earlier; ///< compared line
    std::vector<EndLabel> m_labels;
    std::vector<QRectF> m_names; ///< places of the labels
    QHash<QString, double> m_nameOffsets; ///< previous distances below the lines
    std::vector<std::vector<Stretch>> m_drawn; ///< stretches of each line in values; empty if hidden
    std::vector<Stretch> m_drawnEarlier;
    std::vector<QList<QPointF>> m_curves; ///< offsets from now, and positions along the scale
    std::vector<QPointF> m_gaps; ///< start and end of each gap in the first line, as offsets from now
    std::vector<LineLabel> m_limitLabels;
    std::vector<Word> m_words;
    std::optional<Drag> m_drag;
    mutable ReadingBox m_readingBox; ///< last painted box
    int m_columns = 0; ///< columns of the drawn lines
};

} // namespace plimsoll::views
