// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace plimsoll::redis {

/// State that decides whether the head of a collection is read in this tick.
struct HeadState {
    std::optional<std::chrono::steady_clock::time_point> readAt{}; ///< nullopt: never
    std::chrono::milliseconds wantedFrom = std::chrono::milliseconds::max(); ///< server time; outdated from then on
    int cost = 0; ///< approximate number of commands; 0: no head
    /// Number of reads since the last change that the server reported; 0 if it reports none. Two are needed: some ages
    /// are known from the second read on.
    int sameReads = 0;

    [[nodiscard]] bool isStill() const { return sameReads > 1; }
};

struct HeadMoment {
    std::chrono::steady_clock::time_point now;
    std::chrono::milliseconds serverNow{};
};

struct HeadPace {
    std::chrono::milliseconds interval{}; ///< maximum age of a head that may have changed
    int budget = 0; ///< maximum number of head commands per tick; 0: unlimited
    double share = 0; ///< part of the commands of all heads that is read even if it is more than the budget
};

/// Chooses the heads to read in this tick: always those on screen, then the due ones, round-robin from `cursor`, within
/// the budget, or within the share if that is more. Moves the cursor past the last one chosen by turn, so that none
/// starves. Chooses at least one due head, whatever it costs.
std::vector<std::size_t> chooseHeads(std::span<const HeadState> heads, const std::set<std::size_t> &shown,
                                     const HeadMoment &moment, const HeadPace &pace, std::size_t &cursor);

/// Returns the states for an edited workspace: each row keeps that of its origin, or starts fresh.
std::vector<HeadState> headsAfterEdit(const std::vector<HeadState> &heads,
                                      const std::vector<std::optional<std::size_t>> &origins);

} // namespace plimsoll::redis
