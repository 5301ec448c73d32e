// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

namespace plimsoll::redis {

/// How often a job was tried and may be at the most, as its record says; nullopt where it says no number.
struct JobAttempts {
    std::optional<int> count, max;
    bool isRead = false; ///< there is a record, and it can be read
    /// The attempts as they are written, when it was begun and when it was finished; empty for none.
    QByteArray text{}, start{}, finish{};

    /// As lua/records.lua judges it; `most`: of the collection, the job's own goes before.
    [[nodiscard]] bool isUsedUp(const std::optional<int> &most) const
    {
        const std::optional<int> &limit = max ? max : most;
        return limit && count.value_or(0) >= *limit;
    }
};

/// How the jobs of one collection are read (patterns.md, "Job record"): where a record is, what the id of an element
/// is, under which names the fields are looked up. A value made once from the definition; reentrant.
class JobReader {
public:
    /// What is known of a job, in the order of the fields read.
    enum Field { Created, Started, Attempts, MaxAttempts, LastError, Worker, Class, Finished, Failed, FieldCount };

    /// A record may hold a stack trace of megabytes: who wants only the times, or what an operation is bound to, asks
    /// for no more.
    enum class Wanted : quint8 { All, Times, Status };

    explicit JobReader(const CollectionDefinition &definition, Wanted wanted = Wanted::All);

    /// Under which a field is looked up, `chosen` (of `options.fields`; empty: none) before the common ones.
    static std::vector<QByteArray> names(Field field, const QByteArray &chosen = {});
    [[nodiscard]] bool isNameOf(Field field, const QByteArray &name) const;
    [[nodiscard]] const QByteArray &firstName(Field field) const { return m_names.at(field).front(); }

    [[nodiscard]] bool hasRecord() const { return m_record.has_value(); }
    /// The id in an element: the element itself, or `id`/`jid`/`uuid`/`job_id`/`options.id` of its JSON.
    [[nodiscard]] QByteArray idOf(const QByteArray &element) const;
    [[nodiscard]] QByteArray recordKey(QByteArrayView id, std::chrono::milliseconds serverTime) const;
    /// Appends the commands that read the wanted fields of one record (HMGET; a string record by GETRANGE, and never
    /// more than 64 KiB of it). Two commands a record, since its type is not known beforehand.
    void appendRead(Pipeline &pipeline, QByteArrayView recordKey) const;
    static constexpr int repliesPerRecord = 2;
    /// How much was read of it.
    [[nodiscard]] static qint64 bytesOf(const Reply *replies);
    /// Fills the element from its own JSON, and from the replies of appendRead (null: there was no record read);
    /// where both know a field, the record is right: workers write there. Ages are against `now`.
    void fill(Element &element, const Reply *replies, std::chrono::milliseconds now) const;

    /// Why the record cannot be read: no permission, no hash and no string. nullopt when it was, or is not there.
    [[nodiscard]] static std::optional<Error> recordError(const Reply *replies, QByteArrayView recordKey);
    /// What a script of an operation reads of the same record (lua/records.lua).
    [[nodiscard]] JobAttempts attemptsOf(const Reply *replies) const;
    /// There is neither a hash nor a string.
    [[nodiscard]] static bool isAbsent(const Reply *replies);
    /// What an element without a record says itself: nothing, unless that is attempts and their maximum.
    [[nodiscard]] JobAttempts attemptsInside(const QByteArray &element) const;
    /// The record is a string longer than appendRead reads; attemptsOf() wants all of it.
    [[nodiscard]] static bool isCutOff(const Reply *replies);
    [[nodiscard]] JobAttempts attemptsOf(const QByteArray &json) const;
    /// When a job was begun by that record, else by its element's own JSON.
    [[nodiscard]] std::optional<std::chrono::milliseconds> startOf(const QByteArray &element,
                                                                   const JobAttempts &record) const;
    /// A longer one says nothing of attempts.
    static constexpr qsizetype longestRecord = 4LL * 1024 * 1024;

private:
    using Values = std::array<QByteArray, FieldCount>;

    void collect(QByteArrayView json, Values &values) const;
    void collect(const Reply &hash, Values &values) const;
    [[nodiscard]] JobAttempts attemptsIn(const std::map<QByteArray, QByteArray> &values) const;

    std::optional<KeyTemplate> m_record;
    QByteArray m_idField;
    std::array<std::vector<QByteArray>, FieldCount> m_names; ///< by field, likeliest first; none: not wanted
};

/// A count as scripts and people write one: 0, or digits that do not begin with 0, at most 2,147,483,647. No sign, no
/// space, no fraction, no exponent, no 0x. lua/records.lua reads it in the same way.
std::optional<int> countFromText(QByteArrayView text);

/// A field that is a time: a number as a score of Auto (in digits), or ISO 8601 (UTC when it names no zone).
std::optional<std::chrono::milliseconds> timeFromText(const QByteArray &text);

} // namespace plimsoll::redis
