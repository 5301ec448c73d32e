// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/window/sessionview.h"

#include <QMenu>
#include <QObject>
#include <QSystemTrayIcon>
#include <QTimer>

#include <chrono>
#include <vector>

namespace plimsoll::views {
class Theme;
}

namespace plimsoll::app {

/// Shows the worst state of all sessions in the system tray, if there is one: the icon at once, critical collections in
/// its tooltip. GUI thread.
class TrayIcon final : public QObject {
    Q_OBJECT

public:
    explicit TrayIcon(const views::Theme *theme, QObject *parent = nullptr);
    Q_DISABLE_COPY_MOVE(TrayIcon)

    void show(const std::vector<views::SessionSummary> &sessions);
    [[nodiscard]] QString text() const { return m_icon.toolTip(); }
    /// "2", "!"; empty: everything is ok.
    [[nodiscard]] const QString &sign() const { return m_sign; }

signals:
    void raiseRequested();
    void quitRequested();

private:
    static constexpr std::chrono::seconds textEvery{2}; ///< minimum interval of tooltip updates

    void draw();

    const views::Theme *m_theme;
    QMenu m_menu;
    QSystemTrayIcon m_icon;
    QTimer m_telling;
    QString m_sign, m_text;
    State m_worst = State::Ok;
};

/// Text of the tooltip.
QString trayText(const std::vector<views::SessionSummary> &sessions);

} // namespace plimsoll::app
