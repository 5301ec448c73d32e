// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/browse/browser.h"
#include "redis/collections/kinds.h"
#include "redis/topology/standalone.h"
#include "redis/workspace/workspacefile.h"
#include "tests/support/redisserver.h"

#include <QTest>

#include <memory>

namespace plimsoll::testing {

using redis::browse;
using redis::ClientOptions;
using redis::Standalone;
using Bytes = std::vector<QByteArray>;

inline QByteArray number(qint64 value)
{
    return QByteArray::number(value);
}

inline std::vector<QByteArray> bytesOf(const std::vector<Element> &elements)
{
    std::vector<QByteArray> bytes;
    bytes.reserve(elements.size());
    for (const Element &element : elements) {
        bytes.push_back(element.element);
    }
    return bytes;
}

inline std::vector<QByteArray> statesOf(const std::vector<Element> &elements)
{
    std::vector<QByteArray> states;
    states.reserve(elements.size());
    for (const Element &element : elements) {
        states.emplace_back(element.state.data(), element.state.size());
    }
    return states;
}

QByteArray workspaceText();

/// Asks questions of one workspace on a real server, as pages do. Each test starts on an empty one.
class BrowseTest : public QObject {
protected:
    void connectClient();
    template <typename Answer> Answer ask(const char *collection, const BrowseRequest::Query &query)
    {
        const BrowseResult result = browse(*m_client, {1, m_workspace, indexOf(collection), query});
        if (const auto *error = std::get_if<Error>(&result.answer)) {
            m_error = *error;
            return Answer();
        }
        m_error = {};
        return std::get<Answer>(result.answer);
    }
    ElementsPage page(const char *collection, const char *state, qint64 offset = 0, int limit = 100)
    {
        return ask<ElementsPage>(collection, ElementsQuery{QString::fromLatin1(state), offset, limit, {}, {}});
    }
    [[nodiscard]] std::size_t indexOf(const char *collection) const
    {
        std::size_t at = 0;
        while (m_workspace->collections[at].name != QLatin1String(collection)) {
            ++at;
        }
        return at;
    }
    void push(QByteArrayView key, std::initializer_list<QByteArrayView> elements)
    {
        for (const QByteArrayView element : elements) {
            m_server.run({"LPUSH", key, element});
        }
    }
    void add(QByteArrayView key, qint64 score, QByteArrayView member)
    {
        m_server.run({"ZADD", key, number(score), member});
    }
    /// Bytes the server has sent since CONFIG RESETSTAT.
    qint64 sent()
    {
        const QByteArray stats = m_server.run({"INFO", "stats"}).bytes;
        const QByteArray title("total_net_output_bytes:");
        const qsizetype from = stats.indexOf(title) + title.size();
        return stats.sliced(from, stats.indexOf('\r', from) - from).toLongLong();
    }
    qint64 now() { return m_server.run({"TIME"}).elements[0].toInteger().value_or(0) * 1000; }

    RedisServer m_server;
    WorkspacePtr m_workspace;
    std::unique_ptr<Standalone> m_client;
    Error m_error;
};

inline void BrowseTest::connectClient()
{
    const auto parsed = redis::parseWorkspace(workspaceText(), redis::kindInfos());
    if (const auto *problems = std::get_if<redis::WorkspaceProblems>(&parsed)) {
        QFAIL(qPrintable(problems->front().line(QStringLiteral("test"))));
    }
    m_workspace = std::make_shared<const Workspace>(std::get<Workspace>(parsed));
    ClientOptions options;
    options.readOnly = true;
    m_client = std::make_unique<Standalone>(m_server.local(), options);
    QVERIFY(m_client->connect());
}

// At the end: moc does not see past the "//" in it.
inline QByteArray workspaceText()
{
    return R"({
  "plimsoll": 1, "name": "test", "connection": {"url": "redis://127.0.0.1:1"},
  "collections": [
    {"name": "email", "kind": "queue",
     "keys": {"ready": ["q:high", "q", "q:low"], "processing": "q:processing", "delayed": "q:delayed", "dead": "q:dead", "job": "job:{id}"},
     "options": {"staleAfter": "30s"}},
    {"name": "daily", "kind": "queue", "keys": {"ready": "d:{yyyyMMdd}", "processing": "d:p", "job": "djob:{id}"}},
    {"name": "left", "kind": "queue", "keys": {"ready": "left"}, "options": {"consume": "left"}},
    {"name": "listed", "kind": "queue", "keys": {"ready": "l", "processing": "l:processing", "job": "ljob:{id}"},
     "options": {"staleAfter": "30s"}},
    {"name": "timers", "kind": "schedule", "keys": {"delayed": "s"}},
    {"name": "timer shards", "kind": "schedule", "keys": {"delayed": "s:{0..1}"}},
    {"name": "board", "kind": "leaderboard", "keys": {"board": "b"}},
    {"name": "golf", "kind": "leaderboard", "keys": {"board": "b"}, "options": {"order": "asc"}},
    {"name": "shards", "kind": "leaderboard", "keys": {"board": "b:{0..2}"}},
    {"name": "golf shards", "kind": "leaderboard", "keys": {"board": "b:{0..2}"}, "options": {"order": "asc"}},
    {"name": "lobby", "kind": "presence", "keys": {"connected": "c", "lastSeen": "seen"}},
    {"name": "tenants", "kind": "members", "keys": {"set": ["m:1", "m:2"]}}
  ]})";
}

} // namespace plimsoll::testing
