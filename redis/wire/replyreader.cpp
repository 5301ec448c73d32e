// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/replyreader.h"

#include <QCoreApplication>

#include <hiredis/read.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <new>

namespace plimsoll::redis {

namespace {

// hiredis 0.14 moves the rest of its buffer after each kilobyte it parses: small chunks keep that cheap.
constexpr qsizetype biteSize = 16'384;
// The announced length may be false: memory grows with the data received.
constexpr std::size_t mostReserved = 4096;
// More may not fit an integer.
constexpr std::ptrdiff_t mostDigits = 18;
// Nested arrays. No server nests deeper. hiredis 0.14 also stops here, 1.x nowhere: destroying deeper replies would
// overflow the stack.
constexpr int deepestReply = 8;

/// Begin of the message that one key has changed, up to its length.
constexpr QByteArrayView changedKeyHead("*3\r\n$7\r\nmessage\r\n$20\r\n__redis__:invalidate\r\n*1\r\n$");

} // namespace

/// Functions that hiredis calls for each value. A null return makes it stop with an error.
struct ReplyReader::Builder {
    static ReplyReader &reader(const redisReadTask *task) { return *static_cast<ReplyReader *>(task->privdata); }

    static void *createString(const redisReadTask *task, char *text, size_t length)
    {
        const auto size = static_cast<qsizetype>(length);
        // 0.14 counts the two bytes after a bulk, but does not check them.
        const bool terminated = task->type != REDIS_REPLY_STRING || (text[length] == '\r' && text[length + 1] == '\n');
        Reply *const reply = terminated && reader(task).charge(size) ? reader(task).place(task) : nullptr;
        if (reply != nullptr) {
            reply->type = task->type == REDIS_REPLY_STRING ? Reply::Type::Bulk
                : task->type == REDIS_REPLY_STATUS         ? Reply::Type::Status
                                                           : Reply::Type::Error;
            reply->bytes = QByteArray(text, size);
        }
        return reply;
    }

    /// hiredis 0.14 counts in int, 1.0 in size_t.
    template <typename Length> static void *createArray(const redisReadTask *task, Length length)
    {
        if (static_cast<qint64>(length) > reader(task).m_limits.arrayLength) {
            reader(task).m_overLimit = true;
            return nullptr;
        }
        int depth = 1;
        for (const redisReadTask *outer = task->parent; outer != nullptr; outer = outer->parent) {
            ++depth;
        }
        Reply *const reply = depth > deepestReply ? nullptr : reader(task).place(task);
        if (reply != nullptr) {
            reply->type = Reply::Type::Array;
            reply->elements.reserve(std::min(static_cast<std::size_t>(length), mostReserved));
        }
        return reply;
    }

    static void *createInteger(const redisReadTask *task, long long value)
    {
        Reply *const reply = reader(task).place(task);
        if (reply != nullptr) {
            reply->type = Reply::Type::Integer;
            reply->integer = value;
        }
        return reply;
    }

    static void *createNil(const redisReadTask *task) { return reader(task).place(task); }

    /// The replies own everything.
    static void freeObject(void *) { }

    static redisReplyObjectFunctions functions;

    /// Assigns members by name: hiredis 1.0 has more of them, for RESP3 values, which we never request. Left unset,
    /// they would create objects that are no Reply.
    template <typename Functions> static Functions make()
    {
        Functions all{};
        all.createString = createString;
        all.createArray = createArray;
        all.createInteger = createInteger;
        all.createNil = createNil;
        all.freeObject = freeObject;
        if constexpr (requires { all.createDouble; }) {
            all.createDouble = [](const auto *, auto...) -> void * { return nullptr; };
        }
        if constexpr (requires { all.createBool; }) {
            all.createBool = [](const auto *, auto...) -> void * { return nullptr; };
        }
        return all;
    }
};

redisReplyObjectFunctions ReplyReader::Builder::functions = make<redisReplyObjectFunctions>();

void ReplyReader::Free::operator()(redisReader *reader) const
{
    redisReaderFree(reader);
}

ReplyReader::ReplyReader(Limits limits)
    : m_limits(limits), m_reader(redisReaderCreateWithFunctions(&Builder::functions))
{
    if (!m_reader) {
        throw std::bad_alloc();
    }
    m_reader->privdata = this;
    m_reader->maxbuf = 4 * biteSize;
}

ReplyReader::~ReplyReader() = default;

void ReplyReader::begin(int expected)
{
    m_replies.clear();
    m_replies.reserve(static_cast<std::size_t>(expected));
    m_expected = expected;
    m_completed = 0;
    m_taken = 0;
    m_held = 0;
    m_heldByTaken = 0;
    m_unparsed = 0;
    m_endsLine = true;
}

void ReplyReader::beginMessages()
{
    begin(0);
    m_expected = std::numeric_limits<int>::max();
}

/// Returns the place for the value: after the last reply, or after the last element of its array. Growing a vector
/// moves its elements, but never one that hiredis points to: it fills only the last element of each ancestor.
Reply *ReplyReader::place(const redisReadTask *task)
{
    if (!charge(static_cast<qint64>(sizeof(Reply)))) {
        return nullptr;
    }
    if (task->parent == nullptr) {
        return &m_replies.emplace_back();
    }
    return &static_cast<Reply *>(task->parent->obj)->elements.emplace_back();
}

std::optional<Error> ReplyReader::feed(QByteArrayView bytes)
{
    for (bytes = readSimple(bytes); !bytes.isEmpty() && !m_overLimit; bytes = readSimple(bytes)) {
        const QByteArrayView bite = bytes.first(biteOf(bytes));
        if (auto error = feedChunk(bite)) {
            return error;
        }
        bytes = bytes.sliced(bite.size());
        if (m_taken > 0 && isBetweenReplies()) {
            forgetTaken();
        }
    }
    return m_overLimit ? std::optional(failure()) : std::nullopt;
}

/// True if hiredis holds nothing: no byte, no array that is not complete, and no type byte that it has already read.
bool ReplyReader::isBetweenReplies() const
{
    return m_unparsed == 0 && m_endsLine && std::ssize(m_replies) == m_completed;
}

/// Where messages always come while others are taken, takeMessages() never finds the time for it.
void ReplyReader::forgetTaken()
{
    m_replies.erase(m_replies.begin(), m_replies.begin() + static_cast<std::ptrdiff_t>(m_taken));
    m_completed -= static_cast<int>(m_taken);
    m_held -= m_heldByTaken;
    m_taken = 0;
    m_heldByTaken = 0;
}

/// Reads ":42\r\n" as often as the bytes begin with it, and returns the rest. Almost all replies of a tick are counts;
/// hiredis takes ten times as long for each.
QByteArrayView ReplyReader::readIntegers(QByteArrayView bytes)
{
    if (!isBetweenReplies()) {
        return bytes;
    }
    const char *at = bytes.begin();
    while (!isComplete() && at != bytes.end() && *at == ':') {
        const char *next = at + 1;
        const bool isNegative = next != bytes.end() && *next == '-';
        next += isNegative ? 1 : 0;
        const char *const digits = next;
        qint64 value = 0;
        for (; next != bytes.end() && *next >= '0' && *next <= '9'; ++next) {
            if (next - digits == mostDigits) {
                return bytes.sliced(at - bytes.begin()); // hiredis may judge it
            }
            value = value * 10 + (*next - '0');
        }
        const bool isWhole = next != digits && bytes.end() - next >= 2 && next[0] == '\r' && next[1] == '\n';
        if (!isWhole || !charge(static_cast<qint64>(sizeof(Reply)))) {
            break;
        }
        Reply &reply = m_replies.emplace_back();
        reply.type = Reply::Type::Integer;
        reply.integer = isNegative ? -value : value;
        ++m_completed;
        at = next + 2;
    }
    return bytes.sliced(at - bytes.begin());
}

/// Reads messages about one changed key each as often as the bytes begin with one, and returns the rest. Ten thousand
/// may come at once, and hiredis makes an array of each.
QByteArrayView ReplyReader::readChangedKeys(QByteArrayView bytes)
{
    constexpr qsizetype longestLength = 10; // digits
    while (bytes.startsWith(changedKeyHead) && isBetweenReplies()) {
        const QByteArrayView rest = bytes.sliced(changedKeyHead.size());
        const qsizetype end = rest.first(std::min(rest.size(), longestLength)).indexOf("\r\n");
        bool isNumber = false;
        const qsizetype size = end > 0 ? rest.first(end).toLongLong(&isNumber) : 0;
        const qsizetype whole = end + 2 + size + 2;
        if (!isNumber || size < 0 || rest.size() < whole || !rest.first(whole).endsWith("\r\n")
            || !charge(static_cast<qint64>(sizeof(Reply)) + size)) {
            break;
        }
        Reply &reply = m_replies.emplace_back();
        reply.type = Reply::Type::Bulk;
        reply.bytes = rest.sliced(end + 2, size).toByteArray();
        ++m_completed;
        bytes = rest.sliced(whole);
    }
    return bytes;
}

QByteArrayView ReplyReader::readSimple(QByteArrayView bytes)
{
    return m_expected == std::numeric_limits<int>::max() ? readChangedKeys(bytes) : readIntegers(bytes);
}

/// After the end of a count or message that arrived in two parts, the following ones need no hiredis.
qsizetype ReplyReader::biteOf(QByteArrayView bytes) const
{
    constexpr qsizetype longestCount = 24;
    const bool isCut =
        m_unparsed + (m_endsLine ? 0 : 1) > 0 && m_unparsed < longestCount && std::ssize(m_replies) == m_completed;
    const qsizetype line = isCut ? bytes.first(std::min(bytes.size(), longestCount)).indexOf('\n') : -1;
    const bool isMessages = m_expected == std::numeric_limits<int>::max();
    const qsizetype message = isMessages && line < 0 ? bytes.indexOf(changedKeyHead, 1) : -1;
    return line >= 0 ? line + 1 : std::min(message > 0 ? message : bytes.size(), biteSize);
}

std::optional<Error> ReplyReader::feedChunk(QByteArrayView chunk)
{
    m_unparsed += chunk.size();
    if (m_held + m_unparsed > m_limits.bytes) {
        m_overLimit = true;
        return failure();
    }
    if (redisReaderFeed(m_reader.get(), chunk.data(), static_cast<size_t>(chunk.size())) != REDIS_OK) {
        return failure();
    }
    // hiredis must not parse beyond the last reply: a partial reply would be put before the next one.
    while (!isComplete()) {
        void *reply = nullptr;
        if (redisReaderGetReply(m_reader.get(), &reply) != REDIS_OK) {
            return failure();
        }
        if (reply == nullptr) {
            break;
        }
        ++m_completed;
    }
    m_unparsed = static_cast<qint64>(m_reader->len - m_reader->pos);
    m_endsLine = chunk.endsWith('\n');
    const bool surplus = isComplete() && m_unparsed > 0;
    return surplus ? std::optional(failure()) : std::nullopt;
}

Error ReplyReader::failure() const
{
    if (m_overLimit) {
        return {ErrorKind::Protocol,
                QCoreApplication::translate("Wire", "The answer is too large (over %1 MiB, or %2 values in one array)")
                    .arg(QString::number(m_limits.bytes / 1'048'576), QString::number(m_limits.arrayLength))};
    }
    if (isComplete()) {
        return {ErrorKind::Protocol,
                QCoreApplication::translate("Wire", "The server sent more answers than it was asked for")};
    }
    return {
        ErrorKind::Protocol,
        QCoreApplication::translate("Wire", "The answer is not in Redis's protocol (RESP2): is this a Redis server?")};
}

std::vector<Reply> ReplyReader::take()
{
    return std::move(m_replies);
}

std::vector<Reply> ReplyReader::takeMessages()
{
    const std::span<Reply> whole = replies().subspan(m_taken);
    std::vector<Reply> messages(std::make_move_iterator(whole.begin()), std::make_move_iterator(whole.end()));
    m_taken += whole.size();
    m_heldByTaken = m_held;
    if (isBetweenReplies()) { // hiredis points to a partial one, which must stay where it is
        beginMessages();
    }
    return messages;
}

} // namespace plimsoll::redis
