// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/slowlogreading.h"

#include "redis/collections/lacks.h"
#include "redis/topology/server.h"
#include "redis/wire/pipeline.h"
#include "redis/wire/reply.h"

#include <QCoreApplication>

namespace plimsoll::redis {

namespace {

std::optional<SlowLogEntry> entryOf(const Reply &reply)
{
    constexpr std::size_t fewest = 4; // without the client, as before Redis 4
    if (reply.elements.size() < fewest) {
        return std::nullopt;
    }
    SlowLogEntry entry;
    entry.id = reply.elements[0].toInteger().value_or(0);
    entry.time = std::chrono::seconds(reply.elements[1].toInteger().value_or(0));
    entry.duration = std::chrono::microseconds(reply.elements[2].toInteger().value_or(0));
    for (const Reply &argument : reply.elements[3].elements) {
        entry.arguments.push_back(argument.bytes);
    }
    if (reply.elements.size() > fewest + 1) {
        entry.address = reply.elements[4].bytes;
        entry.client = reply.elements[5].bytes;
    }
    return entry;
}

/// Names the line that an administrator can paste.
Error permissionError(const Endpoint &endpoint)
{
    return {ErrorKind::Refused,
            QCoreApplication::translate("browse",
                                        "The server's ACL does not allow this user to read the slow log. To permit it: "
                                        "%1")
                .arg(permissionLine(endpoint.user, {QStringLiteral("+slowlog|get"), QStringLiteral("+slowlog|len")})),
            "+slowlog|get"};
}

} // namespace

SlowLog readSlowLog(Server &server, const std::stop_token &stop)
{
    SlowLog log;
    Pipeline pipeline;
    pipeline.add({"SLOWLOG", "GET", QByteArray::number(SlowLog::most)});
    pipeline.add({"SLOWLOG", "LEN"});
    const auto replies = server.exchange(pipeline, stop);
    if (!replies) {
        log.error = replies.error();
        return log;
    }
    const Reply &newest = replies->front();
    if (newest.isError()) {
        const Error error = newest.toError();
        log.error = error.lacks.isEmpty() ? error : permissionError(server.endpoint());
        return log;
    }
    SlowLogOwner owner;
    for (const Reply &reply : newest.elements) {
        if (auto entry = entryOf(reply)) {
            entry->isOurs = owner.isOurs(entry->address, entry->client);
            log.entries.push_back(*std::move(entry));
        }
    }
    log.length = (*replies)[1].isError() ? std::nullopt : (*replies)[1].toInteger();
    return log;
}

} // namespace plimsoll::redis
