// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch/batchbudget.h"

#include <QByteArray>

#include <vector>

namespace plimsoll::redis {

/// Sizes of a list's elements, by place from one end as far as read, and estimates of what working on them costs the
/// server. Value.
class ListWeights final {
public:
    /// Limits for one script that rearranges places.
    static constexpr std::chrono::microseconds windowTarget{2'000};
    static constexpr BatchLoad largestWindow{2'000, qint64(512) * 1024};

    void add(const std::vector<QByteArray> &page);
    [[nodiscard]] qint64 size() const { return qint64(m_bytes.size()); } ///< places read
    [[nodiscard]] qint64 at(qint64 place) const;
    void swap(qint64 one, qint64 other);
    void reverse() { m_bytes = {m_bytes.rbegin(), m_bytes.rend()}; }

    /// True if a script may search the outermost `places` of an end `times` times: about 1 ms, even if the server has
    /// to decompress them. `length`: of the list; `first`: the end whose first place is 0.
    [[nodiscard]] bool maySearch(qint64 places, qint64 times, bool first, qint64 length) const;
    /// Cost, in steps, of exchanging the element at `place` with others.
    [[nodiscard]] double costOfPassing(qint64 place) const;
    [[nodiscard]] double costOfPassing(qint64 from, qint64 to) const;
    /// True if searching for each element at `places` (-1: not there) costs the server less than gathering them at an
    /// end, each within its limits.
    [[nodiscard]] bool isSearchCheaper(const std::vector<qint64> &places, qint64 length) const;

    /// Limit of the first window, before anything is learnt: small far from the ends of a long list.
    [[nodiscard]] BatchLoad firstWindow(qint64 place, qint64 length) const;
    /// Distance around a range, at most `most`, to search for it after it has shifted.
    [[nodiscard]] qint64 slackAround(qint64 first, qint64 count, qint64 most) const;

private:
    std::vector<quint32> m_bytes;
    qint64 m_average = 64; ///< recent average, assumed for elements not read
};

} // namespace plimsoll::redis
