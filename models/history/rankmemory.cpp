// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/rankmemory.h"

#include <algorithm>

namespace plimsoll::models {

namespace {

using std::chrono::milliseconds;

/// Stores only the best members of longer pages.
constexpr std::size_t mostMembers = 200;

/// Interval of stored pages of this age; zero: none are kept.
milliseconds spacingAt(milliseconds age)
{
    const auto *const span = std::find_if(spans.begin(), spans.end(), [age](const SpanSpec &spec) {
        return age <= spec.length() + spec.pages; // a page is still needed shortly after its span has passed
    });
    return span != spans.end() ? span->pages : milliseconds::zero();
}

} // namespace

void RankMemory::remember(const ElementsPage &page)
{
    // If the clock was set back, drops later pages, which can no longer be compared.
    while (!m_pages.empty() && m_pages.back().time >= page.readAt) {
        m_pages.pop_back();
    }
    Page next;
    next.time = page.readAt;
    next.firstRank = page.offset;
    const std::size_t count = std::min(page.elements.size(), mostMembers);
    next.endRank = page.offset + static_cast<qint64>(count);
    next.places.reserve(static_cast<qsizetype>(count));
    for (std::size_t i = 0; i < count; ++i) {
        const Element &element = page.elements[i];
        next.places.insert(element.element,
                           {element.rank.value_or(page.offset + static_cast<qint64>(i)), element.score});
    }
    m_pages.push_back(std::move(next));
    thin();
}

/// Keeps the first page of each interval, and always the two newest, which show the last change.
void RankMemory::thin()
{
    const milliseconds now = m_pages.back().time;
    std::deque<Page> kept;
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        Page &page = m_pages[i];
        const milliseconds spacing = spacingAt(now - page.time);
        const bool newest = i + 2 >= m_pages.size();
        const bool first =
            spacing > milliseconds::zero() && (kept.empty() || kept.back().time / spacing != page.time / spacing);
        if (newest || first) {
            kept.push_back(std::move(page));
        }
    }
    m_pages = std::move(kept);
}

const RankMemory::Page *RankMemory::previous() const
{
    return m_pages.size() < 2 ? nullptr : &m_pages[m_pages.size() - 2];
}

const RankMemory::Page *RankMemory::at(milliseconds time) const
{
    const Page *best = nullptr;
    for (std::size_t i = 0; i + 1 < m_pages.size(); ++i) {
        if (best == nullptr || std::chrono::abs(m_pages[i].time - time) < std::chrono::abs(best->time - time)) {
            best = &m_pages[i];
        }
    }
    return best;
}

Series RankMemory::scoresOf(const QByteArray &member, Span span) const
{
    Series series;
    for (const Page &page : m_pages) {
        const auto place = page.places.constFind(member);
        if (place != page.places.constEnd() && page.time >= m_pages.back().time - spanLength(span)) {
            series.points.push_back({page.time, place->score, place->score, place->score});
        }
    }
    return series;
}

} // namespace plimsoll::models
