// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <optional>
#include <unordered_set>
#include <vector>

namespace plimsoll::views {

/// The way of a walk through elements that are read by position while others take some away: what follows them moves
/// up, to places that were looked at before. So each page begins a little before the end of the one before it; and
/// where it has nothing in it that was met, something was passed over, and the walk goes back.
///
/// Why nothing is passed over that stays for the whole walk: elements keep their order, so whatever lies before one
/// that was met was met as well. A page that begins with such (half of its first sixteen: others push, and some may be
/// alike) has nothing before it that was not met. Where it does not, the walk goes back until it does, or to the
/// beginning.
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
