// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"

/// The commands without a window: they need a QCoreApplication, block until they are done, and, but for lab and record,
/// start no thread.
namespace plimsoll::app {

ExitCode runSnapshot(const Arguments &arguments);
ExitCode runJobs(const Arguments &arguments);
/// requeue, dead --requeue and --discard, trim.
ExitCode runOperation(const Arguments &arguments);
ExitCode runUndo(const Arguments &arguments);
ExitCode runOperations(const Arguments &arguments);

/// Polls each workspace on a thread of its own and keeps its history, until it is told to end.
ExitCode runRecord(const Arguments &arguments);
ExitCode runHistory(const Arguments &arguments);
ExitCode runReport(const Arguments &arguments);

/// Allows the command and the webhook that the workspace names, and says what they are.
ExitCode runTrust(const Arguments &arguments);

/// On a private server of its own, whatever else there is.
ExitCode runLab(const Arguments &arguments);

} // namespace plimsoll::app
