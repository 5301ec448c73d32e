// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch/batch.h"
#include "redis/operations/journal/journal.h"
#include "redis/topology/server.h"

#include <chrono>
#include <functional>
#include <map>
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

/// Error for a server that is not the one on which an operation began, or that lost its data.
Error differentServer(const Server &server);

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
    /// In a cluster: what follows is about the node that has `key`, whose identity and clock count from now on.
    [[nodiscard]] Outcome turnTo(const QByteArray &key);

    /// True if an answer, the strings that a batch leaves in its escrow, can be parsed.
    using IsReadable = std::function<bool(const std::vector<Reply> &strings)>;
    /// Returns the script's answer, after retrying transient errors. If a batch may have run without an answer, its
    /// escrow decides. `took` receives the time the script held the server. Also unlinks released escrows.
    Result<Reply> send(const BatchCall &call, std::chrono::microseconds &took, const IsReadable &isReadable = {});
    /// Adds a mark of the operation (markKey()), which identifies the server, or the node with its slot, after a
    /// restart.
    void addMark(const QByteArray &mark) { m_marks.insert_or_assign(slotAt(mark), mark); }
    /// True if the node of turnTo() has the mark that was left in the slot, or none was left there.
    Result<bool> isMarked();
    /// Releases archived escrows; the next request to their slot unlinks them, or flush().
    void letGo(const std::vector<QByteArray> &escrows);
    /// True if escrows of another slot than that of turnTo() are released and not yet unlinked.
    [[nodiscard]] bool hasReleasedElsewhere() const;
    /// Unlinks released escrows, of any slots, now; false if that failed for good and is left to recovery.
    [[nodiscard]] bool flush();
    /// Runs one command that is safe to repeat; reconnects if the connection is lost, within the limits of a batch.
    Result<Reply> ask(std::initializer_list<QByteArrayView> arguments);
    /// Handling of an answer that timed out or exceeded the limits, after reconnecting: ask again, or return the error
    /// to a caller that can ask for less.
    enum class TooMuch { AskAgain, Tell };
    /// Runs several commands; returns one reply each.
    Result<std::vector<Reply>> ask(const Pipeline &pipeline, TooMuch tooMuch = TooMuch::AskAgain);
    /// Likewise for keys of several nodes: asks again while some do not answer. What is not answered within the limits
    /// stays Reply::unanswered().
    Result<std::vector<Reply>> askAll(const Pipeline &pipeline);

    [[nodiscard]] std::chrono::milliseconds serverNow() const;
    [[nodiscard]] const ServerIdentity &identity() const { return m_node.identity; }
    /// True if a batch was sent and its result is unknown, or is to be settled by recovery.
    [[nodiscard]] bool isUncertain() const { return m_uncertain; }
    void leaveToRecovery() { m_uncertain = true; }
    [[nodiscard]] Server &server() { return m_server; }
    /// Stop token for exchanges; an empty one unless the stop ends them at once.
    [[nodiscard]] const std::stop_token &exchangeStop() const { return m_exchangeStop; }

private:
    /// Identity and clock of a node.
    struct Known {
        ServerIdentity identity;
        std::chrono::milliseconds serverTime{};
        std::chrono::steady_clock::time_point serverTimeAt;
    };

    [[nodiscard]] Outcome synchroniseClock();
    /// Slot of a key; 0 for all keys of a single server.
    [[nodiscard]] unsigned slotAt(const QByteArray &key) const;
    /// Adds the commands that unlink the released escrows, one for each slot, and returns the slots. `slot`: that one
    /// only.
    std::vector<unsigned> addUnlinks(Pipeline &pipeline, std::optional<unsigned> slot = {}) const;
    void forgetUnlinked(unsigned slot);
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
    Known m_node; ///< the one of turnTo()
    std::map<unsigned, Known> m_others; ///< the others, by the slot of turnTo()
    std::optional<unsigned> m_slot; ///< slot of the last turnTo()
    std::vector<QByteArray> m_toUnlink;
    std::map<unsigned, QByteArray> m_marks; ///< by slot
    bool m_uncertain = false;
};

} // namespace plimsoll::redis
