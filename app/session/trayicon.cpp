// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/trayicon.h"

#include "models/text/format.h"
#include "redis/types/printable.h"
#include "views/theme/theme.h"
#include "views/window/programicon.h"

#include <QGuiApplication>

#include <algorithm>

namespace plimsoll::app {

using views::SessionSummary;

namespace {

constexpr qsizetype longestLine = 100;

/// Names and texts may be foreign: shows each on one line of bounded length.
QString inTray(const QString &text)
{
    return printable(text.toUtf8(), longestLine);
}

/// Only the window shows warnings.
models::TroubleCounts worstOf(const SessionSummary &session)
{
    models::TroubleCounts worst = session.trouble;
    worst.warnings = worst.unknown = 0;
    return worst;
}

models::TroubleCounts worstOf(const std::vector<SessionSummary> &sessions)
{
    models::TroubleCounts worst;
    for (const SessionSummary &session : sessions) {
        worst += worstOf(session);
    }
    return worst;
}

} // namespace

QString trayText(const std::vector<SessionSummary> &sessions)
{
    const models::TroubleCounts worst = worstOf(sessions);
    const QString program = QStringLiteral("Plimsoll");
    QStringList lines{worst.all() == 0 ? program : TrayIcon::tr("%1: %2").arg(program, models::troubleText(worst))};
    for (const SessionSummary &session : sessions) {
        if (!session.words.isEmpty() && (worstOf(session).all() == 0 || sessions.size() > 1)) {
            lines += inTray(QStringLiteral("%1: %2").arg(session.name, session.words));
        }
        for (const QString &line : session.criticals) {
            lines += inTray(line);
        }
    }
    if (lines.size() == 1 && worst.all() == 0) {
        lines.front() = TrayIcon::tr("%1: all is well").arg(program);
    }
    return lines.join(u'\n');
}

TrayIcon::TrayIcon(const views::Theme *theme, QObject *parent) : QObject(parent), m_theme(theme), m_icon(this)
{
    m_menu.addAction(tr("Show the window"), this, &TrayIcon::raiseRequested);
    m_menu.addAction(tr("Quit"), this, &TrayIcon::quitRequested);
    m_icon.setContextMenu(&m_menu);
    m_icon.setIcon(views::programIcon());
    connect(&m_icon, &QSystemTrayIcon::activated, this, [this](QSystemTrayIcon::ActivationReason reason) {
        if (reason == QSystemTrayIcon::Trigger || reason == QSystemTrayIcon::DoubleClick) {
            emit raiseRequested();
        }
    });
    m_telling.setSingleShot(true);
    connect(&m_telling, &QTimer::timeout, this, [this] {
        if (m_icon.toolTip() != m_text) {
            m_icon.setToolTip(m_text);
            m_telling.start(textEvery);
        }
    });
    // Without a tray the icon waits for one; on the offscreen platform Qt would only warn.
    if (QGuiApplication::platformName() != QLatin1StringView("offscreen")) {
        m_icon.show();
    }
}

void TrayIcon::show(const std::vector<SessionSummary> &sessions)
{
    State worst = State::Ok;
    for (const SessionSummary &session : sessions) {
        worst = std::max(worst, session.state);
    }
    const int critical = worstOf(sessions).all();
    const QString sign = critical > 0 ? views::signOf(critical) : worst != State::Ok ? QStringLiteral("!") : QString();
    if (m_sign != sign || m_worst != worst) {
        m_sign = sign;
        m_worst = worst;
        draw();
    }
    m_text = trayText(sessions);
    if (!m_telling.isActive()) {
        m_telling.start(0);
    }
}

void TrayIcon::draw()
{
    const views::Tokens &tokens = m_theme->tokens();
    m_icon.setIcon(views::signedIcon(m_sign, m_worst >= State::Critical ? tokens.critical : tokens.warning));
}

} // namespace plimsoll::app
