// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

namespace plimsoll {

/// From so many times the mean on a shard is hot.
inline constexpr double hotShard = 2;

/// How many times as much the largest has as one has on average; not known where one is not, or there is nothing to be
/// spread.
double skewOf(std::span<const double> sizes);

/// The shards of one role, all of their periods together. The tiers of a queue are no shards: each has its own.
struct ShardLoad {
    const RoleSpec *role = nullptr;
    std::vector<QByteArray> keys; ///< of each shard, in the newest period
    std::vector<double> sizes; ///< NaN is not known

    [[nodiscard]] double whole() const;
    [[nodiscard]] double mean() const { return whole() / static_cast<double>(sizes.size()); }
    [[nodiscard]] std::size_t largest() const;
    [[nodiscard]] double skew() const { return skewOf(sizes); }
    [[nodiscard]] bool isHot() const { return skew() > hotShard; }
};

/// Of every role of a collection that has several shards, whatever its kind; `row` is its place in the snapshot.
std::vector<ShardLoad> shardLoads(const Snapshot &snapshot, std::size_t row);

} // namespace plimsoll
