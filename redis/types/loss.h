// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

namespace plimsoll {

/// A loss that no single poll shows: elements lost in a server event, reported for a while or until they are back; or
/// an increase of dead letters, reported for an hour or until they decrease again.
struct Loss {
    std::chrono::milliseconds time{}; ///< server time of the event; for dead letters, of the lowest count
    std::chrono::milliseconds noticed{}; ///< server time; only searches since then count
    double before = 0; ///< elements or dead letters before
    QString text; ///< "restarted, 200 elements gone"
    int figure = -1; ///< -1: elements; otherwise the figure of dead letters
    double gone = 0; ///< elements gone in this event and in those before it that were still reported
};

/// Returns the sum over all keys; NaN if one is unknown.
double elementsOf(const Snapshot &snapshot, std::size_t row);

/// True if the elements of the keys that the collection looks for leave them with the time: a window is counted.
bool hasFoundWindow(const Snapshot &snapshot, std::size_t row);

/// Estimates how many of the keys that a search has found do not expire until `then`, from the expiry of a sample.
double keysLasting(const KeysFound &found, std::chrono::milliseconds then);

/// Returns the elements of keys that a search for the collection has found and that do not expire until `then`. Of more
/// than KeysFound::mostShown keys the others count as one element each.
double elementsLasting(const Snapshot &snapshot, std::size_t row, const KeysFound &found,
                       std::chrono::milliseconds then);

/// Returns the elements of the keys found by searching, if all were searched and read since `since`; else NaN.
double elementsSince(const Snapshot &snapshot, std::size_t row, std::chrono::milliseconds since);

/// Returns "restarted", "flushed", ….
QString happenedText(ServerEvent::Type type);

/// Returns "restarted, 200 elements gone"; only `what` if none are gone.
QString goneText(const QString &what, double elements);

/// Appends to a goneText() what events shortly before had already removed: "restarted, 60 elements gone, 200 more
/// shortly before"; unchanged if that is nothing.
QString withEarlierText(const QString &text, double elements);

/// Returns "restarted, 200 elements fewer than when seen last", for losses that were not observed.
QString fewerText(const QString &what, double elements);

/// True if half of the elements are back, dead letters have decreased again, or the loss was reported long enough.
bool isOver(const Loss &loss, const Snapshot &snapshot, std::size_t row);

/// Returns the problem that reports the loss.
Problem lossProblem(std::shared_ptr<const Loss> loss, const Snapshot &snapshot, std::size_t row);

/// Returns the loss reported for a figure of a collection, or for its elements (-1); null if there is none.
std::shared_ptr<const Loss> toldLoss(const Snapshot::Row &row, int figure);

/// Returns "25 dead, 20 new in the last hour".
QString moreDeadText(const FigureSpec &figure, double value, bool isAtLeast, double more);

} // namespace plimsoll
