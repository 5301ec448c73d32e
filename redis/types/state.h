// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLatin1StringView>

namespace plimsoll {

/// State of a collection or figure, in ascending severity.
enum class State : quint8 { Ok, Warning, Critical, Error };

/// "ok", "warning", "critical", "error".
QLatin1StringView stateId(State state);

} // namespace plimsoll
