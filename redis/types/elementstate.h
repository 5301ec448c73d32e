// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <span>

namespace plimsoll {

/// A state that elements can be in. Whoever asks for one names it by what it holds; its id is for people, files and
/// the command line.
struct ElementState {
    /// Which of the elements.
    enum class Which : unsigned char {
        All,
        Overdue, ///< their time has passed: stale, due; of those seen, their window has
        Recent, ///< seen within it
    };

    QLatin1StringView id; ///< Element::state, ElementsQuery::state, OperationRequest::state, `jobs --state`
    const char *title; ///< translated with context "elements"
    Holds of;
    Which which = Which::All;
    State severity = State::Ok;

    [[nodiscard]] bool isOfJobs() const;
};

/// In the order of a job's life.
std::span<const ElementState> elementStates();
/// Null when there is none of that name: a role's alone, or empty.
const ElementState *findState(QAnyStringView id);
/// One that there is.
const ElementState &stateOf(Holds of, ElementState::Which which = ElementState::Which::All);
bool isState(QAnyStringView id, Holds of, ElementState::Which which = ElementState::Which::All);

} // namespace plimsoll
