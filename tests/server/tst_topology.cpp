// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/snapshotformat.h"
#include "redis/browse/browser.h"
#include "redis/operations/plan/planner.h"
#include "redis/operations/run/runner.h"
#include "redis/operations/batch/script.h"
#include "redis/topology/standalone.h"
#include "tests/server/pollfixture.h"
#include "tests/support/twoservers.h"

#include <thread>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using redis::Pipeline;
using redis::PollSession;
using redis::Reply;
using redis::Standalone;

/// Tests the promises of Server with one server and with two as one; an error of a node affects only the keys on that
/// node.
class TopologyTest final : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        for (RedisServer *server : {&m_first, &m_second}) {
            server->flush();
            server->run({"CONFIG", "SET", "busy-reply-threshold", "5000"});
        }
        m_first.run({"RPUSH", "a:q", "1", "2"});
        m_second.run({"RPUSH", "b:q", "1", "2", "3"});
    }

    void oneAloneIsItsOnlyNode()
    {
        Standalone server(m_first.local(), hasty());
        QCOMPARE(server.endpoint(), m_first.local());
        QVERIFY(!server.isConnected());
        QCOMPARE(server.exchange(questions()).error().kind, ErrorKind::Unreachable);
        QVERIFY(server.connect());
        QVERIFY(server.connect()); // open already: nothing to do
        QCOMPARE(server.nodes().size(), std::size_t(1));
        QCOMPARE(&server.front(), server.nodes().front().get());
        QCOMPARE(server.command({"LLEN", "a:q"})->integer, 2);
        QCOMPARE(server.command({"HLEN", "a:q"}).error().kind, ErrorKind::WrongType);
        QVERIFY(server.time());
        QVERIFY(server.allows("LLEN"));
        QVERIFY(!server.allows("DEL"));
        QCOMPARE(server.command({"DEL", "a:q"}).error().kind, ErrorKind::Refused);
        QVERIFY(server.isConnected());
        m_first.pause();
        QCOMPARE(server.exchange(questions()).error().kind, ErrorKind::TimedOut);
        m_first.resume();
        QVERIFY(!server.isConnected());
        QCOMPARE(server.front().error()->kind, ErrorKind::TimedOut);
        QVERIFY(server.connect());
        QVERIFY(!server.front().error());
        server.disconnect();
        QVERIFY(!server.isConnected());
    }

    void answersComeInOrderWhoeverGivesThem()
    {
        TwoServers server(m_first.local(), m_second.local(), hasty());
        QVERIFY(server.connect());
        const auto replies = server.exchange(questions());
        QVERIFY(replies);
        QCOMPARE(integers(*replies), (std::vector<qint64>{3, 2, 0, 3}));

        m_second.pause();
        const auto some = server.exchange(questions());
        m_second.resume();
        QVERIFY(some);
        QCOMPARE(integers(*some), (std::vector<qint64>{-1, 2, 0, -1}));
        QVERIFY(some->front().isError());
        QVERIFY(some->front().concernsNode());
        QCOMPARE(some->front().toError("b:q").kind, ErrorKind::TimedOut);
        QVERIFY(some->front().toError().message.startsWith(m_second.local().display()));
        QVERIFY(server.isConnected());
        QCOMPARE(server.command({"LLEN", "b:q"}).error().kind, ErrorKind::TimedOut); // no other node was asked
        QVERIFY(server.connect());
        QCOMPARE(server.command({"LLEN", "b:q"})->integer, 3);
        QCOMPARE(server.command({"DEL", "b:q"}).error().kind, ErrorKind::Refused);
    }

    void aNodeThatHangsTakesItsOwnCollectionsAlone()
    {
        PollSession poll = session();
        const SnapshotPtr before = tick(poll);
        QCOMPARE(figures(before), (std::vector<double>{2, 3, 5}));
        QCOMPARE(before->server.nodes.size(), std::size_t(2));
        QCOMPARE(before->server.summary().address, m_first.local().display());
        QVERIFY(before->server.nodes[1].error.isEmpty());
        const quint64 runs = before->sequence;

        m_second.pause();
        for (int i = 0; i < 3; ++i) { // as it is lost, and while it is away
            const SnapshotPtr hanging = tick(poll);
            QCOMPARE(figures(hanging), (std::vector<double>{2, -1, -1}));
            QCOMPARE(hanging->rows[0].state, State::Ok);
            QCOMPARE(hanging->rows[1].state, State::Error);
            QCOMPARE(hanging->rows[2].state, State::Error); // a shard of it is there
            const QString problem = problemTexts(hanging, 1).join(u'|');
            QVERIFY2(problem.startsWith(m_second.local().display()), qPrintable(problem));
            QCOMPARE(partOf(hanging, "a:q"), 2.0);
            QVERIFY(hanging->server.nodes[0].error.isEmpty());
            QVERIFY(hanging->server.nodes[1].error.contains(m_second.local().display()));
            QVERIFY(hanging->events.empty());
            QCOMPARE(hanging->sequence, runs + 1 + static_cast<quint64>(i));
        }
        const QJsonArray nodes = nodesOf(tick(poll));
        QCOMPARE(nodes[0][QLatin1String("state")].toString(), QStringLiteral("ok"));
        QCOMPARE(nodes[1][QLatin1String("state")].toString(), QStringLiteral("error"));
        QCOMPARE(nodes[1][QLatin1String("address")].toString(), m_second.local().display());
        QCOMPARE(nodes[1][QLatin1String("role")].toString(), QStringLiteral("master"));

        m_second.resume();
        const SnapshotPtr after = tick(poll);
        QCOMPARE(figures(after), (std::vector<double>{2, 3, 5}));
        QCOMPARE(after->rows[1].state, State::Ok);
        QVERIFY(after->events.empty());
    }

    void theFirstNodeMayBeTheOneThatHangs()
    {
        PollSession poll = session();
        QVERIFY(tick(poll));
        m_first.pause();
        const SnapshotPtr hanging = tick(poll);
        const SnapshotPtr next = tick(poll); // the second one tells the time from now on
        QCOMPARE(figures(hanging), (std::vector<double>{-1, 3, -1}));
        QCOMPARE(figures(next), (std::vector<double>{-1, 3, -1}));
        QCOMPARE(next->server.summary().address, m_second.local().display());
        QVERIFY(next->serverTime >= hanging->serverTime);
        m_second.pause();
        QVERIFY(!poll.tick()); // no node answers
        m_first.resume();
        m_second.resume();
        QCOMPARE(figures(tick(poll)), (std::vector<double>{2, 3, 5}));
    }

    void aNodeThatIsBusyIsNoErrorOfTheOther()
    {
        PollSession poll = session();
        QVERIFY(tick(poll));
        m_second.run({"CONFIG", "SET", "busy-reply-threshold", "1"});
        std::jthread spinner([at = m_second.local()] {
            redis::Client busy(at, {});
            if (busy.connect()) {
                static_cast<void>(busy.command({"EVAL", "while true do end", "0"}));
            }
        });
        SnapshotPtr snapshot;
        QTRY_VERIFY((snapshot = tick(poll))->rows[1].state == State::Error);
        redis::Client killer(m_second.local(), {});
        QVERIFY(killer.connect());
        QVERIFY(killer.command({"SCRIPT", "KILL"}));
        QCOMPARE(figures(snapshot), (std::vector<double>{2, -1, -1}));
        QCOMPARE(snapshot->rows[0].state, State::Ok);
        QTRY_COMPARE(figures(tick(poll)), (std::vector<double>{2, 3, 5}));
    }

    void pagesAndOperationsGoOnWithoutTheOther()
    {
        TwoServers server(m_first.local(), m_second.local(), {.connectDeadline = 300ms, .exchangeDeadline = 300ms});
        m_first.pause();
        QVERIFY(server.connect());
        const BrowseResult page = redis::browse(server, {1, both(), 1, ElementsQuery{u"ready"_s, 0, 10, {}, {}}});
        const BrowseResult lost = redis::browse(server, {2, both(), 0, ElementsQuery{u"ready"_s, 0, 10, {}, {}}});
        OperationRequest trim;
        trim.workspace = both();
        trim.action = Action::Trim;
        trim.collection = 1;
        trim.keep = 1;
        const Result<Plan> plan = redis::Planner(server).plan(trim);
        QVERIFY(plan);
        const OperationReport report = redis::Runner(server, nullptr).run(*plan);
        trim.collection = 0;
        const Result<Plan> unplanned = redis::Planner(server).plan(trim);
        m_first.resume();
        QCOMPARE(std::get<ElementsPage>(page.answer).elements.size(), std::size_t(3));
        QCOMPARE(std::get<Error>(lost.answer).kind, ErrorKind::TimedOut);
        QCOMPARE(report.error, QString());
        QCOMPARE(report.removed, 2);
        QCOMPARE(m_second.run({"LLEN", "b:q"}).integer, 1);
        QCOMPARE(m_first.run({"LLEN", "a:q"}).integer, 2);
        QCOMPARE(unplanned.error().kind, ErrorKind::TimedOut);
    }

    void aScriptThatWasNotAnsweredIsNoAnswer()
    {
        TwoServers server(m_first.local(), m_second.local(), {.connectDeadline = 300ms, .exchangeDeadline = 300ms});
        QVERIFY(server.connect());
        Pipeline before; // escrows of the step before, which was on the other node
        before.add({"UNLINK", "a:q"});
        m_second.pause();
        const Result<Reply> reply = redis::runScript(server, redis::fenceScript(), {"b:q"}, {}, before);
        m_second.resume();
        QVERIFY(!reply);
        QCOMPARE(reply.error().kind, ErrorKind::TimedOut);
        QCOMPARE(m_first.run({"EXISTS", "a:q"}).integer, 0);
    }

    void oneNodeIsNoListInJson()
    {
        PollSession poll(both(), m_first.local(), oneShot());
        QVERIFY(nodesOf(tick(poll)).isEmpty());
        PollSession two = session();
        const QJsonArray nodes = nodesOf(tick(two));
        QCOMPARE(nodes.size(), 2);
        QCOMPARE(nodes[0].toObject().keys(),
                 QStringList({QStringLiteral("address"), QStringLiteral("role"), QStringLiteral("roundTripMs"),
                              QStringLiteral("slots"), QStringLiteral("state"), QStringLiteral("version")}));
    }

private:
    /// Long enough for a machine that is busy, short enough to wait for.
    static redis::ClientOptions hasty()
    {
        return {.name = "plimsoll:test", .readOnly = true, .connectDeadline = 300ms, .exchangeDeadline = 300ms};
    }
    static Pipeline questions()
    {
        Pipeline pipeline;
        pipeline.add({"LLEN", "b:q"});
        pipeline.add({"LLEN", "a:q"});
        pipeline.add({"LLEN", "a:none"});
        pipeline.add({"LLEN", "b:q"});
        return pipeline;
    }
    static std::vector<qint64> integers(const std::vector<Reply> &replies)
    {
        std::vector<qint64> all;
        for (const Reply &reply : replies) {
            all.push_back(reply.toInteger().value_or(-1));
        }
        return all;
    }
    static WorkspacePtr both()
    {
        return workspace("{'name': 'a', 'kind': 'queue', 'keys': {'ready': 'a:q'}}",
                         "{'name': 'b', 'kind': 'queue', 'keys': {'ready': 'b:q'}}",
                         "{'name': 'shards', 'kind': 'queue', 'keys': {'ready': ['a:q', 'b:q']}}");
    }
    PollSession session()
    {
        return {both(), std::make_unique<TwoServers>(m_first.local(), m_second.local(), hasty()), oneShot()};
    }
    /// Ready jobs of each; -1: unknown.
    static std::vector<double> figures(const SnapshotPtr &snapshot)
    {
        std::vector<double> all;
        for (std::size_t row = 0; row < snapshot->size(); ++row) {
            const double ready = figure(snapshot, row, "ready");
            all.push_back(isKnown(ready) ? ready : -1);
        }
        return all;
    }
    static QJsonArray nodesOf(const SnapshotPtr &snapshot)
    {
        const QByteArray json = app::snapshotJson(*snapshot, app::JsonWriter::Layout::Line);
        return QJsonDocument::fromJson(json)[QLatin1String("server")][QLatin1String("nodes")].toArray();
    }

    RedisServer m_first;
    RedisServer m_second;
};

QTEST_GUILESS_MAIN(TopologyTest)
#include "tst_topology.moc"
