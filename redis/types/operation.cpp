// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/operation.h"

#include "redis/types/printable.h"

#include <QCoreApplication>

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

struct OperationWords {
    Q_DECLARE_TR_FUNCTIONS(operations)
};

QString targetText(const PlanTarget &target)
{
    static constexpr std::array names{QLatin1StringView("LPUSH"), QLatin1StringView("RPUSH"), QLatin1StringView("SADD"),
                                      QLatin1StringView("ZADD"), QLatin1StringView("XADD")};
    return printable(target.key, 200) + QLatin1String(" (") + names.at(static_cast<std::size_t>(target.how))
        + (target.score.isEmpty() ? QString() : QLatin1Char(' ') + QString::fromLatin1(target.score))
        + QLatin1Char(')');
}

QString moveText(const PlanStep &step, const MoveStep &move)
{
    const QLatin1StringView script(step.keyType == ListKey ? "EVALSHA take  " : "EVALSHA move  ");
    QString text = script + printable(step.key, 200) + QStringLiteral("\n  → ");
    text += move.target ? targetText(*move.target) : OperationWords::tr("escrow, then archive");
    if (move.dead) {
        text += QLatin1String(" | ") + targetText(*move.dead);
    }
    if (step.keyType == ListKey && !move.contiguous && step.planned() > 1) {
        text += OperationWords::tr(
            "\n  scattered ones are first moved to one end (EVALSHA arrange, LSET); the others keep their order");
    }
    if (!move.guard.isEmpty()) {
        text += OperationWords::tr("\n  where its score in %1 is as shown").arg(printable(move.guard, 200));
    }
    if (move.countsInside && step.records.keyTemplate.isEmpty()) {
        const bool mayBeInside = std::any_of(step.items.begin(), step.items.end(),
                                             [](const PlanItem &item) { return item.element.startsWith('{'); });
        if (mayBeInside && move.attempts == MoveStep::Attempts::Increment) {
            text += OperationWords::tr("\n  in elements that hold attempts and their maximum: attempts + 1");
        } else if (mayBeInside) {
            text += OperationWords::tr("\n  in elements that hold attempts and their maximum: attempts = %1")
                        .arg(printable(step.items.front().attempts, 20));
        }
    } else if (move.attempts == MoveStep::Attempts::Increment) {
        text += OperationWords::tr("\n  job record: attempts + 1");
    } else if (move.attempts == MoveStep::Attempts::Set) {
        const auto isOther = [&step](const PlanItem &item) { return item.attempts != step.items.front().attempts; };
        const bool same = !step.items.empty() && std::none_of(step.items.begin(), step.items.end(), isOther);
        text += same
            ? OperationWords::tr("\n  job record: attempts = %1").arg(printable(step.items.front().attempts, 20))
            : OperationWords::tr("\n  job record: attempts as they were");
    }
    return text;
}

/// Formats a step for the dialog: one function per script.
struct StepText {
    const PlanStep &step;
    QString key = printable(step.key, 200);

    QString operator()(const MoveStep &move) const { return moveText(step, move); }
    QString operator()(const CutListStep &cut) const
    {
        return OperationWords::tr("EVALSHA cut_list  %1: %2 from the %3 end, at least %4 stay")
            .arg(key, QString::number(cut.count), cut.atLeft ? OperationWords::tr("left") : OperationWords::tr("right"),
                 QString::number(cut.keep));
    }
    QString operator()(const CutZSetStep &cut) const
    {
        return OperationWords::tr("EVALSHA cut_zset  %1: %2 with scores from %3 to %4, at least %5 stay")
            .arg(key, QString::number(cut.count), cut.atMax ? QStringLiteral("+inf") : QStringLiteral("-inf"),
                 QString::fromLatin1(cut.bound), QString::number(cut.keep));
    }
    QString operator()(const RestoreStep & /*restore*/) const
    {
        return OperationWords::tr("EVALSHA restore  archive → %1: %2").arg(key, QString::number(step.planned()));
    }
    QString operator()(const RescoreStep & /*rescore*/) const
    {
        return QStringLiteral("EVALSHA rescore  %1: ZADD XX %2").arg(key, QString::number(step.planned()));
    }
    QString operator()(const ExpireStep &expire) const
    {
        return QStringLiteral("EVALSHA expire  %1 %2")
            .arg(key,
                 expire.at.isEmpty() ? QStringLiteral("PERSIST")
                                     : QLatin1String("PEXPIREAT ") + QString::fromLatin1(expire.at));
    }
    QString operator()(const UnlockStep & /*unlock*/) const
    {
        return OperationWords::tr("EVALSHA unlock  %1: deleted if it is still %2")
            .arg(key, step.items.empty() ? QString() : printable(step.items.front().element, 100));
    }
    QString operator()(const RelockStep & /*relock*/) const
    {
        return QStringLiteral("EVALSHA relock  %1: SET NX").arg(key);
    }
    QString operator()(const PendingStep &pending) const
    {
        using What = PendingStep::What;
        const QString count = QString::number(step.planned());
        const QString head =
            OperationWords::tr("EVALSHA pending  %1, group %2: %3").arg(key, printable(pending.group, 200), count);
        const QString consumer = printable(pending.consumer, 200);
        switch (pending.what) {
        case What::Claim:
            return head + OperationWords::tr("\n  XCLAIM to %1, idle 0, delivered as often as before").arg(consumer);
        case What::Release:
            return head + OperationWords::tr("\n  XCLAIM to %1, idle and delivered as before").arg(consumer);
        case What::Acknowledge:
            return head + QStringLiteral("\n  XACK");
        case What::DeadLetter:
        case What::Again:
            return head + QStringLiteral("\n  → ") + targetText(*pending.target) + OperationWords::tr(", then XACK");
        }
        return head;
    }
    QString operator()(const PendingBackStep &back) const
    {
        QString text =
            OperationWords::tr("EVALSHA pending_back  %1, group %2: %3\n  XCLAIM to who had it, idle and delivered as "
                               "before")
                .arg(key, printable(back.group, 200), QString::number(step.planned()));
        return back.copies
            ? text + OperationWords::tr(", then XDEL of the copy in %1").arg(printable(back.copies->key, 200))
            : text;
    }
    QString operator()(const GroupIdStep & /*set*/) const
    {
        QString text = QStringLiteral("EVALSHA group_id  %1").arg(key);
        for (const PlanItem &item : step.items) {
            text += OperationWords::tr("\n  XGROUP SETID %1 %2, while it is at %3")
                        .arg(printable(item.element, 200), QString::fromLatin1(item.newScore).section(u' ', 0, 0),
                             QString::fromLatin1(item.score).section(u' ', 0, 0));
        }
        return text;
    }
    QString operator()(const ConsumerStep &consumer) const
    {
        const QString group = printable(consumer.group, 200);
        const QString name = step.items.empty() ? QString() : printable(step.items.front().element, 200);
        return consumer.isBack
            ? QStringLiteral("EVALSHA consumer  %1\n  XGROUP CREATECONSUMER %2 %3").arg(key, group, name)
            : OperationWords::tr("EVALSHA consumer  %1\n  XGROUP DELCONSUMER %2 %3, if nothing is pending at it")
                  .arg(key, group, name);
    }
    QString operator()(const CleanStep & /*clean*/) const
    {
        const bool hasKeys = !step.items.empty() && !step.items.front().record.isEmpty();
        const QString text = QStringLiteral("EVALSHA clean  %1: ZREM %2").arg(key, QString::number(step.planned()));
        return hasKeys ? text
                + OperationWords::tr("\n  with UNLINK of the key of each, as %1, after DUMP into escrow and archive")
                      .arg(printable(step.items.front().record, 200))
                       : text;
    }
    QString operator()(const CleanBackStep & /*back*/) const
    {
        return OperationWords::tr("EVALSHA clean_back  archive → %1: ZADD NX %2, with RESTORE of their keys")
            .arg(key, QString::number(step.planned()));
    }
    QString operator()(const CutStreamStep &cut) const
    {
        return OperationWords::tr("EVALSHA cut_stream  %1: XTRIM MINID %2 %3, %4 in all")
            .arg(key, cut.wholeNodes ? QStringLiteral("~") : QStringLiteral("="), QString::fromLatin1(cut.stays),
                 QString::number(cut.count));
    }
    QString operator()(const EditStep &edit) const
    {
        using Of = EditStep::Of;
        static constexpr std::array inKey{"SADD, SREM", "ZADD, ZREM", "LSET"};
        const std::size_t type = step.keyType == SetKey ? 0 : step.keyType == ZSetKey ? 1 : 2;
        const QString record = printable(edit.record, 200);
        return QStringLiteral("EVALSHA edit  %1\n  ").arg(key)
            + (edit.of == Of::Element    ? QString::fromLatin1(inKey.at(type))
                   : edit.of == Of::Text ? QStringLiteral("SET %1 KEEPTTL").arg(record)
                                         : QStringLiteral("HSET %1 %2").arg(record, printable(edit.field, 200)))
            + OperationWords::tr(", while it is as shown");
    }
    QString operator()(const AdoptStep & /*adopt*/) const
    {
        return OperationWords::tr(
                   "EVALSHA adopt  %1: %2, while their records are there and no key of the collection has them")
            .arg(key, QString::number(step.planned()));
    }
};

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
        const auto *const move = step.as<MoveStep>();
        for (PlanTarget &target : step.targets()) {
            if (move == nullptr || !move->dead || target.key != move->dead->key || !exhausted.empty()) {
                keys.push_back(std::move(target.key));
            }
        }
        const bool isCleaned = step.is<CleanStep>() || step.is<CleanBackStep>();
        for (std::size_t i = 0; isCleaned && i < step.items.size() && cleaned < mostCleaned; ++i) {
            if (!step.items[i].record.isEmpty()) {
                keys.push_back(step.items[i].record);
                ++cleaned;
            }
        }
    }
    return keys;
}

QStringList Plan::commands() const
{
    QStringList lines;
    for (const PlanStep &step : steps) {
        lines += std::visit(StepText{step}, step.does).split(QLatin1Char('\n'));
    }
    return lines;
}

} // namespace plimsoll
