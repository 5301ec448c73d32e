// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/prospect.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/steps/undosource.h"
#include "redis/operations/journal/words.h"

#include <QDateTime>
#include <QJsonObject>

#include <utility>

namespace plimsoll::redis {

namespace {

class ExpireKind final : public KindOf<ExpireStep> {
public:
    ExpireKind() : KindOf("expire") { }

    [[nodiscard]] QString text(const PlanStep &step) const override
    {
        const QByteArray &at = of(step).at;
        QString does = QStringLiteral("PERSIST");
        if (!at.isEmpty()) {
            does = QLatin1String("PEXPIREAT ") + QString::fromLatin1(at);
            const QString date = QDateTime::fromMSecsSinceEpoch(at.toLongLong(), Qt::UTC).toString(Qt::ISODate);
            does += date.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(date); // empty beyond the year 9999
        }
        return QStringLiteral("EVALSHA expire  %1 %2").arg(shownKey(step.key), does);
    }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange & /*range*/) const override
    {
        call.arguments = {of(step).at, of(step).shown};
    }

    void write(QJsonObject &json, const PlanStep &step) const override
    {
        const ExpireStep &expire = of(step);
        json.insert(QStringLiteral("expireAt"), packed(expire.at));
    }
    void read(const QJsonValue &json, PlanStep &step) const override
    {
        ExpireStep &expire = of(step);
        expire.at = unpacked(json[QStringLiteral("expireAt")]);
    }

    /// The score of its element is the previous expiry.
    [[nodiscard]] Result<BatchAnswer> readAnswer(const PlanStep &step, const RawAnswer &raw) const override
    {
        Result<BatchAnswer> answer = KindOf::readAnswer(step, raw);
        if (answer) {
            for (ArchivedElement &element : answer->result.elements) {
                answer->result.expiresAt = expiryIn(std::exchange(element.score, {}).toLongLong(), raw.now);
            }
        }
        return answer;
    }

    void makeBack(const PlanStep &step, char /*outcome*/, PlanStep &back) const override
    {
        const QByteArray &at = of(step).at; // the archive provides that of the step back
        back.does = ExpireStep{.shown = at.isEmpty() ? QByteArrayLiteral("-1") : at};
    }
    [[nodiscard]] Outcome completeBack(UndoSource &undo, PlanStep &back, Plan &plan) const override
    {
        ExpireStep &expire = of(back);
        const QString &id = undo.undone.report.id;
        if (const std::optional<qint64> before = undo.journal.archive().expiryBefore(id, undo.what.step)) {
            expire.at = QByteArray::number(*before);
        } else { // never, or in a journal before layout 7
            const Result<std::vector<ArchivedElement>> key = undo.journal.archive().part(id, undo.what, {}, {1, 1});
            if (!key) {
                return key.error();
            }
            expire.at = key->empty() ? QByteArray() : key->front().score;
        }
        undo.expiriesPassed += !expire.at.isEmpty() && expire.at.toDouble() <= double(plan.frozenAt.count()) ? 1 : 0;
        return Done{};
    }

    [[nodiscard]] bool look(Prospect &prospect) const override
    {
        const ExpireStep &expire = of(prospect.step);
        if (!expire.at.isEmpty() && expire.at.toDouble() <= double(prospect.now.count())) {
            prospect.can.assign(prospect.can.size(), false);
            prospect.obstacle =
                Words::tr("The old expiry of %1 has passed and would delete it.").arg(shownKey(prospect.step.key));
            return true;
        }
        return prospect.ask(
            [&](const PlanItem & /*item*/) {
                return Prospect::Question{"PEXPIRETIME", prospect.step.key};
            },
            [&expire](const PlanItem & /*item*/, const Reply &at) {
                return double(at.integer) == expire.shown.toDouble();
            });
    }

    [[nodiscard]] unsigned keyTypes() const override { return ListKey | SetKey | ZSetKey | StreamKey; }

    [[nodiscard]] QStringList notesOf(const PlanStep &step, const BatchRange & /*range*/,
                                      const BatchAnswer &answer) const override
    {
        constexpr qint64 changedSince = 2; // lua/expire.lua
        const QString text = answer.stayed == 0 ? QString()
            : answer.stayed == changedSince
            ? Words::tr("%1 was left as it is: its expiry has been changed since.")
            : Words::tr("%1 was left as it is: its old expiry has passed and would have deleted it.");
        return text.isEmpty() ? QStringList() : QStringList(text.arg(shownKey(step.key)));
    }
};

} // namespace

const StepKind &stepKind(const ExpireStep & /*does*/)
{
    static const ExpireKind kind;
    return kind;
}

} // namespace plimsoll::redis
