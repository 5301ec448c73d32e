// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/tenthousand.h"

#include "redis/collections/kinds.h"

#include <QDateTime>

namespace plimsoll::benchmarks {

namespace {

QByteArray keyOf(const char *prefix, int number)
{
    return prefix + QByteArray::number(number);
}

CollectionDefinition definition(QLatin1StringView kind, QLatin1StringView role, const QByteArray &key)
{
    CollectionDefinition out;
    out.name = QString::fromLatin1(key);
    out.kind = redis::findKind(QString(kind));
    for (const RoleSpec &spec : out.kind->roles) {
        if (spec.id == role) {
            out.keys.push_back({&spec, {key}});
        }
    }
    return out;
}

} // namespace

void fill(testing::RedisServer &server)
{
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    redis::Pipeline pipeline;
    for (int i = 0; i < lists; ++i) {
        pipeline.add({"RPUSH", keyOf("list:", i), "job-1", "job-2", "job-3", "job-4", "job-5"});
    }
    for (int i = 0; i < sets; ++i) {
        pipeline.add({"SADD", keyOf("set:", i), "a", "b", "c", "d", "e"});
    }
    for (int i = 0; i < sortedSets; ++i) {
        const auto at = [now, i](int minutes) { return QByteArray::number(now + minutes * 60'000LL + i); };
        pipeline.add({"ZADD", keyOf("zset:", i), at(-2), "a", at(-1), "b", at(60), "c", at(120), "d", at(180), "e"});
    }
    server.run(pipeline);
}

WorkspacePtr tenThousandCollections()
{
    using L1 = QLatin1StringView;
    auto out = std::make_shared<Workspace>();
    out->name = QStringLiteral("ten thousand");
    for (int i = 0; i < lists; ++i) {
        out->collections.push_back(definition(L1("queue"), L1("ready"), keyOf("list:", i)));
    }
    for (int i = 0; i < sets; ++i) {
        out->collections.push_back(definition(L1("members"), L1("set"), keyOf("set:", i)));
    }
    for (int i = 0; i < sortedSets; ++i) {
        out->collections.push_back(definition(L1("schedule"), L1("delayed"), keyOf("zset:", i)));
    }
    return out;
}

} // namespace plimsoll::benchmarks
