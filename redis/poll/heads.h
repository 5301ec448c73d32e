// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace plimsoll::redis {

/// What decides whether the head of one collection is read in this tick.
struct HeadState {
    std::optional<std::chrono::steady_clock::time_point> readAt; ///< nullopt: never
    int cost = 0; ///< commands it takes, about; 0: it has none
    std::chrono::milliseconds wantedFrom = std::chrono::milliseconds::max(); ///< server time; known to be old then
};

struct HeadMoment {
    std::chrono::steady_clock::time_point now;
    std::chrono::milliseconds serverNow{};
};

struct HeadPace {
    std::chrono::milliseconds interval{}; ///< how old a head may get
    int budget = 0; ///< commands for heads in one tick, 0: no bound
};

/// Which heads are read in this tick: those a person looks at always; of the others those that are due, in turn from
/// `cursor` on, until the budget is spent. Moves the cursor behind the last one that was chosen by turn, so that
/// none starves. At least one that is due is chosen, however much it costs.
std::vector<std::size_t> chooseHeads(std::span<const HeadState> heads, const std::set<std::size_t> &shown,
                                     const HeadMoment &moment, const HeadPace &pace, std::size_t &cursor);

/// Those of an edited workspace: each row has that of the row it was before, or a fresh one.
std::vector<HeadState> headsAfterEdit(const std::vector<HeadState> &heads,
                                      const std::vector<std::optional<std::size_t>> &origins);

} // namespace plimsoll::redis
