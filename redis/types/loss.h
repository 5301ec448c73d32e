// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

namespace plimsoll {

/// Elements that a collection lost by what happened to the server: told until they come back, or for a while.
struct Loss {
    std::chrono::milliseconds time{}; ///< server time of what took them
    std::chrono::milliseconds noticed{}; ///< server time; what was looked through since counts
    double before = 0; ///< elements
    QString text; ///< "restarted, 200 elements gone"
};

/// Of all its keys; not known where one is not.
double elementsOf(const Snapshot &snapshot, std::size_t row);

/// How many keys of those that are looked for there are, if all was looked through and read since; else not known.
double keysSince(const KeysFound *found, std::chrono::milliseconds since);

/// "restarted, 200 elements gone"; `what` alone where none is.
QString goneText(const QString &what, double elements);

/// "restarted, 200 elements fewer than when it was seen last": where nobody saw what became of them.
QString fewerText(const QString &what, double elements);

/// They are restored, or it is filled again, or it was told for long enough.
bool isOver(const Loss &loss, const Snapshot &snapshot, std::size_t row);

/// What a collection says of it.
Problem lossProblem(std::shared_ptr<const Loss> loss);

/// What a snapshot tells of a collection; null where it tells of none.
std::shared_ptr<const Loss> toldLoss(const Snapshot::Row &row);

} // namespace plimsoll
