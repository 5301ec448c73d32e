// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recordtrial.h"

#include "redis/collections/jobrecord.h"
#include "redis/types/printable.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace plimsoll::app {

namespace {

using redis::JobReader;
using redis::Pipeline;
using views::KeyFinding;

struct TrialWords {
    Q_DECLARE_TR_FUNCTIONS(recordtrial)
};

constexpr int longestKey = 60;
constexpr qint64 longestRecord = 65'536; // bytes read of a string

/// Returns the element that is next, or an empty one.
Result<QByteArray> nextJob(redis::Server &server, const CollectionDefinition &definition, const TrialSource &from,
                           const std::stop_token &stop)
{
    Pipeline pipeline;
    if (from.type == ListKey) {
        pipeline.add({"LINDEX", from.key, definition.isOldestRight(*from.role) ? "-1" : "0"});
    } else {
        pipeline.add({"ZRANGE", from.key, "0", "0"});
    }
    auto replies = server.exchange(pipeline, stop);
    if (!replies) {
        return replies.error();
    }
    const redis::Reply &reply = replies->front();
    if (reply.isError()) {
        return reply.toError(from.key);
    }
    if (from.type == ListKey) {
        return reply.bytes;
    }
    return reply.elements.empty() ? QByteArray() : reply.elements.front().bytes;
}

/// Returns the name of each known field that `has` confirms, in the order of JobField.
template <typename Has> std::vector<QByteArray> knownNames(const JobReader &reader, const Has &has)
{
    std::vector<QByteArray> found(JobFields::FieldCount);
    for (std::size_t field = 0; field < JobFields::FieldCount; ++field) {
        const std::vector<QByteArray> &names = reader.namesOf(static_cast<JobField>(field));
        const auto first = std::find_if(names.begin(), names.end(), has);
        found[field] = first == names.end() ? QByteArray() : *first;
    }
    return found;
}

KeyFinding inWords(const QString &key, const std::vector<QByteArray> &known)
{
    QStringList names;
    for (const QByteArray &name : known) {
        if (!name.isEmpty()) {
            names.append(printable(name, longestKey));
        }
    }
    if (names.isEmpty()) {
        return {TrialWords::tr("%1 has no field that Plimsoll knows: name them under Options, Fields").arg(key), true};
    }
    const QString list = names.join(QStringLiteral(", "));
    return {known[JobReader::Started].isEmpty()
                ? TrialWords::tr("%1 has %2; no start time, so stale jobs are found by watching").arg(key, list)
                : TrialWords::tr("%1 has %2").arg(key, list),
            false};
}

Result<KeyFinding> tryHash(redis::Server &server, const JobReader &reader, const QByteArray &record,
                           const std::stop_token &stop)
{
    Pipeline pipeline;
    std::vector<QByteArray> asked;
    for (std::size_t field = 0; field < JobFields::FieldCount; ++field) {
        for (const QByteArray &name : reader.namesOf(static_cast<JobField>(field))) {
            pipeline.add({"HEXISTS", record, name});
            asked.push_back(name);
        }
    }
    const auto replies = server.exchange(pipeline, stop);
    if (!replies) {
        return replies.error();
    }
    std::vector<QByteArray> there;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        if ((*replies)[i].isError()) {
            return (*replies)[i].toError(record);
        }
        if ((*replies)[i].toInteger().value_or(0) == 1) {
            there.push_back(asked[i]);
        }
    }
    const auto has = [&](const QByteArray &name) { return std::find(there.begin(), there.end(), name) != there.end(); };
    return inWords(printable(record, longestKey), knownNames(reader, has));
}

Result<KeyFinding> tryString(redis::Server &server, const JobReader &reader, const QByteArray &record,
                             const std::stop_token &stop)
{
    Pipeline pipeline;
    pipeline.add({"GETRANGE", record, "0", QByteArray::number(longestRecord - 1)});
    const auto replies = server.exchange(pipeline, stop);
    if (!replies) {
        return replies.error();
    }
    if (replies->front().isError()) {
        return replies->front().toError(record);
    }
    const QJsonDocument json = QJsonDocument::fromJson(replies->front().bytes);
    if (!json.isObject()) {
        return KeyFinding{TrialWords::tr("%1 is a string, but not a JSON object").arg(printable(record, longestKey)),
                          true};
    }
    const auto has = [object = json.object()](const QByteArray &name) {
        return object.contains(QString::fromUtf8(name));
    };
    return inWords(printable(record, longestKey), knownNames(reader, has));
}

} // namespace

Result<KeyFinding> tryRecord(redis::Server &server, const CollectionDefinition &definition, const TrialSource &from,
                             std::chrono::milliseconds now, const std::stop_token &stop)
{
    const JobReader reader(definition);
    const auto job = nextJob(server, definition, from, stop);
    if (!job) {
        return job.error();
    }
    if (job->isEmpty()) {
        return KeyFinding{TrialWords::tr("one key per job; there is no job now to try it on"), false};
    }
    const QByteArray id = reader.idOf(*job);
    if (id.isEmpty()) {
        return KeyFinding{TrialWords::tr("the first job has no id that Plimsoll knows: set it under Options, Id"),
                          true};
    }
    const QByteArray record = reader.recordKey(id, now);
    Pipeline pipeline;
    pipeline.add({"TYPE", record});
    const auto replies = server.exchange(pipeline, stop);
    if (!replies) {
        return replies.error();
    }
    const redis::Reply &type = replies->front();
    if (type.isError()) {
        return type.toError(record);
    }
    if (type.bytes == "hash") {
        return tryHash(server, reader, record, stop);
    }
    if (type.bytes == "string") {
        return tryString(server, reader, record, stop);
    }
    const QString key = printable(record, longestKey);
    return KeyFinding{type.bytes == "none" ? TrialWords::tr("the first job of %1 has no record: there is no key %2")
                                                 .arg(printable(from.key, longestKey), key)
                                           : TrialWords::tr("%1 is a %2; a record is a hash, or a string of JSON")
                                                 .arg(key, QString::fromLatin1(type.bytes)),
                      true};
}

} // namespace plimsoll::app
