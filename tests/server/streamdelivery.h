// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/streamreplies.h"
#include "tests/support/redisserver.h"

#include <QByteArrayList>

namespace plimsoll::testing {

/// The ids of the stream `s` that are delivered to a consumer.
inline QByteArrayList deliver(RedisServer &server, QByteArrayView group, QByteArrayView consumer, int count)
{
    const redis::Reply reply =
        server.run({"XREADGROUP", "GROUP", group, consumer, "COUNT", QByteArray::number(count), "STREAMS", "s", ">"});
    QByteArrayList ids;
    if (!reply.elements.empty()) {
        for (const redis::StreamEntry &entry : redis::entriesIn(reply.elements[0].elements[1])) {
            ids.append(entry.id);
        }
    }
    return ids;
}

} // namespace plimsoll::testing
