// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <QString>

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

/// Values for alerts: created by models/alertbook, stored by redis/history/alertstore.
namespace plimsoll {

/// A state and its beginning, by the server's clock.
struct StateSince {
    State state = State::Ok; ///< Error: could not be read
    std::chrono::milliseconds since{};
    bool isAtLeast = true; ///< may have begun earlier, while not watched
    std::optional<State> was{}; ///< previous state; nullopt: unknown

    friend bool operator==(const StateSince &, const StateSince &) = default;
};

/// Reason for an alert about a collection or the server.
enum class Cause : quint8 {
    Level, ///< a figure beyond its limit, or a problem without one
    Unchanged, ///< a figure that does not change
    Unknown, ///< a collection that cannot be read
    Away, ///< the server does not answer
    Restarted,
    Emptied,
    Failover,
    Flushed,
    Evicted, ///< the server evicts keys
    SlowLog, ///< the server's slow log fills
    Memory, ///< the server's memory is near its limit
};

/// Subject of an alert: at most one alert per subject is active.
struct AlertSubject {
    QString collection, kind; ///< empty: the server
    QString figure; ///< figure id; empty: the collection as a whole
    Cause cause = Cause::Level;

    friend auto operator<=>(const AlertSubject &, const AlertSubject &) = default;
};

/// A user's note on an alert.
struct AlertNote {
    std::chrono::milliseconds time{}; ///< Unix, clock of the author's computer
    QString by, text;
    friend bool operator==(const AlertNote &, const AlertNote &) = default;
};

/// Channel and outcome of a notification.
struct AlertTelling {
    QString channel; ///< "command", "webhook", "desktop"
    std::optional<std::chrono::milliseconds> time{}; ///< Unix, clock of this computer; nullopt: not sent yet
    QString outcome; ///< "exit 0", "answered 200"; empty: none
    friend bool operator==(const AlertTelling &, const AlertTelling &) = default;
};

/// State of an alert from a time on, with its text.
struct AlertStep {
    std::chrono::milliseconds time{}; ///< when it was noticed
    State state = State::Ok;
    std::chrono::milliseconds since{}; ///< when it began
    QString text;
    friend bool operator==(const AlertStep &, const AlertStep &) = default;
};

struct Alert {
    QString id;
    AlertSubject subject;
    State state = State::Ok; ///< Ok: cleared
    State worst = State::Ok; ///< worst state while active
    double value = unknownFigure,
           limit = unknownFigure; ///< at the last change; without a limit, when it last became worse
    QString text; ///< "1,200 ready, limit 1,000"
    double worstValue = unknownFigure; ///< worst value while active
    QString worstText; ///< text at that time
    std::chrono::milliseconds since{}; ///< beginning of `state`
    bool isAtLeast = false;
    std::chrono::milliseconds raised{}, changed{};
    std::optional<std::chrono::milliseconds> cleared{};
    // Users' remarks:
    std::optional<std::chrono::milliseconds> acknowledged{};
    QString acknowledgedBy{};
    std::optional<std::chrono::milliseconds> mutedUntil{};
    std::optional<std::chrono::milliseconds> muted{}; ///< time of the muting; nullopt: not muted, or unknown
    QString mutedBy{};
    /// Oldest first, without the clearing; only if requested. Empty for alerts from older files.
    std::vector<AlertStep> steps{};
    std::vector<AlertNote> notes{}; ///< oldest first; only if requested
    std::vector<AlertTelling> told{}; ///< oldest first; only if requested

    [[nodiscard]] bool isActive() const { return !cleared; }
    [[nodiscard]] bool isMuted(std::chrono::milliseconds now) const { return mutedUntil && *mutedUntil > now; }
    /// True if acknowledged or muted: a user handles it.
    [[nodiscard]] bool isTaken(std::chrono::milliseconds now) const { return acknowledged || isMuted(now); }
};

/// The alerts of a workspace on a server.
struct AlertList {
    std::vector<Alert> active; ///< oldest first
    std::vector<Alert> past; ///< newest first, limited to a readable number
    bool isKept = false; ///< true if this or another process stores alerts; otherwise the lists are empty
};

/// Step of an alert: raised, changed or cleared.
struct AlertChange {
    Alert alert; ///< current alert
    State was = State::Ok;
    std::chrono::milliseconds time{}; ///< when it was noticed
};

/// Returns the id for files and scripts: "level", "unchanged", "unknown", "away", "restarted", ….
QLatin1StringView causeId(Cause cause);
std::optional<Cause> causeOf(QStringView id);
/// Like stateId(), but "unknown" for Error: it cannot be read, or does not answer. Alerts know no State::Unknown.
QLatin1StringView alertStateId(State state);

/// Returns when the alert began: the first moment beyond the limit, which `for` places before it was raised. If its
/// steps were not stored or not loaded, returns when it was raised, or when its present state began if that is earlier.
inline std::chrono::milliseconds beganAt(const Alert &alert)
{
    const bool isWhole = !alert.steps.empty() && alert.steps.front().time == alert.raised;
    const std::chrono::milliseconds first = isWhole ? alert.steps.front().since : alert.raised;
    return std::min(alert.isActive() ? std::min(first, alert.since) : first, alert.raised);
}

/// Returns the duration of the alert, until it was cleared or until `now`.
inline std::chrono::milliseconds lasted(const Alert &alert, std::chrono::milliseconds now)
{
    return alert.cleared.value_or(now) - beganAt(alert);
}

} // namespace plimsoll
