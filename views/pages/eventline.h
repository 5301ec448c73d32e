// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/mark.h"

#include <QWidget>

#include <optional>

class QLabel;
class QPushButton;

namespace plimsoll::views {

class ElidedLabel;
class Theme;

/// The newest thing that happened to the server: what, what was lost by it, how long ago; with what leads there, and
/// what takes it away. Its place is kept where there is nothing to say. GUI thread.
class EventLine final : public QWidget {
    Q_OBJECT

public:
    explicit EventLine(Theme *theme, QWidget *parent = nullptr);

    void show(const std::optional<Mark> &event, std::chrono::milliseconds now);
    [[nodiscard]] const std::optional<Mark> &event() const { return m_event; }
    /// As high as what stands at the top of a page, and with what matters most alone.
    void setNarrow(bool narrow);

signals:
    void shown(std::chrono::milliseconds time); ///< the window is to show how it was then
    void dismissed();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void retheme();

    Theme *m_theme;
    std::optional<Mark> m_event;
    QWidget *m_content; ///< all that there is to see
    QLabel *m_icon;
    ElidedLabel *m_title;
    ElidedLabel *m_more;
    QLabel *m_ago;
    QPushButton *m_show;
    QPushButton *m_dismiss;
};

} // namespace plimsoll::views
