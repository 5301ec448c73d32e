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

/// Shows the newest server event in the head of a page: type, loss and age, with buttons to visit and to dismiss it.
/// The details give way first if room is short, then the age, then the end of the title. GUI thread.
class EventLine final : public QWidget {
    Q_OBJECT

public:
    explicit EventLine(Theme *theme, QWidget *parent = nullptr);

    void show(const std::optional<Mark> &event, std::chrono::milliseconds now);
    [[nodiscard]] const std::optional<Mark> &event() const { return m_event; }

signals:
    void shown(std::chrono::milliseconds time); ///< the user wants to see what there was before it
    void dismissed();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void retheme();
    void fit();

    Theme *m_theme;
    std::optional<Mark> m_event;
    QLabel *m_icon;
    ElidedLabel *m_title;
    ElidedLabel *m_more;
    QLabel *m_ago;
    QPushButton *m_show;
    QPushButton *m_dismiss;
};

} // namespace plimsoll::views
