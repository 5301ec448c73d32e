// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"
#include "redis/types/snapshot.h"
#include "redis/types/streaminfo.h"

#include <QByteArray>
#include <QString>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

/// Queries of an open page, and their answers: bounded reads on the browse connection, never whole collections. Values:
/// views ask through app, redis/browse answers, models show.
namespace plimsoll {

/// A job or element as a row. Empty and nullopt mean unknown.
struct Element {
    QByteArray element; ///< exact bytes, which identify it
    QByteArray id; ///< job id: the element itself, or a field of its JSON
    QByteArray key; ///< key from which it was read (tier or shard)
    QLatin1StringView state; ///< "ready", "processing", "stale", "delayed", "due", "dead", "connected", "inactive", …
    double score = unknownFigure;
    std::optional<qint64> rank; ///< 0 is best or next
    bool rankAtMost = false; ///< upper bound: members in several shards may be counted twice
    int shards = 1; ///< leaderboard: number of keys that contain it; score and key are from the best
    std::optional<std::chrono::milliseconds> age; ///< since creation or enqueueing
    bool ageAtLeast = false; ///< lower bound: observed, not read
    std::optional<std::chrono::milliseconds> due; ///< Unix: due time or visibility deadline
    std::optional<std::chrono::milliseconds> startedAt, createdAt, finishedAt, failedAt; ///< Unix
    std::optional<qint64> attempts, maxAttempts;
    std::optional<bool> hasTarget; ///< index entry: its target key exists
    QString error, jobClass, worker;
    QByteArray rawError{}, rawClass{}, rawWorker{}; ///< exact bytes, where the text shown differs; else empty
    QByteArray group; ///< stream: group in which it is pending
    std::vector<std::pair<QByteArray, QByteArray>> fields{}; ///< stream entry: first fields, truncated
    bool fieldsUnread = false; ///< not requested: the page is full, or XRANGE is not permitted
};

/// A page of elements of one state or key role.
struct ElementsQuery {
    QString state; ///< state id of `jobs --state`, or a role id ("board", "connected", "lastSeen", "set"); empty: all
                   ///< states of a queue in turn
    qint64 offset = 0; ///< position or rank; ignored with a cursor
    int limit = 100; ///< at most 1,000
    QByteArray cursor; ///< SSCAN: nextCursor of the previous page; empty: start
    QString match; ///< sets: part of the member (SSCAN MATCH); empty: all
    int staleDepth = 1'000; ///< processing lists: maximum number of elements searched for stale jobs, oldest first
    QByteArray key{}; ///< only this key; empty: all
    QByteArray group{}; ///< stream: entries pending in this group; empty: all groups in turn
};
struct ElementsPage {
    std::vector<Element> elements;
    std::optional<qint64> total; ///< elements in the state; nullopt: unknown
    bool totalAtLeast = false;
    qint64 repeated = 0; ///< entries omitted, but counted in `total`: members with a better score in another shard
    qint64 offset = 0;
    QByteArray nextCursor; ///< empty: last page
    std::chrono::milliseconds readAt{}; ///< server time
};

/// All data of one job, for the inspector.
struct JobQuery {
    Element element;
    qint64 maxBytes = 64LL * 1024; ///< maximum payload; 0: unlimited ("load the rest")
};
struct JobDetail {
    Element element; ///< completed from the record
    bool recordFound = false;
    QByteArray recordKey;
    std::vector<std::pair<QByteArray, QByteArray>>
        fields; ///< fields of the record hash, in the server's order; values cut at maxBytes
    QByteArray payload; ///< the element or the string record, cut at maxBytes
    qint64 payloadSize = 0; ///< total bytes
    std::vector<QByteArray> cutFields{}; ///< names in `fields` with truncated values
    bool hasMoreFields = false; ///< the record has further fields
    /// State of an entry in a consumer group.
    struct Standing {
        enum class Is : unsigned char {
            Unread,
            Pending,
            NotPending, ///< acknowledged, or never delivered: the group starts after the entry
            Unknown, ///< the group could not be read
        };

        QByteArray group;
        Is is = Is::Unread;
        QByteArray consumer{}; ///< consumer in which it is pending
    };
    std::vector<Standing> groups{};

    void addField(const QByteArray &name, const QByteArray &value, qint64 bound)
    {
        fields.emplace_back(name, value.first(std::min<qint64>(value.size(), bound)));
        if (value.size() > bound) {
            cutFields.push_back(name);
        }
    }
};

/// Query for the groups and consumers of a stream.
struct StreamQuery {
    QByteArray group; ///< group whose consumers are listed; empty: the one with the most stale entries
};
struct StreamAnswer {
    std::vector<StreamGroup> groups;
    QByteArray group;
    std::vector<StreamConsumer> consumers; ///< consumers of `group`
    bool isCrowded = false; ///< too many consumers to list
    std::chrono::milliseconds readAt{};
};

/// Query for one member: its rank on a leaderboard, or its presence in a set.
struct MemberQuery {
    QByteArray member;
    int neighbours = 3;
};
struct MemberAnswer {
    QByteArray member;
    bool found = false;
    Element element; ///< leaderboard: with rank and score; presence: last seen as `due`
    std::vector<Element> neighbours; ///< ranks around it, itself included
    double percentile = unknownFigure; ///< share of members that it beats or ties, 0–100
    std::optional<qint64> total;
    std::optional<bool> connected; ///< presence: member of the connected set
};

/// Query for ZCOUNT in intervals: due times, or the distribution of scores.
struct HistogramQuery {
    std::chrono::milliseconds span{std::chrono::hours(1)}; ///< future times: from now on; past times: until now
    int buckets = 30;
};
struct Histogram {
    std::vector<double> edges; ///< buckets + 1 values; times are Unix ms
    std::vector<qint64> counts;
    qint64 before = 0; ///< below the first edge: overdue
    qint64 after = 0; ///< above the last edge
    std::chrono::milliseconds readAt{};
};

/// Query for up to `count` random members (SRANDMEMBER).
struct SampleQuery {
    int count = 20;
    QByteArray key{}; ///< only this key; empty: all
};
/// Query for comparing the set with another (SINTERCARD with LIMIT, and samples of the differences).
struct CompareQuery {
    QByteArray otherKey;
    qint64 limit = 100'000; ///< maximum count of the server
    int sample = 20;
};
struct CompareAnswer {
    std::optional<qint64> mine, other, common;
    bool commonAtLeast = false; ///< lower bound: the limit was reached
    std::vector<QByteArray> onlyMine, onlyOther; ///< members of a sample of each side that the other lacks
};

/// One step of a search for a text in all elements of a state: in ids, elements and records.
struct SearchQuery {
    ElementsQuery where; ///< state, and start of the step
    QByteArray text; ///< ASCII letters match in either case
};
struct SearchStep {
    std::vector<Element> found;
    qint64 looked = 0; ///< elements examined in this step
    std::vector<quint64> prints; ///< fingerprint of each, in order
    qint64 partly = 0; ///< examined without a match, but the record was too large to be read completely
    std::optional<qint64> total; ///< elements in the state
    bool totalAtLeast = false;
    ElementsQuery next; ///< start of the next step
    bool isAtEnd = false;
};

/// One step of checking the jobs of a collection against their records.
struct ReconcileQuery {
    enum class Part : unsigned char {
        Processing, ///< jobs in processing without a record
        Queued, ///< ids in the collection, in any state
        Records, ///< records found by SCAN
        Checked, ///< those of `ids` that have a record but are nowhere in the collection
    };

    Part part = Part::Processing;
    qint64 offset = 0; ///< start of the step
    QByteArray cursor{}; ///< start of a SCAN step
    std::vector<QByteArray> ids{};
};
struct ReconcileStep {
    std::vector<Element> found; ///< empty for Queued
    std::vector<quint64> ids; ///< fingerprints of all ids examined; for Records, in addition to `found`
    qint64 looked = 0;
    std::optional<qint64> total; ///< Records: approximate number of keys in the database
    qint64 offset = 0; ///< start of the next step
    QByteArray cursor{};
    bool isAtEnd = false;
};

/// Query for the intersection, union or difference of sets: by SINTERCARD with a limit, and by a sample.
struct SetsQuery {
    enum class What : unsigned char { Intersection, Union, Difference };

    What what = What::Difference;
    std::vector<QByteArray> keys; ///< at least two; the first is the minuend of a difference
    qint64 limit = 100'000; ///< maximum count of the server
    int sample = 1'000; ///< number of random members examined
};
struct SetsAnswer {
    enum class Is : unsigned char { Exact, AtLeast, AtMost, Sampled };

    std::vector<qint64> sizes; ///< size of each key; -1: missing
    std::optional<double> count; ///< nullopt: unknown
    Is is = Is::Exact;
    double low = 0, high = 0; ///< Sampled: bounds of the 95 % interval
    qint64 looked = 0, hits = 0; ///< sample size and matches
    std::vector<QByteArray> members; ///< first members of the result
};

/// Query for earlier periods with existing keys.
struct PeriodsQuery {
    int most = 60; ///< maximum number of periods to look back
};
struct PeriodsAnswer {
    std::chrono::milliseconds length{}; ///< length of a period; 0: none
    std::vector<std::chrono::milliseconds> begins; ///< server times, latest first, without the current period
    int looked = 0; ///< number of periods examined
};

/// Query for everything that a tick reads of the collection, for the keys at BrowseRequest::keysAt.
struct FiguresQuery { };
struct FiguresAnswer {
    std::chrono::milliseconds keysAt{}; ///< period of the keys
    std::chrono::milliseconds readAt{}; ///< server time
    std::vector<double> figures; ///< ordered like CollectionDefinition::figures()
    std::vector<quint8> notes; ///< FigureNote bits of each figure
    std::vector<QByteArray> keys;
    std::vector<double> parts; ///< the count of each key
    std::shared_ptr<const Head> head; ///< null: the kind has none
    std::vector<Problem> problems; ///< read errors
};

struct BrowseRequest {
    using Query = std::variant<ElementsQuery, JobQuery, MemberQuery, HistogramQuery, SampleQuery, CompareQuery,
                               StreamQuery, SearchQuery, ReconcileQuery, SetsQuery, PeriodsQuery, FiguresQuery>;
    quint64 id = 0; ///< copied to the answer; the receiver drops obsolete ones
    WorkspacePtr workspace;
    std::size_t collection = 0; ///< index into its collections
    Query query;
    /// Server time for which keys are expanded, to look at an earlier period; 0: now.
    std::chrono::milliseconds keysAt{};
};

struct BrowseResult {
    using Answer = std::variant<Error, ElementsPage, JobDetail, MemberAnswer, Histogram, CompareAnswer, StreamAnswer,
                                SearchStep, ReconcileStep, SetsAnswer, PeriodsAnswer, FiguresAnswer>;
    quint64 id = 0;
    std::size_t collection = 0;
    BrowseRequest::Query query;
    Answer answer = Error{};
    qint64 bytes = 0; ///< received from the server for the answer
};

} // namespace plimsoll
