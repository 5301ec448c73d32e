// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/alert.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

using L1 = QLatin1StringView;

/// In the order of Cause.
constexpr std::array causes{L1("level"),     L1("unchanged"), L1("unknown"),  L1("away"),
                            L1("restarted"), L1("emptied"),   L1("failover"), L1("flushed"),
                            L1("evicted"),   L1("slowlog"),   L1("memory")};

} // namespace

QLatin1StringView causeId(Cause cause)
{
    return causes.at(static_cast<std::size_t>(cause));
}

std::optional<Cause> causeOf(QStringView id)
{
    const auto *const found = std::find(causes.begin(), causes.end(), id);
    return found == causes.end() ? std::nullopt : std::optional(static_cast<Cause>(found - causes.begin()));
}

QLatin1StringView alertStateId(State state)
{
    return state == State::Error ? L1("unknown") : stateId(state);
}

} // namespace plimsoll
