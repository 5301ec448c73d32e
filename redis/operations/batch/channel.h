// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch/batch.h"
#include "redis/operations/journal/journal.h"
#include "redis/topology/server.h"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace plimsoll::redis {

/// Connects if there is no connection or if it broke since its last use, which shows only in use.
Outcome connectAgain(Server &server, const std::stop_token &stop = {});
/// Identity that the server reports (INFO).
Result<ServerIdentity> readIdentity(Server &server, const std::stop_token &stop = {});

/// Eviction policy of the server: nullopt if it never evicts keys, empty if it does not say.
Result<std::optional<QByteArray>> evictionPolicy(Server &server, const std::stop_token &stop = {});

/// True if one of these marks of an operation exists: the server then has the data that the operation ran on.
Result<bool> hasMark(Server &server, const std::vector<QByteArray> &keys, const std::stop_token &stop = {});

/// The server ignores a request after this time; the client waits no longer for its answer either (ClientOptions).
inline constexpr std::chrono::milliseconds requestLife{5'000};

/// Connection of one operation: resends a batch until the server has answered, reconnecting as needed, and tracks the
/// server's clock. Repeating is safe because a batch runs once (prelude.lua). Blocking; one thread.
class OperationChannel final {
public:
    /// Batch: a stop ends only the search for a lost connection. Once: it also ends the exchange in flight, for callers
    /// to whom its result does not matter.
    enum class StopsAt { Batch, Once };
    /// `reconnectFor`: time limit for reconnecting.
    OperationChannel(Server &server, std::chrono::milliseconds reconnectFor, std::stop_token stop,
                     StopsAt stopsAt = StopsAt::Batch);

    /// Reads the server's identity and its clock.
    Outcome open();

    /// True if an answer, the strings that a batch leaves in its escrow, can be parsed.
    using IsReadable = std::function<bool(const std::vector<Reply> &strings)>;
    /// Returns the script's answer, after retrying transient errors. If a batch may have run without an answer, its
    /// escrow decides. `took` receives the time the script held the server. Also unlinks released escrows.
    Result<Reply> send(const BatchCall &call, std::chrono::microseconds &took, const IsReadable &isReadable = {});
    /// Sets the operation's mark (markKey()), which identifies the server after a restart.
    void setMark(const QByteArray &mark) { m_mark = mark; }
    /// Releases archived escrows; the next request unlinks them.
    void letGo(const std::vector<QByteArray> &escrows);
    /// Unlinks released escrows now; false if that failed for good and is left to recovery.
    [[nodiscard]] bool flush();
    /// Runs one command that is safe to repeat; reconnects if the connection is lost, within the limits of a batch.
    Result<Reply> ask(std::initializer_list<QByteArrayView> arguments);
    /// Handling of an answer that timed out or exceeded the limits, after reconnecting: ask again, or return the error
    /// to a caller that can ask for less.
    enum class TooMuch { AskAgain, Tell };
    /// Runs several commands; returns one reply each.
    Result<std::vector<Reply>> ask(const Pipeline &pipeline, TooMuch tooMuch = TooMuch::AskAgain);

    [[nodiscard]] std::chrono::milliseconds serverNow() const;
    [[nodiscard]] const ServerIdentity &identity() const { return m_identity; }
    /// True if a batch was sent and its result is unknown.
    [[nodiscard]] bool isUncertain() const { return m_uncertain; }
    [[nodiscard]] Server &server() { return m_server; }
    /// Stop token for exchanges; an empty one unless the stop ends them at once.
    [[nodiscard]] const std::stop_token &exchangeStop() const { return m_exchangeStop; }

private:
    [[nodiscard]] Outcome synchroniseClock();
    /// Reconnects, and waits until no lost request within `life` can reach the server any more.
    [[nodiscard]] Outcome reconnect(std::chrono::milliseconds life = requestLife);
    /// True if another attempt is within the limits on attempts and time.
    [[nodiscard]] bool isWorthwhile(int attempt, std::chrono::steady_clock::time_point first) const;
    /// Completes a script's answer from the escrow if it was too large to return.
    Result<Reply> whole(Reply answer, const QByteArray &escrow);
    /// Decides by the escrow whether a batch answered with `failed` ran; `isFirst`: it was sent for the first time.
    Result<Reply> decide(const BatchCall &call, Result<Reply> failed, bool isFirst, const IsReadable &isReadable);
    /// True once connected to the same server and no lost request can reach it any more.
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
