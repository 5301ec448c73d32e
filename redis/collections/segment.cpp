// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/segment.h"

#include <algorithm>
#include <array>
#include <optional>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;

constexpr QByteArrayView lastSecond("100000000000"); ///< 1e11: up to here a score is seconds (patterns.md)
constexpr QByteArrayView firstSecond("-100000000000");
constexpr QByteArrayView firstMillisecond("(100000000000");
constexpr std::size_t secondsWidth = 14; ///< "1795130000.123"
constexpr std::size_t millisecondsWidth = 13;
constexpr qint64 longestSeconds = 9'999'999'999'999; ///< what fits, the year 2286

void writeDigits(char *end, std::size_t count, qint64 number)
{
    for (std::size_t i = 0; i < count; ++i) {
        *--end = static_cast<char>('0' + number % 10);
        number /= 10;
    }
}

std::size_t widthOf(TimeUnit unit)
{
    return unit == TimeUnit::Seconds ? secondsWidth : millisecondsWidth;
}

void writeTime(char *to, milliseconds time, TimeUnit unit)
{
    const qint64 value = std::clamp<qint64>(time.count(), 0, longestSeconds);
    if (unit == TimeUnit::Seconds) {
        writeDigits(to + 10, 10, value / 1000);
        to[10] = '.';
        writeDigits(to + secondsWidth, 3, value % 1000);
    } else {
        writeDigits(to + millisecondsWidth, millisecondsWidth, value);
    }
}

/// Bytes of "$13\r\n" in front of an argument of that length.
qsizetype headerSize(qsizetype argument)
{
    return QByteArray::number(argument).size() + 3;
}

} // namespace

TimeUnit timeUnitOf(QStringView option)
{
    if (option == u"ms") {
        return TimeUnit::Milliseconds;
    }
    return option == u"s" ? TimeUnit::Seconds : TimeUnit::Unknown;
}

QByteArray scoreText(milliseconds time, TimeUnit unit)
{
    QByteArray text(static_cast<qsizetype>(widthOf(unit)), '0');
    writeTime(text.data(), time, unit);
    return text;
}

struct CountSegment::Bound {
    QByteArray text;
    std::optional<Patch> patch; ///< its offset counts from the start of the text
};

void CountSegment::clear()
{
    m_pipeline.clear();
    m_patches.clear();
}

CountSegment::Bound CountSegment::boundOf(TimeEdge edge, TimeUnit unit, QByteArrayView whenOpen)
{
    if (edge.at == TimeEdge::At::Open) {
        return {whenOpen.toByteArray(), std::nullopt};
    }
    const QByteArray prefix = edge.exclusive ? QByteArrayLiteral("(") : QByteArray();
    return {prefix + scoreText(milliseconds(0), unit), Patch{prefix.size(), unit, edge.shift}};
}

void CountSegment::addCount(QByteArrayView key, const Bound &low, const Bound &high)
{
    m_pipeline.add({"ZCOUNT", key, low.text, high.text});
    const qsizetype highAt = m_pipeline.bytes().size() - 2 - high.text.size();
    const qsizetype lowAt = highAt - headerSize(high.text.size()) - 2 - low.text.size();
    const auto note = [this](const Bound &bound, qsizetype start) {
        if (bound.patch) {
            m_patches.push_back({start + bound.patch->offset, bound.patch->unit, bound.patch->shift});
        }
    };
    note(low, lowAt);
    note(high, highAt);
}

void CountSegment::addTimeCount(QByteArrayView key, TimeUnit unit, TimeEdge low, TimeEdge high, bool given)
{
    const auto lowest = given ? QByteArrayView("(-inf") : firstSecond;
    if (unit != TimeUnit::Unknown) {
        addCount(key, boundOf(low, unit, lowest), boundOf(high, unit, "(+inf"));
        return;
    }
    addCount(key, boundOf(low, TimeUnit::Seconds, lowest), boundOf(high, TimeUnit::Seconds, lastSecond));
    addCount(key, boundOf(low, TimeUnit::Milliseconds, firstMillisecond),
             boundOf(high, TimeUnit::Milliseconds, "(+inf"));
}

void CountSegment::append(const CountSegment &other)
{
    const qsizetype base = m_pipeline.bytes().size();
    m_pipeline.append(other.m_pipeline);
    for (Patch patch : other.m_patches) {
        patch.offset += base;
        m_patches.push_back(patch);
    }
}

const Pipeline &CountSegment::at(milliseconds now)
{
    if (m_patches.empty()) {
        return m_pipeline;
    }
    // Thousands of patches, but a handful of different texts: neighbours mostly want the same.
    char *const bytes = m_pipeline.mutableBytes().data();
    std::array<char, secondsWidth> text{};
    const Patch *written = nullptr;
    for (const Patch &patch : m_patches) {
        if (written == nullptr || written->unit != patch.unit || written->shift != patch.shift) {
            writeTime(text.data(), now + patch.shift, patch.unit);
            written = &patch;
        }
        std::copy_n(text.data(), widthOf(patch.unit), bytes + patch.offset);
    }
    return m_pipeline;
}

const Reply &ReplyCursor::next()
{
    static const Reply none;
    return m_at < m_replies.size() ? m_replies[m_at++] : none;
}

std::span<const Reply> ReplyCursor::take(std::size_t count)
{
    const std::size_t taken = std::min(count, m_replies.size() - m_at);
    m_at += taken;
    return m_replies.subspan(m_at - taken, taken);
}

} // namespace plimsoll::redis
