// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fates.h"

#include "models/format.h"
#include "models/operationtext.h"

namespace plimsoll::models {

void Fates::expect()
{
    m_expecting = true;
    emit changed();
}

void Fates::settle(Action action, Called called, const std::vector<TakenElement> &taken, std::chrono::milliseconds time)
{
    for (const TakenElement &each : taken) {
        m_elements.insert({each.key, each.element}, {fateText(action, called, each.outcome, time), time});
    }
    m_expecting = false;
    emit changed();
}

void Fates::settleGroup(const OperationReport &report, const QString &errorGroup, std::chrono::milliseconds time)
{
    if (report.changed() > 0) {
        m_groups.insert(errorGroup, tr("%1, %2").arg(resultText(report), formatTime(time)));
        emit changed();
    }
}

void Fates::noteSeen(const Element &element, std::chrono::milliseconds readAt)
{
    const auto found = m_elements.constFind({element.key, element.element});
    if (found != m_elements.constEnd() && readAt > found->time) {
        m_elements.erase(found);
        emit changed();
    }
}

void Fates::clear()
{
    if (!m_elements.isEmpty() || !m_groups.isEmpty()) {
        m_elements.clear();
        m_groups.clear();
        emit changed();
        emit cleared();
    }
}

QString Fates::of(const Element &element) const
{
    return m_elements.value({element.key, element.element}).text;
}

} // namespace plimsoll::models
