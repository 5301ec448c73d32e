// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/batch.h"

#include "redis/operations/steps/stepkind.h"
#include "redis/types/slot.h"

#include <QCryptographicHash>

#include <algorithm>
#include <array>

namespace plimsoll::redis {

namespace {

/// Key of our own, in the slot of `key`.
QByteArray ownKey(const QByteArray &key, const QString &operation, const QByteArray &what)
{
    QByteArray tag = hashedPart(key).toByteArray();
    if (tag.isEmpty() || tag.contains('}')) {
        // The key cannot be a hash tag; find a number with the same slot (of 16,384).
        const unsigned wanted = slotOf(key);
        for (int number = 0; slotOf(tag) != wanted || tag.isEmpty() || tag.contains('}'); ++number) {
            tag = QByteArray::number(number);
        }
    }
    return escrowPrefix.toByteArray() + '{' + tag + "}:" + operation.toLatin1() + ':' + what;
}

} // namespace

EscrowLayout escrowLayout(const PlanStep &step, QByteArrayView header)
{
    return stepKind(step).escrowLayout(header);
}

QByteArray escrowKey(const QByteArray &key, const QString &operation, int batch)
{
    return ownKey(key, operation, QByteArray::number(batch));
}

QByteArray partKey(const QByteArray &key, const QString &operation, int batch, const QByteArray &part)
{
    return ownKey(key, operation, QByteArray::number(batch) + ':' + part);
}

QByteArray markKey(const QByteArray &key, const QString &operation)
{
    return ownKey(key, operation, "mark");
}

std::vector<QByteArray> marksOf(const std::vector<PlanStep> &steps, const QString &operation)
{
    std::vector<QByteArray> marks;
    const auto add = [&](const QByteArray &key) {
        const bool isThere = std::any_of(marks.begin(), marks.end(),
                                         [&key](const QByteArray &mark) { return slotOf(mark) == slotOf(key); });
        if (!isThere) {
            marks.push_back(markKey(key, operation));
        }
    };
    if (!steps.empty()) {
        add(steps.front().key);
    }
    for (const PlanStep &step : steps) {
        for (const PlanTarget &target : step.crossesSlots ? step.targets() : std::vector<PlanTarget>()) {
            add(target.key);
        }
    }
    return marks;
}

PlanTarget::How endOf(const PlanStep &step)
{
    using How = PlanTarget::How;
    return step.keyType == SetKey ? How::AddToSet
        : step.keyType == ZSetKey ? How::AddToZSet
        : step.atLeft()           ? How::PushLeft
                                  : How::PushRight;
}

QLatin1StringView addsBy(PlanTarget::How how)
{
    static constexpr std::array names{QLatin1StringView("lpush"), QLatin1StringView("rpush"), QLatin1StringView("sadd"),
                                      QLatin1StringView("zadd"), QLatin1StringView("xadd")};
    return names.at(static_cast<std::size_t>(how));
}

quint64 knownAs(const QByteArray &element)
{
    constexpr qsizetype whole = 16LL * 1'024;
    constexpr qsizetype piece = 4LL * 1'024;
    const QByteArray text = element.size() <= whole ? element
                                                    : QByteArray::number(element.size()) + ':' + element.first(piece)
            + element.sliced(element.size() / 2, piece) + element.last(piece);
    return QCryptographicHash::hash(text, QCryptographicHash::Sha1)
        .toHex()
        .first(fingerprintDigits)
        .toULongLong(nullptr, 16);
}

QByteArray outline(const QByteArray &element)
{
    constexpr qsizetype whole = 1'024;
    return element.size() <= whole ? element : element.first(whole / 2) + element.last(whole / 2);
}

const Script &scriptOf(const PlanStep &step)
{
    return stepKind(step).script(step);
}

const Script &arrangeScript()
{
    static const Script script(QStringLiteral("arrange"));
    return script;
}

const Script &fenceScript()
{
    static const Script script(QStringLiteral("fence"));
    return script;
}

BatchCall makeCall(const PlanStep &step, const BatchRange &range, const QByteArray &escrow)
{
    BatchCall call;
    call.script = &scriptOf(step);
    call.keys = {escrow, step.key};
    stepKind(step).addArguments(call, step, range);
    return call;
}

Result<BatchAnswer> readAnswer(const PlanStep &step, int stepIndex, const std::vector<Reply> &strings,
                               const std::vector<ArchivedElement> &expected, std::chrono::milliseconds now)
{
    return stepKind(step).readAnswer(step, {stepIndex, strings, expected, now});
}

} // namespace plimsoll::redis
