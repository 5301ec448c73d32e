// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history/moment.h"

#include <QWidget>

class QStatusBar;

namespace plimsoll::views {

class ElidedLabel;
class Theme;

/// The frame around the content of a past moment, an overlay that passes clicks through. GUI thread.
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

/// Covers the status bar with the server figures of a past moment and the present state, and repeats its messages. GUI
/// thread.
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
