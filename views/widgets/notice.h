// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <QWidget>

class QLabel;

namespace plimsoll::views {

class Theme;

/// What stands in place of content: that it loads, that there is none and what would make some, or what went wrong.
/// GUI thread.
class Notice final : public QWidget {
    Q_OBJECT

public:
    explicit Notice(Theme *theme, QWidget *parent = nullptr);

    void say(const QString &heading, const QString &text, State state = State::Ok);
    [[nodiscard]] QString heading() const;
    [[nodiscard]] QString text() const;

private:
    void retheme();

    Theme *m_theme;
    QLabel *m_icon;
    QLabel *m_heading;
    QLabel *m_text;
    State m_state = State::Ok;
};

} // namespace plimsoll::views
