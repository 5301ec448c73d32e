// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <QWidget>

#include <vector>

namespace plimsoll::views {

class Theme;

/// One subject's entries on a line of time: those in the window, which count, and those outside of it, which are only
/// still stored, on hatched ground. GUI thread.
class WindowStrip final : public QWidget {
    Q_OBJECT

public:
    explicit WindowStrip(Theme *theme, QWidget *parent = nullptr);

    /// `times`: Unix ms, newest entries only. `inWindow`, `outside`: texts with the full counts.
    void show(std::vector<double> times, std::chrono::milliseconds now, std::chrono::milliseconds window,
              const QString &inWindow, const QString &outside);

    [[nodiscard]] QSize sizeHint() const override { return {640, 92}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 92}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Theme *m_theme;
    std::vector<double> m_times;
    std::chrono::milliseconds m_now{}, m_window{std::chrono::minutes(1)};
    QString m_inWindow, m_outside;
};

} // namespace plimsoll::views
