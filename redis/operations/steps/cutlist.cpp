// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/packing.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/journal/words.h"

#include <QJsonObject>

#include <algorithm>

namespace plimsoll::redis {

namespace {

constexpr std::size_t knownAhead = 256; ///< elements that others may have taken since the last batch

QByteArray knownText(std::span<const quint64> known)
{
    QByteArray text;
    for (const quint64 one : known) {
        text += QByteArray::number(one, 16).rightJustified(fingerprintDigits, '0');
    }
    return text;
}

class CutListKind final : public CutKindOf<CutListStep> {
public:
    CutListKind() : CutKindOf("cut_list") { }

    [[nodiscard]] QString text(const PlanStep &step) const override
    {
        const CutListStep &cut = of(step);
        return Words::tr("EVALSHA cut_list  %1: %2 from the %3 end, at least %4 stay")
            .arg(shownKey(step.key), QString::number(cut.count), cut.atLeft ? Words::tr("left") : Words::tr("right"),
                 QString::number(cut.keep));
    }

    void addArguments(BatchCall &call, const PlanStep &step, const BatchRange &range) const override
    {
        const CutListStep &cut = of(step);
        call.arguments = {cut.atLeft ? "left" : "right", decimal(qint64(range.count)),
                          decimal(range.bytes),          decimal(cut.keep),
                          range.archive ? "1" : "0",     outline(cut.mark),
                          decimal(cut.mark.size()),      decimal(range.came),
                          knownText(cut.beyondMark),     decimal(range.beyond)};
        if (cut.onlyKnown) {
            const std::size_t first = std::min(range.known, cut.known.size());
            const std::size_t count = std::min(range.count + knownAhead, cut.known.size() - first);
            call.arguments.push_back(knownText(std::span(cut.known).subspan(first, count)));
        }
    }

    void write(QJsonObject &json, const PlanStep &step) const override
    {
        const CutListStep &cut = of(step);
        json.insert(QStringLiteral("count"), cut.count);
        json.insert(QStringLiteral("keep"), cut.keep);
    }
    void read(const QJsonValue &json, PlanStep &step) const override
    {
        CutListStep &cut = of(step);
        cut.count = json[QStringLiteral("count")].toInteger();
        cut.keep = json[QStringLiteral("keep")].toInteger();
    }

    [[nodiscard]] EscrowLayout escrowLayout(QByteArrayView /*header*/) const override { return {2, 1}; }

    [[nodiscard]] unsigned keyTypes() const override { return ListKey; }

    void keepWithin(PlanStep &step, std::size_t most) const override
    {
        CutListStep &cut = of(step);
        cut.keep += std::max<qint64>(0, cut.count - qint64(most)); // elements beyond the limit stay as well
        cut.known.resize(std::min(cut.known.size(), most));
        CutKindOf::keepWithin(step, most);
    }
};

} // namespace

const StepKind &stepKind(const CutListStep & /*does*/)
{
    static const CutListKind kind;
    return kind;
}

} // namespace plimsoll::redis
