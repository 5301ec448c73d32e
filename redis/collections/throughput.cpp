// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/throughput.h"

#include "redis/types/rate.h"

#include <algorithm>
#include <utility>

namespace plimsoll::redis {

using std::chrono::milliseconds;

milliseconds Throughput::markOf(milliseconds look)
{
    return std::chrono::floor<std::chrono::seconds>(look);
}

std::optional<milliseconds> Throughput::lastLook() const
{
    return m_last ? std::optional(m_last->at) : std::nullopt;
}

void Throughput::count(milliseconds at)
{
    constexpr std::chrono::seconds step{5};
    Totals next{at};
    if (!m_totals.empty()) {
        next.arrived = m_totals.back().arrived + std::exchange(m_arrived, 0);
        next.taken = m_totals.back().taken + std::exchange(m_taken, 0);
    }
    const std::size_t count = m_totals.size();
    if (count > 1 && m_totals.back().at - m_totals[count - 2].at < step) {
        m_totals.pop_back();
    }
    m_totals.push_back(next);
    while (m_totals.size() > 2 && at - m_totals[1].at >= rateWindow) {
        m_totals.pop_front();
    }
}

double Throughput::perMinute(double Totals::*total) const
{
    if (!m_isTimed || m_totals.empty() || m_totals.back().at - m_totals.front().at < rateLeast) {
        return unknownFigure;
    }
    const std::chrono::duration<double, std::ratio<60>> span = m_totals.back().at - m_totals.front().at;
    return (m_totals.back().*total - m_totals.front().*total) / span.count();
}

void Throughput::look(const Look &look)
{
    if (!isKnown(look.count) || !isKnown(look.sinceOwn) || (m_last && look.at < m_last->at)) {
        restart();
        return;
    }
    m_isTimed = m_isTimed || look.oldest;
    const std::optional<Look> last = std::exchange(m_last, look);
    if (!last || !isKnown(look.sinceLast)) {
        return;
    }
    count(last->at);
    if (std::exchange(m_isSkipping, false)) {
        return;
    }
    const double change = look.count - last->count;
    const double arrived = std::max({0.0, look.sinceLast - last->sinceOwn, change});
    m_arrived = arrived;
    m_taken = arrived - change;
    // While one is left that was there before, those behind it are too.
    if (!look.oldest || *look.oldest >= markOf(last->at)) {
        m_unseen = look.at;
    }
}

void Throughput::skip(milliseconds now)
{
    m_isSkipping = !m_last || m_last->at != now;
    if (!m_isSkipping) {
        m_arrived = m_taken = 0;
    }
}

bool Throughput::isAtLeast(milliseconds now) const
{
    return m_unseen && now - *m_unseen < rateWindow;
}

void BandThroughput::begin(milliseconds now)
{
    for (Band &band : m_bands) {
        band.look = Throughput::Look{.at = now, .sinceLast = 0, .sinceOwn = 0};
    }
}

BandThroughput::Asked BandThroughput::append(Pipeline &pipeline, const Bands &bands, std::size_t band,
                                             QByteArrayView key, milliseconds now) const
{
    const auto ask = [&](std::optional<milliseconds> look) -> std::size_t {
        if (!look || !bands.isApart(now)) {
            return 0;
        }
        const std::vector<ScoreRange> ranges = bands.rangesSince(band, Throughput::markOf(*look), now);
        for (const ScoreRange &range : ranges) {
            pipeline.add({"ZCOUNT", key, range.min, range.max});
        }
        return ranges.size();
    };
    const std::size_t last = ask(m_bands[band].flow.lastLook());
    return {last, ask(now)};
}

void BandThroughput::read(std::size_t band, Asked asked, ReplyCursor &replies)
{
    const auto read = [&replies](std::size_t counts, double &sum) {
        sum = counts == 0 ? unknownFigure : sum;
        for (const Reply &reply : replies.take(counts)) {
            sum += reply.type == Reply::Type::Integer ? static_cast<double>(reply.integer) : unknownFigure;
        }
    };
    read(asked.last, m_bands[band].look->sinceLast);
    read(asked.own, m_bands[band].look->sinceOwn);
}

void BandThroughput::finish(std::size_t band, double count, std::optional<milliseconds> oldest)
{
    if (std::optional<Throughput::Look> look = std::exchange(m_bands[band].look, std::nullopt)) {
        look->count = count;
        look->oldest = oldest;
        m_bands[band].flow.look(*look);
    }
}

void BandThroughput::skip(milliseconds now)
{
    for (Band &band : m_bands) {
        band.flow.skip(now);
    }
}

} // namespace plimsoll::redis
