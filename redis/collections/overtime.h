// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/collector.h"
#include "redis/types/rate.h"

#include <QHash>

#include <optional>

/// State over time shared by several kinds.
namespace plimsoll::redis {

/// Growth of a count above its minimum of the last hour; detects growth too slow for a rate. Keeps a point every
/// five minutes.
class LowWater {
public:
    void add(std::chrono::milliseconds time, double count);
    /// Call before add(): an operation of ours made the change to the next known count, which is no growth. What it
    /// took was growth as far as there was any; its undo brings both back.
    void leaveOutNext() { m_leavesOut = true; }
    void clear() { m_least.clear(); }
    /// Adds the last count again in the ticks that have passed.
    void hold(const TicksPassed &passed);
    /// 0 if nothing is known.
    [[nodiscard]] double above() const;
    /// When it was the least, for the last time; 0 where nothing is known.
    [[nodiscard]] std::chrono::milliseconds leastAt() const;

private:
    struct CountAt {
        std::chrono::milliseconds time{};
        double count = unknownFigure;
        double taken = 0; ///< growth since then that operations of ours have taken
        double given = 0; ///< other elements that they have added since then; below 0: taken

        void leaveOut(double before, double change);
    };

    std::vector<CountAt> m_least; ///< minimum of each five minutes from `time` on; oldest first
    double m_last = 0;
    std::chrono::milliseconds m_lastAt{};
    bool m_leavesOut = false;
};

/// Rate of a count, computed every five seconds, when its window has a new mean (from ten seconds on at each poll,
/// until it is known) or when a count at rest moves. With many collections, a fifth are computed each second.
class Growth {
public:
    explicit Growth(const QString &name) : m_turn(static_cast<qint64>(qHash(name) % std::size_t{step.count()})) { }

    void add(std::chrono::milliseconds now, double count);
    /// Adds the last count again in the ticks that have passed.
    void hold(const TicksPassed &passed);
    /// Server time at which rate() changes although the count does not: a count that stands still has a rate for good
    /// (rateAt()). After add().
    [[nodiscard]] std::chrono::milliseconds changesAt() const;
    /// Discards earlier counts, which the application alone did not cause.
    void startAnew(std::chrono::milliseconds now);
    /// After add().
    [[nodiscard]] const std::shared_ptr<const Rate> &rate() const { return m_rate; }

private:
    static constexpr std::chrono::milliseconds step{5'000};

    [[nodiscard]] qint64 stepAt(std::chrono::milliseconds time) const { return (time + m_turn) / step; }

    GrowthWindow m_window;
    std::chrono::milliseconds m_turn; ///< offset of its steps, to spread collections over time
    qint64 m_worked = 0; ///< number of the step last computed
    std::chrono::milliseconds m_last{};
    std::shared_ptr<const Rate> m_rate;
};

/// Expiry of keys: PTTL is read with heads and advanced by the clock in between.
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
    /// Sets the figure to the ms until the first key expires; NaN if it has expired or no key does, with a note in the
    /// latter case.
    void tell(Reading &reading, int figure) const;
    /// Server time of the first expiry; max() if no key expires.
    [[nodiscard]] std::chrono::milliseconds at() const
    {
        return m_expiresAt.value_or(std::chrono::milliseconds::max());
    }

private:
    std::optional<std::chrono::milliseconds> m_expiresAt;
    bool m_never = false; ///< there are keys, and none of them expires
};

/// Members and scores of a WITHSCORES reply; empty for any other reply.
std::vector<HeadElement> scoredElements(const Reply &reply);

/// Hash that identifies an element between ticks without keeping its megabytes.
QByteArray fingerprint(const QByteArray &element);

} // namespace plimsoll::redis
