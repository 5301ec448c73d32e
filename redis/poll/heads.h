// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>
#include <set>
#include <span>
#include <utility>
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

/// The heads of all rows: which are read in a tick. Lives with its poll session.
class HeadTurns {
public:
    explicit HeadTurns(std::size_t rows) : m_heads(rows) { }

    /// Switches to an edited workspace. `origins`: previous index of each row; a new one starts fresh.
    void edit(const std::vector<std::optional<std::size_t>> &origins);
    /// Sets the collections on screen: their heads are read at every tick.
    void setShown(std::set<std::size_t> rows) { m_shown = std::move(rows); }
    /// Reads no head until then.
    void pauseUntil(std::chrono::steady_clock::time_point until) { m_pausedUntil = until; }

    /// Chooses the heads of this tick, in ascending order. `also`: further rows that are treated as on screen.
    [[nodiscard]] std::vector<std::size_t> choose(std::set<std::size_t> also, const HeadMoment &moment,
                                                  std::chrono::milliseconds interval, int budget);

    /// Starts a row afresh whose keys are others now.
    void restart(std::size_t row, int cost) { m_heads[row] = {.cost = cost}; }
    /// Notes that a head was read. `isTold`: the server tells when it changes.
    void noteRead(std::size_t row, bool isTold);
    /// Notes that elements of a row may have changed.
    void noteChange(std::size_t row) { m_heads[row].sameReads = 0; }
    /// Notes from which server time on the head of a row is outdated.
    void setWantedFrom(std::size_t row, std::chrono::milliseconds time) { m_heads[row].wantedFrom = time; }
    void setCost(std::size_t row, int cost) { m_heads[row].cost = cost; }

private:
    std::vector<HeadState> m_heads;
    std::set<std::size_t> m_shown;
    std::size_t m_cursor = 0; ///< row whose head is next by turn
    std::optional<std::chrono::steady_clock::time_point> m_chosenAt;
    std::optional<std::chrono::steady_clock::time_point> m_pausedUntil;
};

} // namespace plimsoll::redis
