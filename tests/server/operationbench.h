// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/kinds.h"
#include "redis/operations/channel.h"
#include "redis/operations/journal.h"
#include "redis/operations/planner.h"
#include "redis/operations/runner.h"
#include "redis/workspace/workspacefile.h"
#include "tests/support/redisserver.h"

#include <QDateTime>
#include <QTemporaryDir>

/// What tests of operations share: a client, a journal and a workspace of one collection.
namespace plimsoll::testing {

using namespace plimsoll::redis;

inline QByteArrayList strings(const Reply &reply)
{
    QByteArrayList list;
    for (const Reply &element : reply.elements) {
        list.append(element.bytes);
    }
    return list;
}

inline QByteArray now(int offsetMs = 0)
{
    return QByteArray::number(qlonglong(QDateTime::currentMSecsSinceEpoch() + offsetMs));
}

/// An element of so many bytes, at least eight, that begins with its number.
inline QByteArray elementOf(qint64 number, qint64 size)
{
    return QByteArray::number(number).rightJustified(8, '0').leftJustified(qsizetype(size), 'x');
}

/// New jobs come in on the left.
inline void pushJobs(RedisServer &server, QByteArrayView key, qint64 count, qint64 size, qint64 from = 0)
{
    while (count > 0) {
        Pipeline pipeline;
        for (qint64 bytes = 0; count > 0 && bytes < 16 * 1'024 * 1'024; --count, ++from, bytes += size) {
            pipeline.add({"LPUSH", key, elementOf(from, size)});
        }
        server.run(pipeline);
    }
}

/// A client, a journal in a folder of its own, and one workspace.
class Bench {
public:
    explicit Bench(RedisServer &server, const QByteArray &collection)
        : client(server.local(), {"plimsoll:operate"}), m_server(server)
    {
        const QByteArray json = R"({"plimsoll":1,"name":"test","connection":{"url":"redis://127.0.0.1:6379"},)"
                                R"("collections":[)"
            + collection + "]}";
        WorkspaceResult parsed = parseWorkspace(json, kindInfos());
        if (const auto *problems = std::get_if<WorkspaceProblems>(&parsed)) {
            qFatal("%s", qPrintable(problems->front().line(QStringLiteral("test"))));
        }
        workspace = std::make_shared<const Workspace>(std::get<Workspace>(std::move(parsed)));
        if (!client.connect()) {
            qFatal("no connection");
        }
        openJournal();
    }

    void openJournal()
    {
        journal.reset();
        Result<std::unique_ptr<Journal>> opened = Journal::open(folder.path());
        if (!opened) {
            qFatal("%s", qPrintable(opened.error().message));
        }
        journal = std::move(*opened);
    }

    [[nodiscard]] OperationRequest request(Action action) const
    {
        OperationRequest wanted;
        wanted.workspace = workspace;
        wanted.action = action;
        return wanted;
    }

    OperationReport run(const OperationRequest &wanted)
    {
        const Result<Plan> plan = Planner(client).plan(wanted);
        if (!plan) {
            qFatal("%s", qPrintable(plan.error().message));
        }
        return Runner(client, journal.get()).run(*plan);
    }

    OperationReport undo(const QString &id)
    {
        const Result<Plan> plan = Planner(client).planUndo(*journal, id, false);
        if (!plan) {
            qFatal("%s", qPrintable(plan.error().message));
        }
        return Runner(client, journal.get()).run(*plan);
    }

    /// Keys of ours that are left on the server, but for the fence of a recovery, which goes by itself within 6 s, and
    /// the marks of what can be undone.
    QByteArrayList leftovers()
    {
        QByteArrayList keys = strings(m_server.run({"KEYS", "plimsoll:*"}));
        keys.removeIf([this](const QByteArray &key) {
            const bool isFence = strings(m_server.run({"LRANGE", key, "0", "-1"})) == QByteArrayList{"void"}
                && m_server.run({"PTTL", key}).integer <= 6'000;
            return isFence || key.endsWith(":mark");
        });
        return keys;
    }

    QTemporaryDir folder;
    Client client;
    WorkspacePtr workspace;
    std::unique_ptr<Journal> journal;

private:
    RedisServer &m_server;
};

} // namespace plimsoll::testing
