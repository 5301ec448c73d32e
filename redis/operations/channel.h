// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch.h"
#include "redis/operations/journal.h"
#include "redis/topology/server.h"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace plimsoll::redis {

/// Connects where there is no connection, or where it broke since it was used last, which shows only in use.
Outcome connectAgain(Server &server, const std::stop_token &stop = {});
/// What the server says it is (INFO), to know it again.
Result<ServerIdentity> readIdentity(Server &server, const std::stop_token &stop = {});

/// By which rule the server evicts keys when its memory is full, empty when it does not say; none where it never does.
Result<std::optional<QByteArray>> evictionPolicy(Server &server, const std::stop_token &stop = {});

/// Whether one of these keys of an operation is there: then this server has the data of the one it ran on.
Result<bool> hasMark(Server &server, const std::vector<QByteArray> &keys, const std::stop_token &stop = {});

/// A request is void on the server after this; its answer is not waited for longer either (ClientOptions).
inline constexpr std::chrono::milliseconds requestLife{5'000};

/// The connection of one operation: sends its batches until the server has answered, however often the connection is
/// lost, and knows the server's clock. Safe to repeat because a batch runs once (prelude.lua). Blocking; one thread.
class OperationChannel final {
public:
    /// What a stop ends: the search for a lost connection, or the exchange under way as well. The latter only where
    /// it does not matter what came of it.
    enum class StopsAt { Batch, Once };
    /// `reconnectFor`: how long a lost connection is sought.
    OperationChannel(Server &server, std::chrono::milliseconds reconnectFor, std::stop_token stop,
                     StopsAt stopsAt = StopsAt::Batch);

    /// Learns which server this is and what time it has there.
    Outcome open();

    /// Whether an answer can be read: the strings that a batch leaves in its escrow.
    using IsReadable = std::function<bool(const std::vector<Reply> &strings)>;
    /// The script's answer, which is no error that passes by itself. What came instead of one says nothing of a batch
    /// that may have run: its escrow does. `took` gets how long its script held the server. Escrows that
    /// were let go are unlinked on the way.
    Result<Reply> send(const BatchCall &call, std::chrono::microseconds &took, const IsReadable &isReadable = {});
    /// What this operation has left on its server (markKey()): with it one that was started again is known.
    void setMark(const QByteArray &mark) { m_mark = mark; }
    /// These escrows are archived: they go with the next request.
    void letGo(const std::vector<QByteArray> &escrows);
    /// Unlinks at once what waits; false when that failed for good, so that recovery has to.
    [[nodiscard]] bool flush();
    /// One harmless command, asked again on a new connection when this one is lost, within the bounds of a batch.
    Result<Reply> ask(std::initializer_list<QByteArrayView> arguments);
    /// What becomes of a question whose answer did not come in time, or was over the limits: asked again, or told at
    /// once, on a new connection, to one who can ask for less.
    enum class TooMuch { AskAgain, Tell };
    /// The same of several, one reply each.
    Result<std::vector<Reply>> ask(const Pipeline &pipeline, TooMuch tooMuch = TooMuch::AskAgain);

    [[nodiscard]] std::chrono::milliseconds serverNow() const;
    [[nodiscard]] const ServerIdentity &identity() const { return m_identity; }
    /// A batch was sent, and what came of it is not known.
    [[nodiscard]] bool isUncertain() const { return m_uncertain; }
    [[nodiscard]] Server &server() { return m_server; }
    /// For exchanges: the stop where it ends them at once, else none.
    [[nodiscard]] const std::stop_token &exchangeStop() const { return m_exchangeStop; }

private:
    [[nodiscard]] Outcome synchroniseClock();
    /// Until the server is there again and, as far as `life` goes, no lost request can reach it any more.
    [[nodiscard]] Outcome reconnect(std::chrono::milliseconds life = requestLife);
    /// Whether what was tried so often since then is tried once more; else it would be for ever.
    [[nodiscard]] bool isWorthwhile(int attempt, std::chrono::steady_clock::time_point first) const;
    /// A script's answer with what it left in the escrow where that is too much for one.
    Result<Reply> whole(Reply answer, const QByteArray &escrow);
    /// What the escrow says of a batch that was answered with `failed`; `isFirst`: it had not been sent before.
    Result<Reply> decide(const BatchCall &call, Result<Reply> failed, bool isFirst, const IsReadable &isReadable);
    /// Done when connected to the same server and no lost request can reach it any more.
    Result<bool> isSettled(const QByteArray &runBefore, std::chrono::milliseconds voidAt);

    Server &m_server;
    std::chrono::milliseconds m_reconnectFor;
    std::stop_token m_stop, m_exchangeStop;
    ServerIdentity m_identity;
    std::chrono::milliseconds m_serverTime{};
    std::chrono::steady_clock::time_point m_serverTimeAt;
    std::vector<QByteArray> m_toUnlink;
    QByteArray m_mark;
    bool m_uncertain = false;
};

} // namespace plimsoll::redis
