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

/// Questions a person's open page asks, and their answers: bounded reads on the browse connection, never whole
/// collections. Values alone; asked by views through app, answered by redis/browse, shown by models.
namespace plimsoll {

/// A job or element as a row. Empty and nullopt are "not known".
struct Element {
    QByteArray element; ///< exact bytes: its identity
    QByteArray id; ///< the job's id: the element itself, or a field of its JSON
    QByteArray key; ///< the key it was read from (which tier, which shard)
    QLatin1StringView state; ///< "ready", "processing", "stale", "delayed", "due", "dead", "connected", "inactive", …
    double score = unknownFigure;
    std::optional<qint64> rank; ///< 0 is best or next
    bool rankAtMost = false; ///< no worse than that: members in several shards may have been counted twice
    int shards = 1; ///< of a leaderboard: in so many keys; score and key are those of its best
    std::optional<std::chrono::milliseconds> age; ///< since it was created or enqueued
    bool ageAtLeast = false; ///< observed, not read
    std::optional<std::chrono::milliseconds> due; ///< Unix: due time or visibility deadline
    std::optional<std::chrono::milliseconds> startedAt, createdAt, finishedAt, failedAt; ///< Unix
    std::optional<qint64> attempts, maxAttempts;
    std::optional<bool> hasTarget; ///< the key that an entry of an index stands for is there
    QString error, jobClass, worker;
    QByteArray group; ///< of a stream: where it is pending
    std::vector<std::pair<QByteArray, QByteArray>> fields{}; ///< of an entry: the first few, each cut
    bool fieldsUnread = false; ///< they were not asked for: those before it are as much as a page holds
};

/// A page of elements of one state or key role.
struct ElementsQuery {
    QString state; ///< contract.md `jobs --state`, or a role id ("board", "connected", "lastSeen", "set"); empty: all
                   ///< states of a queue in turn
    qint64 offset = 0; ///< by position or rank; ignored where there is a cursor
    int limit = 100; ///< at most 1,000
    QByteArray cursor; ///< of SSCAN pages: what the answer before gave; empty starts
    QString match; ///< for sets: part of the member (SSCAN MATCH); empty: all
    int staleDepth = 1'000; ///< of processing lists: so many elements are looked through for stale jobs, oldest first
    QByteArray key{}; ///< of that key alone; empty: of all
    QByteArray group{}; ///< of a stream: what is pending there; empty: in each, one after the other
};
struct ElementsPage {
    std::vector<Element> elements;
    std::optional<qint64> total; ///< of the state; nullopt when not known
    bool totalAtLeast = false;
    qint64 repeated = 0; ///< entries left out, and of `total`: members whose better score stands in another shard
    qint64 offset = 0;
    QByteArray nextCursor; ///< empty: no more
    std::chrono::milliseconds readAt{}; ///< server time
};

/// Everything known of one job, for the inspector.
struct JobQuery {
    Element element;
    qint64 maxBytes = 64LL * 1024; ///< of the payload; 0: all of it ("load the rest")
};
struct JobDetail {
    Element element; ///< completed from the record
    bool recordFound = false;
    QByteArray recordKey;
    std::vector<std::pair<QByteArray, QByteArray>>
        fields; ///< of the record hash, in the order of the server; values cut at maxBytes
    QByteArray payload; ///< the element, or the record's string, cut at maxBytes
    qint64 payloadSize = 0; ///< whole size
    std::vector<QByteArray> cutFields{}; ///< of `fields`, whose values are longer
    bool hasMoreFields = false; ///< there are others than these
    /// How a group of a stream stands to the entry.
    struct Standing {
        enum class Is : unsigned char {
            Unread,
            Pending,
            NotPending, ///< acknowledged, or never given to it: the group was created, or set, behind the entry
            Unknown, ///< the group could not be asked
        };

        QByteArray group;
        Is is = Is::Unread;
        QByteArray consumer{}; ///< where it is pending
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

/// Who reads a stream.
struct StreamQuery {
    QByteArray group; ///< whose consumers are told; empty: of that with the most stale
};
struct StreamAnswer {
    std::vector<StreamGroup> groups;
    QByteArray group;
    std::vector<StreamConsumer> consumers; ///< of that group
    bool isCrowded = false; ///< it has more than can be asked for
    std::chrono::milliseconds readAt{};
};

/// Where one member is: on a leaderboard its rank, in sets whether it is there.
struct MemberQuery {
    QByteArray member;
    int neighbours = 3;
};
struct MemberAnswer {
    QByteArray member;
    bool found = false;
    Element element; ///< with rank and score on a leaderboard, last seen as `due` in a presence
    std::vector<Element> neighbours; ///< around it, itself included, by rank
    double percentile = unknownFigure; ///< share of members it beats or ties, 0–100
    std::optional<qint64> total;
    std::optional<bool> connected; ///< presence: in the connected set
};

/// Counts by ZCOUNT between edges: what falls due when, or how scores are distributed.
struct HistogramQuery {
    std::chrono::milliseconds span{std::chrono::hours(1)}; ///< of times: from now on, or until now where they are past
    int buckets = 30;
};
struct Histogram {
    std::vector<double> edges; ///< buckets + 1; times are Unix ms
    std::vector<qint64> counts;
    qint64 before = 0; ///< earlier than the first edge: overdue
    qint64 after = 0; ///< later than the last edge
    std::chrono::milliseconds readAt{};
};

/// Up to `count` members by chance (SRANDMEMBER).
struct SampleQuery {
    int count = 20;
    QByteArray key{}; ///< of that key alone; empty: of all
};
/// How the set relates to another (SINTERCARD with LIMIT, samples of what only one side has).
struct CompareQuery {
    QByteArray otherKey;
    qint64 limit = 100'000; ///< the server stops counting there
    int sample = 20;
};
struct CompareAnswer {
    std::optional<qint64> mine, other, common;
    bool commonAtLeast = false; ///< the limit was reached
    std::vector<QByteArray> onlyMine, onlyOther; ///< samples: of a sample of each side, those the other lacks
};

/// One step of looking through all elements of a state for a text: in ids, elements and what their records hold.
struct SearchQuery {
    ElementsQuery where; ///< which state, and where the step begins
    QByteArray text; ///< letters of ASCII in either case
};
struct SearchStep {
    std::vector<Element> found;
    qint64 looked = 0; ///< elements of this step
    std::vector<quint64> prints; ///< of each of them, in order
    qint64 partly = 0; ///< of them, and not found: the record is too large to be read whole
    std::optional<qint64> total; ///< of the state
    bool totalAtLeast = false;
    ElementsQuery next; ///< where the next step begins
    bool isAtEnd = false;
};

/// One step of holding the jobs of a collection against their records.
struct ReconcileQuery {
    enum class Part : unsigned char {
        Processing, ///< jobs in processing whose record is not there
        Queued, ///< which ids the collection holds, in any state
        Records, ///< records that SCAN finds
        Checked, ///< of `ids`, those that have a record and that the collection holds nowhere
    };

    Part part = Part::Processing;
    qint64 offset = 0; ///< where the step begins
    QByteArray cursor{}; ///< the same, of SCAN
    std::vector<QByteArray> ids{};
};
struct ReconcileStep {
    std::vector<Element> found; ///< of Queued none
    std::vector<quint64> ids; ///< prints of the ids: of each that was looked at; of Records beside `found`
    qint64 looked = 0;
    std::optional<qint64> total; ///< of Records: about as many keys as there are in the database
    qint64 offset = 0; ///< where the next step begins
    QByteArray cursor{};
    bool isAtEnd = false;
};

/// What several sets have in common, or apart: by SINTERCARD with a limit, and by members of a sample.
struct SetsQuery {
    enum class What : unsigned char { Intersection, Union, Difference };

    What what = What::Difference;
    std::vector<QByteArray> keys; ///< the first is the one that others are taken from; at least two
    qint64 limit = 100'000; ///< the server stops counting there
    int sample = 1'000; ///< members looked at, by chance
};
struct SetsAnswer {
    enum class Is : unsigned char { Exact, AtLeast, AtMost, Sampled };

    std::vector<qint64> sizes; ///< of each key; -1: it is not there
    std::optional<double> count; ///< nullopt: there is nothing to tell it by
    Is is = Is::Exact;
    double low = 0, high = 0; ///< Sampled: it is between these, in 95 of 100 cases
    qint64 looked = 0, hits = 0; ///< of the sample
    std::vector<QByteArray> members; ///< the first that are in it
};

/// Of which earlier periods the server still has keys.
struct PeriodsQuery {
    int most = 60; ///< so far back is looked, in periods
};
struct PeriodsAnswer {
    std::chrono::milliseconds length{}; ///< of a period; 0: the collection has none
    std::vector<std::chrono::milliseconds> begins; ///< server times, the latest first; without the present one
    int looked = 0; ///< so many periods back
};

/// All that a tick would read of the collection, of the keys that BrowseRequest::keysAt says.
struct FiguresQuery { };
struct FiguresAnswer {
    std::chrono::milliseconds keysAt{}; ///< whose they are
    std::chrono::milliseconds readAt{}; ///< server time
    std::vector<double> figures; ///< in the order of CollectionDefinition::figures()
    std::vector<quint8> notes; ///< of each: FigureNote bits
    std::vector<QByteArray> keys;
    std::vector<double> parts; ///< the count of each key
    std::shared_ptr<const Head> head; ///< null: the kind has none
    std::vector<Problem> problems; ///< what could not be read
};

struct BrowseRequest {
    using Query = std::variant<ElementsQuery, JobQuery, MemberQuery, HistogramQuery, SampleQuery, CompareQuery,
                               StreamQuery, SearchQuery, ReconcileQuery, SetsQuery, PeriodsQuery, FiguresQuery>;
    quint64 id = 0; ///< the answer carries it; a receiver drops what it no longer waits for
    WorkspacePtr workspace;
    std::size_t collection = 0; ///< index into its collections
    Query query;
    /// Of which server time the keys are, for a look at an earlier period; 0: of now.
    std::chrono::milliseconds keysAt{};
};

struct BrowseResult {
    using Answer = std::variant<Error, ElementsPage, JobDetail, MemberAnswer, Histogram, CompareAnswer, StreamAnswer,
                                SearchStep, ReconcileStep, SetsAnswer, PeriodsAnswer, FiguresAnswer>;
    quint64 id = 0;
    std::size_t collection = 0;
    BrowseRequest::Query query;
    Answer answer = Error{};
};

} // namespace plimsoll
