// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/segment.h"

#include <algorithm>
#include <array>
#include <optional>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;

/// Bytes of "$13\r\n" in front of an argument of that length.
qsizetype headerSize(qsizetype argument)
{
    return QByteArray::number(argument).size() + 3;
}

} // namespace

struct CountSegment::Bound {
    QByteArray text;
    std::optional<Patch> patch; ///< its offset counts from the start of the text
};

void CountSegment::clear()
{
    m_pipeline.clear();
    m_patches.clear();
}

CountSegment::Bound CountSegment::boundOf(TimeEdge edge, ScoreCodec codec, QByteArrayView whenOpen)
{
    if (edge.at == TimeEdge::At::Open) {
        return {whenOpen.toByteArray(), std::nullopt};
    }
    const QByteArray prefix = edge.exclusive ? QByteArrayLiteral("(") : QByteArray();
    const std::size_t width = codec.width();
    return {prefix + QByteArray(qsizetype(width), '0'), Patch{prefix.size(), codec, edge.shift, width}};
}

void CountSegment::addCount(QByteArrayView key, const Bound &low, const Bound &high)
{
    m_pipeline.add({"ZCOUNT", key, low.text, high.text});
    const qsizetype highAt = m_pipeline.bytes().size() - 2 - high.text.size();
    const qsizetype lowAt = highAt - headerSize(high.text.size()) - 2 - low.text.size();
    const auto note = [this](const Bound &bound, qsizetype start) {
        if (bound.patch) {
            m_patches.push_back(*bound.patch);
            m_patches.back().offset += start;
        }
    };
    note(low, lowAt);
    note(high, highAt);
}

void CountSegment::addTimeCount(QByteArrayView key, ScoreCodec codec, TimeEdge low, TimeEdge high, bool given)
{
    using Side = ScoreCodec::Side;
    const std::vector<ScoreRange> open = codec.ranges({});
    const std::vector<ScoreCodec> parts = codec.parts();
    for (std::size_t i = 0; i < open.size(); ++i) {
        const auto bound = [&](TimeEdge edge, Side side, bool isAfter, QByteArrayView whenOpen) {
            const ScoreCodec::Edge at = parts[i].edge(side, isAfter);
            return boundOf({edge.at, at.isOpen, edge.shift + at.shift}, parts[i], whenOpen);
        };
        const bool isFound = parts.size() == 1 && !given;
        const QByteArrayView min = isFound ? ScoreCodec::firstSecond : QByteArrayView(open[i].min);
        const bool isDescending = parts[i].isDescending();
        const Bound from = bound(low, Side::From, low.exclusive, isDescending ? open[i].max : min);
        const Bound to = bound(high, Side::To, !high.exclusive, isDescending ? min : open[i].max);
        addCount(key, isDescending ? to : from, isDescending ? from : to);
    }
}

void CountSegment::addBandCount(QByteArrayView key, const Bands::Part &part)
{
    const auto bound = [&part](const Bands::Edge &edge, bool isLow) {
        return edge.fixed.isEmpty() ? boundOf({TimeEdge::At::Now, isLow, edge.shift}, ScoreCodec(part.code), {})
                                    : Bound{edge.fixed, std::nullopt};
    };
    addCount(key, bound(part.low, true), bound(part.high, false));
}

Pipeline &CountSegment::at(milliseconds now)
{
    if (m_patches.empty()) {
        return m_pipeline;
    }
    // Thousands of patches, but a handful of different texts: neighbours mostly want the same.
    char *const bytes = m_pipeline.mutableBytes().data();
    std::array<char, ScoreCodec::widest> text{};
    const Patch *written = nullptr;
    for (const Patch &patch : m_patches) {
        if (written == nullptr || written->codec != patch.codec || written->shift != patch.shift) {
            patch.codec.write(std::span(text).first(patch.width), now + patch.shift);
            written = &patch;
        }
        std::copy_n(text.data(), patch.width, bytes + patch.offset);
    }
    return m_pipeline;
}

const Reply &ReplyCursor::none()
{
    static const Reply reply;
    return reply;
}

std::span<const Reply> ReplyCursor::take(std::size_t count)
{
    const std::size_t taken = std::min(count, m_replies.size() - m_at);
    m_at += taken;
    return m_replies.subspan(m_at - taken, taken);
}

} // namespace plimsoll::redis
