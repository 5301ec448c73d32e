// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/overtime.h"
#include "redis/types/workspace.h"

namespace plimsoll::redis {

/// What is wrong with a collection without anybody having set a limit (contract.md §3): stale or poisoned elements,
/// dead letters that became more within an hour, a bound exceeded, keys without the expiry that is to bound them; by
/// what the figures mean (Means). A figure that has a limit of its own goes by that alone, also by one that is off.
class Concerns {
public:
    explicit Concerns(const CollectionDefinition &definition);

    /// After an edit: goes on with what was seen of the same collection.
    void continueFrom(Concerns &&before) { m_deadBefore = std::move(before.m_deadBefore); }
    void check(Reading &reading);
    /// What changed the figures that have jumped until now is no growth.
    void startRates(const Reading &reading);

private:
    struct BoundCheck {
        int figure = -1;
        double most = 0;
    };

    std::span<const FigureSpec> m_figures; ///< of the workspace
    std::vector<int> m_never; ///< figures that ought to be 0
    int m_dead = -1; ///< -1: there is none, or it has a limit
    std::optional<BoundCheck> m_bound;
    bool m_boundByExpiry = false;
    int m_expiry = -1; ///< the figure that tells it, where there is one
    LowWater m_deadBefore;
};

} // namespace plimsoll::redis
