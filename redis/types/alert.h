// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <QString>

#include <chrono>
#include <optional>
#include <vector>

/// What is raised when something is in trouble, as values: made by models/alertbook, kept by redis/history/alertstore.
namespace plimsoll {

/// How something is and since when, by the server's clock.
struct StateSince {
    State state = State::Ok; ///< Error: not known
    std::chrono::milliseconds since{};
    bool isAtLeast = true; ///< it may have been so for longer, while nobody watched
    std::optional<State> was{}; ///< before; nullopt: nobody knows

    friend bool operator==(const StateSince &, const StateSince &) = default;
};

/// Why there is an alert. Of a collection, or of the server.
enum class Cause : quint8 {
    Level, ///< a figure beyond its limit, or what is trouble without one
    Unchanged, ///< a figure that did not move
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

/// What an alert is about: one at a time is active of each.
struct AlertSubject {
    QString collection, kind; ///< empty: the server
    QString figure; ///< its id; empty: as a whole
    Cause cause = Cause::Level;

    friend auto operator<=>(const AlertSubject &, const AlertSubject &) = default;
};

/// What somebody noted down at an alert.
struct AlertNote {
    std::chrono::milliseconds time{}; ///< Unix, of the computer it was written on
    QString by, text;
    friend bool operator==(const AlertNote &, const AlertNote &) = default;
};

/// In which way somebody was told of an alert, and what came of it.
struct AlertTelling {
    QString channel; ///< "command", "webhook", "desktop"
    std::optional<std::chrono::milliseconds> time{}; ///< Unix, of this computer; nullopt: it is still to be told
    QString outcome; ///< "exit 0", "answered 200"; empty: there is none to tell
    friend bool operator==(const AlertTelling &, const AlertTelling &) = default;
};

/// From when on an alert was in a state, and its words then.
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
    State worst = State::Ok; ///< while it was active
    double value = unknownFigure,
           limit = unknownFigure; ///< as of its last change; without a limit, when it was last worse
    QString text; ///< "1,200 ready, limit 1,000"
    double worstValue = unknownFigure; ///< while it was active
    QString worstText; ///< the text then
    std::chrono::milliseconds since{}; ///< of its state
    bool isAtLeast = false;
    std::chrono::milliseconds raised{}, changed{};
    std::optional<std::chrono::milliseconds> cleared{};
    // What people say of it.
    std::optional<std::chrono::milliseconds> acknowledged{};
    QString acknowledgedBy{};
    std::optional<std::chrono::milliseconds> mutedUntil{};
    std::optional<std::chrono::milliseconds> muted{}; ///< when; nullopt: it was not, or is not known
    QString mutedBy{};
    /// Oldest first, without its end; where they were asked for. Those of a file of before have none.
    std::vector<AlertStep> steps{};
    std::vector<AlertNote> notes{}; ///< oldest first; where they were asked for
    std::vector<AlertTelling> told{}; ///< oldest first; where they were asked for

    [[nodiscard]] bool isActive() const { return !cleared; }
    [[nodiscard]] bool isMuted(std::chrono::milliseconds now) const { return mutedUntil && *mutedUntil > now; }
    /// Somebody has seen to it: nobody else needs to.
    [[nodiscard]] bool isTaken(std::chrono::milliseconds now) const { return acknowledged || isMuted(now); }
};

/// The alerts of a workspace on a server.
struct AlertList {
    std::vector<Alert> active; ///< oldest first
    std::vector<Alert> past; ///< newest first, no more than somebody looks through
    bool isKept = false; ///< here or elsewhere; else there is nothing to tell of
};

/// One step of an alert: raised, another state, or cleared.
struct AlertChange {
    Alert alert; ///< as it is now
    State was = State::Ok;
    std::chrono::milliseconds time{}; ///< when it was noticed
};

/// "level", "unchanged", "unknown", "away", "restarted", …: for files and scripts.
QLatin1StringView causeId(Cause cause);
std::optional<Cause> causeOf(QStringView id);
/// stateId(), but "unknown" for Error.
QLatin1StringView alertStateId(State state);

} // namespace plimsoll
