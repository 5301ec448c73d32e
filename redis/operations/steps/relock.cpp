// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/prospect.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/steps/undosource.h"
#include "redis/operations/journal/words.h"

#include <QJsonObject>

namespace plimsoll::redis {

namespace {

class RelockKind final : public KindOf<RelockStep> {
public:
    RelockKind() : KindOf("relock") { }

    [[nodiscard]] QString text(const PlanStep &step) const override
    {
        return QStringLiteral("EVALSHA relock  %1: SET NX").arg(shownKey(step.key));
    }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        call.arguments = {of(step).expireAt};
        for (const PlanItem &item : itemsOf(step, range)) {
            call.arguments.push_back(item.element);
        }
    }

    void write(QJsonObject &json, const PlanStep &step) const override
    {
        const RelockStep &relock = of(step);
        json.insert(QStringLiteral("expireAt"), packed(relock.expireAt));
    }
    void read(const QJsonValue &json, PlanStep &step) const override
    {
        RelockStep &relock = of(step);
        relock.expireAt = unpacked(json[QStringLiteral("expireAt")]);
    }

    [[nodiscard]] Outcome completeBack(UndoSource &undo, PlanStep &back, Plan & /*plan*/) const override
    {
        // no expiry only if it had none
        const std::optional<qint64> ends = undo.journal.archive().expiryBefore(undo.undone.report.id, undo.what.step);
        of(back).expireAt = ends ? QByteArray::number(*ends) : QByteArray();
        return Done{};
    }

    [[nodiscard]] bool look(Prospect &prospect) const override
    {
        const RelockStep &relock = of(prospect.step);
        if (!relock.expireAt.isEmpty() && relock.expireAt.toDouble() <= double(prospect.now.count())) {
            prospect.can.assign(prospect.can.size(), false);
            prospect.obstacle =
                Words::tr("The lease of %1 has ended; it is not put back.").arg(shownKey(prospect.step.key));
            return true;
        }
        if (!prospect.isMissing([&](const PlanItem & /*item*/) { return prospect.step.key; })) {
            return false;
        }
        if (prospect.count() == 0) {
            prospect.obstacle =
                Words::tr("%1 is held again; it is left to its holder.").arg(shownKey(prospect.step.key));
        }
        return true;
    }

    [[nodiscard]] unsigned keyTypes() const override { return StringKey; }
};

} // namespace

const StepKind &stepKind(const RelockStep & /*does*/)
{
    static const RelockKind kind;
    return kind;
}

} // namespace plimsoll::redis
