// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch/channel.h"
#include "redis/operations/journal/journal.h"
#include "redis/types/operation.h"

/// Beginning and end of an operation: in its report, in the journal, and on the server.
namespace plimsoll::redis {

OperationReport beginReport(const Plan &plan, const Server &server, bool undoable);
OperationReport refuse(OperationReport report, const Error &error);
/// `uncertain`: the result of the last batch is unknown; `waiting`: its results could not be committed. `unfinished`:
/// reasons, other than errors, why not everything was examined.
void conclude(OperationReport &report, const Outcome &done, const QStringList &unfinished, bool uncertain,
              bool waiting);

/// Expires old archives to make room for that of a closed operation; the preview estimated which (noteCosts()).
void forgetExpired(Journal &journal, const Retention &retention, std::chrono::milliseconds serverNow,
                   OperationReport &report);
/// Sets the mark that identifies the server after a restart. Nothing is changed before the mark exists.
Outcome leaveMark(OperationChannel &channel, Journal &journal, const Plan &plan);
/// Removes the marks of operations that can no longer be undone.
void letMarksGo(OperationChannel &channel, const Journal &journal, const OperationReport &report, const Plan &plan);
/// Moves elements that an undo put back at the end of a list to their original places. Adds a note if they stay there,
/// and returns the error that prevented the move, if any.
Outcome bringToPlaces(OperationChannel &channel, const Journal &journal, OperationReport &report,
                      const std::stop_token &stop);
/// After a complete undo: marks the undone operation as undone, unless nothing came back, for example because workers
/// took all of it; then its state does not change.
Outcome markUndone(Journal &journal, const OperationReport &undo);
/// Closes the undone operation first: a crash between the two leaves an undo that recovery closes. False if the undo's
/// journal entry could not be written and stays open.
bool close(Journal &journal, OperationReport &report, bool done);

} // namespace plimsoll::redis
