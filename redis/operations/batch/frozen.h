// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/jobrecord.h"
#include "redis/operations/batch/pages.h"
#include "redis/topology/server.h"
#include "redis/types/bands.h"
#include "redis/types/operation.h"

#include <functional>
#include <span>
#include <stop_token>
#include <unordered_map>

/// Reading the elements of a plan, page by page, as exact bytes.
namespace plimsoll::redis {

/// Parameters for reading one collection.
struct PlanSource {
    Server &server;
    const CollectionDefinition &definition;
    JobReader reader;
    JobReader statusReader; ///< reads only the fields that operations are bound to: a record may hold a megabyte of
                            ///< error
    std::chrono::milliseconds now{}; ///< server time
    std::stop_token stop;
    Bands bands; ///< bands of a priority queue; empty: a single band
    std::vector<QByteArray> chosen; ///< selection among keys found by a search on the server
    mutable PageSize recordPage; ///< job records read at once, adapted to earlier pages

    PlanSource(Server &from, const CollectionDefinition &collection, std::chrono::milliseconds serverTime,
               std::stop_token stopToken, std::vector<QByteArray> meant = {});

    /// Current keys of a role, with shards and periods expanded.
    [[nodiscard]] std::vector<QByteArray> keys(const RoleKeys &role) const;
    [[nodiscard]] std::vector<QByteArray> keys(Holds holds) const;
    /// Type of a key; nullopt if it does not exist. Error if its type does not fit the role: the key then belongs to
    /// other software and is left alone.
    [[nodiscard]] Result<std::optional<KeyType>> typeOf(const RoleSpec &role, const QByteArray &key) const;
    /// The same, of a key of the collection.
    [[nodiscard]] Result<std::optional<KeyType>> typeOf(const QByteArray &key) const
    {
        return typeOf(roleOf(key), key);
    }
    /// Sets the element's time from its score, if it is in a sorted set.
    void readTime(const QByteArray &key, Element &element) const;
    [[nodiscard]] QByteArray recordKey(const QByteArray &element) const;
    [[nodiscard]] ScoreCodec codec(const QByteArray &key) const { return definition.codec(roleOf(key)); }
    [[nodiscard]] bool isOldestRight(const QByteArray &key) const { return definition.isOldestRight(roleOf(key)); }

private:
    [[nodiscard]] const RoleSpec &roleOf(const QByteArray &key) const;

    std::unordered_map<QByteArray, const RoleSpec *> m_roles; ///< roles of all keys
};

/// Which elements of a page belong to the plan.
struct Choice {
    std::function<bool(const Element &)> belongs = {}; ///< empty: all; asked once for each
    /// Filter by job record; empty: all. The record must be unchanged when such an item is taken.
    std::function<bool(const Element &)> byRecord = {};
    bool byError = false; ///< `byRecord` needs the record's error, which may be long
    qint64 limit = 0; ///< 0: no limit
    qint64 mostBytes = 0; ///< sorted sets with more bytes than this yield no items; 0: no limit
};

struct Frozen {
    QByteArray key;
    KeyType type = ListKey;
    std::vector<PlanItem> items; ///< lists: oldest first; sorted sets: ascending; sets: in any order
    std::vector<Element> sample; ///< the first few, described
    qint64 length = 0; ///< elements in the key when read
    bool whole = true; ///< false if elements between the items were left out
    bool isTooMuch = false; ///< see Choice::mostBytes
};

/// `fromLeft`: reads a list from its left end first.
Result<Frozen> freezeList(const PlanSource &source, const QByteArray &key, bool fromLeft, const Choice &choice);
/// Members with scores in any of the ranges (ZRANGE BYSCORE bounds), in that order.
Result<Frozen> freezeZSet(const PlanSource &source, const QByteArray &key, const std::vector<ScoreRange> &ranges,
                          const Choice &choice);
Result<Frozen> freezeSet(const PlanSource &source, const QByteArray &key, const Choice &choice);
/// Freezes a key of any type, except for what `choice` excludes.
Result<Frozen> freezeKey(const PlanSource &source, const QByteArray &key, KeyType type, bool fromLeft,
                         const Choice &choice);

/// The first few elements from one end of a list, described; few enough that even large ones are read at once.
Result<std::vector<Element>> sampleList(const PlanSource &source, const QByteArray &key, bool fromLeft);
/// The first few members within these scores, described.
Result<std::vector<Element>> sampleZSet(const PlanSource &source, const QByteArray &key, const QByteArray &low,
                                        const QByteArray &high);

/// Reads the job records of these elements and fills them in. Fails if a record may not be read.
Outcome describe(const PlanSource &source, std::vector<Element> &elements);
/// The same for elements that are only shown: without permission to read records, they show none.
Outcome describeSample(const PlanSource &source, std::vector<Element> &sample);

/// Binds the item to its record: the script takes it only if the record is unchanged, or still unreadable.
void bindTo(const JobAttempts &record, PlanItem &item);

/// Ready list and priority of each item, as its record, else the element itself, names them.
Result<std::vector<JobReader::TierNames>> readTiers(const PlanSource &source, std::span<const PlanItem> items);

/// Attempts in the items' records, as the script will read them, and finish times if the reader wants them.
Result<std::vector<JobAttempts>> readAttempts(const PlanSource &source, const JobReader &reader,
                                              std::span<const PlanItem> items);

} // namespace plimsoll::redis
