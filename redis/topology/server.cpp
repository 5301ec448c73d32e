// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/topology/server.h"

#include "redis/topology/cluster.h"
#include "redis/topology/sentinel.h"
#include "redis/topology/standalone.h"
#include "redis/wire/serveranswers.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>
#include <utility>

namespace plimsoll::redis {

Outcome Server::connect(const std::stop_token &stop)
{
    std::vector<Error> errors;
    for (const std::unique_ptr<Node> &node : m_nodes) {
        if (const Outcome connected = node->connect(stop); !connected) {
            errors.push_back(connected.error());
        }
    }
    return isConnected() || errors.empty() ? Outcome(Done{}) : Outcome(errors.front());
}

void Server::disconnect()
{
    for (const std::unique_ptr<Node> &node : m_nodes) {
        node->disconnect();
    }
}

qint64 Server::bytesRead() const
{
    return std::accumulate(m_nodes.begin(), m_nodes.end(), qint64(0),
                           [](qint64 sum, const auto &node) { return sum + node->bytesRead(); });
}

bool Server::isConnected() const
{
    return front().isConnected();
}

Node &Server::front() const
{
    const auto found =
        std::find_if(m_nodes.begin(), m_nodes.end(), [](const auto &node) { return node->isConnected(); });
    return found == m_nodes.end() ? *m_nodes.front() : **found;
}

Result<Reply> Server::command(std::initializer_list<QByteArrayView> arguments, const std::stop_token &stop)
{
    Pipeline pipeline;
    pipeline.add(arguments);
    return onlyReply(pipeline, exchange(pipeline, stop));
}

Result<std::chrono::milliseconds> Server::time(const std::stop_token &stop)
{
    const Result<Reply> reply = command({"TIME"}, stop);
    if (!reply) {
        return front().whyNoTime(reply.error());
    }
    if (const std::optional<std::chrono::milliseconds> time = timeIn(*reply)) {
        return *time;
    }
    return Error{ErrorKind::Protocol, QCoreApplication::translate("Wire", "The server did not report its time")};
}

std::unique_ptr<Server> makeServer(const Endpoint &endpoint, const ClientOptions &options)
{
    if (endpoint.topology == Endpoint::Topology::Cluster) {
        return std::make_unique<Cluster>(endpoint, options);
    }
    if (endpoint.topology == Endpoint::Topology::Sentinel) {
        return std::make_unique<Sentinel>(endpoint, options);
    }
    return std::make_unique<Standalone>(endpoint, options);
}

} // namespace plimsoll::redis
