// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/snapshot.h"

#include <array>

namespace plimsoll {

QLatin1StringView stateId(State state)
{
    static constexpr std::array names{QLatin1StringView("ok"), QLatin1StringView("warning"),
                                      QLatin1StringView("critical"), QLatin1StringView("error")};
    return names.at(static_cast<std::size_t>(state));
}

QLatin1StringView eventId(ServerEvent::Type type)
{
    static constexpr std::array names{QLatin1StringView("restarted"), QLatin1StringView("emptied"),
                                      QLatin1StringView("failover"), QLatin1StringView("flushed")};
    return names.at(static_cast<std::size_t>(type));
}

} // namespace plimsoll
