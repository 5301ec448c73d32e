// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch/channel.h"
#include "redis/operations/journal/journal.h"
#include "redis/operations/lists/listpass.h"

#include <stop_token>
#include <vector>

/// Original places of elements taken out of a list, and moving elements back to them.
namespace plimsoll::redis {

/// Converts places, each counted when its element was taken, to places before the first was taken.
std::vector<qint64> placesBefore(const std::vector<qint64> &places);

/// The inverse: each place counted once the elements before it are gone.
std::vector<qint64> placesWhenTaken(const std::vector<qint64> &before);

/// Moves elements gathered at the end that `pass` counts from back to the places where they were found (`before`, by
/// index); the places of `missing` elements close up. False if one was lost from sight.
Result<bool> putWhereItWas(ListPass &pass, const std::vector<QByteArray> &names, const std::vector<qint64> &before,
                           std::vector<qint64> missing = {});

/// Refused if restoring the order is not permitted: undo would leave a different order, and could not be undone itself.
Outcome mayRestoreOrder(OperationChannel &channel, const Journal &journal, const QString &undone, const QString &undo);

/// True if an undo puts elements at places other than the original ones until restoreOrder() moves them.
Result<bool> needsOrder(const Journal &journal, const OpenOperation &undone);
/// After an undo, which puts elements back at the old end: moves them to their original places in the lists of
/// `undone`. Returns the number of those that are elsewhere, because other clients changed a list.
Result<qint64> restoreOrder(OperationChannel &channel, const Journal &journal, const OpenOperation &undone,
                            const QString &undo, const std::stop_token &stop);

} // namespace plimsoll::redis
