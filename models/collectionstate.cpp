// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/collectionmodel.h"

#include "models/format.h"
#include "models/history.h"
#include "redis/types/limits.h"

#include <algorithm>

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

/// The limit of the level that the figure is at. Without a limit, the least number of what should not be there at all.
double CollectionModel::trendLimit(std::size_t collection) const
{
    const int figure = trendFigure(collection);
    const State state = figureState(collection, figure);
    const SnapshotLayout &layout = *m_snapshot->layout;
    if (!isTrouble(state)) {
        return unknownFigure;
    }
    if (layout.workspace != nullptr && collection < layout.workspace->collections.size()) {
        for (const Limit &limit : layout.workspace->collections[collection].limits) {
            if (limit.figure == figure && limit.hasLevel()) {
                const bool isCritical = state == State::Critical || !limit.warning;
                return (isCritical ? limit.critical : limit.warning).value_or(unknownFigure);
            }
        }
    }
    return layout.rows[collection].figure(figure).means == Means::Trouble ? 1 : unknownFigure;
}

State CollectionModel::figureState(std::size_t collection, int figure) const
{
    State worst = State::Ok;
    const auto &problems = m_snapshot->rows[collection].problems;
    for (std::size_t i = 0; problems && i < problems->size() && !isUnrecorded(collection); ++i) {
        if ((*problems)[i].figure == figure) {
            worst = std::max(worst, (*problems)[i].level);
        }
    }
    return worst;
}

} // namespace plimsoll::models
