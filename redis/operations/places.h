// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/channel.h"
#include "redis/operations/journal.h"
#include "redis/operations/listpass.h"

#include <stop_token>
#include <vector>

/// Where elements that were taken out of a list belong, and bringing them there again.
namespace plimsoll::redis {

/// Elements were taken out one after the other, each from a place counted then; where each was before the first was
/// taken.
std::vector<qint64> placesBefore(const std::vector<qint64> &places);

/// The other way round: each counted when those before it are gone.
std::vector<qint64> placesWhenTaken(const std::vector<qint64> &before);

/// What was gathered at the end that `pass` counts from goes back to where it had been found (`before`, by index); what
/// is not there any more makes room. False when it was lost from sight.
Result<bool> putWhereItWas(ListPass &pass, const std::vector<QByteArray> &names, const std::vector<qint64> &before,
                           std::vector<qint64> missing = {});

/// Refused where what it takes to bring elements to their places again is not permitted: undo would leave another
/// order, and could not be undone itself.
Outcome mayRestoreOrder(OperationChannel &channel, const Journal &journal, const QString &undone, const QString &undo);

/// Whether an undo of this leaves what it puts back elsewhere than it was until restoreOrder() brings it there.
Result<bool> needsOrder(const Journal &journal, const OpenOperation &undone);
/// After an undo, which puts back at the old end: brings what it put back into the lists of `undone` to where it was
/// taken. False when others were at work there and some of it stays at that end.
Result<bool> restoreOrder(OperationChannel &channel, const Journal &journal, const OpenOperation &undone,
                          const QString &undo, const std::stop_token &stop);

} // namespace plimsoll::redis
