// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/overtime.h"
#include "redis/types/workspace.h"

namespace plimsoll::redis {

/// What is wrong with a collection without anybody having set a limit (contract.md §3): stale or poisoned elements,
/// dead letters that become more, a bound exceeded. A figure that has a limit of its own goes by that alone, also by
/// one that is off.
class Concerns {
public:
    explicit Concerns(const CollectionDefinition &definition);

    /// After an edit: goes on with what was seen of the same collection.
    void continueFrom(Concerns &&before) { m_deadGrowth = std::move(before.m_deadGrowth); }
    void check(Reading &reading);
    /// What changed until now is no growth.
    void startRates(const Reading &reading);

private:
    struct BoundCheck {
        int figure = -1;
        double most = 0;
    };

    const KindInfo *m_kind;
    std::vector<int> m_never; ///< figures that ought to be 0
    int m_dead = -1; ///< -1: there is none, or it has a limit
    std::optional<BoundCheck> m_bound;
    GrowthWindow m_deadGrowth;
};

} // namespace plimsoll::redis
