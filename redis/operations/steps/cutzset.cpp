// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/journal/words.h"

#include <QJsonObject>

namespace plimsoll::redis {

namespace {

class CutZSetKind final : public CutKindOf<CutZSetStep> {
public:
    CutZSetKind() : CutKindOf("cut_zset") { }

    [[nodiscard]] QString text(const PlanStep &step) const override
    {
        const CutZSetStep &cut = of(step);
        return Words::tr("EVALSHA cut_zset  %1: %2 with scores from %3 to %4, at least %5 stay")
            .arg(shownKey(step.key), QString::number(cut.count),
                 cut.atMax ? QStringLiteral("+inf") : QStringLiteral("-inf"), QString::fromLatin1(cut.bound),
                 QString::number(cut.keep));
    }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        const CutZSetStep &cut = of(step);
        call.arguments = {cut.atMax ? "max" : "min",
                          decimal(qint64(range.count)),
                          decimal(range.bytes),
                          decimal(cut.keep),
                          range.archive ? "1" : "0",
                          cut.atMax ? QByteArray("+inf") : cut.low,
                          cut.bound};
    }

    void write(QJsonObject &json, const PlanStep &step) const override
    {
        const CutZSetStep &cut = of(step);
        json.insert(QStringLiteral("count"), cut.count);
        json.insert(QStringLiteral("keep"), cut.keep);
        json.insert(QStringLiteral("atMax"), cut.atMax);
        json.insert(QStringLiteral("bound"), packed(cut.bound));
        json.insert(QStringLiteral("low"), packed(cut.low));
    }
    void read(const QJsonValue &json, PlanStep &step) const override
    {
        CutZSetStep &cut = of(step);
        cut.count = json[QStringLiteral("count")].toInteger();
        cut.keep = json[QStringLiteral("keep")].toInteger();
        cut.atMax = json[QStringLiteral("atMax")].toBool();
        cut.bound = unpacked(json[QStringLiteral("bound")]);
        cut.low = unpacked(json[QStringLiteral("low")]);
    }

    [[nodiscard]] unsigned keyTypes() const override { return ZSetKey; }
};

} // namespace

const StepKind &stepKind(const CutZSetStep & /*does*/)
{
    static const CutZSetKind kind;
    return kind;
}

} // namespace plimsoll::redis
