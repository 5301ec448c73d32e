// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"
#include "redis/wire/reply.h"

#include <QByteArrayView>

#include <memory>
#include <optional>
#include <span>
#include <vector>

struct redisReader;
struct redisReadTask;

namespace plimsoll::redis {

/// Decodes RESP2 incrementally into Reply values (hiredis parses, with our object functions). Limits memory, array
/// length and nesting (seven arrays within one another). Reentrant; no I/O. Unusable after an error.
class ReplyReader final {
public:
    struct Limits {
        qint64 bytes = 0; ///< memory of all replies since begin()
        qsizetype arrayLength = 0;
    };

    explicit ReplyReader(Limits limits);
    ~ReplyReader();
    Q_DISABLE_COPY_MOVE(ReplyReader)

    /// Starts over and expects `expected` replies.
    void begin(int expected);
    /// Starts over and expects messages that nobody asked for, without end.
    void beginMessages();
    /// Accepts any number of bytes, also partial replies. More replies than expected are an error.
    std::optional<Error> feed(QByteArrayView bytes);
    [[nodiscard]] bool isComplete() const { return m_completed == m_expected; }
    [[nodiscard]] int completed() const { return m_completed; }
    /// The complete replies so far; they may be moved away.
    [[nodiscard]] std::span<Reply> replies()
    {
        return std::span(m_replies).first(static_cast<std::size_t>(m_completed));
    }
    /// Returns the replies; the last one is partial unless isComplete().
    std::vector<Reply> take();
    /// The complete messages that were not taken.
    [[nodiscard]] std::span<const Reply> messages() { return replies().subspan(m_taken); }
    /// Returns the complete messages since the last call. A partial one is kept until the rest of it arrives. One that
    /// tells of a single changed key (CLIENT TRACKING) may be just that key, a Bulk.
    std::vector<Reply> takeMessages();

private:
    struct Builder; ///< callbacks for hiredis
    struct Free {
        void operator()(redisReader *reader) const;
    };

    std::optional<Error> feedChunk(QByteArrayView chunk);
    QByteArrayView readIntegers(QByteArrayView bytes);
    QByteArrayView readChangedKeys(QByteArrayView bytes);
    QByteArrayView readSimple(QByteArrayView bytes);
    [[nodiscard]] qsizetype biteOf(QByteArrayView bytes) const;
    [[nodiscard]] bool isBetweenReplies() const;
    void forgetTaken();
    [[nodiscard]] Error failure() const;
    Reply *place(const redisReadTask *task);
    [[nodiscard]] bool charge(qint64 bytes)
    {
        m_held += bytes;
        m_overLimit = m_overLimit || m_held > m_limits.bytes;
        return !m_overLimit;
    }

    Limits m_limits;
    std::unique_ptr<redisReader, Free> m_reader;
    std::vector<Reply> m_replies;
    int m_expected = 0;
    int m_completed = 0;
    std::size_t m_taken = 0; ///< number of messages that takeMessages() moved away, but that are still in m_replies
    qint64 m_held = 0;
    qint64 m_heldByTaken = 0; ///< with the begin of the message that was partial then
    qint64 m_unparsed = 0; ///< bytes of an incomplete value in hiredis's buffer
    bool m_endsLine = true; ///< the last byte that hiredis got ends a line
    bool m_overLimit = false;
};

} // namespace plimsoll::redis
