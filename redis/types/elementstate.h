// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/kind.h"
#include "redis/types/state.h"

#include <span>

namespace plimsoll {

/// A state of elements. Code finds a state by its role; the id is for users, files and the command line.
struct ElementState {
    /// Selects elements of a role.
    enum class Which : unsigned char {
        All,
        Overdue, ///< their time has passed: stale, due; for Seen, outside the window
        Recent, ///< seen within the window
    };

    QLatin1StringView id; ///< Element::state, ElementsQuery::state, OperationRequest::state, `jobs --state`
    const char *title; ///< translated with context "elements"
    Holds of;
    Which which = Which::All;
    State severity = State::Ok;

    [[nodiscard]] bool isOfJobs() const;
};

/// Returns all states, in the order of a job's life.
std::span<const ElementState> elementStates();
/// Returns null for an unknown or empty id.
const ElementState *findState(QAnyStringView id);
/// Returns an existing state; the combination must be valid.
const ElementState &stateOf(Holds of, ElementState::Which which = ElementState::Which::All);
bool isState(QAnyStringView id, Holds of, ElementState::Which which = ElementState::Which::All);

} // namespace plimsoll
