// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/collectionmodel.h"

#include "models/format.h"
#include "models/history.h"

/// The state of a row of CollectionModel and its start, now or at the past time shown.
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

/// True if the state at the past time is unknown, which is not a problem.
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
