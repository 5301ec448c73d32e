// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/mark.h"

#include <deque>
#include <optional>

namespace plimsoll::models {

/// What was read of the marks for the stretches of time that were looked at last. GUI thread.
class Marks final {
public:
    /// What is to be read for that stretch; nothing where it is here, or was asked for a moment ago.
    [[nodiscard]] std::optional<MarkQuestion> missing(const MarkQuestion &wanted, std::chrono::milliseconds now);
    void take(const MarkQuestion &question, const std::vector<Mark> &marks);
    /// Something was noted, done or raised: what is here is shown until it is read again.
    void outdate();
    /// Those of a stretch, oldest first, as far as they are known; with events that nobody may have kept yet.
    [[nodiscard]] std::vector<Mark> of(const MarkQuestion &wanted, const std::vector<ServerEvent> &events) const;

private:
    struct Read {
        MarkQuestion question;
        std::vector<Mark> marks;
        bool isOutdated = false;
    };

    std::deque<Read> m_read; ///< the newest first
    std::optional<MarkQuestion> m_asked; ///< last, and not answered
    std::chrono::milliseconds m_askedAt{};
};

Mark markOf(const ServerEvent &event);
/// One line: "critical: 63 stale, limit 25", "cleared: it lasted 17 min 9 s", "mara: Requeue: 63 moved".
QString markText(const Mark &mark);
/// The same of an alert that goes on, at a later moment: "critical: stale, limit 25". What the figure was when it began
/// is not what it is then.
QString markTextLater(const Mark &mark);
/// In a chart, where there is room for a word: "restarted", "failover".
QString markWord(const Mark &mark);

} // namespace plimsoll::models
