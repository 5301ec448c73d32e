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

/// Adds the commands that fill each key to the pipeline that `pipelineOf` gives for it.
template <typename PipelineOf> void addKeys(const PipelineOf &pipelineOf)
{
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    for (int i = 0; i < lists; ++i) {
        const QByteArray key = keyOf("list:", i);
        pipelineOf(key).add({"RPUSH", key, "job-1", "job-2", "job-3", "job-4", "job-5"});
    }
    for (int i = 0; i < sets; ++i) {
        const QByteArray key = keyOf("set:", i);
        pipelineOf(key).add({"SADD", key, "a", "b", "c", "d", "e"});
    }
    for (int i = 0; i < sortedSets; ++i) {
        const QByteArray key = keyOf("zset:", i);
        const auto at = [now, i](int minutes) { return QByteArray::number(now + minutes * 60'000LL + i); };
        pipelineOf(key).add({"ZADD", key, at(-2), "a", at(-1), "b", at(60), "c", at(120), "d", at(180), "e"});
    }
}

} // namespace

void fill(testing::RedisServer &server)
{
    redis::Pipeline pipeline;
    addKeys([&pipeline](const QByteArray & /*key*/) -> redis::Pipeline & { return pipeline; });
    server.run(pipeline);
}

void fill(testing::RedisCluster &cluster, std::size_t masters)
{
    std::vector<redis::Pipeline> pipelines(masters);
    addKeys([&](const QByteArray &key) -> redis::Pipeline & { return pipelines[cluster.masterOf(key)]; });
    for (std::size_t i = 0; i < masters; ++i) {
        cluster.master(i).run(pipelines[i]);
    }
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
