// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"
#include "redis/types/state.h"

#include <QString>

#include <chrono>
#include <optional>
#include <vector>

namespace plimsoll {

/// An event at a moment, for charts, lists and reports: from the server, an alert, an operation, or a user's note.
struct Mark {
    enum class Kind : quint8 { Event, Raised, Changed, Cleared, Operation, Note };

    Kind kind = Kind::Event;
    std::chrono::milliseconds time{}; ///< Unix, by the server's clock
    State level = State::Ok; ///< severity; for an alert, from `time` on
    QString text; ///< plain text: "restarted, 326,000 elements gone", "63 stale, limit 25", or the note
    QString more{}; ///< Event: element counts before and after, and the source of restored data
    QString collection{}; ///< empty: the server, or all collections
    QString by{}; ///< user name
    QString id{}; ///< id of the alert, operation or note
    ServerEvent::Type event = ServerEvent::Type::Restarted; ///< Event only
    std::optional<std::chrono::milliseconds> until{}; ///< Raised, Changed: end of this state; nullopt: ongoing
    std::chrono::milliseconds lasted{}; ///< Cleared: duration of the alert
    bool isAtLeast = false; ///< Cleared: the alert may have begun before it was watched

    /// True for an alert that was raised or changed severity: it has a duration.
    [[nodiscard]] bool isOngoing() const { return kind == Kind::Raised || kind == Kind::Changed; }
    /// Returns whether the mark concerns the collection `name`, or the server and thus all collections.
    [[nodiscard]] bool isOf(const QString &name) const { return collection.isEmpty() || collection == name; }

    friend bool operator==(const Mark &, const Mark &) = default;
};

/// Query for marks in a time range, both ends included, and for alerts active in it.
struct MarkQuestion {
    static constexpr int mostOfEach = 500; ///< newest of each kind; if reached, more may exist
    std::chrono::milliseconds from{}, to{};
    friend bool operator==(const MarkQuestion &, const MarkQuestion &) = default;
};

/// A user's note about a moment, in plain text.
struct Note {
    static constexpr qsizetype longest = 500; ///< characters

    QString id; ///< empty: new note
    std::chrono::milliseconds time{}; ///< moment of the note, Unix time of the server
    QString collection; ///< empty: all collections
    QString text; ///< empty: delete the note
};

} // namespace plimsoll
