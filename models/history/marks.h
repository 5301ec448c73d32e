// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/mark.h"

#include <deque>
#include <optional>

namespace plimsoll::models {

/// Cache of the marks of the most recently viewed ranges of time. GUI thread.
class Marks final {
public:
    /// Returns the question to read, or nothing if its marks are cached or were requested recently.
    [[nodiscard]] std::optional<MarkQuestion> missing(const MarkQuestion &wanted, std::chrono::milliseconds now);
    void add(const MarkQuestion &question, const std::vector<Mark> &marks);
    /// Marks the cache as outdated; its marks are shown until they are read again.
    void outdate();
    /// Known marks of a range, oldest first, with `events` that may not be stored yet.
    [[nodiscard]] std::vector<Mark> of(const MarkQuestion &wanted, const std::vector<ServerEvent> &events) const;

private:
    struct Read {
        MarkQuestion question;
        std::vector<Mark> marks;
        bool isOutdated = false;
    };

    std::deque<Read> m_read; ///< newest first
    std::optional<MarkQuestion> m_asked; ///< last unanswered question
    std::chrono::milliseconds m_askedAt{};
};

Mark markOf(const ServerEvent &event);
/// One line: "critical: 63 stale, limit 25", "cleared: it lasted 17 min 9 s", "mara: Requeue: 63 moved".
QString markText(const Mark &mark);
/// Text for an active alert at a later time: "critical: stale, limit 25". It leaves out the initial value of the
/// figure.
QString markTextLater(const Mark &mark);
/// A word for a chart: "restarted", "failover".
QString markWord(const Mark &mark);

} // namespace plimsoll::models
