// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

namespace plimsoll {

/// What no single poll shows: elements that a collection lost by what happened to the server, told until they come
/// back, or for a while; or dead letters that became more, told until they are as few again, or for an hour.
struct Loss {
    std::chrono::milliseconds time{}; ///< server time of what took them; of dead letters, at which they were so few
    std::chrono::milliseconds noticed{}; ///< server time; what was looked through since counts
    double before = 0; ///< elements; dead letters
    QString text; ///< "restarted, 200 elements gone"
    int figure = -1; ///< -1: of the elements; else of the dead letters
};

/// Of all its keys; not known where one is not.
double elementsOf(const Snapshot &snapshot, std::size_t row);

/// How many keys of those that are looked for there are, if all was looked through and read since; else not known.
double keysSince(const KeysFound *found, std::chrono::milliseconds since);

/// "restarted".
QString happenedText(ServerEvent::Type type);

/// "restarted, 200 elements gone"; `what` alone where none is.
QString goneText(const QString &what, double elements);

/// "restarted, 200 elements fewer than when seen last": where nobody saw what became of them.
QString fewerText(const QString &what, double elements);

/// As many are there as before, half of the elements at least, or it was told for long enough.
bool isOver(const Loss &loss, const Snapshot &snapshot, std::size_t row);

/// What a collection says of it.
Problem lossProblem(std::shared_ptr<const Loss> loss, const Snapshot &snapshot, std::size_t row);

/// What a snapshot tells of that figure of a collection, -1: of its elements; null where it tells of none.
std::shared_ptr<const Loss> toldLoss(const Snapshot::Row &row, int figure);

/// "25 dead, 20 new in the last hour".
QString moreDeadText(const FigureSpec &figure, double value, bool isAtLeast, double more);

} // namespace plimsoll
