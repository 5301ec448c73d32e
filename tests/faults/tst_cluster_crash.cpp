// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/journal/journal.h"
#include "redis/topology/cluster.h"
#include "tests/faults/crashbench.h"
#include "tests/support/rediscluster.h"

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

constexpr int jobsEach = 150; ///< in each place, of each queue

/// Keys of a queue, and a list in the slot of `ready` for what a worker has taken.
struct Queue {
    QByteArray name, ready, processing, dead, taken;
};

/// Returns a job that begins with a unique name; some are large. An edit adds spaces at the end.
QByteArray jobNamed(const QByteArray &name, QRandomGenerator &random)
{
    const int size = random.bounded(20) == 0 ? random.bounded(20'000) : random.bounded(10);
    return R"({"id":")" + name + '-' + QByteArray(size, 'x') + "\"}";
}

/// Takes jobs, one of each queue at a time, until `stop`.
void actAsWorker(const std::stop_token &stop, const redis::Endpoint &endpoint, const std::vector<Queue> &queues)
{
    redis::Cluster server(endpoint, {.name = "worker"});
    while (!stop.stop_requested()) {
        redis::Pipeline pipeline;
        for (const Queue &queue : queues) {
            pipeline.add({"LMOVE", queue.ready, queue.taken, "RIGHT", "LEFT"});
        }
        if (!server.connect() || !server.exchange(pipeline)) {
            std::this_thread::yield(); // a node is down; it comes again
        }
        std::this_thread::sleep_for(1ms); // leaves some jobs to the operations
    }
}

} // namespace

/// Requeues, discards and undoes in a cluster, in one slot and between slots, while a worker takes jobs, nodes and the
/// program are killed (-9) and slots move at random moments: at last each job is in one place, and no copy is left.
class ClusterCrashTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_cluster = std::make_unique<RedisCluster>(3, 1, appendAlways());
        m_queues = {{"one", "{one}ready", "{one}processing", "{one}dead", "{one}taken"}};
        Queue apart{
            "apart", m_cluster->keyAt(0, "ready"), m_cluster->keyAt(1, "processing"), m_cluster->keyAt(2, "dead"), {}};
        apart.taken = "taken{" + apart.ready + '}';
        m_queues.push_back(apart);
    }

    void everyJobIsInOnePlace_data() { addSeeds(4); }
    void everyJobIsInOnePlace()
    {
        QFETCH(const quint32, seed);
        CrashProgram run(seed);
        begin(run);
        std::jthread worker([&](const std::stop_token &stop) { actAsWorker(stop, m_cluster->endpoint(), m_queues); });
        const int operations = 3 + run.random.bounded(3);
        for (int i = 0; i < operations; ++i) {
            const std::unique_ptr<QProcess> process = anOperation(run);
            if (run.random.bounded(5) == 0 && isWhole()) {
                moveASlot(run.random);
            } else {
                run.disturb(m_cluster->master(std::size_t(run.random.bounded(3))), *process, 150ms);
            }
            Program::finish(*process);
            if (run.random.bounded(3) == 0) {
                static_cast<void>(run.recover()); // what cannot be settled while a node is away stays open
            }
        }
        worker.request_stop();
        worker.join();
        QTRY_VERIFY_WITH_TIMEOUT(isWhole(), 60'000);
        QCOMPARE(run.recover(), 0);
        QString wrong = check(run);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        if (run.random.bounded(2) == 0) {
            QVERIFY(run.undoAll());
            wrong = check(run);
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        }
        m_killedNodes += run.killedServers;
        m_killedPrograms += run.killedPrograms;
    }

    /// Edited and requeued to another slot: the job is there or where it was, with the old bytes or the new ones.
    void editedJobsAreInOnePlace()
    {
        CrashProgram run(77);
        begin(run);
        for (int i = 0; i < 12; ++i) {
            const std::unique_ptr<QProcess> process = anEdit(run, u"apart"_s);
            run.disturb(m_cluster->master(std::size_t(run.random.bounded(3))), *process, 60ms);
            Program::finish(*process);
            QTRY_VERIFY_WITH_TIMEOUT(isWhole(), 60'000);
            QCOMPARE(run.recover(), 0);
        }
        m_edited = 0;
        QString wrong = check(run);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        QVERIFY(m_edited > 0);
        QVERIFY(run.undoAll());
        wrong = check(run);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        const QByteArray &dead = m_queues[1].dead;
        for (const QByteArray &job : bytesOf(m_cluster->run({"LRANGE", dead, "0", "-1"}))) {
            QVERIFY2(!job.endsWith(' '), job.constData());
        }
        QCOMPARE(m_cluster->run({"LLEN", dead}).integer, jobsEach);
        m_killedNodes += run.killedServers;
        m_killedPrograms += run.killedPrograms;
    }

    void cleanupTestCase() const
    {
        qInfo("%d nodes and %d operations killed, %d slots moved meanwhile, %lld jobs handled, %d edited",
              m_killedNodes, m_killedPrograms, m_movedSlots, m_handled, m_edited);
        QVERIFY(m_handled > 0);
    }

private:
    /// A node that was started again refuses commands for two seconds.
    [[nodiscard]] bool isWhole()
    {
        const auto isWell = [this](std::size_t node) {
            return m_cluster->master(node).run({"CLUSTER", "INFO"}).bytes.contains("cluster_state:ok");
        };
        return isWell(0) && isWell(1) && isWell(2);
    }

    void begin(CrashProgram &run)
    {
        for (std::size_t node = 0; node < 3; ++node) {
            m_cluster->master(node).flush();
        }
        m_jobs.clear();
        QByteArrayList collections;
        redis::Pipeline pipeline;
        const QByteArray past = QByteArray::number(QDateTime::currentMSecsSinceEpoch() - 3'600'000);
        for (const Queue &queue : m_queues) {
            collections.append(R"({"name":")" + queue.name + R"(","kind":"queue","keys":{"ready":")" + queue.ready
                               + R"(","processing":")" + queue.processing + R"(","dead":")" + queue.dead + R"("}})");
            for (int i = 0; i < jobsEach; ++i) {
                const auto job = [&](const char *place) {
                    return m_jobs.emplace_back(jobNamed(queue.name + place + QByteArray::number(i), run.random));
                };
                pipeline.add({"RPUSH", queue.ready, job("-r")});
                pipeline.add({"ZADD", queue.processing, past, job("-p")});
                pipeline.add({"RPUSH", queue.dead, job("-d")});
            }
        }
        run.writeWorkspace(R"({"plimsoll":1,"name":"crash","connection":{"url":"%1"},"collections":[)"
                               + collections.join(',') + "]}",
                           m_cluster->endpoint().url());
        redis::Cluster server(m_cluster->endpoint(), {.name = "fill", .exchangeDeadline = 60s});
        QVERIFY(server.connect() && server.exchange(pipeline));
    }

    static std::unique_ptr<QProcess> anEdit(CrashProgram &run, const QString &queue)
    {
        return run.program.startChild(run.workspace, {queue, u"edit"_s, u"dead"_s, u"1"_s}, run.random());
    }
    std::unique_ptr<QProcess> anOperation(CrashProgram &run) const
    {
        const QString queue = QString::fromLatin1(m_queues[std::size_t(run.random.bounded(2))].name);
        const auto start = [&run](QStringList arguments) {
            return run.program.start(arguments << u"-w"_s << run.workspace << u"--yes"_s);
        };
        switch (run.random.bounded(7)) {
        case 0:
        case 1:
            return start({u"requeue"_s, queue});
        case 2:
            return start({u"dead"_s, queue, u"--requeue"_s, u"--all"_s});
        case 3:
            return start({u"dead"_s, queue, u"--discard"_s, u"--all"_s});
        case 4:
            return start({u"trim"_s, queue, u"--keep"_s, QString::number(20 + run.random.bounded(40))});
        case 5:
            return anEdit(run, queue);
        default:
            const QString id = run.anUndoable();
            return id.isEmpty() ? start({u"requeue"_s, queue}) : run.undo(id);
        }
    }

    /// Moves a slot to another master and back.
    void moveASlot(QRandomGenerator &random)
    {
        const Queue &queue = m_queues[std::size_t(random.bounded(2))];
        const QByteArray &key = random.bounded(2) == 0 ? queue.ready : queue.dead;
        const std::size_t from = m_cluster->masterOf(key), to = (from + 1) % 3;
        m_cluster->moveSlot(key, from, to);
        m_cluster->moveSlot(key, to, from);
        ++m_movedSlots;
    }

    /// Empty when each job is in one place, on the server or in the archive of an operation.
    QString check(const CrashProgram &run)
    {
        QString wrong;
        std::map<QByteArray, QByteArrayList> places;
        for (const QByteArray &job : m_jobs) {
            places[job];
        }
        for (const Queue &queue : m_queues) {
            for (const QByteArray &key : {queue.ready, queue.dead, queue.taken, queue.processing}) {
                const bool isList = key != queue.processing;
                for (const QByteArray &job : bytesOf(isList ? m_cluster->run({"LRANGE", key, "0", "-1"})
                                                            : m_cluster->run({"ZRANGE", key, "0", "-1"}))) {
                    places[job.trimmed()].append(key);
                }
            }
        }
        const auto journal = redis::Journal::open(run.folder.filePath(u"data"_s));
        const auto operations = (*journal)->operations();
        for (const OperationReport &report : *operations) {
            m_handled += report.accounted() - report.skipped;
            m_edited += report.action == Action::Edit ? int(report.moved) : 0;
            if (report.state == OperationState::Open) {
                wrong += u"%1 is open\n"_s.arg(report.id);
            }
            const auto archived = (*journal)->archive().elements(report.id, redis::Archive::From::Oldest);
            for (const redis::ArchivedElement &element : *archived) {
                if (element.outcome == 'r') {
                    places[element.element.trimmed()].append("archive of " + report.id.toLatin1());
                }
            }
        }
        for (const auto &[job, where] : places) {
            if (where.size() != 1) {
                wrong += u"%1 is in %2 places: %3\n"_s.arg(shown(job), QString::number(where.size()),
                                                           shown(where.join(' ')));
            }
        }
        for (std::size_t node = 0; node < 3; ++node) {
            for (const QByteArray &key : bytesOf(m_cluster->master(node).run({"KEYS", "plimsoll:*"}))) {
                const QByteArrayList held = bytesOf(m_cluster->master(node).run({"LRANGE", key, "0", "-1"}));
                if (!held.isEmpty() && held != QByteArrayList{"void"}) { // a fence, which goes by itself
                    wrong += QString::fromUtf8(key) + u" is left\n"_s;
                }
            }
        }
        return wrong;
    }

    std::unique_ptr<RedisCluster> m_cluster;
    std::vector<Queue> m_queues;
    QByteArrayList m_jobs;
    qint64 m_handled = 0; ///< by operations
    int m_killedNodes = 0, m_killedPrograms = 0, m_movedSlots = 0, m_edited = 0;
};

int main(int argc, char *argv[])
{
    return runCrashTest<ClusterCrashTest>(argc, argv);
}

#include "tst_cluster_crash.moc"
