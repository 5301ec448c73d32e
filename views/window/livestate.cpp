// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/livestate.h"

#include "models/text/elementtext.h"
#include "models/text/format.h"
#include "models/text/operationtext.h"
#include "views/widgets/banner.h"

#include <QDateTime>

#include <algorithm>

namespace plimsoll::views {

using std::chrono::milliseconds;

LiveState::LiveState(const Theme *theme, QWidget *strip, QObject *parent)
    : QObject(parent), m_banner(new Banner(theme, strip))
{
    connect(m_banner, &Banner::acted, this, &LiveState::act);
    connect(m_banner, &Banner::otherActed, this, &LiveState::connectionWanted);
    m_countdown.setInterval(std::chrono::seconds(1));
    connect(&m_countdown, &QTimer::timeout, this, &LiveState::say);
    m_ageing.setSingleShot(true);
    connect(&m_ageing, &QTimer::timeout, this, [this] {
        m_isAged = true;
        emit aged();
    });
}

void LiveState::forget()
{
    m_newest.reset();
    m_lostAt.clear();
    m_leftOpen.clear();
    m_status = {};
    m_ageing.stop();
    m_isAged = false;
    m_isSilent = false;
    m_countdown.stop();
    say();
}

void LiveState::setConnection(const models::ConnectionStatus &status)
{
    using State = models::ConnectionStatus::State;
    m_status = status;
    if (status.state == State::Lost) {
        if (m_lostAt.isEmpty()) {
            m_lostAt = models::formatTime(milliseconds(QDateTime::currentMSecsSinceEpoch()));
            m_firstTry = status.triedAt;
        }
        m_lastTry = status.triedAt;
        m_lostWhy = status.text;
        m_retryAt = QDeadlineTimer(status.retryIn);
        m_countdown.start();
    } else if (status.state != State::Connecting) {
        m_lostAt.clear();
        m_countdown.stop();
    }
    age();
    say();
}

void LiveState::setSilent(bool silent)
{
    m_isSilent = silent;
    say();
}

void LiveState::setSnapshot(const SnapshotPtr &newest)
{
    m_newest = newest;
    m_isAged = false;
    m_ageing.stop();
    age();
}

void LiveState::setPast(bool past)
{
    m_isPast = past;
    say();
}

void LiveState::setLeftOpen(const std::vector<OperationReport> &operations)
{
    m_leftOpen = operations;
    m_isRecovering = false;
    say();
}

void LiveState::age()
{
    if (!m_status.paused || m_newest == nullptr || m_isAged) {
        m_ageing.stop(); // old figures stay old until the next snapshot
    } else if (!m_ageing.isActive()) {
        const auto since = std::chrono::steady_clock::now() - m_newest->taken;
        const auto left = std::chrono::ceil<milliseconds>(2 * m_status.interval - since);
        m_ageing.start(std::max(milliseconds(0), left));
    }
}

QString LiveState::lostSince() const
{
    return m_lastTry - m_firstTry < std::chrono::seconds(1)
        ? m_lostAt
        : tr("%1, tried again at %2").arg(m_lostAt, models::formatTime(m_lastTry));
}

QString LiveState::lostWhy() const
{
    return models::asSentence(m_lostWhy);
}

void LiveState::sayLost()
{
    const bool isNew = m_newest == nullptr;
    const QString what = m_status.isNotPermitted ? tr("No permission to read since %1: %2")
        : isNew                                  ? tr("No connection since %1: %2")
                                                 : tr("Connection lost at %1: %2");
    // Rounded up, to avoid "in 0 s".
    const auto left = std::chrono::seconds((m_retryAt.remainingTime() + 999) / 1000);
    const bool waiting = m_status.state == models::ConnectionStatus::State::Lost && left.count() > 0;
    const QString next = m_status.paused ? tr("Updates are paused; Plimsoll retries once they resume.")
        : waiting                        ? tr("Trying again in %1.").arg(models::formatDuration(left))
        : m_status.loginRefused          ? tr("Plimsoll won't retry by itself.")
                                         : tr("Trying again…");
    const QString edit = tr("Edit the connection…");
    const QString action = passwordMayHelp() ? tr("Enter the password…") : m_status.loginRefused ? edit : tr("Try now");
    m_banner->say(QStringLiteral("%1 %2").arg(what.arg(lostSince(), lostWhy()), next), true, action,
                  isNew && !m_status.loginRefused ? edit : QString());
}

void LiveState::say()
{
    if (isLost()) {
        sayLost();
    } else if (m_isSilent && m_newest != nullptr) {
        const QString since = models::formatTime(m_newest->serverTime);
        m_banner->say(m_isPast ? tr("No answer since %1. What is shown as “now” is from then.").arg(since)
                               : tr("No answer since %1. These figures are from then.").arg(since),
                      false);
    } else if (!m_leftOpen.empty()) {
        m_banner->say(leftOpenText(), false, m_isRecovering ? tr("Trying…") : tr("Try again"));
    } else {
        m_banner->say({}, false);
    }
    emit changed();
}

QString LiveState::leftOpenText() const
{
    const OperationReport &first = m_leftOpen.front();
    const QString what = tr("“%1, %2” of %3 was cut off after %4 of %5 and could not be completed: %6")
                             .arg(models::actionTitle(first), first.collection, models::formatDateTime(first.time),
                                  models::formatCount(first.accounted()), models::formatCount(first.matched),
                                  models::asSentence(first.error));
    const QString kept = first.keptUntil ? tr("The elements it took are kept on the server until at least %1.")
                                               .arg(models::formatDateTime(*first.keptUntil))
                                         : QString();
    QStringList parts{what, kept};
    if (m_leftOpen.size() > 1) {
        const auto more = static_cast<int>(m_leftOpen.size()) - 1;
        parts << (more == 1 ? tr("One more is left open, too: see the journal.")
                            : tr("%1 more are left open, too: see the journal.", nullptr, more).arg(more));
    }
    parts.removeAll(QString());
    return parts.join(QLatin1Char(' '));
}

void LiveState::act()
{
    if (isLost() && passwordMayHelp()) {
        emit passwordWanted();
    } else if (isLost() && m_status.loginRefused) {
        emit connectionWanted();
    } else if (isLost()) {
        m_retryAt = QDeadlineTimer(0);
        say();
        emit tryWanted();
    } else if (!m_isRecovering) {
        m_isRecovering = true;
        say();
        emit recoveryWanted();
    }
}

} // namespace plimsoll::views
