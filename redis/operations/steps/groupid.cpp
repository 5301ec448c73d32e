// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/prospect.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/steps/undosource.h"
#include "redis/operations/journal/words.h"

namespace plimsoll::redis {

namespace {

class GroupIdKind final : public KindOf<GroupIdStep> {
public:
    GroupIdKind() : KindOf("group_id") { }

    [[nodiscard]] QString text(const PlanStep &step) const override
    {
        QString text = QStringLiteral("EVALSHA group_id  %1").arg(shownKey(step.key));
        for (const PlanItem &item : step.items) {
            text += Words::tr("\n  XGROUP SETID %1 %2, while it is at %3")
                        .arg(shownKey(item.element), QString::fromLatin1(item.newScore).section(u' ', 0, 0),
                             QString::fromLatin1(item.score).section(u' ', 0, 0));
        }
        return text;
    }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        for (const PlanItem &item : itemsOf(step, range)) {
            call.arguments.insert(call.arguments.end(), {item.element, item.score, item.newScore});
        }
    }

    void keepLast(const QByteArray &value, ArchivedElement &element) const override { element.given = value; }

    void makeBack(const PlanStep &step, char /*outcome*/, PlanStep &back) const override { back.does = step.does; }
    void completeItem(PlanItem &item, const ArchivedElement &element, const PlanStep & /*undone*/) const override
    {
        item.score = element.given;
        item.newScore = element.score;
    }

    [[nodiscard]] Outcome completeBack(UndoSource &undo, PlanStep &back, Plan & /*plan*/) const override
    {
        return undo.nameFew(back);
    }
    /// Shows the id after which the group goes on.
    void show(const PlanStep & /*step*/, const ArchivedElement &element, Element &shown) const override
    {
        shown.group = element.score.split(' ').front();
    }

    [[nodiscard]] bool look(Prospect &prospect) const override
    {
        const std::optional<std::vector<StreamGroup>> groups = prospect.groupsNow();
        for (std::size_t i = 0; groups && i < prospect.can.size(); ++i) {
            const PlanItem &item = prospect.step.items[i];
            prospect.can[i] = std::any_of(groups->begin(), groups->end(), [&item](const StreamGroup &group) {
                return group.name == item.element && group.lastDelivered == item.score.split(' ').front();
            });
        }
        return groups.has_value();
    }

    [[nodiscard]] unsigned keyTypes() const override { return StreamKey; }
};

} // namespace

const StepKind &stepKind(const GroupIdStep & /*does*/)
{
    static const GroupIdKind kind;
    return kind;
}

} // namespace plimsoll::redis
