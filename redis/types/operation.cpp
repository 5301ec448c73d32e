// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/operation.h"

#include "redis/types/streaminfo.h"

#include <QJsonDocument>

#include <algorithm>
#include <array>
#include <numeric>

namespace plimsoll {

namespace {

struct ActionName {
    Action action;
    QLatin1StringView id;
};

constexpr std::array actionNames{
    ActionName{Action::Requeue, QLatin1StringView("requeue")},
    ActionName{Action::RequeueDead, QLatin1StringView("requeue-dead")},
    ActionName{Action::DeadLetter, QLatin1StringView("dead-letter")},
    ActionName{Action::Discard, QLatin1StringView("discard")},
    ActionName{Action::RunNow, QLatin1StringView("run-now")},
    ActionName{Action::ChangePriority, QLatin1StringView("change-priority")},
    ActionName{Action::Postpone, QLatin1StringView("postpone")},
    ActionName{Action::Move, QLatin1StringView("move")},
    ActionName{Action::Trim, QLatin1StringView("trim")},
    ActionName{Action::Prune, QLatin1StringView("prune")},
    ActionName{Action::Add, QLatin1StringView("add")},
    ActionName{Action::SetExpiry, QLatin1StringView("set-expiry")},
    ActionName{Action::Purge, QLatin1StringView("purge")},
    ActionName{Action::Release, QLatin1StringView("release")},
    ActionName{Action::Acknowledge, QLatin1StringView("acknowledge")},
    ActionName{Action::SetLastId, QLatin1StringView("set-last-id")},
    ActionName{Action::RemoveConsumer, QLatin1StringView("remove-consumer")},
    ActionName{Action::CleanUp, QLatin1StringView("clean-up")},
    ActionName{Action::Edit, QLatin1StringView("edit")},
    ActionName{Action::Adopt, QLatin1StringView("adopt")},
    ActionName{Action::Undo, QLatin1StringView("undo")},
};

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

QLatin1StringView actionId(Action action)
{
    const auto *const found = std::find_if(actionNames.begin(), actionNames.end(),
                                           [action](const ActionName &name) { return name.action == action; });
    return found == actionNames.end() ? QLatin1StringView() : found->id;
}

QLatin1StringView shownId(const Plan &plan)
{
    return plan.variant == ActionVariant::Default ? actionId(plan.action) : variantId(plan.variant);
}

QLatin1StringView shownId(const OperationReport &report)
{
    return report.variant == ActionVariant::Default ? actionId(report.action) : variantId(report.variant);
}

std::optional<Action> findAction(QStringView id)
{
    const auto *const found =
        std::find_if(actionNames.begin(), actionNames.end(), [id](const ActionName &name) { return name.id == id; });
    return found == actionNames.end() ? std::nullopt : std::optional(found->action);
}

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

bool isJson(const QByteArray &bytes)
{
    return !QJsonDocument::fromJson(bytes).isNull();
}

QLatin1StringView operationStateId(OperationState state)
{
    static constexpr std::array names{QLatin1StringView("open"),      QLatin1StringView("done"),
                                      QLatin1StringView("cancelled"), QLatin1StringView("failed"),
                                      QLatin1StringView("partial"),   QLatin1StringView("undone")};
    return names.at(static_cast<std::size_t>(state));
}

qint64 Plan::matched() const
{
    return std::accumulate(steps.begin(), steps.end(), qint64(0),
                           [](qint64 sum, const PlanStep &step) { return sum + (step.beside ? 0 : step.planned()); });
}

bool Plan::isAllExhausted() const
{
    return matched() > 0 && std::ssize(exhausted) >= matched();
}

std::vector<QByteArray> Plan::keys() const
{
    std::vector<QByteArray> keys;
    const auto add = [&keys](const QByteArray &key) {
        if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
            keys.push_back(key);
        }
    };
    for (const PlanStep &step : steps) {
        add(step.key);
        for (const PlanTarget &target : step.targets()) {
            add(target.key);
        }
    }
    return keys;
}

std::vector<QByteArray> Plan::changedKeys() const
{
    constexpr std::size_t mostCleaned = 1'000;
    std::vector<QByteArray> keys;
    std::size_t cleaned = 0;
    for (const PlanStep &step : steps) {
        keys.push_back(step.key);
        const PlanTarget *const dead = step.dead();
        for (PlanTarget &target : step.targets()) {
            if (dead == nullptr || target.key != dead->key || !exhausted.empty()) {
                keys.push_back(std::move(target.key));
            }
        }
        const bool hasKeys = step.changesRecords();
        for (std::size_t i = 0; hasKeys && i < step.items.size() && cleaned < mostCleaned; ++i) {
            if (!step.items[i].record.isEmpty()) {
                keys.push_back(step.items[i].record);
                ++cleaned;
            }
        }
    }
    return keys;
}

} // namespace plimsoll
