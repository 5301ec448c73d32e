// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/lists/listorigins.h"

#include "redis/operations/plan/places.h"

#include <algorithm>

namespace plimsoll::redis {

void ListOrigins::look(const ListPass &pass, const std::vector<qint64> &origins)
{
    m_length = m_length < 0 ? pass.length() : m_length;
    m_known = m_taken;
    m_elsewhere.clear();
    for (std::size_t i = 0; i < origins.size(); ++i) {
        if (origins[i] >= 0) {
            m_known.push_back(origins[i]);
        }
        if (origins[i] >= 0 && pass.isFound(i)) {
            m_elsewhere.push_back(pass.placeOf(i));
        }
    }
    std::sort(m_known.begin(), m_known.end());
    std::sort(m_elsewhere.begin(), m_elsewhere.end());
}

qint64 ListOrigins::of(qint64 place, qint64 known) const
{
    if (known >= 0) {
        return known;
    }
    // Counts the unmoved elements before it, then finds the original place with the same number of places before it
    // whose elements have not been taken or moved.
    const qint64 before =
        place - (std::lower_bound(m_elsewhere.begin(), m_elsewhere.end(), place) - m_elsewhere.begin());
    const auto behind = std::partition_point(
        m_known.begin(), m_known.end(), [&](const qint64 &one) { return one - (&one - m_known.data()) <= before; });
    return before + (behind - m_known.begin());
}

std::vector<qint64> ListOrigins::whenTaken(const std::vector<qint64> &places) const
{
    std::vector<qint64> all(m_taken);
    all.insert(all.end(), places.begin(), places.end());
    const std::vector<qint64> counted = placesWhenTaken(all);
    return {counted.end() - qsizetype(places.size()), counted.end()};
}

bool ListOrigins::hasChanged(const ListPass &pass, qint64 wanted) const
{
    return pass.length() + qint64(m_taken.size()) + wanted - qint64(pass.found()) != m_length;
}

} // namespace plimsoll::redis
