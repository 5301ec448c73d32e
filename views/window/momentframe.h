// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/moment.h"

#include <QWidget>

class QStatusBar;

namespace plimsoll::views {

class ElidedLabel;
class Theme;

/// The frame around what is shown of a past moment. Lies over its parent and takes no clicks. GUI thread.
class MomentFrame final : public QWidget {
public:
    static constexpr int width = 3;

    MomentFrame(const Theme *theme, QWidget *parent);

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    const Theme *m_theme;
};

/// Over the status bar: what is shown, and how it is now. What is said there is said here.
class MomentStrip final : public QWidget {
    Q_OBJECT

public:
    MomentStrip(const Theme *theme, QStatusBar *bar);

    void show(const models::Moment &moment);
    void setLive(State worst, const QString &text);

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showServer(const ServerInfo &server);
    void showWords();
    void retheme();

    const Theme *m_theme;
    QStatusBar *m_bar;
    ElidedLabel *m_shown, *m_memory, *m_uptime, *m_limits, *m_live;
    QString m_text;
    State m_worst = State::Ok;
};

} // namespace plimsoll::views
