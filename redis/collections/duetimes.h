// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/collector.h"

#include <optional>

namespace plimsoll::redis {

/// Reads a kind whose first concern is when the entries of a sorted set fall due: how late the earliest is, and when
/// the next does. Two reads of one entry for each key and range of scores the unit allows, at the pace of heads, moved
/// on by the clock in between.
class DueTimesCollector final : public Collector {
public:
    /// The role of the sorted sets, and the figures that come of them.
    struct Places {
        QLatin1StringView role;
        std::size_t all = 0; ///< how many entries there are; counted with every tick, as the next
        std::size_t due = 0;
        std::size_t lag = 0; ///< ms; set here, as the next
        std::size_t next = 0; ///< ms
    };

    /// Counts `sizes`, what is due by `places`, and `further` times.
    DueTimesCollector(const CollectionDefinition &definition, std::span<const SizeRule> sizes, const Places &places,
                      std::vector<TimeRule> further = {});

protected:
    [[nodiscard]] int kindHeadCost() const override { return 4 * static_cast<int>(keysOf(m_places.role).size()); }
    [[nodiscard]] std::chrono::milliseconds kindHeadWantedFrom() const override;
    void appendKindHead(Pipeline &pipeline, std::chrono::milliseconds now) override;
    void readKindHead(ReplyCursor &replies, std::chrono::milliseconds now) override;
    void finishKind(Reading &reading) override;
    void keysChanged(const KeyOrigins & /*origins*/) override { m_known = {}; }

private:
    struct Asked {
        std::size_t key = 0;
        ScoreCodec codec; ///< of the question; a head may find out that there is another
    };
    struct Counts {
        double all = unknownFigure;
        double due = unknownFigure;
    };
    struct Known {
        std::optional<std::chrono::milliseconds> first; ///< due time of the earliest entry
        std::optional<std::chrono::milliseconds> next; ///< of the earliest that was not due when the head was read
        std::optional<Counts> then; ///< when the head was read; nullopt: with the next finishKind()
        Counts counts; ///< of the last tick
    };

    Places m_places;
    std::vector<Asked> m_asked; ///< what the replies of this tick's head belong to, two each
    Known m_known;
};

} // namespace plimsoll::redis
