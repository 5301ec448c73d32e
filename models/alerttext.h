// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/alert.h"
#include "redis/types/operation.h"
#include "redis/types/rate.h"
#include "redis/types/snapshot.h"

#include <QString>

#include <chrono>
#include <vector>

/// What people read of alerts.
namespace plimsoll::models {

/// Where the figure of an alert stands in a snapshot.
struct AlertPlace {
    int row = -1; ///< -1: it is about the server, or its collection is not there any more
    int figure = -1; ///< of the row; -1: it is about the collection as a whole
    const Limit *limit = nullptr; ///< of the workspace; null: it has none of its own

    [[nodiscard]] bool hasFigure() const { return row >= 0 && figure >= 0; }
};
AlertPlace placeOf(const AlertSubject &subject, const Snapshot &snapshot);
/// The same where it is known which row is its collection's; -1: none is.
AlertPlace placeOf(const AlertSubject &subject, const Snapshot &snapshot, int row);

/// "email", "server".
QString alertAbout(const AlertSubject &subject);
/// "email: stale", "server: memory".
QString alertHeading(const Alert &alert, const Snapshot *snapshot);
/// "warning", "critical", "unknown".
QString alertStateTitle(State state);
/// "critical for 4 min".
QString alertSinceText(const Alert &alert, std::chrono::milliseconds now);
/// "41 stale, limit 25": what it is now, where that is known, else when it was said last.
QString alertText(const Alert &alert, const AlertPlace &place, const Snapshot *snapshot);
/// "41 stale, limit 25": how bad it was, up to now.
/// "ready, limit 1,000" of "1,146 ready, limit 1,000": what stays true while the figure moves on. What has been so for
/// so long still is.
QString withoutValue(const QString &text);
QString alertWorst(const Alert &alert, const AlertPlace &place, const Snapshot *snapshot);
/// "stale ≥ 25 for 30 s": what raised it. Empty where that is not known any more.
QString alertRule(const Alert &alert, const AlertPlace &place, const Snapshot *snapshot);
/// "below 23.75", "when it moves".
QString alertClears(const Alert &alert, const AlertPlace &place, const Snapshot *snapshot);
/// "critical 5,000 in 12 min", "clears in 4 min": where it goes at its rate, or that rate alone. Empty: nowhere, or
/// nobody knows.
QString alertForecast(const Alert &alert, const AlertPlace &place, const Snapshot &snapshot, const Rate &rate);
/// "mara, 11:59", "muted until 14:00", "–".
QString alertTakenText(const Alert &alert, std::chrono::milliseconds now);
/// It tells of elements that its collection lost by what happened to the server: what is in trouble as a whole without
/// being unreadable.
bool isOfLoss(const AlertSubject &subject);
/// It ended because it had been told for long enough; of a shorter one nobody knows whether that or what came back
/// ended it.
bool isLossOver(const Alert &alert);
/// "itself": its figure came back; "time ran out"; the operation that did it, or what took the elements then.
/// `losses`: alerts that tell of those.
QString alertEndedText(const Alert &alert, const std::vector<OperationReport> &operations,
                       const std::vector<Alert> &losses = {});
/// "11:58", "Thu 22:18", "2026-11-02 22:18": as short as it can be told from now.
QString momentText(std::chrono::milliseconds time, std::chrono::milliseconds now);
/// "desktop", "command", "webhook".
QString channelTitle(const QString &channel);
/// Collections, and the server as one more, by state.
struct TroubleCounts {
    int critical = 0, warnings = 0, unreadable = 0;

    [[nodiscard]] int all() const { return critical + warnings + unreadable; }
    void add(State state);
};
/// "1 critical, 2 warnings, 1 cannot be read"; empty: there is no trouble.
QString troubleText(const TroubleCounts &counts);
/// "2 critical, 5 warnings · 4 not taken"; empty: there is none.
QString alertsSummary(const std::vector<Alert> &active, std::chrono::milliseconds now);
/// The worst of those that are about the server itself; Ok: there is none.
State serverTrouble(const std::vector<Alert> &active);
/// Those of before with the same subject, newest first: "Before: 03:15 today, 17 min. 3 times in 30 days."
QString alertBefore(const Alert &alert, const std::vector<Alert> &past, std::chrono::milliseconds now);

} // namespace plimsoll::models
