// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"
#include "redis/types/state.h"

#include <QString>

#include <chrono>
#include <optional>
#include <vector>

namespace plimsoll {

/// Something that happened at a moment, for charts, lists of what was around it, and reports: of the server, of an
/// alert, of an operation, or what a person noted down.
struct Mark {
    enum class Kind : quint8 { Event, Raised, Changed, Cleared, Operation, Note };

    Kind kind = Kind::Event;
    std::chrono::milliseconds time{}; ///< Unix, by the server's clock
    State level = State::Ok; ///< how bad it is; of an alert: from then on
    QString text; ///< plain: "restarted, 326,000 elements gone", "63 stale, limit 25", what was noted
    QString more{}; ///< of an event: how many there were before and after, and from where they came back
    QString collection{}; ///< empty: the server, or all of them
    QString by{}; ///< who
    QString id{}; ///< of the alert, the operation or the note
    ServerEvent::Type event = ServerEvent::Type::Restarted; ///< of an event
    std::optional<std::chrono::milliseconds> until{}; ///< Raised, Changed: when it was another; nullopt: it is so now
    std::chrono::milliseconds lasted{}; ///< Cleared: so long

    /// An alert that was raised then, or became worse or better: it lasts.
    [[nodiscard]] bool isOngoing() const { return kind == Kind::Raised || kind == Kind::Changed; }
    /// What it is about: that collection, or the server and with it all of them.
    [[nodiscard]] bool isOf(const QString &name) const { return collection.isEmpty() || collection == name; }

    friend bool operator==(const Mark &, const Mark &) = default;
};

/// Which of them: those between the two, both included, and the alerts that were active between them.
struct MarkQuestion {
    static constexpr int mostOfEach = 500; ///< the newest; where there are so many there may be more
    std::chrono::milliseconds from{}, to{};
    friend bool operator==(const MarkQuestion &, const MarkQuestion &) = default;
};

/// What a person notes down at a moment. It is plain text.
struct Note {
    static constexpr qsizetype longest = 500; ///< characters

    QString id; ///< empty: it is new
    std::chrono::milliseconds time{}; ///< it is about, Unix, by the server's clock
    QString collection; ///< empty: all of them
    QString text; ///< empty: it is to go
};

} // namespace plimsoll
