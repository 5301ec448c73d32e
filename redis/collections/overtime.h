// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/collector.h"
#include "redis/types/rate.h"

#include <optional>

/// What several kinds remember between ticks.
namespace plimsoll::redis {

/// How far a count is above the least that it was within an hour: what becomes more so slowly that no rate says so.
/// Keeps a point every five minutes.
class LowWater {
public:
    void add(std::chrono::milliseconds time, double count);
    void clear() { m_least.clear(); }
    /// 0 where nothing is known.
    [[nodiscard]] double above() const;

private:
    struct CountAt {
        std::chrono::milliseconds time{};
        double count = unknownFigure;
    };

    std::vector<CountAt> m_least; ///< of five minutes from `time` on; oldest first
    double m_last = 0;
};

/// When keys expire: PTTL at the pace of heads, moved on by the clock in between.
class Expiry {
public:
    static void append(Pipeline &pipeline, const std::vector<PolledKey> &keys);
    /// The first error, if there was one.
    std::optional<Error> read(ReplyCursor &replies, const std::vector<PolledKey> &keys, std::chrono::milliseconds now);
    void clear()
    {
        m_expiresAt.reset();
        m_never = false;
    }
    /// Milliseconds until the first of the keys expires, as that figure; NaN when none does, which is told as such
    /// where it is known, or it has.
    void tell(Reading &reading, int figure) const;
    /// Server time; max() when none of them expires.
    [[nodiscard]] std::chrono::milliseconds at() const
    {
        return m_expiresAt.value_or(std::chrono::milliseconds::max());
    }

private:
    std::optional<std::chrono::milliseconds> m_expiresAt;
    bool m_never = false; ///< there are keys, and none of them expires
};

/// Members and scores of a WITHSCORES reply; what is no such reply is empty.
std::vector<HeadElement> scoredElements(const Reply &reply);

/// What an element is recognised by between ticks without keeping ten megabytes of it.
QByteArray fingerprint(const QByteArray &element);

} // namespace plimsoll::redis
