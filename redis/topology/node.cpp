// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/topology/node.h"

#include "redis/wire/serveranswers.h"

#include <algorithm>

namespace plimsoll::redis {

using std::chrono::microseconds;
using Steady = std::chrono::steady_clock;

Outcome Node::connect(const std::stop_token &stop, std::optional<std::chrono::milliseconds> deadline)
{
    if (isConnected()) {
        return Done{};
    }
    Outcome connected = m_client.connect(stop, deadline);
    if (!connected) {
        m_error = connected.error();
        return connected;
    }
    m_error.reset();
    m_roundTripAt.reset();
    m_watch.restart(m_client.endpoint().display());
    return connected;
}

void Node::refuse(const Error &why)
{
    disconnect();
    m_error = why;
}

Result<std::vector<Reply>> Node::exchange(const Pipeline &pipeline, const std::stop_token &stop, const ReplySink &sink)
{
    const Steady::time_point start = Steady::now();
    Result<std::vector<Reply>> replies = m_client.exchange(pipeline, stop, sink);
    const auto took = std::chrono::duration_cast<microseconds>(Steady::now() - start);
    note(replies, pipeline.size(), took - m_client.sinkTime());
    return replies;
}

void Node::exchangeAll(std::span<NodePart> parts, const std::stop_token &stop)
{
    std::vector<ClientPart> each;
    for (NodePart &part : parts) {
        each.push_back({&part.node->m_client, &part.pipeline});
    }
    Client::exchangeAll(each, stop);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        parts[i].replies = std::move(each[i].replies);
        parts[i].node->note(parts[i].replies, parts[i].pipeline.size(), each[i].took);
    }
}

void Node::note(const Result<std::vector<Reply>> &replies, int commands, microseconds took)
{
    m_error = replies || isConnected() ? std::nullopt : std::optional(replies.error());
    m_work.commands += commands;
    m_work.share += std::max(microseconds(0), took - m_roundTrip);
}

/// Sends TIME alone: measures a small exchange and reads the server's clock.
Outcome Node::measureRoundTrip(std::chrono::milliseconds interval, const std::stop_token &stop)
{
    Steady::time_point start = Steady::now();
    if (m_roundTripAt && start - *m_roundTripAt < interval) {
        return Done{};
    }
    // The first reply on a connection may be slow for unrelated reasons.
    for (int i = m_roundTripAt ? 1 : 0; i < 2; ++i) {
        start = Steady::now();
        const Result<Reply> time = m_client.command({"TIME"}, stop);
        if (!time) {
            return time.error();
        }
        ++m_work.commands;
        const Steady::time_point end = Steady::now();
        m_roundTrip = std::chrono::duration_cast<microseconds>(end - start);
        if (const std::optional<std::chrono::milliseconds> serverTime = timeIn(*time)) {
            m_clock.set(*serverTime, start + (end - start) / 2);
        }
    }
    m_roundTripAt = start;
    return Done{};
}

Result<bool> Node::learn(std::chrono::milliseconds interval, const std::stop_token &stop)
{
    if (Outcome measured = measureRoundTrip(interval, stop); !measured) {
        m_error = measured.error();
        return measured.error();
    }
    const Result<int> commands = m_watch.update(m_client, interval, stop);
    if (!commands) {
        m_error = commands.error();
        return commands.error();
    }
    m_work.commands += *commands;
    return *commands > 0;
}

} // namespace plimsoll::redis
