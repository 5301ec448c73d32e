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

/// The plot inside a TimeChart: its lines, and over them limits, marks and words. GUI thread.
class TimePlot final : public Plot {
    Q_OBJECT

public:
    using Plot::emptyText;

    explicit TimePlot(Theme *theme, QWidget *parent = nullptr);

    /// A picture of its own: it is drawn again whenever size or theme change, on screen or not.
    void show(TimeChart::Picture picture);

    /// Words inside the plot and where they stand; for tests.
    struct Word {
        QString text;
        QRectF place;
        QColor colour;
    };
    [[nodiscard]] const std::vector<Word> &words() const { return m_words; }
    /// The names beside the ends of lines, in the order of these; for tests.
    [[nodiscard]] std::vector<Word> names() const;
    /// What is read of a line: a point of it, as it is drawn, and what is said of it; for tests.
    struct Dot {
        std::size_t line = 0;
        QPointF place;
        double value = 0;
        QString text;
        double own = 0; ///< the value without those below it, where lines are stacked
        QString brief{}; ///< the text without the range of a mean
    };
    [[nodiscard]] std::vector<Dot> dots() const
    {
        return reading() && !isDragging() ? dotsAt(readTime()) : std::vector<Dot>();
    }
    /// The box that tells it, and the lines in it; for tests.
    [[nodiscard]] const ReadingBox &readingBox() const { return m_readingBox; }
    /// At the moment that is read, else at the right end; one that is there already is edited.
    void askNote();

signals:
    void rangeWanted(std::chrono::milliseconds from, std::chrono::milliseconds to);
    void spanWanted(models::Span span); ///< up to now
    void liveWanted();
    void logarithmicToggled();
    void lineClicked(const QString &label);
    void momentClicked(std::chrono::milliseconds time);
    void noteWanted(std::chrono::milliseconds time, const QString &id); ///< an empty id: a new one

protected:
    /// Lines in the columns the plot has room for: its width depends on what is drawn.
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
    /// What the pointer does with the plot while it is held down.
    struct Drag {
        bool moves = false; ///< else it chooses what to zoom to
        double begin = 0, end = 0; ///< across
        std::chrono::milliseconds from{}, to{}; ///< of the plot when it began
    };

    [[nodiscard]] std::chrono::milliseconds timeAt(double x) const;
    void zoom(double factor, std::chrono::milliseconds around);
    void move(double lengths);
    void paintDrag(QPainter &painter) const;
    /// The pointer chooses a stretch, or moves it: what is under it is to be seen.
    [[nodiscard]] bool isDragging() const;
    void takeKeys();
    /// At a moment it leads back from there.
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
    /// From its left end to its right.
    [[nodiscard]] double wholeLength() const
    {
        return static_cast<double>((m_picture.length + m_picture.ahead).count());
    }
    [[nodiscard]] double nowPlace() const { return xOf(0.0); }
    [[nodiscard]] std::chrono::milliseconds timeAtPlace(double place) const;
    /// A point that a line goes through: a reading, or the mean of those that are drawn as one.
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
    std::optional<TimeChart::Line> m_earlier; ///< what it is compared with
    std::vector<EndLabel> m_labels;
    std::vector<QRectF> m_names; ///< where they stand
    QHash<QString, double> m_nameOffsets; ///< how far below their lines they stood last
    std::vector<std::vector<Stretch>> m_drawn; ///< of each line, empty where it is hidden; values as they are
    std::vector<Stretch> m_drawnEarlier;
    std::vector<QList<QPointF>> m_curves; ///< as they are drawn: offsets from now, and values
    std::vector<QPointF> m_gaps; ///< where the first line has none: offsets from now
    std::vector<LineLabel> m_limitLabels;
    std::vector<Word> m_words;
    std::optional<Drag> m_drag;
    mutable ReadingBox m_readingBox; ///< as it was painted last
    int m_columns = 0; ///< what the lines were last drawn with
};

} // namespace plimsoll::views
