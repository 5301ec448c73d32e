// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/browse/asking.h"

#include <optional>
#include <vector>

/// Reads the elements of a page, in exchanges that take the server a few milliseconds each.
namespace plimsoll::redis {

/// Elements asked for in one exchange.
inline constexpr int elementsAtOnce = 1'000;
/// Byte limit of a page; a page of very large elements is shorter.
inline constexpr qint64 pageBytes = 64LL * 1024 * 1024;

/// Bytes of the elements from index `from` on.
qint64 bytesOf(const std::vector<Element> &elements, std::size_t from = 0);

/// One contiguous part of a page: a list, or a score range of one or several (merged) sorted sets.
struct Segment {
    std::vector<HeldKey> keys; ///< one, except for shards of a zset
    std::optional<ScoreRange> range; ///< only these scores; else by rank
    bool reverse = false;
    qint64 size = 0;

    [[nodiscard]] bool isMerged() const { return keys.size() > 1; }
};

/// A stretch of a segment: which replies hold it.
struct Stretch {
    const Segment *segment = nullptr;
    qint64 offset = 0, count = 0;
};

/// Elements read for the stretches of a page.
struct PageRead {
    std::vector<Element> elements;
    qint64 repeated = 0;
};

/// Reads them and completes their elements, with what `jobs` reads of their records (`recordsNeeded`: an error where
/// these may not be read). A page of small elements comes in one exchange, as it is at that moment; large ones come in
/// pieces, and no more of them than pageBytes.
Result<PageRead> readStretches(const std::vector<Stretch> &stretches, const Asking &asking, const JobReader &jobs,
                               bool recordsNeeded = false);

} // namespace plimsoll::redis
