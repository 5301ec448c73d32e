// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/asking.h"

#include <algorithm>

namespace plimsoll::redis {

namespace {

constexpr std::size_t maxFields = 200;
/// A record hash larger than this is not paged through: its known fields alone are shown.
constexpr qint64 maxHashBytes = 64LL * 1024 * 1024;
/// "The rest" of a payload ends here whatever is asked for.
constexpr qint64 maxPayload = 256LL * 1024 * 1024;

qint64 payloadBound(const JobQuery &query)
{
    return query.maxBytes > 0 ? std::min(query.maxBytes, maxPayload) : maxPayload;
}

QByteArray cutField(const QByteArray &bytes, qint64 bound)
{
    return bytes.first(std::min<qint64>(bytes.size(), bound));
}

Outcome readFields(const Asking &asking, JobDetail &detail, qint64 bound)
{
    QByteArray cursor("0");
    do {
        Pipeline pipeline;
        pipeline.add({"HSCAN", detail.recordKey, cursor, "COUNT", "100"});
        const auto replies = asking.exchange(pipeline);
        if (!replies) {
            return replies.error();
        }
        const Reply &reply = replies->front();
        if (reply.isError()) {
            return reply.toError(detail.recordKey);
        }
        if (reply.elements.size() != 2) {
            break;
        }
        const std::vector<Reply> &read = reply.elements[1].elements;
        std::size_t i = 0;
        for (; i + 1 < read.size() && detail.fields.size() < maxFields; i += 2) {
            detail.addField(read[i].bytes, read[i + 1].bytes, bound);
        }
        cursor = reply.elements[0].bytes;
        detail.hasMoreFields = i + 1 < read.size() || cursor != "0";
    } while (cursor != "0" && detail.fields.size() < maxFields);
    return Done{};
}

Outcome readString(const Asking &asking, JobDetail &detail, qint64 bound)
{
    Pipeline pipeline;
    pipeline.add({"STRLEN", detail.recordKey});
    pipeline.add({"GETRANGE", detail.recordKey, "0", QByteArray::number(bound - 1)});
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    for (const Reply &reply : *replies) {
        if (reply.isError()) {
            return reply.toError(detail.recordKey);
        }
    }
    detail.payloadSize = replies->at(0).integer;
    detail.payload = replies->at(1).bytes;
    return Done{};
}

/// A record among others in one hash is the payload.
Outcome readInHash(const Asking &asking, JobDetail &detail, qint64 bound)
{
    Pipeline pipeline;
    asking.jobs().appendRead(pipeline, detail.recordKey, detail.element.id);
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    if (replies->front().isError()) {
        return replies->front().toError(detail.recordKey);
    }
    const QByteArray text = JobReader::textInHash(replies->data());
    asking.jobs().fill(detail.element, replies->data(), asking.now());
    detail.recordFound = !text.isEmpty();
    if (detail.recordFound) {
        detail.payload = cutField(text, bound);
        detail.payloadSize = text.size();
    }
    return Done{};
}

/// The record as a whole: fields of a hash, or the string as payload.
Outcome readRecord(const Asking &asking, JobDetail &detail, qint64 bound)
{
    if (asking.jobs().isInHash()) {
        return readInHash(asking, detail, bound);
    }
    Pipeline pipeline;
    pipeline.add({"TYPE", detail.recordKey});
    pipeline.add({"MEMORY", "USAGE", detail.recordKey});
    asking.jobs().appendRead(pipeline, detail.recordKey);
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    const Reply &type = replies->at(0);
    if (type.isError()) {
        return type.toError(detail.recordKey);
    }
    asking.jobs().fill(detail.element, &replies->at(2), asking.now());
    detail.recordFound = type.bytes != "none";
    if (type.bytes == "hash" && replies->at(1).integer <= maxHashBytes) {
        return readFields(asking, detail, bound);
    }
    detail.hasMoreFields = type.bytes == "hash";
    if (type.bytes == "string") {
        return readString(asking, detail, bound);
    }
    return Done{};
}

} // namespace

BrowseResult::Answer answerJob(const Asking &asking, const JobQuery &query)
{
    if (asking.definition().has(Holds::Entries)) {
        return answerEntry(asking, query);
    }
    const qint64 bound = payloadBound(query);
    JobDetail detail;
    detail.element = query.element;
    if (detail.element.id.isEmpty()) {
        detail.element.id = asking.jobs().idOf(detail.element.element);
    }
    detail.payload = cutField(detail.element.element, bound);
    detail.payloadSize = detail.element.element.size();
    if (!asking.jobs().hasRecord()) {
        asking.jobs().fill(detail.element, nullptr, asking.now());
        return detail;
    }
    detail.recordKey = asking.jobs().recordKey(detail.element, asking.keysAt());
    const Outcome read = readRecord(asking, detail, bound);
    return read ? BrowseResult::Answer(detail) : BrowseResult::Answer(read.error());
}

} // namespace plimsoll::redis
