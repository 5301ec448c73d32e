// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/collectionmodel.h"

#include "models/format.h"
#include "models/history.h"

/// How a row of the CollectionModel is, and since when: now, or at the moment that is looked at.
namespace plimsoll::models {

std::optional<StateSince> CollectionModel::since(std::size_t collection) const
{
    return m_history == nullptr ? std::nullopt : m_history->since(collection);
}

QString CollectionModel::stateOf(std::size_t collection) const
{
    if (isUnrecorded(collection)) {
        return tr("not recorded");
    }
    const auto state = since(collection);
    return state ? stateSinceText(*state, m_snapshot->serverTime) : stateTitle(stateAt(collection));
}

bool CollectionModel::isPast(const SnapshotPtr &snapshot) const
{
    return m_history != nullptr && m_history->moment() != nullptr && m_history->moment()->snapshot == snapshot;
}

/// At the moment that is looked at: nobody knows how it was, which is nobody's trouble.
bool CollectionModel::isUnrecorded(std::size_t collection) const
{
    return m_snapshot->rows[collection].state == State::Error && isPast(m_snapshot);
}

State CollectionModel::stateAt(std::size_t collection) const
{
    return isUnrecorded(collection) ? State::Ok : m_snapshot->rows[collection].state;
}

std::chrono::milliseconds CollectionModel::sinceShown(const Snapshot &snapshot, std::size_t collection) const
{
    const auto state = since(collection);
    return state && state->state != State::Ok ? shownSince(*state, snapshot.serverTime) : std::chrono::milliseconds(0);
}

} // namespace plimsoll::models
