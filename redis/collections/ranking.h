// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <QHash>

#include <algorithm>
#include <vector>

/// The order of a leaderboard over all its shards, for whatever has an element and a score.
namespace plimsoll::redis {

/// Orders like the server: by score, then by member, reversed if the highest comes first. Members without a score (a
/// reply that is no number) come last, which keeps this a strict order.
template <typename Member> bool ranksBefore(const Member &a, const Member &b, bool highestFirst)
{
    if (isKnown(a.score) != isKnown(b.score)) {
        return isKnown(a.score);
    }
    if (isKnown(a.score) && a.score != b.score) {
        return highestFirst ? a.score > b.score : a.score < b.score;
    }
    return highestFirst ? b.element < a.element : a.element < b.element;
}

/// Removes duplicates from ordered members, best first, as a member may be in several shards. Calls
/// `repeat(kept, removed)` for each.
template <typename Member, typename Repeat> void keepBest(std::vector<Member> &members, Repeat repeat)
{
    QHash<QByteArray, std::size_t> places;
    places.reserve(static_cast<qsizetype>(members.size()));
    std::size_t end = 0;
    for (std::size_t i = 0; i < members.size(); ++i) {
        const auto place = places.constFind(members[i].element);
        if (place != places.constEnd()) {
            repeat(members[*place], members[i]);
            continue;
        }
        places.insert(members[i].element, end);
        if (i != end) {
            members[end] = std::move(members[i]);
        }
        ++end;
    }
    members.erase(members.begin() + static_cast<std::ptrdiff_t>(end), members.end());
}

} // namespace plimsoll::redis
