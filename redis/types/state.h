// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLatin1StringView>

namespace plimsoll {

/// State of a collection or figure, in ascending severity. Files hold the number of stateNumber(), never the
/// enumerator's.
enum class State : quint8 {
    Ok,
    Unknown, ///< the figure of a limit is unknown, and nothing else is wrong
    Warning,
    Critical,
    Error, ///< could not be read
};

/// True for a state that a value is in by its limit or by itself: warning or critical.
constexpr bool isTrouble(State state)
{
    return state == State::Warning || state == State::Critical;
}

/// "ok", "unknown", "warning", "critical", "error".
QLatin1StringView stateId(State state);

/// Number of the state in files: 0 ok, 1 warning, 2 critical, 3 error, 4 unknown, which came later.
quint8 stateNumber(State state);
/// Numbers above 4 count as errors.
State stateOfNumber(int number);

} // namespace plimsoll
