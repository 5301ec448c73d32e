// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/collector.h"
#include "redis/collections/health.h"
#include "redis/collections/jobrecord.h"

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace plimsoll::redis {

/// Reads what the keys of a framework's queue do not say by their sizes and scores. One for each collection, owned by
/// its collector, on the thread of the poll session. Changes nothing on the server, as all reading.
class QueueExtra {
public:
    /// Figures that a framework may count in its own way, by their places in the figures of the kind.
    struct Places {
        int ready = -1, processing = -1, stale = -1, dead = -1, oldestProcessing = -1; ///< of a queue
        int delayed = -1, due = -1, lag = -1; ///< of a schedule, which also has processing, stale and dead
    };

    explicit QueueExtra(const Places &places) : m_places(places) { }
    virtual ~QueueExtra() = default;
    Q_DISABLE_COPY_MOVE(QueueExtra)

    /// Of a queue alone: appends further counts after those of a key, in every tick. readCounts() reads one reply for
    /// each and may replace figures that the size of the key has set.
    virtual void appendCounts(CountSegment & /*counts*/, const PolledKey & /*key*/) const { }
    virtual void readCounts(const PolledKey & /*key*/, ReplyCursor & /*replies*/, Reading & /*reading*/) { }

    /// Approximate number of commands that a head takes; 0: it reads nothing.
    [[nodiscard]] virtual int headCost() const { return 0; }
    /// Returns the number of commands that it appended.
    virtual std::size_t appendHead(Pipeline & /*pipeline*/) { return 0; }
    virtual void readHead(std::span<const Reply> /*replies*/, std::chrono::milliseconds /*now*/) { }
    /// Appends the commands of the next round and returns their number; 0 ends the rounds.
    virtual std::size_t appendFollowUp(Pipeline & /*pipeline*/, std::chrono::milliseconds /*now*/) { return 0; }
    virtual void readFollowUp(std::span<const Reply> /*replies*/, std::chrono::milliseconds /*now*/) { }
    /// Sets figures from what the head found.
    virtual void finish(Reading & /*reading*/) { }

    /// Jobs in processing that no key of the collection holds, or where only this code tells which are stale, those; as
    /// the last head found them, the oldest first. nullopt: the keys of the collection hold all and tell all.
    [[nodiscard]] virtual std::optional<std::vector<Element>> jobs() const { return std::nullopt; }
    [[nodiscard]] virtual bool hasMoreJobs() const { return false; } ///< true if jobs() is only a part of them

    /// Errors of the last head, by figure.
    [[nodiscard]] std::vector<std::pair<int, Error>> takeErrors() { return std::exchange(m_errors, {}); }

protected:
    [[nodiscard]] const Places &places() const { return m_places; }
    void fail(int figure, const Error &error) { m_errors.emplace_back(figure, error); }

private:
    Places m_places;
    std::vector<std::pair<int, Error>> m_errors;
};

/// A list that may be one of the collection's, or something else.
struct OtherList {
    QByteArray key;
    QByteArray unless; ///< a key that exists if the list is something else
};

/// Functions for what the file of a preset cannot express: one constant in redis/frameworks/NAME.cpp. Members may be
/// null.
struct FrameworkCode {
    QLatin1StringView id; ///< id of the preset
    std::unique_ptr<QueueExtra> (*extra)(const CollectionDefinition &definition,
                                         const QueueExtra::Places &places) = nullptr;
    /// Fields of a record that is a hash, read besides those of JobFields.
    std::span<const QByteArrayView> recordFields{};
    /// Completes what is known of a job by its element and those fields (empty: absent, or no record was read).
    void (*complete)(JobReader::Values &values, QByteArrayView element, std::span<const QByteArray> fields) = nullptr;
    /// Command that reads how a job failed where its record does not tell; null: the record tells. Its reply goes to
    /// readFailure, which completes the values.
    std::vector<QByteArray> (*askFailure)(const QByteArray &recordKey, const QByteArray &id) = nullptr;
    void (*readFailure)(JobReader::Values &values, const Reply &reply) = nullptr;
    /// Scores of the dead jobs that the framework counts; all others have expired, or are too old for it.
    std::vector<ScoreRange> (*keptDead)(ScoreCodec codec, std::chrono::milliseconds now) = nullptr;
    /// Earliest time that the score of a job in processing can be: one before it says that the job has no deadline.
    /// nullopt: all scores are times.
    std::optional<std::chrono::milliseconds> firstDeadline{};
    /// Returns the id that an element holds; empty: as for any other collection.
    QByteArray (*idOf)(QByteArrayView element) = nullptr;
    /// Returns the id of the job that an entry of the jobs in processing is about if there is no record of the entry
    /// itself; empty: the entry is an id in any case. Null: all entries are ids.
    QByteArray (*ownerOf)(QByteArrayView entry) = nullptr;
    /// Lists that belong to a role in some set-ups of the framework only.
    std::vector<OtherList> (*otherLists)(const CollectionDefinition &definition, Holds holds) = nullptr;
    /// Operations on its jobs that redis/operations/frameworks offers, and reasons why others are impossible.
    std::span<const PresetAction> actions{};
    /// Returns the checks beyond the figures; null: no checks.
    HealthChecks (*checks)(const CollectionDefinition &definition) = nullptr;
    /// Why a job is stale and what becomes of it, for the problem's sentence, marked with
    /// QT_TRANSLATE_NOOP("problems", …); null: nothing to add.
    const char *staleMeans = nullptr;
};

/// Null if the collection is no preset, or its framework needs no code.
[[nodiscard]] inline const FrameworkCode *codeOf(const CollectionDefinition &definition)
{
    return definition.preset ? definition.preset->preset->code : nullptr;
}

/// The QueueExtra of a collection, and the replies it waits for. Does nothing where the framework has none.
class ExtraReads {
public:
    ExtraReads(const CollectionDefinition &definition, const QueueExtra::Places &places)
    {
        if (const FrameworkCode *code = codeOf(definition); code != nullptr && code->extra != nullptr) {
            m_extra = code->extra(definition, places);
        }
    }

    void appendCounts(CountSegment &counts, const PolledKey &key) const
    {
        if (m_extra != nullptr) {
            m_extra->appendCounts(counts, key);
        }
    }
    void readCounts(const PolledKey &key, ReplyCursor &replies, Reading &reading)
    {
        if (m_extra != nullptr) {
            m_extra->readCounts(key, replies, reading);
        }
    }
    [[nodiscard]] bool isNone() const { return m_extra == nullptr; }
    [[nodiscard]] int headCost() const { return m_extra == nullptr ? 0 : m_extra->headCost(); }
    void appendHead(Pipeline &pipeline) { m_replies = m_extra == nullptr ? 0 : m_extra->appendHead(pipeline); }
    void readHead(ReplyCursor &replies, std::chrono::milliseconds now)
    {
        if (m_extra != nullptr) {
            m_extra->readHead(replies.take(m_replies), now);
        }
    }
    void appendFollowUp(Pipeline &pipeline, std::chrono::milliseconds now)
    {
        m_replies = m_extra == nullptr ? 0 : m_extra->appendFollowUp(pipeline, now);
    }
    void readFollowUp(ReplyCursor &replies, std::chrono::milliseconds now)
    {
        if (m_extra != nullptr) {
            m_extra->readFollowUp(replies.take(m_replies), now);
        }
    }
    void finish(Reading &reading)
    {
        if (m_extra != nullptr) {
            m_extra->finish(reading);
        }
    }
    /// Errors of the last read, by figure.
    [[nodiscard]] std::vector<std::pair<int, Error>> takeErrors()
    {
        return m_extra == nullptr ? std::vector<std::pair<int, Error>>() : m_extra->takeErrors();
    }

private:
    std::unique_ptr<QueueExtra> m_extra; ///< null: there is no framework, or it needs no code
    std::size_t m_replies = 0; ///< number of replies to its commands in the exchange under way
};

/// FrameworkCode::firstDeadline of a role; nullopt for roles other than that of the jobs in processing.
[[nodiscard]] inline std::optional<std::chrono::milliseconds> firstDeadline(const CollectionDefinition &definition,
                                                                            const RoleSpec &role)
{
    const FrameworkCode *code = role.holds == Holds::Processing ? codeOf(definition) : nullptr;
    return code == nullptr ? std::nullopt : code->firstDeadline;
}

} // namespace plimsoll::redis
