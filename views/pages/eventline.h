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

/// Shows the newest server event: type, loss and age, with buttons to visit and to dismiss it. Keeps its space while
/// there is none. GUI thread.
class EventLine final : public QWidget {
    Q_OBJECT

public:
    explicit EventLine(Theme *theme, QWidget *parent = nullptr);

    void show(const std::optional<Mark> &event, std::chrono::milliseconds now);
    [[nodiscard]] const std::optional<Mark> &event() const { return m_event; }
    /// Reduces the line to the height of the page head, without the details.
    void setNarrow(bool narrow);

signals:
    void shown(std::chrono::milliseconds time); ///< show this moment in the window
    void dismissed();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void retheme();

    Theme *m_theme;
    std::optional<Mark> m_event;
    QWidget *m_content; ///< everything visible
    QLabel *m_icon;
    ElidedLabel *m_title;
    ElidedLabel *m_more;
    QLabel *m_ago;
    QPushButton *m_show;
    QPushButton *m_dismiss;
};

} // namespace plimsoll::views
