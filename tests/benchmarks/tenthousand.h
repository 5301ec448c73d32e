// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/workspace.h"
#include "tests/support/rediscluster.h"

/// The large case of the benchmarks: 10,000 collections, 14,000 counts a tick.
namespace plimsoll::benchmarks {

inline constexpr int lists = 4000;
inline constexpr int sets = 2000;
inline constexpr int sortedSets = 4000;

/// Fills a server or the masters of a cluster with the keys.
void fill(testing::RedisServer &server);
void fill(testing::RedisCluster &cluster, std::size_t masters);
/// 4,000 queues (LLEN), 2,000 member sets (SCARD), 4,000 schedules (ZCARD and ZCOUNT).
WorkspacePtr tenThousandCollections();

} // namespace plimsoll::benchmarks
