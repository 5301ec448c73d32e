// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/topology/node.h"

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace plimsoll::redis {

/// Base class for the server of a workspace: one process, or several that share its keys. Callers need not know the
/// nodes. Blocking, bound by the deadlines of its options; created, used and destroyed on one thread (needs no event
/// loop).
class Server {
public:
    virtual ~Server() = default;
    Q_DISABLE_COPY_MOVE(Server)

    /// Opens every closed connection. Fails if no node can be reached.
    virtual Outcome connect(const std::stop_token &stop = {});
    /// Closes all connections.
    void disconnect();
    /// True if any node is connected.
    [[nodiscard]] bool isConnected() const;
    /// Bytes received by all connections since they were opened.
    [[nodiscard]] qint64 bytesRead() const;

    /// Sends each command to the node that has its keys, or to front() if it has none; returns one reply each, in
    /// order. An error affects its own node only: missing replies are Reply::unanswered(). Fails as a whole if no
    /// command was answered, if one is refused before anything is sent (read-only), or on a stop request. `sink` may
    /// see the replies as they arrive.
    virtual Result<std::vector<Reply>> exchange(const Pipeline &pipeline, const std::stop_token &stop = {},
                                                const ReplySink &sink = {}) = 0;
    /// Sends one command and returns its reply; an error reply becomes the Error.
    Result<Reply> command(std::initializer_list<QByteArrayView> arguments, const std::stop_token &stop = {});
    /// Reads the server's clock, Unix time.
    Result<std::chrono::milliseconds> time(const std::stop_token &stop = {});

    /// Returns whether the server has the command and may be sent it; see Client::allows().
    [[nodiscard]] bool allows(const QByteArray &command) const { return front().allows(command); }
    /// Endpoint from the workspace; nodes may have different ones.
    [[nodiscard]] const Endpoint &endpoint() const { return m_endpoint; }

    /// At least one; may change in connect().
    [[nodiscard]] std::span<const std::unique_ptr<Node>> nodes() const { return m_nodes; }
    /// Returns the first connected node, or the first node; answers for all where any node will do.
    [[nodiscard]] virtual Node &front() const;
    /// Increases when keys may have moved from one node to another.
    [[nodiscard]] virtual qint64 generation() const { return 0; }
    /// Makes front() the node that has `key`, until the next call: what an operation asks of the server itself (its
    /// time, its identity) is asked where its keys are.
    virtual void anchorAt(QByteArrayView /*key*/) { }

protected:
    explicit Server(Endpoint endpoint) : m_endpoint(std::move(endpoint)) { }

    std::vector<std::unique_ptr<Node>> m_nodes;

private:
    Endpoint m_endpoint;
};

/// Creates the server for an endpoint; not connected yet.
std::unique_ptr<Server> makeServer(const Endpoint &endpoint, const ClientOptions &options);

} // namespace plimsoll::redis
