// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/mark.h"

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
    explicit MomentSlider(const Theme *theme, QWidget *parent = nullptr);

    /// Sets the range up to `present`, no further back than `recordedFrom`, and widens it to contain `moment`.
    void setReach(std::chrono::milliseconds moment, std::chrono::milliseconds recordedFrom,
                  std::chrono::milliseconds present);
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

private:
    [[nodiscard]] double xOf(std::chrono::milliseconds time) const;
    [[nodiscard]] std::chrono::milliseconds timeOf(int value) const;
    void chooseAt(double x);
    void fit();
    /// Shortens (negative) or lengthens the range, which keeps the moment.
    void zoom(int steps);
    void paintMarks(QPainter &painter) const;
    void paintTicks(QPainter &painter) const;

    const Theme *m_theme;
    std::chrono::milliseconds m_from{}, m_to{}, m_recordedFrom{}, m_time{};
    std::size_t m_span = 0; ///< index in momentSpans
    std::vector<Mark> m_marks;
};

} // namespace plimsoll::views
