// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/trail.h"

#include <algorithm>

namespace plimsoll::views {

namespace {

constexpr qint64 mostOverlap = 32;
constexpr qint64 told = 16; ///< elements at the head of a page that tell whether it follows what was met

} // namespace

void Trail::clear()
{
    m_met.clear();
    m_overlap = m_back = 0;
}

bool Trail::follows(const std::vector<quint64> &prints) const
{
    const qint64 head = std::min({told, m_overlap, qint64(prints.size())});
    const auto met =
        std::count_if(prints.begin(), prints.begin() + head, [this](quint64 print) { return m_met.contains(print); });
    return 2 * met >= head;
}

Trail::Step Trail::after(qint64 offset, const std::vector<quint64> &prints, std::optional<qint64> total)
{
    const auto size = qint64(prints.size());
    const bool isBehindTheEnd = size == 0 && total && *total < offset;
    if (offset > 0 && (isBehindTheEnd || !follows(prints))) {
        m_back = std::max({2 * m_back, size, mostOverlap});
        return {std::max<qint64>(0, std::min(offset, total.value_or(offset)) - m_back), false};
    }
    m_met.insert(prints.begin(), prints.end());
    m_back = 0;
    m_overlap = std::min(mostOverlap, size / 2);
    return {offset + size - m_overlap, true};
}

} // namespace plimsoll::views
