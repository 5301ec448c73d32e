// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/crashbench.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace plimsoll;
using namespace plimsoll::testing;

namespace {

constexpr int things = 1'500;
constexpr const char *workspaceJson =
    R"({"plimsoll":1,"name":"quotes","connection":{"url":"%1"},"collections":[{"name":"quotes","kind":"expiry",)"
    R"("keys":{"index":"i","target":"quote:{id}"}}]})";

// Writes a thing and its entry in the index in one step, as applications do.
constexpr const char *writeThing =
    "redis.call('SET', 'quote:' .. ARGV[1], ARGV[2]) redis.call('HSET', 'last', ARGV[1], ARGV[3]) "
    "return redis.call('ZADD', 'i', ARGV[3], ARGV[1])";

QByteArray numberOf(int i)
{
    return "n" + QByteArray::number(i);
}

/// An application that rewrites some things, to expire later or at once.
void actAsWriter(const redis::Endpoint &endpoint, quint32 seed, const std::atomic_bool &stop)
{
    QRandomGenerator random(seed);
    redis::Client client(endpoint, {.name = "writer"});
    while (!stop) {
        if (!client.isConnected() && !client.connect()) {
            std::this_thread::yield(); // the server is down; it comes again
            continue;
        }
        redis::Pipeline pipeline;
        pipeline.add(
            {"EVAL", writeThing, "0", numberOf(random.bounded(things)), "again", random.bounded(2) ? "1" : "9e12"});
        static_cast<void>(client.exchange(pipeline).ok());
    }
}

} // namespace

/// Cleans up an index, and undoes that, while an application writes, and program and server are killed (-9) at random:
/// an entry and its key go together and come back together, and nothing is lost.
class CleaningCrashTest final : public QObject {
    Q_OBJECT

    static std::unique_ptr<QProcess> anOperation(CrashBench &run)
    {
        const QString id = run.random.bounded(2) == 0 ? run.anUndoable() : QString();
        return id.isEmpty() ? cleanUp(run, run.random()) : run.undo(id);
    }
    static std::unique_ptr<QProcess> cleanUp(const CrashBench &run, quint32 seed)
    {
        return run.program.startChild(run.workspace, {u"quotes"_s, u"clean-up"_s, QString(), u"0"_s}, seed);
    }
    /// Number of removed things whose last write put their expiry far ahead; must be 0.
    static int putOffAndGone(RedisServer &server)
    {
        redis::Pipeline pipeline;
        for (int i = 0; i < things; ++i) {
            pipeline.add({"HGET", "last", numberOf(i)});
            pipeline.add({"ZSCORE", "i", numberOf(i)});
        }
        const std::vector<redis::Reply> replies = server.run(pipeline);
        int count = 0;
        for (std::size_t i = 0; i < replies.size(); i += 2) {
            count += replies[i].bytes == "9e12" && replies[i + 1].isNil() ? 1 : 0;
        }
        return count;
    }

    /// Number of removed things; -1 if an entry is without its key, or a key without its entry.
    static int gone(RedisServer &server)
    {
        redis::Pipeline pipeline;
        for (int i = 0; i < things; ++i) {
            pipeline.add({"ZSCORE", "i", numberOf(i)});
            pipeline.add({"EXISTS", "quote:" + numberOf(i)});
        }
        const std::vector<redis::Reply> replies = server.run(pipeline);
        int count = 0;
        for (std::size_t i = 0; i < replies.size(); i += 2) {
            if (replies[i].isNil() != (replies[i + 1].integer == 0)) {
                return -1;
            }
            count += replies[i].isNil() ? 1 : 0;
        }
        return count;
    }

private slots:
    void nothingIsLost_data() { addSeeds(3); }

    void nothingIsLost()
    {
        QFETCH(quint32, seed);
        CrashBench run(seed, workspaceJson);
        redis::Pipeline pipeline;
        for (int i = 0; i < things; ++i) {
            pipeline.add({"EVAL", writeThing, "0", numberOf(i), "content of " + numberOf(i), i % 3 ? "1" : "9e12"});
        }
        run.server.run(pipeline);
        std::atomic_bool stop = false;
        std::thread writer([&, endpoint = run.server.local()] { actAsWriter(endpoint, seed + 100, stop); });
        for (int i = 0; i < 10; ++i) {
            const std::unique_ptr<QProcess> process = anOperation(run);
            run.disturb(*process, 150ms);
            Program::finish(*process);
        }
        stop = true;
        writer.join();
        QCOMPARE(run.recover(), 0);
        Program::finish(*cleanUp(run, 1));
        const int most = gone(run.server);
        QVERIFY2(most >= 0, "an entry is without its key, or a key without its entry");
        QVERIFY(most > 0);
        QCOMPARE(putOffAndGone(run.server), 0);
        // Undoes everything, after which all things are back.
        QVERIFY(run.undoAll());
        QCOMPARE(gone(run.server), 0);
        qInfo("%d servers and %d operations killed, %d cleaned up at last", run.killedServers, run.killedPrograms,
              most);
    }
};

int main(int argc, char *argv[])
{
    return runCrashTest<CleaningCrashTest>(argc, argv);
}

#include "tst_cleaning_crash.moc"
