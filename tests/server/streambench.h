// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/streamreplies.h"
#include "tests/server/operationbench.h"
#include "tests/server/streamdelivery.h"

#include <algorithm>

/// Common parts of tests of operations on streams: the stream `s`, its groups and their pending entries.
namespace plimsoll::testing {

inline constexpr const char *orders = R"({"name":"orders","kind":"stream","keys":{"stream":"s","dead":"dead"},)"
                                      R"("options":{"staleAfter":"30s","maxDeliveries":3}})";

/// Tests that each begin on an empty server.
class StreamTest : public QObject {
protected:
    /// Adds `count` entries, with ids from `from`-1 on.
    void add(int from, int count, QByteArrayView key = "s", const QByteArray &text = "x")
    {
        Pipeline pipeline;
        for (int i = from; i < from + count; ++i) {
            pipeline.add({"XADD", key, QByteArray::number(i) + "-1", "order", QByteArray::number(i), "text", text});
        }
        m_server.run(pipeline);
    }
    /// The ids that are delivered.
    QByteArrayList deliver(QByteArrayView group, QByteArrayView consumer, int count)
    {
        return testing::deliver(m_server, group, consumer, count);
    }
    std::vector<PendingEntry> pending(QByteArrayView group = "g")
    {
        return pendingIn(m_server.run({"XPENDING", "s", group, "-", "+", "200000"}));
    }
    QByteArrayList consumers()
    {
        QByteArrayList names;
        for (const StreamConsumer &consumer : consumersIn(m_server.run({"XINFO", "CONSUMERS", "s", "g"}))) {
            names.append(consumer.name);
        }
        std::sort(names.begin(), names.end());
        return names;
    }
    qint64 length(QByteArrayView key) { return m_server.run({"XLEN", key}).integer; }

    RedisServer m_server;
};

} // namespace plimsoll::testing
