// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/mark.h"
#include "redis/types/momentrecord.h"

#include <QSlider>

#include <chrono>
#include <vector>

namespace plimsoll::views {

class Theme;

/// A slider over recorded time up to now, with marks for events; the handle is at the selected moment. Values are in
/// seconds from the start of the range. GUI thread.
class MomentSlider final : public QSlider {
    Q_OBJECT

public:
    /// Age of the newest moment that a step leads to; End and the right end of the slider lead back to live.
    static constexpr std::chrono::seconds newestPast{2};

    explicit MomentSlider(const Theme *theme, QWidget *parent = nullptr);

    /// Sets the recorded stretches: the user chooses none but moments in them, and the gaps are drawn.
    void setRecorded(const std::vector<TimeRange> &recorded, std::chrono::milliseconds present);
    /// Sets the range up to `present`, no further back than what is recorded, and widens it to contain `moment`.
    void setReach(std::chrono::milliseconds moment, std::chrono::milliseconds present);
    /// Returns a recorded moment: `time`, or, if that is in a gap, the end of the gap in the direction of `by`.
    [[nodiscard]] std::chrono::milliseconds recordedAt(std::chrono::milliseconds time,
                                                       std::chrono::milliseconds by) const;
    void setTime(std::chrono::milliseconds time);
    void setMarks(const std::vector<Mark> &marks);
    [[nodiscard]] std::chrono::milliseconds begin() const { return m_from; }
    [[nodiscard]] std::chrono::milliseconds present() const { return m_to; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void timeChosen(std::chrono::milliseconds time); ///< on user input

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    bool event(QEvent *event) override;

private:
    [[nodiscard]] double xOf(std::chrono::milliseconds time) const;
    void chooseAt(double x);
    void choose(int value);
    /// Moves by seconds, no further than the newest past moment.
    void step(int by);
    void fit();
    /// Shortens (negative) or lengthens the range, which keeps the moment.
    void zoom(int steps);
    [[nodiscard]] QString gapAt(double x) const;
    void paintTrack(QPainter &painter) const;
    void paintMarks(QPainter &painter) const;
    void paintTicks(QPainter &painter) const;

    const Theme *m_theme;
    std::chrono::milliseconds m_from{}, m_to{}, m_time{};
    std::vector<TimeRange> m_recorded; ///< the last one goes on while polls are recorded
    std::size_t m_span = 0; ///< index in momentSpans
    std::vector<Mark> m_marks;
};

} // namespace plimsoll::views
