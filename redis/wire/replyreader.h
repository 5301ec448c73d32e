// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"
#include "redis/wire/reply.h"

#include <QByteArrayView>

#include <memory>
#include <optional>
#include <vector>

struct redisReader;
struct redisReadTask;

namespace plimsoll::redis {

/// Decodes RESP2 as it arrives, straight into Reply values (hiredis does the parsing, with object functions of
/// ours). Bounded: what it holds, the length of an array, seven arrays within one another. Reentrant; no I/O.
/// After an error it is of no further use.
class ReplyReader final {
public:
    struct Limits {
        qint64 bytes = 0; ///< of memory for all replies between two calls of begin()
        qsizetype arrayLength = 0;
    };

    explicit ReplyReader(Limits limits);
    ~ReplyReader();
    Q_DISABLE_COPY_MOVE(ReplyReader)

    /// Starts over for so many replies.
    void begin(int expected);
    /// Takes bytes of any number, also within a reply. More replies than expected are an error.
    std::optional<Error> feed(QByteArrayView bytes);
    [[nodiscard]] bool isComplete() const { return m_completed == m_expected; }
    [[nodiscard]] int completed() const { return m_completed; }
    /// The replies; the last one is only part of itself where the reader is not complete.
    std::vector<Reply> take();

private:
    struct Builder; ///< what hiredis calls
    struct Free {
        void operator()(redisReader *reader) const;
    };

    std::optional<Error> feedChunk(QByteArrayView chunk);
    [[nodiscard]] Error failure() const;
    Reply *place(const redisReadTask *task);
    [[nodiscard]] bool charge(qint64 bytes);

    Limits m_limits;
    std::unique_ptr<redisReader, Free> m_reader;
    std::vector<Reply> m_replies;
    int m_expected = 0;
    int m_completed = 0;
    qint64 m_held = 0;
    qint64 m_unparsed = 0; ///< bytes of a value that is not whole yet, waiting in hiredis's buffer
    bool m_overLimit = false;
};

} // namespace plimsoll::redis
