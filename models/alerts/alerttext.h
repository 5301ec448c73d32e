// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/alert.h"
#include "redis/types/operation.h"
#include "redis/types/rate.h"
#include "redis/types/snapshot.h"

#include <QString>

#include <chrono>
#include <vector>

/// Texts about alerts.
namespace plimsoll::models {

/// The row and figure of an alert in a snapshot.
struct AlertPlace {
    int row = -1; ///< -1: about the server, or the collection was removed
    int figure = -1; ///< index in the row; -1: about the whole collection
    const Limit *limit = nullptr; ///< limit in the workspace; null: none

    [[nodiscard]] bool hasFigure() const { return row >= 0 && figure >= 0; }
};
AlertPlace placeOf(const AlertSubject &subject, const Snapshot &snapshot);
/// Overload for a known row; -1: no row.
AlertPlace placeOf(const AlertSubject &subject, const Snapshot &snapshot, int row);

/// "email", "server".
QString alertAbout(const AlertSubject &subject);
/// "email: stale", "server: memory".
QString alertHeading(const Alert &alert, const Snapshot *snapshot);
/// "warning", "critical", "unknown".
QString alertStateTitle(State state);
/// "critical for 4 min". `state`: of an alert, with its start.
QString alertSinceText(const StateSince &state, std::chrono::milliseconds now);
/// "41 stale, limit 25": with the current value if it is known, else the last text.
QString alertText(const Alert &alert, const AlertPlace &place, const Snapshot *snapshot);
/// Removes the value, which changes: "ready, limit 1,000" from "1,146 ready, limit 1,000". Keeps durations.
QString withoutValue(const QString &text);
/// "41 stale, limit 25": the worst value up to now.
QString alertWorst(const Alert &alert, const AlertPlace &place, const Snapshot *snapshot);
/// Whether the present state of an active alert, which began at `since`, began after the alert.
bool alertHasTurned(const Alert &alert, std::chrono::milliseconds since);
/// State of an alert and its start, as the alert alone has it; History::alertSince() knows more while it is watched.
StateSince alertLevel(const Alert &alert);
/// "critical since 05:43", "critical since 05:43 or earlier".
QString alertLevelText(const StateSince &state, const QString &time);
/// "stale ≥ 25 for 30 s": the condition that raised it. Empty if it is no longer known.
QString alertRule(const Alert &alert, const AlertPlace &place, const Snapshot *snapshot);
/// "below 23.75", "when it moves".
QString alertClears(const Alert &alert, const AlertPlace &place, const Snapshot *snapshot);
/// Current rate of the figure: "+100/min". Empty: no change, or unknown.
QString alertChange(const Alert &alert, const AlertPlace &place, const Snapshot &snapshot, const Rate &rate);
/// Forecast at the current rate: "critical 5,000 in 12 min", "clears in 4 min". Empty: none.
QString alertForecast(const Alert &alert, const AlertPlace &place, const Snapshot &snapshot, const Rate &rate);
/// "3 min", or "≥ 3 min" if it may have begun before it was watched.
QString lastedText(const Alert &alert, std::chrono::milliseconds now);
/// "mara, 11:59" of an acknowledged alert.
QString alertAcknowledgedText(const Alert &alert, std::chrono::milliseconds now);
/// "mara, 11:59", "muted until 14:00", "–".
QString alertTakenText(const Alert &alert, std::chrono::milliseconds now);
/// True if the alert reports elements that a server event removed: a problem of the whole collection that is not a read
/// error.
bool isOfLoss(const AlertSubject &subject);
/// True if the alert ended after its full lifetime. If it ended earlier, the reason is unknown.
bool isLossOver(const Alert &alert);
/// The cause of the end: "itself" (the figure recovered), "time ran out", an operation or a loss. `losses`: alerts that
/// report losses.
QString alertEndedText(const Alert &alert, const std::vector<OperationReport> &operations,
                       const std::vector<Alert> &losses = {});
/// "11:58", "Thu 22:18", "2026-11-02 22:18": as short as is unambiguous.
QString momentText(std::chrono::milliseconds time, std::chrono::milliseconds now);
/// "desktop", "command", "webhook".
QString channelTitle(const QString &channel);
/// Number of collections in each state; the server counts as one more.
struct TroubleCounts {
    int lost = 0; ///< servers that are not connected
    int critical = 0, warnings = 0, unreadable = 0;
    int unknown = 0; ///< nothing known to be wrong, but the figure of a limit

    /// Number of those in trouble.
    [[nodiscard]] int all() const { return lost + critical + warnings + unreadable; }
    void add(State state);
    TroubleCounts &operator+=(const TroubleCounts &more);
};
/// "1 not connected, 1 critical, 2 warnings, 1 cannot be read, 1 unknown"; empty: no trouble.
QString troubleText(const TroubleCounts &counts);
/// "2 critical, 5 warnings · 4 unacknowledged, 1 muted"; empty: no alerts.
QString alertsSummary(const std::vector<Alert> &active, std::chrono::milliseconds now);
/// The worst state of alerts about the server; Ok without any.
State serverTrouble(const std::vector<Alert> &active);
/// Summary of earlier alerts of the subject, newest first: "Before: 03:15 today, 17 min. 3 times in 30 days."
QString alertBefore(const Alert &alert, const std::vector<Alert> &past, std::chrono::milliseconds now);

} // namespace plimsoll::models
