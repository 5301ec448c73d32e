// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <QHash>

#include <algorithm>
#include <vector>

/// The order of a leaderboard over all its shards, for whatever has an element and a score.
namespace plimsoll::redis {

/// As the server orders: by score, equal ones by member, the other way round where the highest comes first. What has no
/// score (an answer that is no number) comes last, so that this stays an order.
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

/// Of members in order, best first, each one once: nothing keeps a member out of a second shard. What stays is told of
/// what goes by `repeat(kept, gone)`.
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
