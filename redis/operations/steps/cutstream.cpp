// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/journal/words.h"

#include <QJsonObject>

namespace plimsoll::redis {

namespace {

class CutStreamKind final : public CutKindOf<CutStreamStep> {
public:
    CutStreamKind() : CutKindOf("cut_stream") { }

    [[nodiscard]] QString text(const PlanStep &step) const override
    {
        const CutStreamStep &cut = of(step);
        return Words::tr("EVALSHA cut_stream  %1: XTRIM MINID %2 %3, %4 in all")
            .arg(shownKey(step.key), cut.wholeNodes ? QStringLiteral("~") : QStringLiteral("="),
                 QString::fromLatin1(cut.stays), QString::number(cut.count));
    }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        call.arguments = {decimal(qint64(range.count)), of(step).wholeNodes ? "0" : "1", of(step).stays};
    }

    void write(QJsonObject &json, const PlanStep &step) const override
    {
        const CutStreamStep &cut = of(step);
        json.insert(QStringLiteral("count"), cut.count);
        json.insert(QStringLiteral("keep"), cut.keep);
        json.insert(QStringLiteral("stays"), packed(cut.stays));
        json.insert(QStringLiteral("wholeNodes"), cut.wholeNodes);
    }
    void read(const QJsonValue &json, PlanStep &step) const override
    {
        CutStreamStep &cut = of(step);
        cut.count = json[QStringLiteral("count")].toInteger();
        cut.keep = json[QStringLiteral("keep")].toInteger();
        cut.stays = unpacked(json[QStringLiteral("stays")]);
        cut.wholeNodes = json[QStringLiteral("wholeNodes")].toBool();
    }

    [[nodiscard]] unsigned keyTypes() const override { return StreamKey; }
};

} // namespace

const StepKind &stepKind(const CutStreamStep & /*does*/)
{
    static const CutStreamKind kind;
    return kind;
}

} // namespace plimsoll::redis
