// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/topology/node.h"

#include "redis/wire/serveranswers.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll::redis {

using std::chrono::microseconds;
using Steady = std::chrono::steady_clock;

namespace {

constexpr QByteArrayView invalidations{"__redis__:invalidate"};
constexpr std::chrono::milliseconds listenerDeadline{1'000}; ///< while a tick waits

} // namespace

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
    m_listener.reset();
    m_roundTripAt.reset();
    m_watch.restart(m_client.endpoint().display());
    return connected;
}

Outcome Node::track(const std::stop_token &stop)
{
    auto listener = std::make_unique<Client>(
        m_client.endpoint(),
        ClientOptions{.name = "plimsoll:changes", .readOnly = true, .exchangeDeadline = listenerDeadline});
    if (Outcome connected = listener->connect(stop, listenerDeadline); !connected) {
        return connected;
    }
    // Behind a balancer the two may lead to different servers: the messages would go to a stranger.
    const Result<Reply> info = listener->command({"INFO", "server"}, stop);
    const QString runId = info ? QString::fromUtf8(infoField(info->bytes, "run_id")) : QString();
    if (runId.isEmpty() || runId != m_watch.info().runId) {
        return Error{ErrorKind::Invalid,
                     QCoreApplication::translate("Wire", "a second connection may lead to another server")};
    }
    const Result<Reply> id = listener->command({"CLIENT", "ID"}, stop);
    if (!id) {
        return id.error();
    }
    if (const Result<Reply> ping = listener->command({"PING"}, stop); !ping) {
        return ping.error();
    }
    if (Outcome subscribed = listener->subscribe(invalidations, stop); !subscribed) {
        return subscribed;
    }
    const Result<Reply> most = m_client.allows("CONFIG|GET")
        ? m_client.command({"CONFIG", "GET", "tracking-table-max-keys"}, stop)
        : Result<Reply>(Reply());
    m_mostKeysTracked = most && most->elements.size() == 2 ? most->elements[1].toInteger() : std::nullopt;
    Pipeline pipeline;
    pipeline.add({"CLIENT", "TRACKING", "OFF"});
    pipeline.add({"CLIENT", "TRACKING", "ON", "REDIRECT", QByteArray::number(id->toInteger().value_or(0))});
    const Result<std::vector<Reply>> replies = exchange(pipeline, stop);
    if (!replies) {
        return replies.error();
    }
    if (replies->back().isError()) {
        return replies->back().toError();
    }
    m_listener = std::move(listener);
    return Done{};
}

/// The node still remembers the keys until they change, but sends nothing.
void Node::untrack(const std::stop_token &stop)
{
    if (std::exchange(m_listener, nullptr) != nullptr && isConnected()) {
        Pipeline pipeline;
        pipeline.add({"CLIENT", "TRACKING", "OFF"});
        static_cast<void>(exchange(pipeline, stop));
    }
}

void Node::askForChangedKeys()
{
    if (m_listener != nullptr) {
        m_listener->askForMessages();
    }
}

std::optional<std::vector<QByteArray>> Node::changedKeys(const std::stop_token &stop)
{
    if (m_listener == nullptr || !isConnected()) {
        m_listener.reset();
        return std::nullopt;
    }
    Result<std::vector<Reply>> messages = m_listener->messages(stop);
    if (!messages) {
        m_listener.reset();
        return std::nullopt;
    }
    std::vector<QByteArray> keys;
    for (Reply &message : *messages) {
        if (message.type == Reply::Type::Bulk) {
            keys.push_back(std::move(message.bytes));
            continue;
        }
        if (message.elements.size() != 3 || message.elements.back().type != Reply::Type::Array) {
            return std::nullopt; // FLUSHALL, FLUSHDB: of all keys
        }
        for (Reply &key : message.elements.back().elements) {
            keys.push_back(std::move(key.bytes));
        }
    }
    return keys;
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
    explain(replies);
    note(replies, pipeline.size(), took - m_client.sinkTime());
    return replies;
}

void Node::exchangeAll(std::span<Node *const> nodes, std::span<ClientPart> parts, const std::stop_token &stop)
{
    for (std::size_t i = 0; i < parts.size(); ++i) {
        parts[i].client = &nodes[i]->m_client;
    }
    Client::exchangeAll(parts, stop);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        nodes[i]->explain(parts[i].replies);
        nodes[i]->note(parts[i].replies, parts[i].commands, parts[i].took);
    }
}

std::vector<Result<std::vector<Reply>>> Node::exchangeAll(std::span<Node *const> nodes, const Pipeline &pipeline,
                                                          const std::stop_token &stop)
{
    std::vector<ClientPart> parts;
    for (Node *const node : nodes) {
        parts.emplace_back(node->m_client, pipeline);
    }
    exchangeAll(nodes, parts, stop);
    std::vector<Result<std::vector<Reply>>> replies;
    replies.reserve(parts.size());
    for (ClientPart &part : parts) {
        replies.push_back(std::move(part.replies));
    }
    return replies;
}

/// A node that is not connected answers nothing; the reason is why it could not be reached.
void Node::explain(Result<std::vector<Reply>> &replies) const
{
    if (!replies && m_error && replies.error().kind == ErrorKind::Unreachable
        && m_error->kind != ErrorKind::Cancelled) {
        replies = Error{ErrorKind::Unreachable, m_error->message}; // nothing was sent
    }
}

void Node::note(const Result<std::vector<Reply>> &replies, int commands, microseconds took)
{
    if (replies || isConnected()) {
        m_error.reset();
    } else if (!m_error) { // later ones say no more than "not connected"
        m_error = replies.error();
    }
    m_work.commands += commands;
    m_work.share += std::max(microseconds(0), took - m_roundTrip);
}

Error Node::whyNoTime(const Error &error)
{
    const Result<Reply> info = isConnected() ? m_client.command({"INFO"}) : Result<Reply>(error);
    ServerInfo server;
    readInfo(info ? info->bytes : QByteArray(), server);
    return server.mode == QLatin1StringView("sentinel") ? sentinelError(info->bytes, endpoint().display()) : error;
}

/// Takes the round trip and the server's clock from the reply to TIME alone.
Result<bool> Node::readTime(const ClientPart &part, Steady::time_point sent)
{
    const Reply &time = part.replies->front();
    if (time.isError()) {
        return whyNoTime(time.toError());
    }
    m_roundTrip = part.took;
    if (const std::optional<std::chrono::milliseconds> serverTime = timeIn(time)) {
        m_clock.set(*serverTime, sent + part.took / 2);
    }
    return false;
}

std::vector<Result<bool>> Node::learnAll(std::span<Node *const> nodes, std::chrono::milliseconds interval,
                                         const std::stop_token &stop)
{
    std::vector<Result<bool>> learnt(nodes.size(), false);
    Steady::time_point sent;
    const auto askThose = [&](const auto &commandsFor, const auto &read) {
        sent = Steady::now();
        std::vector<Pipeline> pipelines(nodes.size());
        std::vector<std::size_t> asked;
        std::vector<ClientPart> parts;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            pipelines[i] = learnt[i] ? commandsFor(*nodes[i]) : Pipeline();
            if (!pipelines[i].isEmpty()) {
                asked.push_back(i);
                parts.emplace_back(nodes[i]->m_client, pipelines[i]);
            }
        }
        Client::exchangeAll(parts, stop);
        for (std::size_t part = 0; part < parts.size(); ++part) {
            Node &node = *nodes[asked[part]];
            Result<bool> &result = learnt[asked[part]];
            node.m_work.commands += parts[part].replies ? parts[part].commands : 0;
            result = parts[part].replies ? read(node, parts[part]) : parts[part].replies.error();
            node.m_error = result ? node.m_error : std::optional(result.error());
        }
    };
    Pipeline time;
    time.add({"TIME"});
    // The first reply on a connection may be slow for unrelated reasons.
    askThose([&](const Node &node) { return node.m_roundTripAt ? Pipeline() : time; },
             [&](Node &node, const ClientPart &part) { return node.readTime(part, sent); });
    askThose(
        [&](const Node &node) {
            return node.m_roundTripAt && sent - *node.m_roundTripAt < interval ? Pipeline() : time;
        },
        [&](Node &node, const ClientPart &part) {
            // Later ones half an interval apart from INFO, so that few ticks wait for both.
            node.m_roundTripAt = node.m_roundTripAt ? sent : sent - interval / 2;
            return node.readTime(part, sent);
        });
    askThose([&](Node &node) { return node.m_watch.ask(node.m_client, interval); },
             [](Node &node, const ClientPart &part) {
                 node.m_watch.read(*part.replies);
                 return Result<bool>(true);
             });
    askThose([](Node &node) { return node.m_watch.askSlow(); },
             [](Node &node, const ClientPart &part) {
                 node.m_watch.readSlow(part.replies->front());
                 return Result<bool>(true);
             });
    return learnt;
}

} // namespace plimsoll::redis
