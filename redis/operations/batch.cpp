// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch.h"

#include "redis/operations/steps/stepkind.h"
#include "redis/operations/words.h"
#include "redis/wire/slot.h"

#include <QCryptographicHash>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>
#include <variant>

namespace plimsoll::redis {

namespace {

/// Latest expiry, as scripts of version 0.1 wrote it: one more than the maximum.
constexpr double endOfTime = 0x1p63;

std::optional<std::vector<qint64>> readHeader(const std::vector<Reply> &strings, std::size_t numbers,
                                              QByteArrayView version = "1")
{
    if (strings.empty()) {
        return std::nullopt;
    }
    const QList<QByteArray> words = strings.front().bytes.split(' ');
    if (words.size() != static_cast<qsizetype>(numbers) + 1 || words.front() != version) {
        return std::nullopt;
    }
    std::vector<qint64> header;
    for (const QByteArray &word : words.sliced(1)) {
        bool ok = false;
        qint64 value = word.toLongLong(&ok);
        if (!ok && word.toDouble(&ok) >= endOfTime) {
            value = std::numeric_limits<qint64>::max();
        }
        if (!ok) {
            return std::nullopt;
        }
        header.push_back(value);
    }
    return header;
}

/// Expiry of the key, Unix ms, from a header; nullopt for -1.
std::optional<qint64> expiryIn(qint64 value, std::chrono::milliseconds now)
{
    // Escrows of earlier versions hold the time left, which is always less than a current date.
    constexpr qint64 dates = 1'000'000'000'000;
    return value <= 0 ? std::nullopt : std::optional(value > dates ? value : now.count() + value);
}

Error notOurs()
{
    return {ErrorKind::Protocol,
            Words::tr("the answer to a batch, or what it left on the server, is not what it should be")};
}

/// Converts the places of a batch's elements, counted from the left before the batch, to places counted from the old
/// end as each was taken; "=…": already converted.
void countPlaces(std::vector<ArchivedElement> &elements, const std::vector<QByteArray> &places, bool oldIsLeft,
                 qint64 length)
{
    std::vector<qint64> taken; // ascending
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (places[i].startsWith('=')) {
            elements[i].place = places[i].sliced(1).toLongLong();
        } else if (!places[i].isEmpty()) {
            const qint64 fromLeft = places[i].toLongLong();
            const qint64 place = oldIsLeft ? fromLeft : length - 1 - fromLeft;
            const auto at = std::lower_bound(taken.begin(), taken.end(), place);
            elements[i].place = std::max<qint64>(0, place - (at - taken.begin()));
            taken.insert(at, place);
        }
    }
}

constexpr qint64 untypedWidth = 4; ///< outcome, element, score, attempts
constexpr qint64 typedWidth = 6; ///< with start and place

qint64 widthOf(const PlanStep &step, const std::vector<Reply> &strings)
{
    return escrowLayout(step, strings.empty() ? QByteArrayView() : strings.front().bytes).width;
}

Result<BatchAnswer> readTouched(const PlanStep &step, int stepIndex, const std::vector<Reply> &strings,
                                std::chrono::milliseconds now)
{
    const auto width = static_cast<std::size_t>(widthOf(step, strings));
    const bool isTyped = width == typedWidth;
    auto header = isTyped ? readHeader(strings, 7, "2") : readHeader(strings, 6);
    if (!header && step.is<PendingStep>()) { // escrows of earlier versions lack the seventh number
        header = readHeader(strings, 7);
    }
    if (!header || (strings.size() - 1) % width != 0) {
        return notOurs();
    }
    BatchAnswer answer;
    answer.result.step = stepIndex;
    answer.result.moved = header->at(0);
    answer.result.deadLettered = header->at(1);
    answer.result.removed = header->at(2);
    answer.result.skipped = header->at(3);
    answer.stayed = header->at(4);
    answer.result.expiresAt = expiryIn(header->at(5), now);
    answer.tooMany = step.is<PendingStep>() && header->size() > 6 ? header->at(6) : 0;
    std::vector<ArchivedElement> &elements = answer.result.elements;
    elements.reserve(strings.size() / width);
    std::vector<QByteArray> places;
    for (std::size_t i = 1; i + width <= strings.size(); i += width) {
        const char outcome = strings[i].bytes.isEmpty() ? 'm' : strings[i].bytes.front();
        elements.push_back({0, stepIndex, outcome, strings[i + 1].bytes, strings[i + 2].bytes, {}});
        if (step.is<ExpireStep>()) { // the score field holds the previous expiry
            answer.result.expiresAt = expiryIn(std::exchange(elements.back().score, {}).toLongLong(), now);
        }
        const bool isGiven = step.is<RescoreStep>() || step.is<PendingStep>() || step.is<GroupIdStep>()
            || step.is<CleanStep>() || step.is<EditStep>();
        (isGiven ? elements.back().given : elements.back().attempts) = strings[i + 3].bytes;
        if (isTyped) {
            elements.back().start = strings[i + 4].bytes;
            places.push_back(strings[i + 5].bytes);
        }
    }
    if (isTyped) {
        countPlaces(elements, places, step.atLeft(), header->at(6));
    }
    return answer;
}

Result<BatchAnswer> readCut(const PlanStep &step, int stepIndex, const std::vector<Reply> &strings,
                            std::chrono::milliseconds now)
{
    const auto header = readHeader(strings, 6, "2");
    const auto older = readHeader(strings, 4); // an escrow of version 0.1: removed, left, moved on, PTTL
    const auto width = static_cast<std::size_t>(widthOf(step, strings));
    if ((!header && !older) || strings.size() < 2 || (strings.size() - 2) % width != 0) {
        return notOurs();
    }
    BatchAnswer answer;
    answer.result.step = stepIndex;
    if (header) {
        answer.result.removed = header->at(0);
        answer.cut = {header->at(1), header->at(2), header->at(3), header->at(4), {}};
        if (!strings[1].bytes.isEmpty()) {
            answer.cut.other = strings[1].bytes.toULongLong(nullptr, 16);
        }
    } else {
        answer.result.removed = older->at(0);
    }
    answer.result.expiresAt = expiryIn(header ? header->at(5) : older->at(3), now);
    for (std::size_t i = 2; i < strings.size(); i += width) {
        answer.result.elements.push_back(
            {0, stepIndex, 'r', strings[i].bytes, width == 2 ? strings[i + 1].bytes : QByteArray(), {}});
    }
    return answer;
}

/// Parses the answer of a restore; `expected`: elements that undo puts back. The script itself lists new members, since
/// a crash leaves no other record.
Result<BatchAnswer> readRestored(int stepIndex, const std::vector<Reply> &strings,
                                 const std::vector<ArchivedElement> &expected)
{
    const auto header = readHeader(strings, 2);
    if (!header) {
        return notOurs();
    }
    BatchAnswer answer;
    answer.result.step = stepIndex;
    answer.result.moved = header->at(0);
    answer.result.skipped = header->at(1);
    const auto behind = std::min(strings.size(), static_cast<std::size_t>(1 + header->at(1)));
    std::map<QByteArray, int> existed;
    for (std::size_t i = 1; i < behind; ++i) {
        ++existed[strings[i].bytes];
    }
    for (std::size_t i = behind; i < strings.size(); ++i) {
        answer.result.elements.push_back({0, stepIndex, 'a', strings[i].bytes, {}, {}});
    }
    // After a crash, `expected` may hold more than this batch got; its elements come first.
    const auto given = std::min(expected.size(), static_cast<std::size_t>(header->at(0) + header->at(1)));
    for (const ArchivedElement &element : std::span(expected).first(given)) {
        if (const auto found = existed.find(element.element); found != existed.end() && found->second > 0) {
            --found->second;
        } else {
            answer.result.elements.push_back(element);
        }
    }
    return answer;
}

} // namespace

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
    return "plimsoll:escrow:{" + tag + "}:" + operation.toLatin1() + ':' + what;
}

} // namespace

EscrowLayout escrowLayout(const PlanStep &step, QByteArrayView header)
{
    if (step.cut() != nullptr) {
        return {2, step.is<CutListStep>() ? 1 : 2};
    }
    if (step.is<MoveStep>() || step.is<AdoptStep>()) {
        return {1, header.startsWith("1 ") ? untypedWidth : typedWidth};
    }
    return {1, step.is<RestoreStep>() ? 1 : untypedWidth};
}

QByteArray escrowKey(const QByteArray &key, const QString &operation, int batch)
{
    return ownKey(key, operation, QByteArray::number(batch));
}

QByteArray markKey(const QByteArray &key, const QString &operation)
{
    return ownKey(key, operation, "mark");
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

QLatin1StringView attemptsMode(MoveStep::Attempts attempts)
{
    static constexpr std::array modes{QLatin1StringView("keep"), QLatin1StringView("incr"), QLatin1StringView("set")};
    return modes.at(static_cast<std::size_t>(attempts));
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
    if (step.cut() != nullptr) {
        return readCut(step, stepIndex, strings, now);
    }
    return step.is<RestoreStep>() ? readRestored(stepIndex, strings, expected)
                                  : readTouched(step, stepIndex, strings, now);
}

} // namespace plimsoll::redis
