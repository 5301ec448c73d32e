// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batchbudget.h"

#include <QByteArray>

#include <vector>

namespace plimsoll::redis {

/// What the elements of a list weigh, place by place from one end, as far as they were read, and what it costs the
/// server to work on them. Value.
class ListWeights final {
public:
    /// Of places that exchange their elements in one script.
    static constexpr std::chrono::microseconds windowTarget{2'000};
    static constexpr BatchLoad largestWindow{2'000, qint64(512) * 1024};

    void add(const std::vector<QByteArray> &page);
    [[nodiscard]] qint64 size() const { return qint64(m_bytes.size()); } ///< places read
    [[nodiscard]] qint64 at(qint64 place) const;
    void swap(qint64 one, qint64 other);
    void reverse() { m_bytes = {m_bytes.rbegin(), m_bytes.rend()}; }

    /// Whether a script may look through the outermost `places` of an end so many times: some 1 ms, also where the
    /// server has to decompress them. `length`: of the list; `first`: the end whose first place is 0.
    [[nodiscard]] bool maySearch(qint64 places, qint64 times, bool first, qint64 length) const;
    /// In steps: to let others change places with the one there.
    [[nodiscard]] double costOfPassing(qint64 place) const;
    [[nodiscard]] double costOfPassing(qint64 from, qint64 to) const;
    /// Whether looking for each of those at `places` (-1: not there) costs the server less than gathering them at an
    /// end, each within its bounds.
    [[nodiscard]] bool isSearchCheaper(const std::vector<qint64> &places, qint64 length) const;

    /// What the first window may hold, about which nothing has been learnt: few, so far from an end of a long list.
    [[nodiscard]] BatchLoad firstWindow(qint64 place, qint64 length) const;
    /// So far from a range, and no further than `most`, others are looked at, to find it where it has shifted to.
    [[nodiscard]] qint64 slackAround(qint64 first, qint64 count, qint64 most) const;

private:
    std::vector<quint32> m_bytes;
    qint64 m_average = 64; ///< lately: what is not read is taken to be as what came last
};

} // namespace plimsoll::redis
