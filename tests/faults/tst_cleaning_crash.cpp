// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/crashchild.h"
#include "tests/faults/crashrun.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace plimsoll;
using namespace plimsoll::testing;

namespace {

constexpr int things = 1'500;
constexpr const char *workspaceJson =
    R"({"plimsoll":1,"name":"quotes","connection":{"url":"%1"},"collections":[{"name":"quotes","kind":"expiry",)"
    R"("keys":{"index":"i","target":"quote:{id}"}}]})";

// A thing and its place in the index in one, as whoever writes one does it.
constexpr const char *writeThing =
    "redis.call('SET', 'quote:' .. ARGV[1], ARGV[2]) return redis.call('ZADD', 'i', ARGV[3], ARGV[1])";

QByteArray numberOf(int i)
{
    return "n" + QByteArray::number(i);
}

/// Whoever works on things: writes some anew, to expire later or at once.
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

/// Cleaning up an index and its undo beside somebody who writes, while program and server are killed (-9) at random:
/// an entry and its key go together and come back together, and nothing is lost.
class CleaningCrashTest final : public QObject {
    Q_OBJECT

    struct Run {
        explicit Run(quint32 seed)
            : random(seed), server({u"--appendonly"_s, u"yes"_s, u"--appendfsync"_s, u"always"_s}),
              program(folder.filePath(u"data"_s)), workspace(folder.filePath(u"workspace.json"_s))
        {
            QFile file(workspace);
            if (!file.open(QIODevice::WriteOnly)) {
                qFatal("%s cannot be written", qPrintable(workspace));
            }
            file.write(QByteArray(workspaceJson).replace("%1", server.local().url().toUtf8()));
        }
        QStringList undoable()
        {
            const QByteArray printed = Program::finish(*program.start({u"operations"_s}));
            QStringList ids;
            for (const QJsonValue one : QJsonDocument::fromJson(printed).object().value("operations"_L1).toArray()) {
                if (one["undoable"_L1].toBool()) {
                    ids << one["operation"_L1].toString();
                }
            }
            return ids;
        }
        std::unique_ptr<QProcess> anOperation()
        {
            const QStringList ids = random.bounded(2) == 0 ? undoable() : QStringList();
            return ids.isEmpty()
                ? program.startChild(workspace, {u"quotes"_s, u"clean-up"_s, QString(), u"0"_s}, random())
                : program.start({u"undo"_s, ids.at(random.bounded(int(ids.size()))), u"--yes"_s});
        }
        void disturb(QProcess &process)
        {
            const int what = random.bounded(4);
            if (what == 0) {
                return;
            }
            std::this_thread::sleep_for(std::chrono::microseconds(random.bounded(150'000))); // when a fault strikes
            if (what == 1 || what == 3) {
                server.kill9();
                ++killedServers;
            }
            if (what >= 2 && process.state() != QProcess::NotRunning) {
                process.kill();
                process.waitForFinished();
                ++killedPrograms;
            }
            server.start();
        }

        QRandomGenerator random;
        RedisServer server;
        QTemporaryDir folder;
        Program program;
        QString workspace;
        int killedServers = 0, killedPrograms = 0;
    };

    /// How many are gone; -1 where an entry is without its key, or a key without its entry.
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
    void nothingIsLost_data()
    {
        QTest::addColumn<quint32>("seed");
        const int runs = qEnvironmentVariableIntValue("PLIMSOLL_CRASH_RUNS");
        for (int i = 1; i <= (runs > 0 ? runs : 3); ++i) {
            QTest::addRow("seed %d", i) << quint32(i);
        }
    }

    void nothingIsLost()
    {
        QFETCH(quint32, seed);
        Run run(seed);
        redis::Pipeline pipeline;
        for (int i = 0; i < things; ++i) {
            pipeline.add({"EVAL", writeThing, "0", numberOf(i), "content of " + numberOf(i), i % 3 ? "1" : "9e12"});
        }
        run.server.run(pipeline);
        std::atomic_bool stop = false;
        std::thread writer([&, endpoint = run.server.local()] { actAsWriter(endpoint, seed + 100, stop); });
        for (int i = 0; i < 10; ++i) {
            const std::unique_ptr<QProcess> process = run.anOperation();
            run.disturb(*process);
            Program::finish(*process);
        }
        stop = true;
        writer.join();
        const std::unique_ptr<QProcess> recovery = run.program.start({u"operations"_s, u"--recover"_s});
        Program::finish(*recovery);
        QCOMPARE(recovery->exitCode(), 0);
        Program::finish(*run.program.startChild(run.workspace, {u"quotes"_s, u"clean-up"_s, QString(), u"0"_s}, 1));
        const int most = gone(run.server);
        QVERIFY2(most >= 0, "an entry is without its key, or a key without its entry");
        QVERIFY(most > 0);
        // What can be undone is, and everything is there.
        QSet<QString> tried;
        for (QStringList ids = run.undoable(); !ids.isEmpty(); ids = run.undoable()) {
            ids.removeIf([&](const QString &id) { return tried.contains(id); });
            if (ids.isEmpty()) {
                break;
            }
            tried.insert(ids.back());
            const std::unique_ptr<QProcess> undo = run.program.start({u"undo"_s, ids.back(), u"--yes"_s});
            Program::finish(*undo);
            QCOMPARE(undo->exitCode(), 0);
        }
        QCOMPARE(gone(run.server), 0);
        qInfo("%d servers and %d operations killed, %d cleaned up at last", run.killedServers, run.killedPrograms,
              most);
    }
};

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == "--operate"_L1) {
        return operateAsChild(arguments.mid(2));
    }
    CleaningCrashTest test;
    return QTest::qExec(&test, arguments);
}

#include "tst_cleaning_crash.moc"
