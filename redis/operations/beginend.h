// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/channel.h"
#include "redis/operations/journal.h"
#include "redis/types/operation.h"

/// How one operation begins and ends: in its report, in the journal, and on the server.
namespace plimsoll::redis {

OperationReport beginReport(const Plan &plan, const Server &server, bool undoable);
OperationReport refuse(OperationReport report, const Error &error);
/// `uncertain`: what came of the last batch is not known; `waiting`: its results could not be committed.
/// `unfinished`: why not everything was looked at where that was no error.
void conclude(OperationReport &report, const Outcome &done, const QStringList &unfinished, bool uncertain,
              bool waiting);

/// Makes room in the archive for what a closed operation has put there; the preview said what that costs as far as it
/// could tell (noteCosts()).
void forgetExpired(Journal &journal, const Retention &retention, std::chrono::milliseconds serverNow,
                   OperationReport &report);
/// By which the server is known again when it was started anew. Nothing is changed before it is there.
Outcome leaveMark(OperationChannel &channel, Journal &journal, const Plan &plan);
/// The marks of what can no longer be undone go.
void letMarksGo(OperationChannel &channel, const Journal &journal, const OperationReport &report, const Plan &plan);
/// What an undo put back at the end of a list goes to where it was; a note where it does not, and the error that it was
/// kept from it by.
Outcome bringToPlaces(OperationChannel &channel, const Journal &journal, OperationReport &report,
                      const std::stop_token &stop);
/// After an undo that ran to its end: what it undid is "undone", unless nothing came back, as where workers have taken
/// all of it meanwhile; then it stays as it was.
Outcome markUndone(Journal &journal, const OperationReport &undo);
/// The undone operation first: a crash between the two leaves an undo that recovery closes. False when its line could
/// not be written and is left open.
bool close(Journal &journal, OperationReport &report, bool done);

} // namespace plimsoll::redis
