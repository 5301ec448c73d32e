// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace plimsoll::views {

class Theme;

/// A placeholder for content: loading, empty with a hint how to fill it, or failed. GUI thread.
class Notice final : public QWidget {
    Q_OBJECT

public:
    explicit Notice(Theme *theme, QWidget *parent = nullptr);

    void say(const QString &heading, const QString &text, State state = State::Ok);
    /// Adds a widget below the text, such as the button that helps.
    void addBelow(QWidget *widget);
    [[nodiscard]] QString heading() const;
    [[nodiscard]] QString text() const;

private:
    void retheme();

    Theme *m_theme;
    QVBoxLayout *m_layout;
    QLabel *m_icon;
    QLabel *m_heading;
    QLabel *m_text;
    State m_state = State::Ok;
};

} // namespace plimsoll::views
