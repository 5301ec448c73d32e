// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/snapshot.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

constexpr std::array numbered{State::Ok, State::Warning, State::Critical, State::Error, State::Unknown};

} // namespace

int SnapshotLayout::rowNamed(QStringView name) const
{
    const auto found = std::find_if(rows.begin(), rows.end(), [name](const Row &row) { return row.name == name; });
    return found == rows.end() ? -1 : static_cast<int>(found - rows.begin());
}

QLatin1StringView stateId(State state)
{
    static constexpr std::array names{QLatin1StringView("ok"), QLatin1StringView("unknown"),
                                      QLatin1StringView("warning"), QLatin1StringView("critical"),
                                      QLatin1StringView("error")};
    return names.at(static_cast<std::size_t>(state));
}

quint8 stateNumber(State state)
{
    const auto *const found = std::find(numbered.begin(), numbered.end(), state);
    return static_cast<quint8>(found - numbered.begin());
}

State stateOfNumber(int number)
{
    return number >= 0 && number < std::ssize(numbered) ? numbered.at(static_cast<std::size_t>(number)) : State::Error;
}

QLatin1StringView eventId(ServerEvent::Type type)
{
    static constexpr std::array names{QLatin1StringView("restarted"), QLatin1StringView("emptied"),
                                      QLatin1StringView("failover"), QLatin1StringView("flushed")};
    return names.at(static_cast<std::size_t>(type));
}

const Problem *worstOf(const std::vector<Problem> *problems, int figure)
{
    const Problem *worst = nullptr;
    for (std::size_t i = 0; problems != nullptr && i < problems->size(); ++i) {
        const Problem &problem = (*problems)[i];
        if (problem.figure == figure && isTrouble(problem.level)
            && (worst == nullptr || problem.level > worst->level)) {
            worst = &problem;
        }
    }
    return worst;
}

} // namespace plimsoll
