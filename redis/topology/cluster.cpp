// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/topology/cluster.h"

#include "redis/types/printable.h"
#include "redis/wire/connector.h"
#include "redis/wire/scancursor.h"
#include "redis/wire/serveranswers.h"

#include <QCoreApplication>
#include <QHostAddress>

#include <algorithm>
#include <atomic>
#include <map>
#include <numeric>
#include <thread>
#include <tuple>

namespace plimsoll::redis {

using std::chrono::milliseconds;
using namespace std::chrono_literals;

namespace {

constexpr milliseconds refreshRest{1'000}; ///< between two readings of the map
constexpr milliseconds quietRefresh{30'000}; ///< without a hint the map is read again after once to twice this time
constexpr milliseconds firstNodePause{250}; ///< before the second attempt to connect to a node
constexpr milliseconds longestNodePause{1'000}; ///< before a later attempt; probes run in the background
constexpr milliseconds reconnectDeadline{1'000}; ///< while other nodes wait for the tick
constexpr milliseconds replicaRest{30'000}; ///< after a replica failed, its master is read
constexpr milliseconds probeMoment{50}; ///< that a tick waits for probes which it started
constexpr std::size_t mapsAsked = 3;
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

/// The keys of the command are moving right now.
bool isBusy(const Reply &reply)
{
    return reply.bytes.startsWith("TRYAGAIN");
}

/// True for an error after which the command is sent again, elsewhere or later.
bool isRedirect(const Reply &reply)
{
    return isBusy(reply) || reply.bytes.startsWith("MOVED ") || reply.bytes.startsWith("ASK ");
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

/// Finds out on a thread of its own whether a process answers, so that no tick waits for one that does not.
class Cluster::Probe final {
public:
    Probe(const Endpoint &endpoint, const ClientOptions &options)
        : m_thread([this, endpoint, options](const std::stop_token &stop) {
              Client client(endpoint, {.name = options.name, .connectDeadline = options.connectDeadline});
              m_outcome = client.connect(stop);
              m_isDone = true;
          })
    {
    }

    [[nodiscard]] bool isDone() const { return m_isDone; }
    [[nodiscard]] const Outcome &outcome() const { return m_outcome; } ///< only once isDone()

private:
    Outcome m_outcome = Done{};
    std::atomic<bool> m_isDone{false};
    std::jthread m_thread; ///< last, because it uses the others; ends within 50 ms of the destructor
};

/// A command of the pipeline for one node.
struct Cluster::Errand {
    static constexpr int asking = -1; ///< instead of a command: ASKING, whose reply says nothing

    int command = 0;
    quint16 node = 0;
    bool isPart = false; ///< its reply is added to those of the others for this command
    bool isAsking = false; ///< ASKING comes before it
};

/// State of an exchange: the commands left to send, and the replies so far.
struct Cluster::Round {
    const Pipeline &pipeline;
    const ReplySink &sink;
    int nodes = 0; ///< at the beginning, like the generation
    qint64 generation = 0;
    std::vector<Reply> replies = std::vector<Reply>(static_cast<std::size_t>(pipeline.size())); ///< one a command
    std::vector<quint16> missing = std::vector<quint16>(replies.size()); ///< number of replies to come for each
    std::size_t shown = 0; ///< replies that the sink has seen; none of them is missing
    std::vector<std::vector<Errand>> errands{}; ///< commands to send next, by node
    std::vector<Errand> redirected{}; ///< their replies send them elsewhere
    std::map<int, Pipeline> scans{}; ///< SCAN with the cursor of the node, sent instead of the command with this index
    std::vector<QByteArray> names = pipeline.commands(); ///< names of all commands sent

    Reply &reply(int command) { return replies[static_cast<std::size_t>(command)]; }
    void add(const Errand &errand)
    {
        errands.resize(std::max<std::size_t>(errands.size(), errand.node + 1U));
        if (errand.isAsking) {
            errands[errand.node].push_back({.command = Errand::asking, .node = errand.node});
            if (names.back() != "ASKING") {
                names.push_back("ASKING");
            }
        }
        errands[errand.node].push_back(errand);
    }
    /// For the first time: one reply more is to come.
    void addNew(const Errand &errand)
    {
        add(errand);
        ++missing[static_cast<std::size_t>(errand.command)];
    }
    [[nodiscard]] QByteArrayView bytesOf(const Errand &errand) const
    {
        if (errand.command == Errand::asking) {
            return "*1\r\n$6\r\nASKING\r\n";
        }
        const auto scan = scans.find(errand.command);
        return scan == scans.end() ? pipeline.bytesOf(errand.command) : QByteArrayView(scan->second.bytes());
    }
    /// Encodes the errands of one node.
    [[nodiscard]] ClientPart partOf(const std::vector<Errand> &todo) const
    {
        ClientPart part;
        part.names = &names;
        part.commands = static_cast<int>(todo.size());
        part.bytes.resize(
            std::accumulate(todo.begin(), todo.end(), qsizetype(0),
                            [this](qsizetype sum, const Errand &errand) { return sum + bytesOf(errand).size(); }));
        char *out = part.bytes.data();
        for (const Errand &errand : todo) {
            const QByteArrayView bytes = bytesOf(errand);
            out = std::copy(bytes.begin(), bytes.end(), out);
        }
        return part;
    }
    /// Shows the replies in front of the first that is missing.
    void show()
    {
        const std::size_t before = shown;
        while (shown < missing.size() && missing[shown] == 0) {
            ++shown;
        }
        if (sink && shown > before) {
            sink(std::span<const Reply>(replies).first(shown));
        }
    }
};

Error partOfCluster(const Endpoint &node)
{
    Endpoint asCluster = node;
    asCluster.topology = Endpoint::Topology::Cluster;
    return {ErrorKind::Invalid,
            QCoreApplication::translate(
                "browse", "%1 is a node of a Redis Cluster and has only some of its keys; open the cluster as %2")
                .arg(asCluster.display(),
                     asCluster.transport == Endpoint::Transport::Tcp ? asCluster.url()
                                                                     : QStringLiteral("redis+cluster://…"))};
}

Cluster::Cluster(const Endpoint &endpoint, const ClientOptions &options)
    : Server(endpoint), m_options(options), m_usesReplicas(endpoint.replicas && options.readsReplicas)
{
    m_owner.fill(nobody);
    m_nodes.push_back(std::make_unique<Node>(endpointAt(addressOf(endpoint), {}), options));
    m_members.resize(1);
}

Cluster::~Cluster() = default;

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

/// Asks all at the same time.
std::vector<Result<Cluster::Told>> Cluster::askForMaps(std::span<Node *const> nodes, const std::stop_token &stop)
{
    Pipeline pipeline;
    pipeline.add({"CLUSTER", "SHARDS"});
    pipeline.add({"CLUSTER", "INFO"});
    std::vector<Result<std::vector<Reply>>> all = Node::exchangeAll(nodes, pipeline, stop);
    std::vector<Result<Told>> maps;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        maps.push_back(all[i] ? readMap(*nodes[i], *all[i], stop) : Result<Told>(all[i].error()));
    }
    return maps;
}

/// Reads the replies to CLUSTER SHARDS and CLUSTER INFO.
Result<Cluster::Told> Cluster::readMap(Node &node, std::span<Reply> replies, const std::stop_token &stop)
{
    const QByteArray &said = replies.front().bytes; // before Redis 7 it is unknown
    const bool needsSlots = said.startsWith("ERR Unknown subcommand") || said.startsWith("ERR unknown subcommand")
        || hasTwoMasters(replies.front());
    if (needsSlots) {
        Pipeline owners;
        owners.add({"CLUSTER", "SLOTS"});
        Result<std::vector<Reply>> found = node.exchange(owners, stop);
        if (!found) {
            return found.error();
        }
        replies.front() = std::move(found->front());
    }
    const Reply &reply = replies.front();
    if (reply.isError()) {
        return reply.bytes.contains("cluster support disabled") ? noCluster(node.endpoint()) : reply.toError();
    }
    const HostAndPort asked = addressOf(node.endpoint());
    Result<ClusterMap> map =
        needsSlots ? readSlots(reply, asked) : readShards(reply, asked, node.endpoint().tls.has_value());
    if (!map) {
        return Error{map.error().kind, QStringLiteral("%1: %2").arg(node.endpoint().display(), map.error().message)};
    }
    return Told{*std::move(map), infoField(replies[1].bytes, "cluster_current_epoch").toLongLong()};
}

bool Cluster::isKnown(const ClusterMap &map) const
{
    return std::any_of(map.nodes.begin(), map.nodes.end(),
                       [this](const ClusterMap::Node &each) { return m_ids.contains(each.id); });
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
    const auto note = [&](Node &node, Result<Told> found) {
        if (!found) {
            failure = found.error();
            return;
        }
        if (!m_ids.empty() && !isKnown(found->map)) {
            node.refuse(anotherCluster(node.endpoint()));
            failure = node.error();
            return;
        }
        const auto same =
            std::find_if(maps.begin(), maps.end(), [&](const auto &map) { return map.first.map == found->map; });
        if (same == maps.end()) {
            maps.emplace_back(*std::move(found), 1);
        } else {
            ++same->second;
            same->first.epoch = std::max(same->first.epoch, found->epoch);
        }
    };
    const auto open = static_cast<std::size_t>(
        std::count_if(candidates.begin(), candidates.end(), [](const Node *node) { return node->isConnected(); }));
    const std::span<Node *const> asked = std::span(candidates).first(std::min(open, mapsAsked));
    std::vector<Result<Told>> told = askForMaps(asked, stop);
    for (std::size_t i = 0; i < asked.size(); ++i) {
        note(*asked[i], std::move(told[i]));
    }
    for (std::size_t i = asked.size(); i < candidates.size() && maps.empty() && !stop.stop_requested(); ++i) {
        Node *const node = candidates[i];
        if (const Outcome connected = node->connect(stop); connected) {
            note(*node, std::move(askForMaps({&node, 1}, stop).front()));
        } else {
            failure = failure ? failure : connected.error();
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
    if (m_usesReplicas) {
        m_map = told->map;
    }
    apply(told->map);
    return Done{};
}

/// Returns the node that is read for the slots of a master: a replica of it, if replicas are used and one is fit.
const ClusterMap::Node &Cluster::readFrom(const ClusterMap &map, std::size_t master) const
{
    const auto isLeft = [this, now = Clock::now()](const QByteArray &id) {
        const auto left = m_left.find(id);
        return left != m_left.end() && now < left->second;
    };
    for (std::size_t i = master + 1; m_usesReplicas && i < map.nodes.size() && !map.nodes[i].isMaster; ++i) {
        if (!isLeft(map.nodes[i].id)) {
            return map.nodes[i];
        }
    }
    return map.nodes[master];
}

/// Leaves replicas that do not answer, or have lost their master; returns true if there are any.
bool Cluster::leaveReplicas()
{
    bool isAny = false;
    for (std::size_t i = 0; m_usesReplicas && i < m_nodes.size(); ++i) {
        const bool isReplica = std::any_of(m_map.nodes.begin(), m_map.nodes.end(), [&](const ClusterMap::Node &node) {
            return !node.isMaster && node.id == m_members[i].id;
        });
        if (isReplica && (!m_nodes[i]->isConnected() || m_nodes[i]->info().masterLinkUp == std::optional(false))) {
            m_left[m_members[i].id] = Clock::now() + replicaRest;
            isAny = true;
        }
    }
    return isAny;
}

/// Keeps the connections of masters that stay, and drops those of nodes that serve nothing any more.
void Cluster::apply(const ClusterMap &map)
{
    std::vector<std::unique_ptr<Node>> nodes;
    std::vector<Member> members;
    std::array<quint16, slotCount> owner{};
    owner.fill(nobody);
    std::set<QByteArray> ids;
    for (std::size_t i = 0; i < map.nodes.size(); ++i) {
        const ClusterMap::Node &master = map.nodes[i];
        ids.insert(master.id);
        if (!master.isMaster || master.ranges.empty()) {
            continue;
        }
        const ClusterMap::Node &told = readFrom(map, i);
        const Endpoint at = endpointAt(mapped(endpoint().addressMap, told.address), told.hostName);
        const auto old = std::find_if(m_nodes.begin(), m_nodes.end(), [&](const std::unique_ptr<Node> &node) {
            return node && node->endpoint() == at;
        });
        Member member{told.id, {}};
        if (old == m_nodes.end()) {
            nodes.push_back(std::make_unique<Node>(at, m_options));
        } else {
            Member &before = m_members[static_cast<std::size_t>(old - m_nodes.begin())];
            if (!before.id.isEmpty() && before.id != told.id) {
                (*old)->disconnect(); // another process may listen there now
            } else {
                member.retry = before.retry;
                member.probe = std::move(before.probe);
            }
            nodes.push_back(std::move(*old));
        }
        members.push_back(std::move(member));
        int count = 0;
        for (const auto &[first, last] : master.ranges) {
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

/// Checks that the process behind a new connection belongs to the cluster, and is the node that is meant. `meant`: its
/// id; empty if that is not known.
Outcome Cluster::verify(Node &node, const QByteArray &meant, const std::stop_token &stop)
{
    Pipeline pipeline;
    pipeline.add({"CLUSTER", "MYID"});
    const Result<std::vector<Reply>> id = node.exchange(pipeline, stop);
    if (!id) {
        return id.error();
    }
    if (!id->front().isError() && m_ids.contains(id->front().bytes)) {
        if (meant.isEmpty() || meant == id->front().bytes) {
            return Done{};
        }
        const Error error{ErrorKind::Invalid,
                          QCoreApplication::translate("Wire",
                                                      "A different node of the cluster answers at %1 than the one "
                                                      "announced for it: is connection.addressMap right?")
                              .arg(node.endpoint().display())};
        node.refuse(error);
        wantRefresh();
        return error;
    }
    Node *const asked = &node;
    const Result<Told> told = askForMaps({&asked, 1}, stop).front(); // may be new in it, or must not tell its id
    if (told && isKnown(told->map)) {
        return Done{};
    }
    const bool isAnother = told || told.error().kind == ErrorKind::Invalid;
    const Error error = isAnother ? anotherCluster(node.endpoint()) : told.error();
    node.refuse(error);
    wantRefresh();
    return error;
}

/// True if an attempt to connect may have to wait long: a probe makes it first.
bool Cluster::isDoubtful(std::size_t index) const
{
    const std::optional<Error> &error = m_nodes[index]->error();
    const Member &member = m_members[index];
    return member.probe || member.retry.hasFailed() || (error && error->kind == ErrorKind::TimedOut);
}

/// Starts the probes that are due, and gives them a moment: a server that is back answers at once.
void Cluster::probe(std::size_t first, std::size_t end)
{
    bool isNew = false;
    for (std::size_t i = first; i < end; ++i) {
        Member &member = m_members[i];
        if (!m_nodes[i]->isConnected() && isDoubtful(i) && !member.probe && member.retry.isDue()) {
            member.probe = std::make_unique<Probe>(m_nodes[i]->endpoint(), m_options);
            isNew = true;
        }
    }
    const Clock::time_point until = Clock::now() + probeMoment;
    const auto isRunning = [](const Member &member) { return member.probe && !member.probe->isDone(); };
    while (isNew && Clock::now() < until && std::any_of(m_members.begin(), m_members.end(), isRunning)) {
        std::this_thread::sleep_for(1ms);
    }
}

/// True if nothing is known that would make an attempt to connect wait long.
bool Cluster::mayConnect(std::size_t index)
{
    Member &member = m_members[index];
    if (!isDoubtful(index)) {
        return true;
    }
    if (!member.probe || !member.probe->isDone()) {
        return false;
    }
    const Outcome outcome = std::exchange(member.probe, nullptr)->outcome();
    if (!outcome) {
        m_nodes[index]->refuse(outcome.error());
        member.retry.failed(firstNodePause, longestNodePause, m_random);
    }
    return outcome.ok();
}

/// Connects to a node, and checks who answers.
bool Cluster::open(std::size_t index, milliseconds within, const std::stop_token &stop)
{
    Retry &retry = m_members[index].retry;
    if (m_nodes[index]->connect(stop, within) && verify(*m_nodes[index], m_members[index].id, stop)) {
        retry.succeeded();
        return true;
    }
    retry.failed(firstNodePause, longestNodePause, m_random);
    return false;
}

void Cluster::openNodes(bool isFirst, const std::stop_token &stop)
{
    probe(0, m_nodes.size());
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        if (m_nodes[i]->isConnected()) {
            continue;
        }
        m_isOld = m_isOld || !isFirst;
        const bool isAnchor = m_anchor && m_nodes[i].get() == &front(); // an operation waits for it
        if (isFirst || isAnchor || mayConnect(i)) {
            const bool othersWait = i > 0 || isConnected();
            open(i, othersWait ? reconnectDeadline : m_options.connectDeadline, stop);
        }
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
    if (leaveReplicas()) {
        apply(m_map);
        openNodes(true, stop);
    }
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
        round.reply(command).type = Reply::Type::Integer;
        for (std::size_t node = 0; node < m_nodes.size(); ++node) {
            round.addNew({.command = command, .node = static_cast<quint16>(node), .isPart = true});
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
        round.addNew({.command = command, .node = static_cast<quint16>(cursor->node)});
        return;
    }
    const Node *const any = &front();
    const auto found =
        std::find_if(m_nodes.begin(), m_nodes.end(), [&](const auto &node) { return node.get() == any; });
    round.addNew({.command = command, .node = static_cast<quint16>(found - m_nodes.begin())});
}

/// Decides which node gets each command.
void Cluster::split(Round &round)
{
    for (int command = 0; command < round.pipeline.size(); ++command) {
        const qint16 slot = round.pipeline.at(command).slot;
        if (slot < 0) {
            addKeyless(round, command);
            continue;
        }
        const quint16 owner = m_owner[static_cast<std::size_t>(slot)];
        if (owner == nobody) {
            wantRefresh();
            round.reply(command) =
                Reply::unanswered({ErrorKind::Server,
                                   QCoreApplication::translate("Wire", "No node of the cluster serves slot %1 of “%2”")
                                       .arg(QString::number(slot), printable(round.pipeline.key(command, 0), 60))});
            continue;
        }
        round.addNew({.command = command, .node = owner});
    }
}

/// Takes the reply to an errand over, unless it sends the command elsewhere.
void Cluster::accept(Round &round, const Errand &errand, Reply &reply)
{
    if (errand.command == Errand::asking) {
        return;
    }
    Reply &into = round.reply(errand.command);
    if (errand.isPart) {
        if (!into.isError() && !reply.isError()) {
            into.integer += reply.integer;
        } else if (!into.isError()) {
            into = std::move(reply);
        }
    } else if (reply.type == Reply::Type::Error && isRedirect(reply)) {
        round.redirected.push_back(errand);
        into = std::move(reply);
        return;
    } else {
        m_isOld = m_isOld
            || (reply.type == Reply::Type::Error
                && (reply.bytes.startsWith("READONLY") || reply.bytes.startsWith("CLUSTERDOWN")));
        into = std::move(reply);
        if (round.scans.contains(errand.command) && into.elements.size() == 2) {
            ScanCursor next{into.elements[0].bytes, errand.node, round.nodes, round.generation};
            if (next.cursor == "0" && ++next.node == round.nodes) {
                next = {};
            }
            into.elements[0].bytes = next.text();
        }
    }
    --round.missing[static_cast<std::size_t>(errand.command)];
}

/// Sends all errands, to all nodes at the same time, and takes the replies as they arrive.
Outcome Cluster::run(Round &round, const std::stop_token &stop)
{
    const std::vector<std::vector<Errand>> errands = std::exchange(round.errands, {});
    std::vector<Node *> nodes;
    std::vector<ClientPart> parts;
    std::vector<std::span<const Errand>> waiting; // for their replies, of each part
    for (std::size_t node = 0; node < errands.size(); ++node) {
        if (!errands[node].empty()) {
            nodes.push_back(m_nodes[node].get());
            parts.push_back(round.partOf(errands[node]));
            waiting.emplace_back(errands[node]);
        }
    }
    for (std::size_t part = 0; part < parts.size(); ++part) {
        parts[part].sink = [&, all = waiting[part].size(), &left = waiting[part]](std::span<Reply> replies) {
            for (Reply &reply : replies.subspan(all - left.size())) {
                accept(round, left.front(), reply);
                left = left.subspan(1);
            }
            round.show();
        };
    }
    Node::exchangeAll(nodes, parts, stop);
    for (std::size_t part = 0; part < parts.size(); ++part) {
        const Result<std::vector<Reply>> &replies = parts[part].replies;
        if (replies) {
            continue;
        }
        const ErrorKind kind = replies.error().kind;
        if (kind == ErrorKind::Refused || kind == ErrorKind::Cancelled) {
            return replies.error();
        }
        wantRefresh();
        for (const Errand &errand : waiting[part]) {
            Reply unanswered = Reply::unanswered(replies.error());
            accept(round, errand, unanswered);
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
    const auto index = static_cast<std::size_t>(found - m_nodes.begin());
    probe(index, index + 1);
    const bool isOpen = m_nodes[index]->isConnected() || (mayConnect(index) && open(index, reconnectDeadline, stop));
    return isOpen ? std::optional(static_cast<quint16>(index)) : std::nullopt;
}

/// Adds an errand that was redirected again; false if its reply stands.
bool Cluster::follow(Round &round, Errand errand, const std::stop_token &stop)
{
    Node &said = *m_nodes[errand.node];
    const Reply &reply = round.reply(errand.command);
    if (isBusy(reply)) {
        round.add(errand);
        return true;
    }
    const std::optional<Redirect> redirect = redirectIn(reply, said.endpoint().host);
    if (!redirect) {
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
    errand.isAsking = redirect->isAsk;
    if (!redirect->isAsk && m_owner[redirect->slot] != *target) {
        m_owner[redirect->slot] = *target;
        ++m_generation;
    }
    round.add(errand);
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
        bool isAnyBusy = false;
        const std::vector<Errand> redirected = std::exchange(round.redirected, {});
        if (redirects < mostRedirects && Clock::now() < deadline) {
            for (const Errand &errand : redirected) {
                isAnyBusy = (follow(round, errand, stop) && isBusy(round.reply(errand.command))) || isAnyBusy;
            }
        }
        if (round.errands.empty()) {
            return Done{};
        }
        if (isAnyBusy) { // keys are moving: asks again until they have arrived
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
                                             const ReplySink &sink)
{
    Round round{pipeline, sink, static_cast<int>(m_nodes.size()), m_generation};
    split(round);
    if (const Outcome asked = runAll(round, stop); !asked) {
        return asked.error();
    }
    const auto isAnswer = [](const Reply &reply) { return reply.type != Reply::Type::Unanswered; };
    if (pipeline.isEmpty() || std::any_of(round.replies.begin(), round.replies.end(), isAnswer)) {
        return std::move(round.replies);
    }
    return round.replies.front().toError();
}

} // namespace plimsoll::redis
