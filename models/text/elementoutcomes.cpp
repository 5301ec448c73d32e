// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/elementoutcomes.h"

#include "models/text/format.h"
#include "models/text/operationtext.h"
#include "redis/types/elementstate.h"

#include <QSet>

#include <algorithm>
#include <utility>

namespace plimsoll::models {

void ElementOutcomes::expect(const std::vector<Element> &shown)
{
    m_shown.clear();
    for (const Element &element : shown) {
        m_shown.insert({element.key, element.element}, Visit::of(element));
    }
    m_expecting = true;
    emit changed();
}

void ElementOutcomes::settle(Action action, ActionVariant variant, const std::vector<TakenElement> &taken,
                             std::chrono::milliseconds time, const QString &operation)
{
    for (const TakenElement &each : taken) {
        const QByteArray from = action == Action::Adopt ? QByteArray() : each.key; // it was in no key before
        const Identity which{from, each.element};
        m_elements.insert(which,
                          {outcomeText(action, variant, each.outcome, time), time, m_shown.value(which), operation});
    }
    m_expecting = false;
    emit changed();
}

void ElementOutcomes::settleGroup(const OperationReport &report, const QString &errorGroup,
                                  std::chrono::milliseconds time)
{
    if (report.changed() > 0) {
        m_groups.insert(errorGroup, {report.id, tr("%1, %2").arg(resultText(report), formatTime(time))});
        emit changed();
    }
}

void ElementOutcomes::settleAllGroups(const OperationReport &report, std::chrono::milliseconds time)
{
    if (report.changed() > 0) {
        m_allGroups = GroupRecord{report.id, tr("all groups: %1, %2").arg(resultText(report), formatTime(time))};
        emit changed();
    }
}

void ElementOutcomes::forgetGroups(const QString &operation)
{
    const auto isOf = [&operation](const auto &group) { return group.value().operation == operation; };
    const bool isAll = m_allGroups && m_allGroups->operation == operation;
    if (isAll) {
        m_allGroups.reset();
    }
    if (m_groups.removeIf(isOf) > 0 || isAll) {
        emit changed();
    }
}

std::vector<QByteArray> ElementOutcomes::takenBy(const QString &operation) const
{
    std::vector<QByteArray> elements;
    for (auto it = m_elements.cbegin(); it != m_elements.cend(); ++it) {
        if (it->operation == operation) {
            elements.push_back(it.key().second);
        }
    }
    for (const QPointer<ElementOutcomes> &follower : m_followers) {
        const std::vector<QByteArray> own = follower ? follower->takenBy(operation) : std::vector<QByteArray>();
        elements.insert(elements.end(), own.begin(), own.end());
    }
    std::sort(elements.begin(), elements.end());
    elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
    return elements;
}

void ElementOutcomes::forgetUndone(const QString &operation, const std::vector<TakenElement> &taken)
{
    QSet<QByteArray> kept;
    for (const TakenElement &each : taken) {
        kept.insert(each.element);
    }
    const auto isBack = [&](const auto &record) {
        return record.value().operation == operation && !kept.contains(record.key().second);
    };
    if (m_elements.removeIf(isBack) > 0) {
        emit changed();
    }
    emit undone(operation, taken);
}

QString ElementOutcomes::ofGroup(const QString &errorGroup, bool isEmpty) const
{
    const auto own = m_groups.constFind(errorGroup);
    return own != m_groups.constEnd() ? own->text : isEmpty && m_allGroups ? m_allGroups->text : QString();
}

void ElementOutcomes::noteSeen(const Element &element, std::chrono::milliseconds readAt)
{
    const auto found = m_elements.constFind({element.key, element.element});
    if (found == m_elements.constEnd() || readAt <= found->time) {
        return;
    }
    // A requeued job that a worker has taken is back in processing as intended.
    const bool isTakenByWorker = isState(element.state, Holds::Processing) && !found->visit.isSame(Visit::of(element));
    if (!isTakenByWorker) {
        m_elements.erase(found);
        emit changed();
    } else {
        setTakenAgain({element.key, element.element}, true);
    }
}

void ElementOutcomes::noteUnseen(const Element &element)
{
    setTakenAgain({element.key, element.element}, false);
}

void ElementOutcomes::setTakenAgain(const Identity &which, bool isTaken)
{
    const auto found = m_elements.find(which);
    if (found != m_elements.end() && std::exchange(found->isTakenAgain, isTaken) != isTaken) {
        emit changed();
    }
}

void ElementOutcomes::leave()
{
    for (Record &record : m_elements) {
        record.isLeft = true;
    }
    for (GroupRecord &group : m_groups) {
        group.isLeft = true;
    }
    if (m_allGroups) {
        m_allGroups->isLeft = true;
    }
    if (!m_elements.isEmpty() || hasGroups()) {
        emit left();
    }
}

void ElementOutcomes::dropLeft(const std::vector<Element> &elements)
{
    bool isAny = false;
    for (const Element &element : elements) {
        const auto found = m_elements.constFind({element.key, element.element});
        if (found != m_elements.constEnd() && found->isLeft) {
            m_elements.erase(found);
            isAny = true;
        }
    }
    if (isAny) {
        emit changed();
    }
}

void ElementOutcomes::dropLeftGroups()
{
    m_groups.removeIf([](const auto &group) { return group.value().isLeft; });
    if (m_allGroups && m_allGroups->isLeft) {
        m_allGroups.reset();
    }
}

void ElementOutcomes::clear()
{
    if (!m_elements.isEmpty() || hasGroups()) {
        m_elements.clear();
        m_groups.clear();
        m_allGroups.reset();
        emit changed();
        emit cleared();
    }
}

void ElementOutcomes::follow(ElementOutcomes &other)
{
    other.m_followers.removeIf([](const QPointer<ElementOutcomes> &follower) { return follower.isNull(); });
    other.m_followers.append(this);
    connect(&other, &ElementOutcomes::changed, this, [this, &other] {
        const std::chrono::milliseconds until = m_followed;
        for (auto it = other.m_elements.cbegin(); it != other.m_elements.cend(); ++it) {
            if (it->time > until) {
                m_elements.insert(it.key(), *it);
                m_followed = std::max(m_followed, it->time);
            } else if (const auto own = m_elements.find(it.key()); own != m_elements.end() && own->time == it->time) {
                own->isTakenAgain = it->isTakenAgain;
            }
        }
        m_expecting = other.m_expecting;
        emit changed();
    });
    connect(&other, &ElementOutcomes::undone, this, &ElementOutcomes::forgetUndone);
}

void ElementOutcomes::forget(std::chrono::milliseconds now)
{
    m_elements.clear();
    m_followed = std::max(m_followed, now);
    emit changed();
}

QString ElementOutcomes::of(const Element &element) const
{
    const Record record = m_elements.value({element.key, element.element});
    return record.isTakenAgain ? tr("in work again, %1").arg(record.text) : record.text;
}

std::chrono::milliseconds ElementOutcomes::timeOf(const Element &element) const
{
    return m_elements.value({element.key, element.element}).time;
}

} // namespace plimsoll::models
