// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/wire/pipeline.h"
#include "redis/wire/reply.h"

#include <chrono>
#include <span>

namespace plimsoll::redis {

/// Unit of the scores of one key. Unknown is also what a key is that holds both: told apart score by score.
enum class TimeUnit : quint8 { Unknown, Milliseconds, Seconds };

/// "auto", "ms" or "s" of `options.unit`.
TimeUnit timeUnitOf(QStringView option);

/// Where a range of times ends: nowhere, or `shift` away from the server's now.
struct TimeEdge {
    enum class At : quint8 { Open, Now };

    At at = At::Open;
    bool exclusive = false;
    std::chrono::milliseconds shift{};
};

/// A moment as the score it would be, of fixed width: "1795130000123", or "1795130000.123" in seconds.
QByteArray scoreText(std::chrono::milliseconds time, TimeUnit unit);

/// The count probes of one collection, encoded once; only the places where *now* appears are written anew, in place
/// and of fixed width, so that a tick costs a copy of bytes instead of encoding. A value; reentrant.
class CountSegment {
public:
    void clear();
    void add(std::initializer_list<QByteArrayView> arguments) { m_pipeline.add(arguments); }
    /// ZCOUNT of the scores between two edges. With an unknown unit it takes two commands: scores up to 1e11 are
    /// seconds, those above are milliseconds, and the sum is right whatever the key holds.
    /// Infinite scores are no times, and without a unit in the workspace (`given`) none below -1e11 is, as in
    /// timesBefore() of operations: what is counted is what a requeue takes.
    void addTimeCount(QByteArrayView key, TimeUnit unit, TimeEdge low, TimeEdge high, bool given);
    [[nodiscard]] static int commandsFor(TimeUnit unit) { return unit == TimeUnit::Unknown ? 2 : 1; }

    /// Appends the commands of another segment.
    void append(const CountSegment &other);

    /// The commands as they are to be sent at `now`, by the server's clock.
    const Pipeline &at(std::chrono::milliseconds now);
    [[nodiscard]] int size() const { return m_pipeline.size(); }

private:
    struct Patch {
        qsizetype offset = 0;
        TimeUnit unit = TimeUnit::Milliseconds;
        std::chrono::milliseconds shift{};
    };
    struct Bound;

    void addCount(QByteArrayView key, const Bound &low, const Bound &high);
    static Bound boundOf(TimeEdge edge, TimeUnit unit, QByteArrayView whenOpen);

    Pipeline m_pipeline;
    std::vector<Patch> m_patches;
};

/// Walks over the replies of an exchange, each collector taking as many as it asked for.
class ReplyCursor {
public:
    explicit ReplyCursor(std::span<const Reply> replies) : m_replies(replies) { }

    [[nodiscard]] const Reply &next();
    [[nodiscard]] std::span<const Reply> take(std::size_t count);

private:
    std::span<const Reply> m_replies;
    std::size_t m_at = 0;
};

} // namespace plimsoll::redis
