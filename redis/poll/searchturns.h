// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/poll/searchshare.h"
#include "redis/topology/server.h"

#include <functional>
#include <optional>
#include <set>
#include <stop_token>
#include <vector>

namespace plimsoll::redis {

class PollPlan;

/// Has the collections that look for their keys, and the checks of a framework's health, take a step each in turn,
/// within their share of the server's time. Lives with its poll session, whose plan it uses.
class SearchTurns {
public:
    /// Exchanges a pipeline; fails only if no node answers.
    using Exchange = std::function<std::optional<Error>(const Pipeline &pipeline, std::vector<Reply> &replies)>;

    explicit SearchTurns(PollPlan &plan) : m_plan(plan) { findRows(); }

    /// Call after an edit of the plan.
    void findRows();
    /// Rows that search for their keys.
    [[nodiscard]] const std::vector<std::size_t> &searching() const { return m_searching; }
    /// Starts all searches from the beginning: their cursors belong to a lost connection.
    void restart();
    /// Keys that were found before the server lost data may be gone.
    void doubtFound();
    /// Runs steps until all collections are idle or the share is used up. `isThorough`: no further tick follows. The
    /// collections that have keys which operations of ours change (`touched`) take one step first, whatever the share.
    std::optional<Error> run(const Server &server, const std::set<QByteArray> &touched, bool isThorough,
                             const Exchange &exchange, const std::stop_token &stop);

private:
    std::vector<std::size_t> rowsWith(const std::set<QByteArray> &touched, std::chrono::milliseconds now);

    PollPlan &m_plan;
    SearchShare m_share;
    std::vector<std::size_t> m_searching;
    std::vector<std::size_t> m_rows; ///< these, and rows whose framework's health is checked
    std::size_t m_last = 0; ///< index into m_rows of the one that took a step last
};

} // namespace plimsoll::redis
