// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <optional>
#include <unordered_set>
#include <vector>

namespace plimsoll::views {

/// Path of a walk through elements that are read by position while others are removed: later elements move up to
/// positions already read. Each page therefore overlaps the end of the previous one. A page without any known element
/// shows that elements were skipped, and the walk goes back.
///
/// No element that stays for the whole walk is skipped: elements keep their order, so every element before a known one
/// is known too. A page that begins with known elements (half of its first sixteen, as new ones may be pushed and some
/// may be equal) has no unknown ones before it. Otherwise the walk goes back until it does, or to the beginning.
class Trail {
public:
    struct Step {
        qint64 offset = 0; ///< offset of the next page
        bool isAhead = true; ///< no element was skipped, so an end of the list is final
    };

    void clear();
    /// Returns the step after a page at `offset` with these fingerprints; `total`: current number of elements.
    Step after(qint64 offset, const std::vector<quint64> &prints, std::optional<qint64> total);
    [[nodiscard]] qint64 met() const { return qint64(m_met.size()); }

private:
    [[nodiscard]] bool follows(const std::vector<quint64> &prints) const;

    std::unordered_set<quint64> m_met;
    qint64 m_overlap = 0; ///< elements that the next page shares with the last one
    qint64 m_back = 0; ///< elements of the last step back; 0: none
};

} // namespace plimsoll::views
