// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/collector.h"

#include <optional>

namespace plimsoll::redis {

/// How late the earliest entry of sorted sets by due time is, and when the next falls due: two reads of one entry for
/// each key and range of scores the unit allows, at the pace of heads, moved on by the clock in between.
class DueTimes {
public:
    static int cost(std::size_t keys) { return 4 * static_cast<int>(keys); }
    /// `of`: which of the keys.
    void append(Pipeline &pipeline, const std::vector<PolledKey> &keys, const std::vector<std::size_t> &of,
                std::chrono::milliseconds now);
    /// The earliest entries, and the first error.
    std::pair<std::shared_ptr<const Head>, std::optional<Error>>
    read(ReplyCursor &replies, const std::vector<PolledKey> &keys, std::chrono::milliseconds now);
    void clear() { *this = {}; }

    /// With the counts of every tick: sets the figures (milliseconds).
    void tell(Reading &reading, double all, double due, int lagFigure, int nextFigure);
    /// As Collector::headWantedFrom().
    [[nodiscard]] std::chrono::milliseconds wantedFrom() const;

private:
    struct Asked {
        std::size_t key = 0;
        ScoreCodec codec; ///< of the question; a head may find out that there is another
    };
    struct Counts {
        double all = unknownFigure;
        double due = unknownFigure;
    };

    std::vector<Asked> m_asked; ///< what the replies of this tick's head belong to, two each
    std::optional<std::chrono::milliseconds> m_first; ///< due time of the earliest entry
    std::optional<std::chrono::milliseconds> m_next; ///< of the earliest that was not due when the head was read
    std::optional<Counts> m_then; ///< when the head was read; nullopt: with the next tell()
    Counts m_counts;
};

} // namespace plimsoll::redis
