// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/segment.h"
#include "redis/types/snapshot.h"

#include <functional>
#include <memory>
#include <vector>

namespace plimsoll::redis {

/// Detects one fault of a framework's queue that no figure shows. A look takes a few exchanges of a bounded number of
/// commands. Changes nothing on the server. On the thread of the poll session.
class HealthCheck {
public:
    using Replies = std::span<const Reply>;
    /// Commands of one exchange, and the function that reads their replies and returns the next round; a round without
    /// commands ends the look.
    struct Round {
        std::vector<std::vector<QByteArray>> commands{};
        std::function<Round(Replies)> then{};
    };

    HealthCheck() = default;
    virtual ~HealthCheck() = default;
    Q_DISABLE_COPY_MOVE(HealthCheck)

    /// Begins a look.
    virtual Round look(std::chrono::milliseconds now) = 0;
    /// Returns the trouble that the last look found, translated; empty: nothing is wrong, or it is not known yet.
    [[nodiscard]] virtual QString problem() const = 0;
};

using HealthChecks = std::vector<std::unique_ptr<HealthCheck>>;

/// The checks of one collection, each run once a minute. A step is one exchange of one check.
class HealthLooks {
public:
    static constexpr std::chrono::minutes every{1};

    /// Returns null if there is nothing to look for.
    static std::unique_ptr<HealthLooks> of(const CollectionDefinition &definition);

    /// Appends the next step; false: there is nothing to do now.
    bool append(Pipeline &pipeline, std::chrono::milliseconds now);
    void read(ReplyCursor &replies);
    /// Discards what was found, as the next replies may be of another server.
    void restart();
    void addProblems(std::vector<Problem> &problems) const;

private:
    explicit HealthLooks(const CollectionDefinition &definition);

    CollectionDefinition m_definition;
    HealthChecks m_checks;
    HealthCheck::Round m_round; ///< under way
    std::size_t m_next = 0; ///< index of the check that looks next
    std::chrono::milliseconds m_nextAt = std::chrono::milliseconds::min();
};

/// "3", or "at least 3".
[[nodiscard]] QString healthCount(std::size_t count, bool isAtLeast);
/// Translates a sentence marked with QT_TRANSLATE_NOOP("problems", …) and fills in how many were found; empty for 0.
[[nodiscard]] QString healthText(const char *sentence, std::size_t count, bool isAtLeast);

} // namespace plimsoll::redis
