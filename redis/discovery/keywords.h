// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/discovery/templatetree.h"
#include "redis/types/kind.h"

#include <QByteArray>

#include <optional>
#include <set>
#include <vector>

/// The words by which applications name their keys, and what they say. Reentrant.
namespace plimsoll::redis {

/// Kinds that a word may stand for.
enum class Topic : quint8 {
    Queue,
    Schedule,
    Priority,
    Leaderboard,
    Presence,
    RateLimit,
    Lock,
    Cache,
    Dedupe,
    Members,
    Recent,
    Expiry,
    Timeline,
    Refusals,
    TopicCount
};

/// Words of one literal part: as a whole without separators ("lastseen"), and each ("last", "seen"); lower case.
struct PartWords {
    QByteArray whole;
    std::vector<QByteArray> each;
};
PartWords wordsOf(QByteArrayView part);

/// How strongly a name points to a topic, from 0 to 1.
double topicWeight(const std::vector<PartWords> &parts, Topic topic);
/// How strongly one part points to a topic, in percent.
int topicPart(const PartWords &part, Topic topic);
/// The id of the kind that a topic stands for; empty for Refusals.
QLatin1StringView kindOf(Topic topic);

/// Role of a key in a job collection as a word of its name gives it.
struct RoleWord {
    Holds holds = Holds::Elements;
    int tier = -1; ///< rank of a priority tier, highest first; -1: none
};
std::optional<RoleWord> roleOf(const QByteArray &word);
/// True for "queue", "jobs" and the like, which name no particular queue.
bool isGeneric(const QByteArray &word);
/// True for words that are never the name of a tenant or an id.
bool isKept(QByteArrayView word);

} // namespace plimsoll::redis
