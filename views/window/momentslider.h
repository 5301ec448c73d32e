// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/mark.h"

#include <QSlider>

#include <chrono>
#include <vector>

namespace plimsoll::views {

class Theme;

/// A stretch of recorded time up to now, with marks of what happened in it: where the handle is, is the moment that is
/// looked at. A value is a second of it. GUI thread.
class MomentSlider final : public QSlider {
    Q_OBJECT

public:
    explicit MomentSlider(const Theme *theme, QWidget *parent = nullptr);

    /// From so long ago, as far as anything is recorded, to `present`; wider where that moment is longer ago.
    void setReach(std::chrono::milliseconds moment, std::chrono::milliseconds recordedFrom,
                  std::chrono::milliseconds present);
    void setTime(std::chrono::milliseconds time);
    void setMarks(const std::vector<Mark> &marks);
    [[nodiscard]] std::chrono::milliseconds begin() const { return m_from; }
    [[nodiscard]] std::chrono::milliseconds present() const { return m_to; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void timeChosen(std::chrono::milliseconds time); ///< by a person

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    [[nodiscard]] double xOf(std::chrono::milliseconds time) const;
    [[nodiscard]] std::chrono::milliseconds timeOf(int value) const;
    void chooseAt(double x);
    void fit();
    /// Shorter or longer, by steps; the moment stays in it.
    void zoom(int steps);
    void paintMarks(QPainter &painter) const;
    void paintTicks(QPainter &painter) const;

    const Theme *m_theme;
    std::chrono::milliseconds m_from{}, m_to{}, m_recordedFrom{}, m_time{};
    std::size_t m_span = 0; ///< of momentSpans
    std::vector<Mark> m_marks;
};

} // namespace plimsoll::views
