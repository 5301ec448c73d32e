// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/collector.h"

#include <optional>
#include <utility>
#include <vector>

namespace plimsoll::redis {

/// Reads a kind whose first concern is when the entries of a sorted set fall due: how late the earliest is, and when
/// the next does. Two reads of one entry for each key and range of scores the unit allows, at the pace of heads, moved
/// on by the clock in between. Where the unit is not known, the head finds it out first: with it, one range is read
/// instead of two.
class DueTimesCollector : public Collector {
public:
    /// Role of the sorted sets, and the figures derived from them.
    struct Places {
        QLatin1StringView role;
        std::size_t all = 0; ///< number of entries; counted with every tick, like `due`
        std::size_t due = 0;
        std::size_t lag = 0; ///< ms; set here, like `next`
        std::size_t next = 0; ///< ms
    };

    /// Counts `sizes`, what is due by `places`, and `further` times.
    DueTimesCollector(const CollectionDefinition &definition, std::span<const SizeRule> sizes, const Places &places,
                      std::vector<TimeRule> further = {});

protected:
    [[nodiscard]] int kindHeadCost() const override;
    [[nodiscard]] std::chrono::milliseconds kindHeadWantedFrom() const override;
    void appendKindHead(Pipeline &pipeline, std::chrono::milliseconds now) override;
    void readKindHead(ReplyCursor &replies, std::chrono::milliseconds now) override;
    void appendFollowUp(Pipeline &pipeline, std::chrono::milliseconds now) override;
    void readFollowUp(ReplyCursor &replies, std::chrono::milliseconds now) override;
    void finishKind(Reading &reading) override;
    void keysChanged(const KeyOrigins & /*origins*/) override { m_known = {}; }

private:
    struct Asked {
        std::size_t key = 0;
        ScoreCodec codec; ///< codec of the command; a head may detect a different one
    };
    struct Counts {
        double all = unknownFigure;
        double due = unknownFigure;
    };
    struct Known {
        std::optional<std::chrono::milliseconds> first; ///< due time of the earliest entry
        std::optional<std::chrono::milliseconds> next; ///< due time of the earliest entry not yet due at the head
        std::optional<Counts> then; ///< counts at the head; nullopt: set by the next finishKind()
        Counts counts; ///< counts in the last tick
    };

    void ask(Pipeline &pipeline, std::size_t key, std::chrono::milliseconds now);
    void read(ReplyCursor &replies, std::chrono::milliseconds now);

    Places m_places;
    std::vector<Asked> m_asked; ///< sources of the replies to come, two replies each
    std::vector<std::size_t> m_waiting; ///< keys whose unit the head finds out
    std::vector<std::pair<std::chrono::milliseconds, HeadElement>> m_firsts; ///< this tick's head elements with times
    Known m_known;
};

} // namespace plimsoll::redis
