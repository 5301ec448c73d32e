// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/answers.h"

#include "redis/operations/steps/stepkind.h"
#include "redis/operations/journal/words.h"

#include <algorithm>
#include <limits>

namespace plimsoll::redis {

namespace {

/// Latest expiry, as scripts of version 0.1 wrote it: one more than the maximum.
constexpr double endOfTime = 0x1p63;

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

qint64 widthOf(const StepKind &kind, const std::vector<Reply> &strings)
{
    return kind.escrowLayout(strings.empty() ? QByteArrayView() : strings.front().bytes).width;
}

} // namespace

std::optional<std::vector<qint64>> readHeader(const std::vector<Reply> &strings, std::size_t numbers,
                                              QByteArrayView version)
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

std::optional<qint64> expiryIn(qint64 value, std::chrono::milliseconds now)
{
    // Escrows of earlier versions hold the time left, which is always less than a current date.
    constexpr qint64 dates = 1'000'000'000'000;
    return value <= 0 ? std::nullopt : std::optional(value > dates ? value : now.count() + value);
}

Error notOurs()
{
    return {ErrorKind::Protocol,
            Words::tr("the reply to a batch, or what the batch left on the server, is not as expected")};
}

Result<BatchAnswer> readRecords(const PlanStep &step, const RawAnswer &raw)
{
    const std::vector<Reply> &strings = raw.strings;
    const StepKind &kind = stepKind(step);
    const auto width = static_cast<std::size_t>(widthOf(kind, strings));
    const bool isTyped = width == typedWidth;
    const QByteArrayView version = isTyped ? "2" : "1";
    const std::size_t numbers = isTyped ? 7 : 6;
    auto header = readHeader(strings, numbers, version);
    if (!header) { // of pending.lua or jobs.lua, whose escrows of earlier versions lack the last number
        header = readHeader(strings, numbers + 1, version);
    }
    if (!header || (strings.size() - 1) % width != 0) {
        return notOurs();
    }
    BatchAnswer answer;
    answer.result.step = raw.step;
    answer.result.moved = header->at(0);
    answer.result.deadLettered = header->at(1);
    answer.result.removed = header->at(2);
    answer.result.skipped = header->at(3);
    answer.stayed = header->at(4);
    answer.result.expiresAt = expiryIn(header->at(5), raw.now);
    const qint64 last = header->size() > numbers ? header->back() : 0;
    (isTyped ? answer.left : answer.tooMany) = last;
    std::vector<ArchivedElement> &elements = answer.result.elements;
    elements.reserve(strings.size() / width);
    std::vector<QByteArray> places;
    for (std::size_t i = 1; i + width <= strings.size(); i += width) {
        const char outcome = strings[i].bytes.isEmpty() ? 'm' : strings[i].bytes.front();
        elements.push_back({0, raw.step, outcome, strings[i + 1].bytes, strings[i + 2].bytes, {}});
        kind.keepLast(strings[i + 3].bytes, elements.back());
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

Result<BatchAnswer> readCut(const PlanStep &step, const RawAnswer &raw)
{
    const std::vector<Reply> &strings = raw.strings;
    const auto header = readHeader(strings, 6, "2");
    const auto older = readHeader(strings, 4); // an escrow of version 0.1: removed, left, moved on, PTTL
    const auto width = static_cast<std::size_t>(widthOf(stepKind(step), strings));
    if ((!header && !older) || strings.size() < 2 || (strings.size() - 2) % width != 0) {
        return notOurs();
    }
    BatchAnswer answer;
    answer.result.step = raw.step;
    if (header) {
        answer.result.removed = header->at(0);
        answer.cut = {header->at(1), header->at(2), header->at(3), header->at(4), {}};
        if (!strings[1].bytes.isEmpty()) {
            answer.cut.other = strings[1].bytes.toULongLong(nullptr, 16);
        }
    } else {
        answer.result.removed = older->at(0);
    }
    answer.result.expiresAt = expiryIn(header ? header->at(5) : older->at(3), raw.now);
    for (std::size_t i = 2; i < strings.size(); i += width) {
        answer.result.elements.push_back(
            {0, raw.step, 'r', strings[i].bytes, width == 2 ? strings[i + 1].bytes : QByteArray(), {}});
    }
    return answer;
}

} // namespace plimsoll::redis
