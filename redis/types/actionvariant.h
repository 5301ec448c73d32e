// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLatin1StringView>
#include <QStringView>

namespace plimsoll {

struct OperationRequest;
struct Plan;

/// User-visible variant of an action whose name differs from the button, depending on the kind of collection and the
/// selection. The journal stores it, so that dialog, bar, journal and undo use the same word.
enum class ActionVariant {
    Default, ///< the action's own name
    Claim, ///< Requeue of a stream, to a consumer
    Release, ///< Requeue of a stream, to any consumer that claims idle entries
    AddAgain, ///< RequeueDead of a stream
    Prune, ///< Trim to a window
    Reset, ///< Purge of events counted within a window
    Remove, ///< Discard of non-jobs, Prune of selected elements
    EditRequeue, ///< Edit of a job with subsequent requeue
    EditDeadLetter, ///< same as EditRequeue, with the attempts used up
};

/// Returns the journal's id, "claim", "add-again", …; empty for Default.
QLatin1StringView variantId(ActionVariant variant);
/// Returns Default for an unknown id.
ActionVariant findVariant(QStringView id);

/// Returns the variant of a request, before a plan exists.
ActionVariant variantOf(const OperationRequest &request);
/// Returns the variant that the plan carries out.
ActionVariant variantOf(const Plan &plan, const OperationRequest &request);

} // namespace plimsoll
