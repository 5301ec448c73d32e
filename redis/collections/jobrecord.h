// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/jobfields.h"
#include "redis/types/browse.h"
#include "redis/types/keytemplate.h"
#include "redis/types/result.h"
#include "redis/types/scorecodec.h"
#include "redis/types/workspace.h"
#include "redis/wire/pipeline.h"
#include "redis/wire/reply.h"

#include <array>
#include <map>
#include <optional>
#include <span>

namespace plimsoll::redis {

struct FrameworkCode;

/// Attempts of a job and their maximum, from its record; nullopt if the record has no number.
struct JobAttempts {
    std::optional<int> count, max;
    bool isRead = false; ///< the record exists and is readable
    /// Attempts, start and finish as written in the record; empty if absent.
    QByteArray text{}, start{}, finish{};

    /// Same rule as lua/records.lua; `most`: limit of the collection, overridden by the job's own.
    [[nodiscard]] bool isUsedUp(const std::optional<int> &most) const
    {
        const std::optional<int> &limit = max ? max : most;
        return limit && count.value_or(0) >= *limit;
    }
};

/// Reads the job records of one collection: key of the record, id of an element, names of the fields. A value created
/// once from the definition; reentrant.
class JobReader {
public:
    using Field = JobField;
    using enum JobFields::Field;

    /// Fields to read. A record may hold a stack trace of megabytes, so callers that need only times, the status or the
    /// tier (Queue, Priority) read no more. All is without the tier, which only a requeue needs.
    enum class Wanted : quint8 { All, Times, Status, Tier };

    explicit JobReader(const CollectionDefinition &definition, Wanted wanted = Wanted::All);

    /// Under which a field is looked up, `chosen` (of `options.fields`; empty: none) before the common ones.
    static std::vector<QByteArray> names(Field field, const QByteArray &chosen = {});
    [[nodiscard]] bool isNameOf(Field field, const QByteArray &name) const;
    /// Names under which a field is looked up, the likeliest first; empty if it is not read.
    [[nodiscard]] const std::vector<QByteArray> &namesOf(Field field) const { return m_names.at(field); }
    [[nodiscard]] const QByteArray &firstName(Field field) const { return m_names.at(field).front(); }

    [[nodiscard]] bool hasRecord() const { return m_record.has_value(); }
    /// The id in an element: the element itself, or `id`/`jid`/`uuid`/`job_id`/`options.id` of its JSON.
    [[nodiscard]] QByteArray idOf(const QByteArray &element) const;
    [[nodiscard]] QByteArray recordKey(QByteArrayView id, std::chrono::milliseconds serverTime) const;
    /// The key of an element's record; its id is set. An element that is a field of a hash has its record there.
    [[nodiscard]] QByteArray recordKey(const Element &element, std::chrono::milliseconds serverTime) const;
    /// The id of the job that an element of this key is about if there is no record of the id that idOf() returns;
    /// empty for nearly all.
    [[nodiscard]] QByteArray ownerOf(const QByteArray &key, const QByteArray &element) const;
    /// Sets the ids of elements whose keys are known. Appends an EXISTS for each of those with an owner, which
    /// readIds() reads.
    void appendIds(Pipeline &pipeline, std::span<Element> elements, std::chrono::milliseconds serverTime) const;
    void readIds(std::span<Element> elements, std::span<const Reply> replies) const;
    /// Appends the commands that read the wanted fields of one record (HMGET; a string record by GETRANGE, and never
    /// more than 64 KiB of it). Two commands a record, since its type is not known beforehand. `id`: for records that
    /// are fields of one hash.
    void appendRead(Pipeline &pipeline, QByteArrayView recordKey, QByteArrayView id = {}) const;
    /// True if the records are fields of one hash, named by their ids: a preset's record without {id}.
    [[nodiscard]] bool isInHash() const { return m_record && !m_record->hasId(); }
    /// The record of a job in such a hash, from the replies of appendRead().
    [[nodiscard]] static QByteArray textInHash(const Reply *replies);
    static constexpr int repliesPerRecord = 2;
    /// Bytes read from the record.
    [[nodiscard]] static qint64 bytesOf(const Reply *replies);
    /// Fills the element from its own JSON, and from the replies of appendRead (null: there was no record read);
    /// where both know a field, the record is right: workers write there. Ages are against `now`.
    void fill(Element &element, const Reply *replies, std::chrono::milliseconds now) const;

    /// Ready list of a job and its priority, as written; empty if absent.
    struct TierNames {
        QByteArray queue, priority;
    };
    /// Reads them from the replies of appendRead (null: no record was read), else from the element's own JSON. Only
    /// with Wanted::Tier.
    [[nodiscard]] TierNames tierOf(const QByteArray &element, const Reply *replies) const;

    /// Error if the record is unreadable (no permission, wrong type); nullopt if it was read or is absent.
    [[nodiscard]] static std::optional<Error> recordError(const Reply *replies, QByteArrayView recordKey);
    /// Attempts as an operation's script reads them from the same record (lua/records.lua).
    [[nodiscard]] JobAttempts attemptsOf(const Reply *replies) const;
    /// True if there is neither a hash nor a string.
    [[nodiscard]] static bool isAbsent(const Reply *replies);
    /// Attempts in an element without a record; empty unless it has both attempts and their maximum.
    [[nodiscard]] JobAttempts attemptsInside(const QByteArray &element) const;
    /// True if the record is a string longer than appendRead() reads; attemptsOf() needs all of it.
    [[nodiscard]] static bool isCutOff(const Reply *replies);
    [[nodiscard]] JobAttempts attemptsOf(const QByteArray &json) const;
    /// Start of a job, from the record, else from the element's own JSON.
    [[nodiscard]] std::optional<std::chrono::milliseconds> startOf(const QByteArray &element,
                                                                   const JobAttempts &record) const;
    /// Attempts are not read from longer records.
    static constexpr qsizetype longestRecord = 4LL * 1024 * 1024;

    using Values = std::array<QByteArray, FieldCount>; ///< bytes as written; empty: absent

private:
    /// True if the second command of a record is FrameworkCode::askFailure.
    [[nodiscard]] bool asksFailure() const;
    void complete(Values &values, const QByteArray &element, const Reply *replies) const;
    [[nodiscard]] Values valuesOf(const QByteArray &element, const Reply *replies) const;
    void collect(QByteArrayView json, Values &values) const;
    void collect(const Reply &hash, Values &values) const;
    [[nodiscard]] JobAttempts attemptsIn(const std::map<QByteArray, QByteArray> &values) const;

    std::optional<KeyTemplate> m_record;
    const FrameworkCode *m_code = nullptr; ///< null for most collections
    std::vector<bool> m_hidden; ///< fields of the framework's records that are redacted
    QByteArray m_idField;
    std::vector<QByteArray> m_hashes; ///< keys whose elements are fields with records
    QByteArray m_ownedKey; ///< key of entries that have owners; empty: there is none
    std::array<std::vector<QByteArray>, FieldCount> m_names; ///< names of each field, likeliest first; empty: not read
};

/// A count as scripts and people write one: 0, or digits that do not begin with 0, at most 2,147,483,647. No sign, no
/// space, no fraction, no exponent, no 0x. lua/records.lua reads it in the same way.
std::optional<int> countFromText(QByteArrayView text);

/// A field that is a time: a number as a score of Auto (in digits), or ISO 8601 (UTC when it names no zone).
std::optional<std::chrono::milliseconds> timeFromText(const QByteArray &text);

} // namespace plimsoll::redis
