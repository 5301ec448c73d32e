// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/topology/cluster.h"
#include "tests/server/operationbench.h"
#include "tests/server/pollfixture.h"
#include "tests/support/rediscluster.h"

#include <thread>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Operations in a cluster: whatever moves or fails meanwhile, each element is in one place, and undo brings all back.
class ClusterOperationsTest final : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_ready = "{mail}ready";
        if (QTest::currentDataTag() != nullptr) {
            QFETCH(const QByteArray, ready);
            m_ready = ready;
        }
        m_cluster = std::make_unique<RedisCluster>(3, 1);
        m_folder = std::make_unique<QTemporaryDir>();
        m_journal = *Journal::open(m_folder->path());
        m_home = m_cluster->masterOf("{mail}dead");
        Pipeline pipeline;
        for (int i = 0; i < jobs; ++i) {
            pipeline.add({"LPUSH", "{mail}dead", elementOf(i, 40)});
        }
        m_cluster->master(m_home).run(pipeline);
        // An element that was not replicated could not survive its master.
        QTRY_VERIFY_WITH_TIMEOUT(
            m_cluster->replica(m_home).run({"INFO", "replication"}).bytes.contains("master_link_status:up")
                && m_cluster->master(m_home).run({"WAIT", "1", "0"}).integer == 1,
            60'000);
    }

    void inOneSlot()
    {
        Cluster server = connected();
        const OperationReport report = run(server, requeueDead());
        QCOMPARE(report.error, QString());
        QCOMPARE(report.moved, jobs);
        QCOMPARE(count(server, "{mail}ready"), jobs);
        QCOMPARE(undo(server, report.id), QString());
        QCOMPARE(count(server, "{mail}dead"), jobs);
        QCOMPARE(places(server), (std::map<QByteArray, int>()));
    }

    /// Each key by itself: those of one slot at a time, and what is left is told.
    void shardsInSeveralSlots()
    {
        Cluster server = connected();
        QVERIFY(server.connect());
        for (const char *key : {"t:{a}", "t:{b}", "t:{c}"}) {
            m_cluster->run({"RPUSH", key, "1", "2", "3"});
        }
        OperationRequest trim = requeueDead();
        trim.workspace = workspace("{'name':'t','kind':'queue','keys':{'ready':'t:\\\\{{a,b,c}\\\\}'}}");
        trim.action = Action::Trim;
        trim.keep = 1;
        for (qint64 left = 4; left >= 0; left -= 2) {
            const Result<Plan> plan = Planner(server).plan(trim);
            QVERIFY2(plan, plan ? "" : qPrintable(plan.error().message));
            QCOMPARE(plan->matched(), 2);
            QCOMPARE(plan->note.contains(u"%1 more are in other slots"_s.arg(left)), left > 0);
            QCOMPARE(run(server, trim).error, QString());
        }
        QCOMPARE(Planner(server).plan(trim)->matched(), 0);
        for (const char *key : {"t:{a}", "t:{b}", "t:{c}"}) {
            QCOMPARE(m_cluster->run({"LLEN", key}).integer, 1);
            m_cluster->run({"DEL", key});
        }
    }

    /// A shard has a slot of its own, and its jobs stay there.
    void aShardIsOperatedInItsSlot()
    {
        Cluster server = connected();
        QVERIFY(server.connect());
        m_cluster->run({"RPUSH", "s:{b}:dead", "x", "y"});
        OperationRequest request = requeueDead();
        request.workspace = workspace("{'name':'s','kind':'queue','keys':{'ready':'s:\\\\{{a,b}\\\\}',"
                                      "'dead':'s:\\\\{{a,b}\\\\}:dead'}}");
        request.ids = {"y"};
        const OperationReport report = run(server, request);
        QCOMPARE(report.error, QString());
        QCOMPARE(report.moved, 1);
        QCOMPARE(m_cluster->run({"LRANGE", "s:{b}", "0", "-1"}).elements.at(0).bytes, "y");
        QCOMPARE(undo(server, report.id), QString());
        QCOMPARE(m_cluster->run({"LLEN", "s:{b}:dead"}).integer, 2);
        m_cluster->run({"DEL", "s:{b}:dead"});
    }

    /// Most frameworks spread their keys over slots.
    void aPresetAcrossSlotsIsNotTouched()
    {
        Cluster server = connected();
        QVERIFY(server.connect());
        m_cluster->run({"ZADD", "dead", "1", R"({"jid":"a","queue":"mail"})"});
        OperationRequest request = requeueDead();
        WorkspaceResult parsed =
            parseWorkspace(R"({"plimsoll":1,"name":"c","connection":{"url":"redis://h"},"collections":[)"
                           R"({"name":"s","preset":"sidekiq","part":"dead"}]})",
                           kindInfos());
        request.workspace = std::make_shared<const Workspace>(std::get<Workspace>(std::move(parsed)));
        const Result<Plan> plan = Planner(server).plan(request);
        QVERIFY(!plan);
        QCOMPARE(plan.error().kind, ErrorKind::Refused);
        QVERIFY2(plan.error().message.contains(u"different slots"_s), qPrintable(plan.error().message));
    }

    void slotMovesMeanwhile_data() { ways(); }
    void slotMovesMeanwhile()
    {
        QFETCH(const QByteArray, troubled);
        Cluster server = connected();
        const std::size_t from = m_cluster->masterOf(troubled), to = (from + 1) % 3;
        std::jthread mover;
        const OperationReport report = run(server, requeueDead(), [&] {
            if (!mover.joinable()) {
                mover = std::jthread([&] { m_cluster->moveSlot(troubled, from, to); });
            }
        });
        mover.join();
        QCOMPARE(report.error, QString());
        QCOMPARE(report.moved, jobs);
        QCOMPARE(m_cluster->keysBeside(troubled, from).size(), std::size_t(0));
        QCOMPARE(places(server), (std::map<QByteArray, int>()));
        QCOMPARE(count(server, m_ready), jobs);
        QCOMPARE(undo(server, report.id), QString());
        QCOMPARE(count(server, "{mail}dead"), jobs);
        QCOMPARE(places(server), (std::map<QByteArray, int>()));
    }

    /// With the master's consent no write is lost: everything arrives.
    void gentleFailoverMeanwhile_data() { ways(); }
    void gentleFailoverMeanwhile()
    {
        QFETCH(const QByteArray, troubled);
        Cluster server = connected();
        bool isDone = false;
        const OperationReport report = run(server, requeueDead(), [&] {
            if (!std::exchange(isDone, true)) {
                m_cluster->failOverGently(m_cluster->masterOf(troubled));
            }
        });
        QCOMPARE(places(server), (std::map<QByteArray, int>()));
        QCOMPARE(report.error, QString());
        QCOMPARE(count(server, m_ready), jobs);
        QCOMPARE(undo(server, report.id), QString());
        QCOMPARE(places(server), (std::map<QByteArray, int>()));
        QCOMPARE(count(server, "{mail}dead"), jobs);
    }

    /// Unreplicated writes are lost with the master, but only whole batches: no element is lost.
    void masterDiesMeanwhile_data() { ways(); }
    void masterDiesMeanwhile()
    {
        QFETCH(const QByteArray, troubled);
        Cluster server = connected();
        bool isDone = false;
        const OperationReport report = run(server, requeueDead(), [&] {
            if (!std::exchange(isDone, true)) {
                const std::size_t home = m_cluster->masterOf(troubled);
                m_cluster->master(home).kill9();
                m_cluster->failOver(home);
            }
        });
        QTRY_VERIFY_WITH_TIMEOUT(server.connect().ok() && server.isConnected(), 60'000);
        QCOMPARE(places(server), (std::map<QByteArray, int>()));
        const Result<Runner::Recovered> recovered = Runner(server, m_journal.get()).recoverAll();
        QVERIFY(recovered);
        QVERIFY(recovered->left.empty());
        QCOMPARE(places(server), (std::map<QByteArray, int>()));
        static_cast<void>(undo(server, report.id)); // what a lost batch had moved is not there to go back
        QCOMPARE(places(server), (std::map<QByteArray, int>()));
    }

    /// A trim and its undo, each with a slot that moves or a master that hands over meanwhile.
    void trimMeanwhile_data()
    {
        QTest::addColumn<QByteArray>("ready");
        QTest::addColumn<bool>("moves");
        QTest::newRow("slot moves") << QByteArray("{mail}ready") << true;
        QTest::newRow("gentle failover") << QByteArray("{mail}ready") << false;
    }
    void trimMeanwhile()
    {
        QFETCH(const bool, moves);
        Cluster server = connected();
        const auto contents = [&server] { return strings(*server.command({"LRANGE", "{mail}dead", "0", "-1"})); };
        QVERIFY(server.connect());
        const QByteArrayList before = contents();
        std::size_t at = m_home;
        const auto whileIt = [&](const auto &run) { // trouble begins with the first batch
            std::jthread mover;
            bool isBegun = false;
            return run([&] {
                if (std::exchange(isBegun, true)) {
                    return;
                }
                if (moves) {
                    const std::size_t from = std::exchange(at, (at + 1) % 3);
                    mover = std::jthread([this, from, to = at] { m_cluster->moveSlot("{mail}dead", from, to); });
                } else if (at == m_home) {
                    at = 3; // its replica is master now, and stays it
                    m_cluster->failOverGently(m_home);
                }
            });
        };
        OperationRequest trim = requeueDead();
        trim.workspace = workspace("{'name':'mail','kind':'queue','keys':{'ready':'{mail}dead'}}");
        trim.action = Action::Trim;
        trim.keep = 100;
        const OperationReport report = whileIt([&](const auto &onBatch) { return run(server, trim, onBatch); });
        QCOMPARE(report.error, QString());
        QCOMPARE(report.removed, jobs - 100);
        QCOMPARE(contents(), before.first(100)); // new jobs come in on the left
        const OperationReport undone = whileIt([&](const auto &onBatch) {
            const Result<Plan> plan = Planner(server).planUndo(*m_journal, report.id, OnServer::Same, {});
            return plan ? runPlan(server, *plan, onBatch) : OperationReport();
        });
        QCOMPARE(undone.error, QString());
        QCOMPARE(contents(), before);
    }

private:
    const int jobs = qEnvironmentVariableIsSet("PLIMSOLL_CLUSTER_JOBS")
        ? qEnvironmentVariableIntValue("PLIMSOLL_CLUSTER_JOBS")
        : 4'000;

    Cluster connected() const
    {
        return Cluster(m_cluster->endpoint(), {.name = "plimsoll:test", .exchangeDeadline = 60s});
    }
    /// Where the jobs go, and the key whose slot or node is in trouble meanwhile.
    static void ways()
    {
        QTest::addColumn<QByteArray>("ready");
        QTest::addColumn<QByteArray>("troubled");
        QTest::newRow("in one slot") << QByteArray("{mail}ready") << QByteArray("{mail}dead");
        QTest::newRow("between slots, the source") << QByteArray("post") << QByteArray("{mail}dead");
        QTest::newRow("between slots, the target") << QByteArray("post") << QByteArray("post");
    }
    OperationRequest requeueDead() const
    {
        OperationRequest request;
        const QByteArray json = "{'name':'mail','kind':'queue','keys':{'ready':'" + m_ready + "','dead':'{mail}dead'}}";
        request.workspace = workspace(json.constData());
        request.action = Action::RequeueDead;
        return request;
    }
    template <typename... Work>
    OperationReport run(Cluster &server, const OperationRequest &request, const Work &...onBatch)
    {
        const Outcome open = server.connect();
        const Result<Plan> plan = open ? Planner(server).plan(request) : Result<Plan>(open.error());
        if (!plan) {
            QTest::qFail(qPrintable(plan.error().message), __FILE__, __LINE__);
            return {};
        }
        return runPlan(server, *plan, onBatch...);
    }
    template <typename... Work> OperationReport runPlan(Cluster &server, const Plan &plan, const Work &...onBatch)
    {
        RunnerOptions options;
        options.reconnectFor = 60s;
        options.progress = [&](const OperationProgress &) { (onBatch(), ...); };
        return Runner(server, m_journal.get(), options).run(plan);
    }
    QString undo(Cluster &server, const QString &id)
    {
        const Result<Plan> plan = Planner(server).planUndo(*m_journal, id, OnServer::Same, {});
        return plan ? Runner(server, m_journal.get()).run(*plan).error : plan.error().message;
    }
    static qint64 count(Cluster &server, QByteArrayView key)
    {
        const Result<Reply> length = server.command({"LLEN", key});
        return length ? length->integer : -1;
    }
    /// Elements that are not in exactly one place, with the number of their places.
    std::map<QByteArray, int> places(Cluster &server) const
    {
        std::map<QByteArray, int> found;
        for (int i = 0; i < jobs; ++i) {
            found[elementOf(i, 40)] = 0;
        }
        for (const QByteArray &key : {m_ready, QByteArray("{mail}dead")}) {
            if (const Result<Reply> all = server.command({"LRANGE", key, "0", "-1"})) {
                for (const QByteArray &element : strings(*all)) {
                    ++found[element];
                }
            }
        }
        std::erase_if(found, [](const auto &element) { return element.second == 1; });
        return found;
    }
    std::unique_ptr<RedisCluster> m_cluster;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Journal> m_journal;
    std::size_t m_home = 0; ///< master of {mail}
    QByteArray m_ready; ///< where jobs go
};

QTEST_GUILESS_MAIN(ClusterOperationsTest)
#include "tst_operations_cluster.moc"
