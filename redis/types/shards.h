// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <span>
#include <vector>

namespace plimsoll {

struct RoleSpec;
struct Snapshot;

/// A shard is hot above this multiple of the mean.
inline constexpr double hotShard = 2;

/// Returns the largest size divided by the mean; NaN if a size is unknown or all are 0.
double skewOf(std::span<const double> sizes);

/// Shards of one role, all periods together. The tiers of a queue are separate loads, not shards.
struct ShardLoad {
    const RoleSpec *role = nullptr;
    std::vector<QByteArray> keys; ///< key of each shard in the newest period
    std::vector<double> sizes; ///< NaN: unknown

    [[nodiscard]] double whole() const;
    [[nodiscard]] double mean() const { return whole() / static_cast<double>(sizes.size()); }
    [[nodiscard]] std::size_t largest() const;
    [[nodiscard]] double skew() const { return skewOf(sizes); }
    [[nodiscard]] bool isHot() const { return skew() > hotShard; }
};

/// Returns the load of each role with several shards, for any kind; `row` is an index into the snapshot.
std::vector<ShardLoad> shardLoads(const Snapshot &snapshot, std::size_t row);

} // namespace plimsoll
