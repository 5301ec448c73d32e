// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/topology/cluster.h"

#include "redis/types/printable.h"
#include "redis/wire/connector.h"
#include "redis/wire/scancursor.h"
#include "redis/wire/serveranswers.h"

#include <QCoreApplication>
#include <QHostAddress>

#include <algorithm>
#include <map>
#include <numeric>
#include <thread>
#include <tuple>

namespace plimsoll::redis {

using std::chrono::milliseconds;
using namespace std::chrono_literals;

namespace {

constexpr milliseconds refreshRest{1'000}; ///< between two readings of the map
constexpr milliseconds quietRefresh{30'000}; ///< without a hint: after this time, and up to as long again
constexpr milliseconds firstNodePause{250}; ///< before the second attempt to connect to a node
constexpr milliseconds reconnectDeadline{1'000}; ///< while other nodes wait for the tick
constexpr int mapsAsked = 3;
constexpr int mostRedirects = 16;
constexpr milliseconds firstTryAgain{2}, longestTryAgain{100};

HostAndPort addressOf(const Endpoint &endpoint)
{
    return {endpoint.host, endpoint.port};
}

bool isAt(const Endpoint &endpoint, const HostAndPort &address)
{
    return endpoint.port == address.port && endpoint.host.compare(address.host, Qt::CaseInsensitive) == 0;
}

/// Slot and target of "MOVED 3999 127.0.0.1:6381" or "ASK …"; an empty host means that of the node that said so.
struct Redirect {
    unsigned slot = 0;
    HostAndPort to;
    bool isAsk = false;
};

std::optional<Redirect> redirectIn(const Reply &reply, const QString &saidBy)
{
    if (reply.type != Reply::Type::Error) {
        return std::nullopt;
    }
    const QList<QByteArray> words = reply.bytes.split(' ');
    const bool isAsk = words.front() == "ASK";
    if (words.size() != 3 || (!isAsk && words.front() != "MOVED")) {
        return std::nullopt;
    }
    bool isSlot = false;
    bool isPort = false;
    const qsizetype colon = words[2].lastIndexOf(':');
    Redirect redirect{
        words[1].toUInt(&isSlot),
        {QString::fromUtf8(words[2].first(std::max<qsizetype>(colon, 0))), words[2].mid(colon + 1).toUShort(&isPort)},
        isAsk};
    if (redirect.to.host.isEmpty() || redirect.to.host == QLatin1StringView("?")) {
        redirect.to.host = saidBy;
    }
    return isSlot && redirect.slot < slotCount && isPort && colon >= 0 && redirect.to.port != 0
        ? std::optional(redirect)
        : std::nullopt;
}

Error anotherCluster(const Endpoint &endpoint)
{
    return {ErrorKind::Unreachable,
            QCoreApplication::translate("Wire", "Another cluster answers at %1 now").arg(endpoint.display())};
}

Error noCluster(const Endpoint &endpoint)
{
    return {ErrorKind::Invalid,
            QCoreApplication::translate(
                "Wire", "%1 is not part of a cluster; the URL of a single server begins with redis:// or rediss://")
                .arg(endpoint.display())};
}

} // namespace

/// A command of the pipeline for one node.
struct Cluster::Errand {
    int command = 0;
    quint16 node = 0;
    bool asking = false; ///< the next time, ASKING comes before it
    bool isDone = false;
    bool isPart = false; ///< its reply is added to that of the errand before
};

/// All errands of an exchange, and the replies so far.
struct Cluster::Round {
    const Pipeline &pipeline;
    std::vector<Reply> replies; ///< one a command
    std::vector<Errand> errands{};
    std::map<int, Pipeline> scans{}; ///< by command: sent in its place, with the cursor of the node

    Reply &reply(int command) { return replies[static_cast<std::size_t>(command)]; }
};

Cluster::Cluster(const Endpoint &endpoint, const ClientOptions &options) : Server(endpoint), m_options(options)
{
    m_owner.fill(nobody);
    m_nodes.push_back(std::make_unique<Node>(endpointAt(addressOf(endpoint), {}), options));
    m_members.resize(1);
}

/// Returns the endpoint of one node. Its certificate must be for the name in the workspace, or the announced host name,
/// or the name in the address, or the host of the URL.
Endpoint Cluster::endpointAt(const HostAndPort &address, const QString &hostName) const
{
    Endpoint node = endpoint().processAt(address);
    if (node.tls && node.tls->serverName.isEmpty()) {
        const bool isName = QHostAddress(address.host).isNull();
        node.tls->serverName = !hostName.isEmpty() ? hostName : isName ? address.host : endpoint().host;
    }
    return node;
}

Result<Cluster::Told> Cluster::askForMap(Node &node, const std::stop_token &stop) const
{
    Pipeline pipeline;
    pipeline.add({"CLUSTER", "SHARDS"});
    pipeline.add({"CLUSTER", "INFO"});
    Result<std::vector<Reply>> replies = node.exchange(pipeline, stop);
    if (!replies) {
        return replies.error();
    }
    const bool isOlder = replies->front().bytes.startsWith("ERR Unknown subcommand")
        || replies->front().bytes.startsWith("ERR unknown subcommand");
    if (isOlder) { // before Redis 7
        Pipeline older;
        older.add({"CLUSTER", "SLOTS"});
        Result<std::vector<Reply>> found = node.exchange(older, stop);
        if (!found) {
            return found.error();
        }
        replies->front() = std::move(found->front());
    }
    const Reply &reply = replies->front();
    if (reply.isError()) {
        return reply.bytes.contains("cluster support disabled") ? noCluster(node.endpoint()) : reply.toError();
    }
    const HostAndPort asked = addressOf(node.endpoint());
    Result<ClusterMap> map =
        isOlder ? readSlots(reply, asked) : readShards(reply, asked, node.endpoint().tls.has_value());
    if (!map) {
        return Error{map.error().kind, QStringLiteral("%1: %2").arg(node.endpoint().display(), map.error().message)};
    }
    return Told{*std::move(map), infoField((*replies)[1].bytes, "cluster_current_epoch").toLongLong()};
}

/// Asks up to three nodes, those that failed last at the end, and takes the map that most of them have; of equally
/// many, the one of the later epoch.
Result<Cluster::Told> Cluster::bestMap(const std::stop_token &stop)
{
    std::vector<Node *> candidates;
    for (const std::unique_ptr<Node> &node : m_nodes) {
        candidates.push_back(node.get());
    }
    std::vector<std::unique_ptr<Node>> others; // seeds that are no masters
    for (const HostAndPort &seed : endpoint().addresses()) {
        const bool isThere = std::any_of(candidates.begin(), candidates.end(),
                                         [&](const Node *node) { return isAt(node->endpoint(), seed); });
        if (!isThere) {
            candidates.push_back(others.emplace_back(std::make_unique<Node>(endpointAt(seed, {}), m_options)).get());
        }
    }
    std::stable_sort(candidates.begin(), candidates.end(), [](const Node *a, const Node *b) {
        const auto rank = [](const Node *node) {
            return std::make_tuple(!node->isConnected(), node->error().has_value());
        };
        return rank(a) < rank(b);
    });
    std::vector<std::pair<Told, int>> maps; // with how many nodes have it
    std::optional<Error> failure;
    for (Node *node : candidates) {
        if (stop.stop_requested()) {
            break;
        }
        const int told =
            std::accumulate(maps.begin(), maps.end(), 0, [](int sum, const auto &map) { return sum + map.second; });
        if (told >= mapsAsked || (told > 0 && !node->isConnected())) {
            break; // nobody is waited for that may not answer
        }
        if (const Outcome connected = node->connect(stop); !connected) {
            failure = failure ? failure : connected.error();
            continue;
        }
        Result<Told> found = askForMap(*node, stop);
        if (!found) {
            failure = found.error();
            continue;
        }
        const auto isKnown = [this](const ClusterMap::Node &each) { return m_ids.contains(each.id); };
        if (!m_ids.empty() && std::none_of(found->map.nodes.begin(), found->map.nodes.end(), isKnown)) {
            node->refuse(anotherCluster(node->endpoint()));
            failure = node->error();
            continue;
        }
        const auto same =
            std::find_if(maps.begin(), maps.end(), [&](const auto &map) { return map.first.map == found->map; });
        if (same == maps.end()) {
            maps.emplace_back(*std::move(found), 1);
        } else {
            ++same->second;
            same->first.epoch = std::max(same->first.epoch, found->epoch);
        }
    }
    if (maps.empty()) {
        return failure.value_or(Error{ErrorKind::Cancelled, QCoreApplication::translate("Wire", "Cancelled")});
    }
    return std::move(std::max_element(maps.begin(), maps.end(), [](const auto &a, const auto &b) {
                         return std::tie(a.second, a.first.epoch) < std::tie(b.second, b.first.epoch);
                     })->first);
}

Outcome Cluster::refresh(const std::stop_token &stop)
{
    m_readAt = Clock::now();
    const Result<Told> told = bestMap(stop);
    if (!told) {
        return told.error();
    }
    m_isOld = false;
    m_nextRead = m_readAt + quietRefresh + milliseconds(m_random() % quietRefresh.count());
    apply(told->map);
    return Done{};
}

/// Keeps the connections of masters that stay, and drops those of nodes that serve nothing any more.
void Cluster::apply(const ClusterMap &map)
{
    std::vector<std::unique_ptr<Node>> nodes;
    std::vector<Member> members;
    std::array<quint16, slotCount> owner{};
    owner.fill(nobody);
    std::set<QByteArray> ids;
    for (const ClusterMap::Node &told : map.nodes) {
        ids.insert(told.id);
        if (!told.isMaster || told.ranges.empty()) {
            continue;
        }
        const Endpoint at = endpointAt(mapped(endpoint().addressMap, told.address), told.hostName);
        const auto old = std::find_if(m_nodes.begin(), m_nodes.end(), [&](const std::unique_ptr<Node> &node) {
            return node && node->endpoint() == at;
        });
        Member member{told.id, {}};
        if (old == m_nodes.end()) {
            nodes.push_back(std::make_unique<Node>(at, m_options));
        } else {
            const Member &before = m_members[static_cast<std::size_t>(old - m_nodes.begin())];
            if (!before.id.isEmpty() && before.id != told.id) {
                (*old)->disconnect(); // another process may listen there now
            } else {
                member.retry = before.retry;
            }
            nodes.push_back(std::move(*old));
        }
        members.push_back(std::move(member));
        int count = 0;
        for (const auto &[first, last] : told.ranges) {
            std::fill(owner.begin() + first, owner.begin() + last + 1, static_cast<quint16>(nodes.size() - 1));
            count += last - first + 1;
        }
        nodes.back()->setSlots(count);
    }
    if (nodes.empty()) { // a cluster without slots: what was known stays
        return;
    }
    const bool isSame = owner == m_owner && members.size() == m_members.size()
        && std::equal(members.begin(), members.end(), m_members.begin(),
                      [](const Member &a, const Member &b) { return a.id == b.id; });
    m_generation += isSame ? 0 : 1;
    m_nodes = std::move(nodes);
    m_members = std::move(members);
    m_owner = owner;
    m_ids = std::move(ids);
}

/// Checks that the process behind a new connection belongs to the cluster.
Outcome Cluster::verify(Node &node, const std::stop_token &stop)
{
    Pipeline pipeline;
    pipeline.add({"CLUSTER", "MYID"});
    const Result<std::vector<Reply>> id = node.exchange(pipeline, stop);
    if (!id) {
        return id.error();
    }
    if (!id->front().isError() && m_ids.contains(id->front().bytes)) {
        return Done{};
    }
    const Result<Told> told = askForMap(node, stop); // may be new in it, or must not tell its id
    if (told && std::any_of(told->map.nodes.begin(), told->map.nodes.end(), [this](const ClusterMap::Node &each) {
            return m_ids.contains(each.id);
        })) {
        return Done{};
    }
    const bool isAnother = told || told.error().kind == ErrorKind::Invalid;
    const Error error = isAnother ? anotherCluster(node.endpoint()) : told.error();
    node.refuse(error);
    wantRefresh();
    return error;
}

void Cluster::openNodes(bool isFirst, const std::stop_token &stop)
{
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        Member &member = m_members[i];
        Node &node = *m_nodes[i];
        const bool isAnchor = m_anchor && &node == &front(); // an operation waits for it
        if (node.isConnected() || (!isFirst && !isAnchor && !member.retry.isDue())) {
            continue;
        }
        wantRefresh();
        const bool othersWait = i > 0 || isConnected();
        const Outcome connected = node.connect(stop, othersWait ? reconnectDeadline : m_options.connectDeadline);
        if (connected && verify(node, stop)) {
            member.retry.succeeded();
            continue;
        }
        member.retry.failed(firstNodePause, m_random);
    }
}

Node &Cluster::front() const
{
    const quint16 owner = m_anchor ? m_owner[*m_anchor] : nobody;
    return owner == nobody ? Server::front() : *m_nodes[owner];
}

Outcome Cluster::connect(const std::stop_token &stop)
{
    const bool isFirst = m_ids.empty();
    const Clock::time_point now = Clock::now();
    const bool isLost = std::any_of(m_nodes.begin(), m_nodes.end(),
                                    [](const std::unique_ptr<Node> &node) { return !node->isConnected(); });
    const bool mayRead = isFirst || now - m_readAt >= refreshRest;
    if (isFirst || (mayRead && (m_isOld || isLost || now >= m_nextRead))) {
        if (const Outcome refreshed = refresh(stop); !refreshed && (isFirst || !isConnected())) {
            return refreshed;
        }
    }
    openNodes(isFirst, stop);
    if (isConnected()) {
        return Done{};
    }
    const std::optional<Error> &error = front().error();
    return error.value_or(Error{ErrorKind::Unreachable, QCoreApplication::translate("Wire", "Not connected")});
}

/// Adds the errands of a command without a key.
void Cluster::addKeyless(Round &round, int command)
{
    const QByteArray &name = round.pipeline.commands()[static_cast<std::size_t>(round.pipeline.at(command).name)];
    if (name == "DBSIZE") {
        for (std::size_t node = 0; node < m_nodes.size(); ++node) {
            round.errands.push_back({.command = command, .node = static_cast<quint16>(node), .isPart = node > 0});
        }
        return;
    }
    if (name == "SCAN") {
        std::vector<QByteArrayView> arguments = round.pipeline.arguments(command);
        const auto cursor = ScanCursor::parse(arguments[1].toByteArray());
        if (!cursor || (cursor->nodes > 1 && cursor->generation != m_generation)) {
            round.reply(command) = Reply::unanswered(
                {ErrorKind::Server,
                 QCoreApplication::translate("Wire", "The slots of the cluster have moved; the search begins again")});
            return;
        }
        arguments[1] = cursor->cursor;
        round.scans[command].add(arguments);
        round.errands.push_back({.command = command, .node = static_cast<quint16>(cursor->node)});
        return;
    }
    const Node *const any = &front();
    const auto found =
        std::find_if(m_nodes.begin(), m_nodes.end(), [&](const auto &node) { return node.get() == any; });
    round.errands.push_back({.command = command, .node = static_cast<quint16>(found - m_nodes.begin())});
}

void Cluster::addErrands(Round &round)
{
    round.errands.reserve(round.replies.size());
    for (int command = 0; command < round.pipeline.size(); ++command) {
        if (round.pipeline.at(command).keyCount == 0) {
            addKeyless(round, command);
            continue;
        }
        const QByteArrayView key = round.pipeline.key(command, 0);
        const unsigned slot = slotOf(key);
        if (m_owner[slot] == nobody) {
            wantRefresh();
            round.reply(command) = Reply::unanswered(
                {ErrorKind::Server,
                 QCoreApplication::translate("Wire", "No node of the cluster serves slot %1, that of “%2”")
                     .arg(QString::number(slot), printable(key, 60))});
            continue;
        }
        round.errands.push_back({.command = command, .node = m_owner[slot]});
    }
}

/// Sends all errands that are not done, to all nodes at the same time.
Outcome Cluster::run(Round &round, const std::stop_token &stop)
{
    std::vector<NodePart> parts(m_nodes.size());
    std::vector<std::vector<const Errand *>> askers(m_nodes.size()); // of the replies; null: of ASKING
    for (Errand &errand : round.errands) {
        if (std::exchange(errand.isDone, true)) {
            continue;
        }
        Pipeline &pipeline = parts[errand.node].pipeline;
        if (errand.asking) {
            pipeline.add({"ASKING"});
            askers[errand.node].push_back(nullptr);
        }
        if (const auto scan = round.scans.find(errand.command); scan != round.scans.end()) {
            pipeline.append(scan->second);
        } else {
            pipeline.append(round.pipeline, errand.command);
        }
        askers[errand.node].push_back(&errand);
    }
    std::vector<NodePart> sent;
    for (std::size_t node = 0; node < parts.size(); ++node) {
        if (!parts[node].pipeline.isEmpty()) {
            parts[node].node = m_nodes[node].get();
            sent.push_back(std::move(parts[node]));
        }
    }
    std::erase_if(askers, [](const auto &each) { return each.empty(); });
    Node::exchangeAll(sent, stop);
    for (std::size_t i = 0; i < sent.size(); ++i) {
        Result<std::vector<Reply>> &replies = sent[i].replies;
        if (!replies) {
            const ErrorKind kind = replies.error().kind;
            if (kind == ErrorKind::Refused || kind == ErrorKind::Cancelled) {
                return replies.error();
            }
            wantRefresh();
        }
        for (std::size_t at = 0; at < askers[i].size(); ++at) {
            if (const Errand *const errand = askers[i][at]) {
                Reply reply = replies ? std::move((*replies)[at]) : Reply::unanswered(replies.error());
                Reply &into = round.reply(errand->command);
                if (errand->isPart && !reply.isError() && !into.isError()) {
                    into.integer += reply.integer;
                } else if (!errand->isPart || !into.isError()) {
                    into = std::move(reply);
                }
            }
        }
    }
    return Done{};
}

/// Finds or adds the node at an announced address, connected; nothing if it cannot be reached or is of another cluster.
std::optional<quint16> Cluster::nodeAt(const HostAndPort &announced, const std::stop_token &stop)
{
    const HostAndPort address = mapped(endpoint().addressMap, announced);
    auto found = std::find_if(m_nodes.begin(), m_nodes.end(),
                              [&](const std::unique_ptr<Node> &node) { return isAt(node->endpoint(), address); });
    if (found == m_nodes.end()) {
        m_nodes.push_back(std::make_unique<Node>(endpointAt(address, {}), m_options));
        m_members.emplace_back();
        found = std::prev(m_nodes.end());
    }
    Node &node = **found;
    const bool isOpen = node.isConnected() || (node.connect(stop, reconnectDeadline) && verify(node, stop));
    return isOpen ? std::optional(static_cast<quint16>(found - m_nodes.begin())) : std::nullopt;
}

/// Prepares an errand that was redirected to be sent again; false if its reply stands.
bool Cluster::follow(Errand &errand, const Reply &reply, const std::stop_token &stop)
{
    Node &said = *m_nodes[errand.node];
    if (reply.bytes.startsWith("TRYAGAIN")) {
        errand.isDone = false;
        return true;
    }
    const std::optional<Redirect> redirect = redirectIn(reply, said.endpoint().host);
    if (!redirect) {
        m_isOld = m_isOld || reply.bytes.startsWith("READONLY") || reply.bytes.startsWith("CLUSTERDOWN");
        return false;
    }
    wantRefresh();
    if (!redirect->isAsk && isAt(said.endpoint(), mapped(endpoint().addressMap, redirect->to))) {
        said.disconnect(); // it sends the command to itself: the connection leads elsewhere
    }
    const std::optional<quint16> target = nodeAt(redirect->to, stop);
    if (!target) {
        return false;
    }
    errand.node = *target;
    errand.asking = redirect->isAsk;
    errand.isDone = false;
    if (!redirect->isAsk && m_owner[redirect->slot] != errand.node) {
        m_owner[redirect->slot] = errand.node;
        ++m_generation;
    }
    return true;
}

/// Follows redirects until no reply is one, or it takes too long.
Outcome Cluster::runAll(Round &round, const std::stop_token &stop)
{
    const Clock::time_point deadline = Clock::now() + m_options.exchangeDeadline;
    milliseconds pause = firstTryAgain;
    for (int redirects = 0;;) {
        if (Outcome asked = run(round, stop); !asked) {
            return asked;
        }
        bool isAgain = false;
        bool isBusy = false;
        if (redirects < mostRedirects && Clock::now() < deadline) {
            for (Errand &errand : round.errands) {
                const Reply &reply = round.reply(errand.command);
                if (reply.type == Reply::Type::Error && !errand.isPart && follow(errand, reply, stop)) {
                    isAgain = true;
                    isBusy = isBusy || reply.bytes.startsWith("TRYAGAIN");
                }
            }
        }
        if (!isAgain) {
            return Done{};
        }
        if (isBusy) { // keys are moving: until they have arrived, however often it has to be asked
            const Clock::time_point until = Clock::now() + pause;
            while (Clock::now() < until && !stop.stop_requested()) {
                std::this_thread::sleep_for(std::min<Clock::duration>(until - Clock::now(), stopCheckInterval));
            }
            pause = std::min(pause * 2, longestTryAgain);
        } else {
            ++redirects;
        }
    }
}

Result<std::vector<Reply>> Cluster::exchange(const Pipeline &pipeline, const std::stop_token &stop,
                                             const ReplySink & /*sink*/)
{
    Round round{pipeline, std::vector<Reply>(static_cast<std::size_t>(pipeline.size()))};
    addErrands(round);
    const int nodes = static_cast<int>(m_nodes.size());
    const qint64 generation = m_generation;
    if (const Outcome asked = runAll(round, stop); !asked) {
        return asked.error();
    }
    for (const Errand &errand : round.errands) {
        Reply &reply = round.reply(errand.command);
        if (round.scans.contains(errand.command) && reply.elements.size() == 2) {
            ScanCursor next{reply.elements[0].bytes, errand.node, nodes, generation};
            if (next.cursor == "0" && ++next.node == nodes) {
                next = {};
            }
            reply.elements[0].bytes = next.text();
        }
    }
    const auto isAnswer = [](const Reply &reply) { return reply.type != Reply::Type::Unanswered; };
    if (pipeline.isEmpty() || std::any_of(round.replies.begin(), round.replies.end(), isAnswer)) {
        return std::move(round.replies);
    }
    return round.replies.front().toError();
}

} // namespace plimsoll::redis
