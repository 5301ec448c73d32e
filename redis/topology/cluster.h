// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/topology/clustermap.h"
#include "redis/topology/retry.h"
#include "redis/topology/server.h"
#include "redis/types/slot.h"

#include <array>
#include <map>
#include <random>
#include <set>

namespace plimsoll::redis {

/// Why a node of a cluster that was given as a single server, or is named by a sentinel, is not read: it has the keys
/// of its own slots only, so that counts would look whole.
[[nodiscard]] Error partOfCluster(const Endpoint &node);

/// Redis Cluster (cluster specification, redis.io): one connection to each master. Commands go to the master of their
/// first key's slot, to all masters at the same time; MOVED, ASK and TRYAGAIN are followed within the exchange. The map
/// of slots is read again when something hints that it is old, and every 30 to 60 s without a hint. A node that belongs
/// to another cluster is never asked: its figures would be of other keys with the same names.
///
/// Commands without a key go to front(), except that DBSIZE is the sum over all masters and SCAN passes over all of
/// them (ScanCursor).
class Cluster final : public Server {
public:
    Cluster(const Endpoint &endpoint, const ClientOptions &options);
    ~Cluster() override;

    Outcome connect(const std::stop_token &stop = {}) override;
    Result<std::vector<Reply>> exchange(const Pipeline &pipeline, const std::stop_token &stop = {},
                                        const ReplySink &sink = {}) override;
    [[nodiscard]] Node &front() const override;
    [[nodiscard]] qint64 generation() const override { return m_generation; }
    void anchorAt(QByteArrayView key) override { m_anchor = slotOf(key); }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr quint16 nobody = 0xFFFF;

    class Probe;
    /// State of a node apart from its connection, in the order of m_nodes.
    struct Member {
        QByteArray id; ///< empty: not in the map yet (announced by MOVED or ASK)
        Retry retry;
        std::unique_ptr<Probe> probe{}; ///< under way, or its result is not used yet
    };
    /// Map of one node, and how new it is.
    struct Told {
        ClusterMap map;
        qint64 epoch = 0; ///< current epoch of the cluster as that node knows it
    };
    struct Errand;
    struct Round;

    [[nodiscard]] Endpoint endpointAt(const HostAndPort &address, const QString &hostName) const;
    static std::vector<Result<Told>> askForMaps(std::span<Node *const> nodes, const std::stop_token &stop);
    static Result<Told> readMap(Node &node, std::span<Reply> replies, const std::stop_token &stop);
    /// True if the map has any node of the cluster known so far.
    [[nodiscard]] bool isKnown(const ClusterMap &map) const;
    Result<Told> bestMap(const std::stop_token &stop);
    Outcome refresh(const std::stop_token &stop);
    void apply(const ClusterMap &map);
    [[nodiscard]] const ClusterMap::Node &readFrom(const ClusterMap &map, std::size_t master) const;
    bool leaveReplicas();
    Outcome verify(Node &node, const QByteArray &meant, const std::stop_token &stop);
    [[nodiscard]] bool isDoubtful(std::size_t index) const;
    void probe(std::size_t first, std::size_t end);
    bool mayConnect(std::size_t index);
    bool open(std::size_t index, std::chrono::milliseconds within, const std::stop_token &stop);
    void openNodes(bool isFirst, const std::stop_token &stop);
    void wantRefresh() { m_isOld = true; }

    void addKeyless(Round &round, int command);
    void split(Round &round);
    void accept(Round &round, const Errand &errand, Reply &reply);
    Outcome run(Round &round, const std::stop_token &stop);
    Outcome runAll(Round &round, const std::stop_token &stop);
    bool follow(Round &round, Errand errand, const std::stop_token &stop);
    std::optional<quint16> nodeAt(const HostAndPort &announced, const std::stop_token &stop);

    ClientOptions m_options;
    std::vector<Member> m_members;
    std::array<quint16, slotCount> m_owner; ///< index into m_nodes; `nobody`: the slot is not served
    std::optional<unsigned> m_anchor; ///< slot of anchorAt()
    std::set<QByteArray> m_ids; ///< ids of all nodes of the cluster, including replicas; empty: not known yet
    qint64 m_generation = 0; ///< increases when slots change their node
    bool m_usesReplicas;
    ClusterMap m_map; ///< the last one; only if replicas are used
    std::map<QByteArray, Clock::time_point> m_left; ///< time until which a replica is not used, by its id
    bool m_isOld = false; ///< something hinted that the map is old
    Clock::time_point m_readAt, m_nextRead; ///< last attempt to read the map; next one without a hint
    std::minstd_rand m_random{std::random_device{}()};
};

} // namespace plimsoll::redis
