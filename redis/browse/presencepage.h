// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/browse/asking.h"

namespace plimsoll::redis {

/// Members seen within this time are active.
std::chrono::milliseconds presenceWindow(const Asking &asking);

/// Sets when the member was last seen and its state, and says whether it is connected.
Outcome describePresence(const Asking &asking, Element &element, bool &isConnected);

} // namespace plimsoll::redis
