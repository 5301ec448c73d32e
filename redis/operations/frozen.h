// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/jobrecord.h"
#include "redis/operations/pages.h"
#include "redis/topology/server.h"
#include "redis/types/bands.h"
#include "redis/types/operation.h"

#include <functional>
#include <span>
#include <stop_token>
#include <unordered_map>

/// Reading what a plan is about, page by page, as exact bytes.
namespace plimsoll::redis {

/// What reading one collection needs.
struct PlanSource {
    Server &server;
    const CollectionDefinition &definition;
    JobReader reader;
    JobReader statusReader; ///< reads no more than what operations are bound to: a record may hold a megabyte of error
    std::chrono::milliseconds now{}; ///< server time
    std::stop_token stop;
    Bands bands; ///< of a priority queue; without any, all its scores are one
    std::vector<QByteArray> chosen; ///< of keys that are looked for on the server: those that are meant
    mutable PageSize recordPage; ///< how many job records are read at once, as those before have taught

    PlanSource(Server &from, const CollectionDefinition &collection, std::chrono::milliseconds serverTime,
               std::stop_token stopToken, std::vector<QByteArray> meant = {});

    /// All keys of such a role now, shards and periods expanded.
    [[nodiscard]] std::vector<QByteArray> keys(const RoleKeys &role) const;
    [[nodiscard]] std::vector<QByteArray> keys(Holds holds) const;
    /// Null when the key does not exist. An error when it holds what its role does not: it is another's, and nothing of
    /// it is taken.
    [[nodiscard]] Result<std::optional<KeyType>> typeOf(const RoleSpec &role, const QByteArray &key) const;
    /// What the score of an element of a sorted set says of time.
    void readTime(const QByteArray &key, Element &element) const;
    [[nodiscard]] QByteArray recordKey(const QByteArray &element) const;
    /// The code of a key's scores, and whether the oldest of a list are at its right end.
    [[nodiscard]] ScoreCodec codec(const QByteArray &key) const { return definition.codec(roleOf(key)); }
    [[nodiscard]] bool isOldestRight(const QByteArray &key) const { return definition.isOldestRight(roleOf(key)); }

private:
    [[nodiscard]] const RoleSpec &roleOf(const QByteArray &key) const;

    std::unordered_map<QByteArray, const RoleSpec *> m_roles; ///< of all keys
};

/// Which elements of a page belong to the plan.
struct Choice {
    std::function<bool(const Element &)> belongs = {}; ///< empty: all; asked once for each
    /// By what its job record says; empty: whatever that is. Such an item has to have the same record when it is taken.
    std::function<bool(const Element &)> byRecord = {};
    bool byError = false; ///< that needs the record's error, which may be long
    qint64 limit = 0; ///< 0: no limit
    qint64 mostBytes = 0; ///< sorted sets: where there are more, none of them; 0: no limit
};

struct Frozen {
    QByteArray key;
    KeyType type = ListKey;
    std::vector<PlanItem> items; ///< lists: from the old end; sorted sets: ascending; sets: as they come
    std::vector<Element> sample; ///< the first few, described
    qint64 length = 0; ///< of the key when it was read
    bool whole = true; ///< nothing between the items was left out
    bool isTooMuch = false; ///< see Choice::mostBytes
};

/// `fromLeft`: which end of a list is read first.
Result<Frozen> freezeList(const PlanSource &source, const QByteArray &key, bool fromLeft, const Choice &choice);
/// Members with scores in any of the ranges (ZRANGE BYSCORE bounds), in that order.
Result<Frozen> freezeZSet(const PlanSource &source, const QByteArray &key, const std::vector<ScoreRange> &ranges,
                          const Choice &choice);
Result<Frozen> freezeSet(const PlanSource &source, const QByteArray &key, const Choice &choice);
/// Whatever the key holds, all of it.
Result<Frozen> freezeKey(const PlanSource &source, const QByteArray &key, KeyType type, bool fromLeft,
                         const Choice &choice);

/// The first few elements from one end of a list, described; few enough that even large ones are read at once.
Result<std::vector<Element>> sampleList(const PlanSource &source, const QByteArray &key, bool fromLeft);
/// The same of the members with such scores.
Result<std::vector<Element>> sampleZSet(const PlanSource &source, const QByteArray &key, const QByteArray &low,
                                        const QByteArray &high);

/// Reads the job records of these elements and fills them in. Fails where a record may not be read.
Outcome describe(const PlanSource &source, std::vector<Element> &elements);

/// The item is taken only while its record says that, or there is still none that can be read.
void bindTo(const JobAttempts &record, PlanItem &item);

/// What the script will read of the attempts in the records of these items; when they were finished, where the reader
/// wants that.
Result<std::vector<JobAttempts>> readAttempts(const PlanSource &source, const JobReader &reader,
                                              std::span<const PlanItem> items);

} // namespace plimsoll::redis
