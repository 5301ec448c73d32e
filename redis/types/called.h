// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLatin1StringView>
#include <QStringView>

namespace plimsoll {

struct OperationRequest;
struct Plan;

/// What a person calls an action where its own name is not what the button said: by the kind of the collection, and by
/// what was chosen. The journal keeps it, so that dialog, bar, journal and undo go on saying it.
enum class Called {
    Plainly, ///< by the action
    Claim, ///< Requeue of a stream, to a consumer
    Release, ///< Requeue of a stream, to whoever claims what is idle
    AddAgain, ///< RequeueDead of a stream
    Prune, ///< Trim to a window
    Reset, ///< Purge of what was counted within a window
    Remove, ///< Discard of what is no job, Prune of those that were selected
    EditRequeue, ///< Edit of a job that is requeued then
    EditDeadLetter, ///< the same, with its attempts used up
};

/// "claim", "add-again", … as the journal has it; empty for Plainly.
QLatin1StringView calledId(Called called);
/// Plainly for what is none of them.
Called findCalled(QStringView id);

/// What is asked for, before there is a plan.
Called calledOf(const OperationRequest &request);
/// What the plan of it does.
Called calledOf(const Plan &plan, const OperationRequest &request);

} // namespace plimsoll
