// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/actionvariant.h"

#include "redis/types/operation.h"
#include "redis/types/streaminfo.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

struct VariantName {
    ActionVariant variant;
    QLatin1StringView id;
};

constexpr std::array variantNames{
    VariantName{ActionVariant::Claim, QLatin1StringView("claim")},
    VariantName{ActionVariant::Release, QLatin1StringView("release")},
    VariantName{ActionVariant::AddAgain, QLatin1StringView("add-again")},
    VariantName{ActionVariant::Prune, QLatin1StringView("prune")},
    VariantName{ActionVariant::Reset, QLatin1StringView("reset")},
    VariantName{ActionVariant::Remove, QLatin1StringView("remove")},
    VariantName{ActionVariant::EditRequeue, QLatin1StringView("edit-requeue")},
    VariantName{ActionVariant::EditDeadLetter, QLatin1StringView("edit-dead-letter")},
};

/// True for one key per subject with events of a time window: a trim does not cut off one end.
bool hasWindowEach(const KindInfo &kind)
{
    return kind.roles.front().named == Named::ById && !kind.roles.front().window.isEmpty();
}

} // namespace

QLatin1StringView variantId(ActionVariant variant)
{
    const auto *const found = std::find_if(variantNames.begin(), variantNames.end(),
                                           [variant](const VariantName &name) { return name.variant == variant; });
    return found == variantNames.end() ? QLatin1StringView() : found->id;
}

ActionVariant findVariant(QStringView id)
{
    const auto *const found =
        std::find_if(variantNames.begin(), variantNames.end(), [id](const VariantName &name) { return name.id == id; });
    return found == variantNames.end() ? ActionVariant::Default : found->variant;
}

ActionVariant variantOf(const OperationRequest &request)
{
    const bool isKnown = request.workspace != nullptr && request.action != Action::Undo
        && request.collection < request.workspace->collections.size();
    const KindInfo *kind = isKnown ? request.workspace->collections[request.collection].kind : nullptr;
    if (kind == nullptr) {
        return ActionVariant::Default;
    }
    const bool isStream = kind->hasRole(Holds::Entries);
    switch (request.action) {
    case Action::Requeue:
        return !isStream                        ? ActionVariant::Default
            : request.target == neutralConsumer ? ActionVariant::Release
                                                : ActionVariant::Claim;
    case Action::RequeueDead:
        return isStream ? ActionVariant::AddAgain : ActionVariant::Default;
    case Action::Trim:
        return hasWindowEach(*kind) ? ActionVariant::Prune : ActionVariant::Default;
    case Action::Purge:
        return hasWindowEach(*kind) ? ActionVariant::Reset : ActionVariant::Default;
    case Action::Discard:
        return kind->hasRole(Holds::Record) ? ActionVariant::Default : ActionVariant::Remove;
    case Action::Prune:
        return request.elements.empty() && request.state.isEmpty() ? ActionVariant::Default : ActionVariant::Remove;
    case Action::Edit:
        return request.edit && request.edit->requeue ? ActionVariant::EditRequeue : ActionVariant::Default;
    default:
        return ActionVariant::Default;
    }
}

ActionVariant variantOf(const Plan &plan, const OperationRequest &request)
{
    const ActionVariant variant = variantOf(request);
    const bool isDead = !plan.exhausted.empty();
    const auto *pending = plan.steps.empty() ? nullptr : plan.steps.front().as<PendingStep>();
    return variant == ActionVariant::EditRequeue && isDead ? ActionVariant::EditDeadLetter
        : variant == ActionVariant::Claim && pending != nullptr && pending->what == PendingStep::What::Release
        ? ActionVariant::Release // no consumer was named
        : variant;
}

} // namespace plimsoll
