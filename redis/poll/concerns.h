// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/overtime.h"
#include "redis/types/workspace.h"

#include <map>
#include <optional>

namespace plimsoll::redis {

/// Finds trouble in a collection without any limit set by the user: stale or poisoned elements, dead letters that
/// increased within an hour, an exceeded bound, keys without the expiry that should bound them. Uses the meaning of the
/// figures (Means). A figure with its own limit, even one that is off, is left to that limit. Tells as well which
/// missing figures of limits are unknown.
class Concerns {
public:
    /// `bounded`: see Collector::boundedFigure(); -1: the main figure.
    explicit Concerns(const CollectionDefinition &definition, int bounded = -1);

    /// Call after an edit: keeps the observations of the same collection.
    void continueFrom(Concerns &&before)
    {
        m_deadBefore = std::move(before.m_deadBefore);
        m_awaited = std::move(before.m_awaited);
    }
    /// False if check() never finds anything, because the collection gives no keys for what it looks at.
    [[nodiscard]] bool hasChecks(const Collector &collector) const;
    void check(Reading &reading);
    /// Returns the problem of a bound that cannot be judged; nullopt as for unknown().
    [[nodiscard]] std::optional<Problem> unknownBound(const Reading &reading, const Collector &collector, bool isOnly);
    /// Returns the problem of a limit whose figure has no value: nullopt if nothing is there to measure, or if further
    /// polls give one. `isOnly`: no further poll follows.
    [[nodiscard]] std::optional<Problem> unknown(const Reading &reading, const Limit &limit, const Collector &collector,
                                                 bool isOnly);
    /// Call after check() and the others: ends the row's rest where a running figure comes to a bound, or something is
    /// awaited.
    void endRest(Reading &reading, const std::vector<Limit> &limits) const;
    /// Call after the ticks in which the row rested, before it is read again.
    void passTicks(const TicksPassed &passed)
    {
        if (m_dead >= 0) {
            m_deadBefore.hold(passed);
        }
    }
    /// Call before check(): an operation of ours, or other keys, changed the figures that jumped. That is no growth;
    /// growth before it stays known.
    void leaveOutJumps(const Reading &reading);
    /// Call after check(): a server event changed the figures. Forgets earlier values.
    void startAnew(const Reading &reading);

private:
    /// Returns the sentence of a figure that should be 0: "3 stale"; for jobs of a framework with the reason and the
    /// consequence.
    [[nodiscard]] QString troubleText(const QString &subject) const;

    struct BoundCheck {
        int figure = -1;
        double most = 0;
    };

    std::span<const FigureSpec> m_figures; ///< owned by the workspace
    std::vector<int> m_never; ///< figures that should be 0
    int m_dead = -1; ///< -1: none, or it has a limit
    std::optional<BoundCheck> m_bound; ///< told by a figure
    /// Told by Reading::beyondBound; the figure it is shown with.
    std::optional<BoundCheck> m_beyond;
    const char *m_staleMeans = nullptr; ///< FrameworkCode::staleMeans
    bool m_canRequeue = false; ///< stale jobs of a framework can be put back
    bool m_isBoundByAge = false;
    bool m_isBoundOfEachKey = false;
    bool m_boundByExpiry = false;
    int m_expiry = -1; ///< figure of the expiry, which reports missing ones; -1: none
    LowWater m_deadBefore;
    std::map<int, std::chrono::milliseconds> m_awaited; ///< server time since which a figure is about to have a value
};

} // namespace plimsoll::redis
