// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/topology/node.h"

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace plimsoll::redis {

/// Who answers for a workspace: one process, or several that share its keys. Everybody speaks to it alike and sees
/// nodes only where he asks for them. Blocking and bound by the deadlines of its options; made, used and destroyed on
/// one thread (needs no event loop).
class Server {
public:
    virtual ~Server() = default;
    Q_DISABLE_COPY_MOVE(Server)

    /// Opens what is not open. Fails where no node can be reached.
    virtual Outcome connect(const std::stop_token &stop = {});
    /// Closes all connections.
    void disconnect();
    /// Some node is.
    [[nodiscard]] bool isConnected() const;

    /// Sends each command to the node that has its keys, one without keys to front(): as many replies, in that order.
    /// An error is of its own node: what that should have answered is Reply::unanswered(). Fails as a whole where no
    /// command was answered, and where one is refused before anything is sent (read-only), or the stop ended it.
    virtual Result<std::vector<Reply>> exchange(const Pipeline &pipeline, const std::stop_token &stop = {}) = 0;
    /// One command, its one reply; an error reply becomes the Error.
    Result<Reply> command(std::initializer_list<QByteArrayView> arguments, const std::stop_token &stop = {});
    /// Its clock now, Unix.
    Result<std::chrono::milliseconds> time(const std::stop_token &stop = {});

    /// Whether it has the command and may be sent it, see Client::allows().
    [[nodiscard]] bool allows(const QByteArray &command) const { return front().allows(command); }
    /// As the workspace has it; that of each node may be another.
    [[nodiscard]] const Endpoint &endpoint() const { return m_endpoint; }

    /// One at least; others after a connect().
    [[nodiscard]] std::span<const std::unique_ptr<Node>> nodes() const { return m_nodes; }
    /// The first that is connected, which speaks for all where it does not matter which; else the first.
    [[nodiscard]] Node &front() const;

protected:
    explicit Server(Endpoint endpoint) : m_endpoint(std::move(endpoint)) { }

    std::vector<std::unique_ptr<Node>> m_nodes;

private:
    Endpoint m_endpoint;
};

/// What the endpoint asks for; not connected yet.
std::unique_ptr<Server> makeServer(const Endpoint &endpoint, const ClientOptions &options);

} // namespace plimsoll::redis
