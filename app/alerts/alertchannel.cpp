// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerts/alertchannel.h"

#include <utility>

namespace plimsoll::app {

void AlertChannel::tell(const redis::AlertMessage &message)
{
    m_waiting.push_back(message);
    if (m_waiting.size() > mostWaiting) {
        const auto oldest = m_waiting.begin() + (isBusy() ? 1 : 0);
        const qint64 id = oldest->id;
        m_waiting.erase(oldest);
        emit failed(tr("more than %1 notifications are waiting; the oldest was dropped").arg(mostWaiting));
        emit told(id, tr("not notified: too many were waiting"));
    }
    wake();
}

void AlertChannel::conclude(const QString &outcome)
{
    const qint64 id = m_waiting.front().id;
    m_waiting.pop_front();
    emit told(id, outcome);
}

void AlertChannel::delay(const QString &why)
{
    for (const redis::AlertMessage &message : m_waiting) {
        emit delayed(message.id, why);
    }
}

redis::AlertMessage AlertChannel::take()
{
    redis::AlertMessage message = std::move(m_waiting.front());
    m_waiting.pop_front();
    return message;
}

} // namespace plimsoll::app
