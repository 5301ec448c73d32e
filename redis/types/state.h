// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLatin1StringView>

namespace plimsoll {

/// How a collection or one of its figures is; the worse, the higher.
enum class State : quint8 { Ok, Warning, Critical, Error };

/// "ok", "warning", "critical", "error".
QLatin1StringView stateId(State state);

} // namespace plimsoll
