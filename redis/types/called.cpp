// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/called.h"

#include "redis/types/operation.h"
#include "redis/types/streaminfo.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

struct CalledName {
    Called called;
    QLatin1StringView id;
};

constexpr std::array calledNames{
    CalledName{Called::Claim, QLatin1StringView("claim")},
    CalledName{Called::Release, QLatin1StringView("release")},
    CalledName{Called::AddAgain, QLatin1StringView("add-again")},
    CalledName{Called::Prune, QLatin1StringView("prune")},
    CalledName{Called::Reset, QLatin1StringView("reset")},
    CalledName{Called::Remove, QLatin1StringView("remove")},
    CalledName{Called::EditRequeue, QLatin1StringView("edit-requeue")},
    CalledName{Called::EditDeadLetter, QLatin1StringView("edit-dead-letter")},
};

/// True for one key per subject with events of a time window: a trim does not cut off one end.
bool hasWindowEach(const KindInfo &kind)
{
    return kind.roles.front().named == Named::ById && !kind.roles.front().window.isEmpty();
}

} // namespace

QLatin1StringView calledId(Called called)
{
    const auto *const found = std::find_if(calledNames.begin(), calledNames.end(),
                                           [called](const CalledName &name) { return name.called == called; });
    return found == calledNames.end() ? QLatin1StringView() : found->id;
}

Called findCalled(QStringView id)
{
    const auto *const found =
        std::find_if(calledNames.begin(), calledNames.end(), [id](const CalledName &name) { return name.id == id; });
    return found == calledNames.end() ? Called::Plainly : found->called;
}

Called calledOf(const OperationRequest &request)
{
    const bool isKnown = request.workspace != nullptr && request.action != Action::Undo
        && request.collection < request.workspace->collections.size();
    const KindInfo *kind = isKnown ? request.workspace->collections[request.collection].kind : nullptr;
    if (kind == nullptr) {
        return Called::Plainly;
    }
    const bool isStream = kind->hasRole(Holds::Entries);
    switch (request.action) {
    case Action::Requeue:
        return !isStream ? Called::Plainly : request.target == neutralConsumer ? Called::Release : Called::Claim;
    case Action::RequeueDead:
        return isStream ? Called::AddAgain : Called::Plainly;
    case Action::Trim:
        return hasWindowEach(*kind) ? Called::Prune : Called::Plainly;
    case Action::Purge:
        return hasWindowEach(*kind) ? Called::Reset : Called::Plainly;
    case Action::Discard:
        return kind->hasRole(Holds::Record) ? Called::Plainly : Called::Remove;
    case Action::Prune:
        return request.elements.empty() && request.state.isEmpty() ? Called::Plainly : Called::Remove;
    case Action::Edit:
        return request.edit && request.edit->requeue ? Called::EditRequeue : Called::Plainly;
    default:
        return Called::Plainly;
    }
}

Called calledOf(const Plan &plan, const OperationRequest &request)
{
    const Called called = calledOf(request);
    const bool isDead = !plan.exhausted.empty();
    const auto *pending = plan.steps.empty() ? nullptr : plan.steps.front().as<PendingStep>();
    return called == Called::EditRequeue && isDead ? Called::EditDeadLetter
        : called == Called::Claim && pending != nullptr && pending->what == PendingStep::What::Release
        ? Called::Release // no consumer was named
        : called;
}

} // namespace plimsoll
