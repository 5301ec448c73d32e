// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/chartpaint.h"
#include "views/charts/plot.h"
#include "views/charts/timechart.h"
#include "views/charts/timewords.h"

#include <vector>

namespace plimsoll::views {

/// The plot inside a TimeChart: lines (TimeLines), and above them limits, marks and words (TimeWords), read at the
/// pointer, zoomed and moved. GUI thread.
class TimePlot final : public Plot {
    Q_OBJECT

public:
    using Plot::emptyText;

    explicit TimePlot(Theme *theme, QWidget *parent = nullptr);

    /// Shows a copy of the picture, which is redrawn whenever size or theme change, visible or not.
    void show(TimePicture picture);

    // Returned for tests.
    using Word = TimeWords::Word;
    using Dot = TimeLines::Dot;
    [[nodiscard]] const std::vector<Word> &words() const { return m_words.words(); }
    /// Returns what is drawn.
    [[nodiscard]] const TimePicture &picture() const { return m_picture; }
    /// Returns the names at line ends, in the order of the lines.
    [[nodiscard]] std::vector<Word> names() const { return m_words.names(m_lines); }
    /// Returns what is read now.
    [[nodiscard]] std::vector<Dot> dots() const
    {
        return reading() && !isDragging() ? m_lines.dotsAt(frame(), readTime()) : std::vector<Dot>();
    }
    /// Returns the box at the pointer.
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
    /// Draws the lines in the number of columns that fits the plot, whose width depends on the labels.
    void layOut() override;
    [[nodiscard]] bool isEmpty() const override { return m_lines.labels().empty(); }
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
    /// A drag of the pointer across the plot.
    struct Drag {
        bool moves = false; ///< true to move, false to select a range to zoom to
        double begin = 0, end = 0; ///< x at start and now
        std::chrono::milliseconds from{}, to{}; ///< time range of the plot at the start
    };

    [[nodiscard]] TimeFrame frame() const;
    [[nodiscard]] int columns() const;
    void drawLines();
    void fitAxes(const LineRange &range);
    void place();
    [[nodiscard]] std::chrono::milliseconds readTime() const;
    void paintLimits(QPainter &painter) const;

    void zoom(double factor, std::chrono::milliseconds around);
    void move(double lengths);
    /// Returns the limit whose label is at this place and can be edited, or null.
    [[nodiscard]] const TimePicture::LimitLine *limitAt(const QPointF &place) const;
    void takeKeys();
    /// While a moment is selected, Escape returns from there instead.
    [[nodiscard]] bool isEscapeOurs() const { return !m_picture.isLive && !m_picture.moment; }
    /// Returns true if the pointer selects or moves a range; the box is then hidden.
    [[nodiscard]] bool isDragging() const;
    void paintDrag(QPainter &painter) const;

    [[nodiscard]] std::optional<QRectF> momentTag() const;
    void paintMoment(QPainter &painter) const;
    void labelMoment(QPainter &painter) const;

    TimePicture m_picture;
    TimeLines m_lines;
    TimeWords m_words;
    std::optional<Drag> m_drag;
    mutable ReadingBox m_readingBox; ///< last painted box
    int m_columns = 0; ///< columns of the drawn lines
};

} // namespace plimsoll::views
