// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/topology/sentinel.h"

#include "redis/topology/clustermap.h"
#include "redis/types/printable.h"
#include "redis/wire/serveranswers.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll::redis {

using std::chrono::milliseconds;
using namespace std::chrono_literals;

namespace {

constexpr milliseconds askRest{1'000}; ///< between two rounds of questions
constexpr milliseconds firstSentinelPause{500}; ///< before the second attempt to connect to a sentinel
constexpr milliseconds longestSentinelPause{8'000}; ///< before a later one
constexpr milliseconds replicaSearchRest{30'000}; ///< between two searches for a replica while the master is read
constexpr milliseconds laterDeadline{1'000}; ///< deadline for a sentinel while the tick waits
constexpr std::size_t mostWatchers = 32;

std::optional<HostAndPort> addressIn(const Reply &reply)
{
    const HostAndPort found{QString::fromUtf8(textIn(reply, "ip")), textIn(reply, "port").toUShort()};
    return found.host.isEmpty() || found.port == 0 ? std::nullopt : std::optional(found);
}

Error at(const HostAndPort &address, Error error)
{
    error.message = QStringLiteral("%1: %2").arg(address.display(), error.message);
    return error;
}

} // namespace

Sentinel::Sentinel(const Endpoint &endpoint, ClientOptions options)
    : Server(endpoint), m_options(std::move(options)), m_usesReplicas(endpoint.replicas && m_options.readsReplicas)
{
    for (HostAndPort &address : endpoint.addresses()) {
        m_watchers.push_back(std::make_unique<Watcher>(Watcher{std::move(address), {}, {}}));
    }
    // Never connected: until a sentinel has told the master's address.
    m_nodes.push_back(std::make_unique<Node>(endpoint.processAt(endpoint.addresses().front()), m_options));
}

Outcome Sentinel::open(Watcher &watcher, const std::stop_token &stop)
{
    if (watcher.client && watcher.client->isConnected()) {
        return Done{};
    }
    if (!watcher.retry.isDue()) {
        return Error{ErrorKind::Unreachable, QCoreApplication::translate("Wire", "Not connected")};
    }
    Endpoint own = endpoint().processAt(watcher.address);
    own.database = 0;
    own.user = own.sentinel.user;
    own.password = own.sentinel.password;
    own.programs.passwordCommand.clear(); // of the server
    own.tls = own.sentinel.tls ? own.sentinel.tls : own.tls;
    const bool hasLogin = !own.password.isEmpty();
    const std::optional<milliseconds> within = isConnected() ? std::optional(laterDeadline) : std::nullopt;
    watcher.client =
        std::make_unique<Client>(own, ClientOptions{.name = m_options.name, .exchangeDeadline = laterDeadline});
    Outcome connected = watcher.client->connect(stop, within);
    if (connected || connected.error().kind == ErrorKind::LoginRefused) {
        const Result<Reply> ping = connected ? watcher.client->command({"PING"}, stop) : connected.error();
        if (!ping && ping.error().kind == ErrorKind::LoginRefused && !hasLogin) { // often it is the server's own
            own.user = endpoint().user;
            own.password = endpoint().password;
            own.programs = endpoint().programs;
            watcher.client =
                std::make_unique<Client>(own, ClientOptions{.name = m_options.name, .exchangeDeadline = laterDeadline});
            connected = watcher.client->connect(stop, within);
        }
    }
    if (connected) {
        watcher.retry.succeeded();
        return connected;
    }
    watcher.client.reset();
    watcher.retry.failed(firstSentinelPause, longestSentinelPause, m_random);
    return connected;
}

Result<Sentinel::Told> Sentinel::ask(Watcher &watcher, const std::stop_token &stop)
{
    if (const Outcome opened = open(watcher, stop); !opened) {
        return opened.error();
    }
    Pipeline pipeline;
    pipeline.add({"SENTINEL", "MASTER", endpoint().masterName});
    const Result<std::vector<Reply>> replies = watcher.client->exchange(pipeline, stop);
    if (!replies) {
        return replies.error();
    }
    const Reply &reply = replies->front();
    if (reply.isError() && reply.bytes.contains("No such master")) {
        return Error{ErrorKind::Invalid,
                     QCoreApplication::translate("Wire", "The sentinel at %1 watches no master called “%2”")
                         .arg(watcher.address.display(), printable(endpoint().masterName, 60))};
    }
    if (reply.isError() && reply.bytes.startsWith("ERR unknown command")) {
        return Error{ErrorKind::Invalid,
                     QCoreApplication::translate(
                         "Wire", "%1 is not a sentinel; the URL of a server itself begins with redis:// or rediss://")
                         .arg(watcher.address.display())};
    }
    if (reply.isError()) {
        return at(watcher.address, reply.toError());
    }
    const std::optional<HostAndPort> master = addressIn(reply);
    if (!master) {
        return at(watcher.address,
                  {ErrorKind::Protocol,
                   QCoreApplication::translate("Wire", "The sentinel does not report the master's address")});
    }
    return Told{*master, textIn(reply, "config-epoch").toLongLong()};
}

/// Adds the sentinels that this one knows.
void Sentinel::learnOthers(Watcher &watcher, const std::stop_token &stop)
{
    const Result<Reply> others = watcher.client->command({"SENTINEL", "SENTINELS", endpoint().masterName}, stop);
    for (const Reply &told : others ? others->elements : std::vector<Reply>()) {
        const std::optional<HostAndPort> announced = addressIn(told);
        if (!announced || m_watchers.size() >= mostWatchers) {
            continue;
        }
        const HostAndPort address = mapped(endpoint().addressMap, *announced);
        const bool isKnown = std::any_of(m_watchers.begin(), m_watchers.end(),
                                         [&](const auto &known) { return known->address == address; });
        if (!isKnown) {
            m_watchers.push_back(std::make_unique<Watcher>(Watcher{address, {}, {}}));
        }
    }
}

/// Asks every sentinel that can be reached; the latest configuration epoch wins.
Result<Sentinel::Told> Sentinel::askAll(const std::stop_token &stop)
{
    m_askedAt = Clock::now();
    std::optional<Told> best;
    std::optional<Error> failure;
    for (std::size_t i = 0; i < m_watchers.size() && !stop.stop_requested(); ++i) { // may grow meanwhile
        const bool isNew = !m_watchers[i]->client;
        const Result<Told> told = ask(*m_watchers[i], stop);
        if (!told) {
            failure = failure ? failure : told.error();
            continue;
        }
        if (isNew) {
            learnOthers(*m_watchers[i], stop);
        }
        if (!best) {
            std::rotate(m_watchers.begin(), m_watchers.begin() + static_cast<qsizetype>(i),
                        m_watchers.begin() + static_cast<qsizetype>(i) + 1);
        }
        best = !best || told->epoch > best->epoch ? *told : *best;
    }
    if (best) {
        return *best;
    }
    return failure.value_or(Error{ErrorKind::Cancelled, QCoreApplication::translate("Wire", "Cancelled")});
}

/// Connects to a replica as a sentinel describes it; null if it is down, or has lost its master.
std::unique_ptr<Node> Sentinel::fitReplica(const Reply &told, const std::stop_token &stop) const
{
    const std::optional<HostAndPort> announced = addressIn(told);
    const QByteArray flags = textIn(told, "flags");
    if (!announced || flags.contains("down") || flags.contains("disconnected")) {
        return nullptr;
    }
    auto node = std::make_unique<Node>(endpoint().processAt(mapped(endpoint().addressMap, *announced)), m_options);
    Node *const one = node.get();
    const bool isFit = node->connect(stop, laterDeadline) && Node::learnAll({&one, 1}, {}, stop).front()
        && node->info().role == QLatin1StringView("slave") && node->info().masterLinkUp == std::optional(true);
    return isFit ? std::move(node) : nullptr;
}

/// Reads from a replica, if one is fit; false if the master has to be read.
bool Sentinel::followReplica(const HostAndPort &master, const std::stop_token &stop)
{
    const Node &now = *m_nodes.front();
    const bool isPromoted = HostAndPort{now.endpoint().host, now.endpoint().port} == master;
    if (m_isOnReplica && now.isConnected() && !isPromoted && now.info().masterLinkUp != std::optional(false)) {
        return true;
    }
    const bool wasOnReplica = std::exchange(m_isOnReplica, false);
    if (!wasOnReplica && Clock::now() < m_replicaDue) {
        return false;
    }
    m_replicaDue = Clock::now() + replicaSearchRest;
    for (const std::unique_ptr<Watcher> &watcher : m_watchers) {
        if (!watcher->client || !watcher->client->isConnected()) {
            continue;
        }
        const Result<Reply> replicas = watcher->client->command({"SENTINEL", "REPLICAS", endpoint().masterName}, stop);
        for (const Reply &told : replicas ? replicas->elements : std::vector<Reply>()) {
            if (std::unique_ptr<Node> node = fitReplica(told, stop)) {
                m_nodes.front() = std::move(node);
                m_isOnReplica = true;
                return true;
            }
        }
    }
    return false;
}

Outcome Sentinel::follow(const HostAndPort &master, const std::stop_token &stop)
{
    const HostAndPort address = mapped(endpoint().addressMap, master);
    if (m_usesReplicas && followReplica(address, stop)) {
        return Done{};
    }
    const Endpoint &now = m_nodes.front()->endpoint();
    if (now.host == address.host && now.port == address.port && m_nodes.front()->isConnected()) {
        return Done{};
    }
    auto node = std::make_unique<Node>(endpoint().processAt(address), m_options);
    if (Outcome connected = node->connect(stop); !connected) {
        return connected;
    }
    Pipeline pipeline;
    pipeline.add({"ROLE"});
    const Result<std::vector<Reply>> role = node->exchange(pipeline, stop);
    if (!role) {
        return role.error();
    }
    const Reply &said = role->front();
    if (!said.elements.empty() && said.elements.front().bytes != "master") { // an older server, or no right to ask
        return Error{ErrorKind::Unreachable,
                     QCoreApplication::translate("Wire", "The sentinels name %1, which is not a master (yet)")
                         .arg(address.display())};
    }
    m_nodes.front() = std::move(node);
    return Done{};
}

Outcome Sentinel::connect(const std::stop_token &stop)
{
    const bool isOpen = isConnected();
    if (isOpen && !m_isDoubted && Clock::now() - m_askedAt < askRest) {
        return Done{};
    }
    const Result<Told> told = askAll(stop);
    if (!told) { // without sentinels, a master that answers is still one
        return isOpen ? Outcome(Done{}) : told.error();
    }
    const Outcome followed = follow(told->master, stop);
    m_isDoubted = !followed.ok();
    return followed || !isOpen ? followed : Outcome(Done{});
}

Result<std::vector<Reply>> Sentinel::exchange(const Pipeline &pipeline, const std::stop_token &stop,
                                              const ReplySink &sink)
{
    Result<std::vector<Reply>> replies = m_nodes.front()->exchange(pipeline, stop, sink);
    m_isDoubted = m_isDoubted || !replies || std::any_of(replies->begin(), replies->end(), [](const Reply &reply) {
                      return reply.type == Reply::Type::Error && reply.bytes.startsWith("READONLY");
                  });
    return replies;
}

} // namespace plimsoll::redis
