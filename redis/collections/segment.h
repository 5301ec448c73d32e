// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/bands.h"
#include "redis/wire/pipeline.h"
#include "redis/wire/reply.h"

#include <chrono>
#include <span>

namespace plimsoll::redis {

/// End of a time range: open, or `shift` relative to the server's current time.
struct TimeEdge {
    enum class At : quint8 { Open, Now };

    At at = At::Open;
    bool exclusive = false;
    std::chrono::milliseconds shift{};
};

/// Count commands of one collection, encoded once. Each tick overwrites only the fixed-width places of *now*, so that
/// it costs a copy of bytes instead of encoding. A value; reentrant.
class CountSegment {
public:
    void clear();
    void add(std::initializer_list<QByteArrayView> arguments) { m_pipeline.add(arguments); }
    /// ZCOUNT of the scores between two edges: those that ScoreCodec::ranges() gives, so that what is counted is what
    /// a requeue takes. With Auto it takes two commands, and the sum is right whatever the key holds; what turned out
    /// to be of one code while the workspace says none (`given`) leaves out what is below all times as well.
    void addTimeCount(QByteArrayView key, ScoreCodec codec, TimeEdge low, TimeEdge high, bool given);
    /// ZCOUNT of a part of a band, one command.
    void addBandCount(QByteArrayView key, const Bands::Part &part);
    [[nodiscard]] static int commandsFor(ScoreCodec codec) { return codec.code() == ScoreCodec::Code::Auto ? 2 : 1; }

    /// The commands as they are to be sent at `now`, by the server's clock.
    Pipeline &at(std::chrono::milliseconds now);
    [[nodiscard]] int size() const { return m_pipeline.size(); }

private:
    struct Patch {
        qsizetype offset = 0;
        ScoreCodec codec;
        std::chrono::milliseconds shift{};
        std::size_t width = 0;
    };
    struct Bound;

    void addCount(QByteArrayView key, const Bound &low, const Bound &high);
    static Bound boundOf(TimeEdge edge, ScoreCodec codec, QByteArrayView whenOpen);

    Pipeline m_pipeline;
    std::vector<Patch> m_patches;
};

/// Walks over the replies of an exchange, each collector taking as many as it asked for.
class ReplyCursor {
public:
    explicit ReplyCursor(std::span<const Reply> replies) : m_replies(replies) { }

    [[nodiscard]] const Reply &next() { return m_at < m_replies.size() ? m_replies[m_at++] : none(); }
    [[nodiscard]] std::span<const Reply> take(std::size_t count);

private:
    static const Reply &none();

    std::span<const Reply> m_replies;
    std::size_t m_at = 0;
};

} // namespace plimsoll::redis
