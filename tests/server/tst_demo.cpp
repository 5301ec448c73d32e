// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/demosession.h"
#include "app/demo/story.h"
#include "app/demo/terminationsignals.h"
#include "redis/poll/pollsession.h"
#include "redis/wire/client.h"
#include "redis/wire/serveranswers.h"
#include "tests/support/timing.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <future>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace plimsoll;
using namespace plimsoll::demo;

namespace {

constexpr auto patience = 15'000;

/// Integer reply of the server at that endpoint; the test fails without one.
qint64 ask(const redis::Endpoint &endpoint, std::initializer_list<QByteArrayView> command)
{
    redis::Client client(endpoint, {.name = "test"});
    if (!client.connect()) {
        return -1;
    }
    const Result<redis::Reply> reply = client.command(command);
    return reply ? reply->toInteger().value_or(-1) : -1;
}

bool processRuns(qint64 pid)
{
    // A zombie has no command line; it is gone but for its parent's look at it.
    QFile file(QStringLiteral("/proc/%1/cmdline").arg(pid));
    return file.open(QIODevice::ReadOnly) && !file.readAll().isEmpty();
}

QStringList foldersIn(const QString &parent)
{
    return QDir(parent).entryList({QStringLiteral("plimsoll-demo-*")}, QDir::Dirs | QDir::Hidden);
}

/// The commands of the first steps of all stories, where every claim is answered by "nothing there".
QByteArray told(quint32 seed, int steps)
{
    const auto stories = makeStories(seed);
    const milliseconds server(1'790'000'000'000);
    QByteArray bytes;
    Batch past;
    for (const auto &story : stories) {
        story->begin(past, {.story = {}, .server = server});
    }
    bytes += past.pipeline().bytes();
    Batch next;
    for (int i = 1; i <= steps; ++i) {
        Batch batch = std::exchange(next, {});
        for (const auto &story : stories) {
            story->step(batch, {.story = i * stepLength, .server = server + i * stepLength});
        }
        bytes += batch.pipeline().bytes();
        const std::vector<redis::Reply> nothing(static_cast<std::size_t>(batch.pipeline().size()));
        batch.deliver(nothing, next, [](const redis::Reply &) {});
    }
    return bytes;
}

} // namespace

class TestDemo final : public QObject {
    Q_OBJECT

private slots:
    void init() { m_parent = std::make_unique<QTemporaryDir>(); }
    void sameSeedTellsTheSame();
    void overviewHasOneOfEach();
    void storiesGoOn();
    void worksAsFastAsItIsAsked();
    void serverIsPrivate();
    void deadServerIsStartedAnew();
    void leavesNothing();
    void startWaitsForNothing();
    void sweepsWhatWasKilled_data();
    void sweepsWhatWasKilled();
    void runningDemoIsNotSwept();
    void serverDiesWithItsParent();
    void knowsWhenAServerIsReady_data();
    void knowsWhenAServerIsReady();
    void serverOfRedisTools();
    void saysWhatIsMissing();
    void signalsAreHeard();

private:
    std::unique_ptr<QTemporaryDir> m_parent;
};

void TestDemo::sameSeedTellsTheSame()
{
    const QByteArray first = told(7, 300);
    QCOMPARE(told(7, 300), first);
    QVERIFY(told(8, 300) != first);
}

void TestDemo::overviewHasOneOfEach()
{
    DemoSession session({.seed = 1, .pace = 4});
    session.server().setParentFolder(m_parent->path());
    QSignalSpy ready(&session, &DemoSession::ready);
    QSignalSpy failed(&session, &DemoSession::failed);
    QSignalSpy messages(&session, &DemoSession::message);
    session.start();
    QTRY_COMPARE_WITH_TIMEOUT(ready.size() + failed.size(), 1, patience);
    QVERIFY2(failed.isEmpty(), failed.isEmpty() ? "" : qPrintable(failed[0][0].toString()));

    const auto workspace = ready[0][0].value<WorkspacePtr>();
    redis::PollSession poll(workspace, session.server().endpoint(), {.headBudget = 0});
    Result<SnapshotPtr> snapshot = poll.tick();
    const auto inState = [&snapshot](State state) {
        return snapshot ? std::ranges::count((*snapshot)->rows, state, &Snapshot::Row::state) : -1;
    };
    // Keys that live for ever are found by a search that one tick may not end.
    QTRY_VERIFY_WITH_TIMEOUT((snapshot = poll.tick()) && inState(State::Warning) >= 3, patience);
    QCOMPARE(inState(State::Error), 0);
    QCOMPARE(inState(State::Critical), 1);
    QCOMPARE(inState(State::Warning), 3); // and what lives for ever, and what a consumer died with
    QVERIFY(messages.isEmpty());
}

void TestDemo::storiesGoOn()
{
    DemoSession session({.seed = 3, .pace = 10});
    session.server().setParentFolder(m_parent->path());
    QSignalSpy ready(&session, &DemoSession::ready);
    QSignalSpy messages(&session, &DemoSession::message);
    session.start();
    QTRY_COMPARE_WITH_TIMEOUT(ready.size(), 1, patience);
    const redis::Endpoint at = session.server().endpoint();
    const auto dead = [&] { return ask(at, {"LLEN", "queue:email:failed"}); };
    const auto stale = [&] { return ask(at, {"ZCARD", "queue:email:processing"}); };
    const qint64 deadBefore = dead();
    const qint64 staleBefore = stale();
    session.workload().crashWorker();
    QTRY_VERIFY_WITH_TIMEOUT(dead() > deadBefore, patience * 2);
    QTRY_VERIFY_WITH_TIMEOUT(stale() > staleBefore, patience);
    QTRY_VERIFY_WITH_TIMEOUT(ask(at, {"ZCARD", "schedule:reminders:processing"}) > 0, patience);

    // Every job that is anywhere has its record: none was lost, none invented.
    const Result<redis::Reply> lost = [&] {
        redis::Client client(at, {.name = "test"});
        return client.connect() ? client.command({"EVAL",
                                                  "local n = 0 "
                                                  "for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do "
                                                  "if redis.call('EXISTS', 'job:' .. id) == 0 then n = n + 1 end end "
                                                  "return n",
                                                  "1", "queue:email:processing"})
                                : Result<redis::Reply>(Error{});
    }();
    QVERIFY(lost.ok());
    QCOMPARE(lost->toInteger().value_or(-1), 0);

    session.workload().setPaused(true);
    const auto depth = [&] {
        return ask(at, {"ZCARD", "queue:email:processing"}) * 100'000 + ask(at, {"LLEN", "queue:invoices"});
    };
    // Paused: what was under way when it was asked ends, then nothing changes any more.
    qint64 before = -1;
    QTRY_VERIFY_WITH_TIMEOUT(std::exchange(before, depth()) == depth(), patience);
    QVERIFY(messages.isEmpty());
}

/// A day in 24 minutes is a day: the pace that was asked for is the one at which the applications work.
void TestDemo::worksAsFastAsItIsAsked()
{
    DemoSession session({.seed = 3, .pace = 60});
    session.server().setParentFolder(m_parent->path());
    QSignalSpy ready(&session, &DemoSession::ready);
    session.start();
    QTRY_COMPARE_WITH_TIMEOUT(ready.size(), 1, patience);
    QCOMPARE(session.workload().pace(), 60.0);
    redis::Client client(session.server().endpoint(), {.name = "test"});
    QVERIFY(client.connect());
    const auto commands = [&client] {
        const Result<redis::Reply> stats = client.command({"INFO", "stats"});
        return stats ? redis::infoField(stats->bytes, "total_commands_processed").toDouble() : 0;
    };
    const auto perSecond = [&](double pace) {
        session.workload().setPace(pace);
        const double before = commands();
        QElapsedTimer timer;
        timer.start();
        QTest::qWait(1'000);
        return 1'000.0 * (commands() - before) / static_cast<double>(timer.elapsed());
    };
    double times = 0;
    for (int i = 0; i < testing::attempts && times < 3; ++i) {
        const double slow = perSecond(1); // paces that a busy machine keeps up with
        times = perSecond(10) / slow;
    }
    QVERIFY2(times >= 3, qPrintable(QString::number(times))); // ten where nothing else runs
}

void TestDemo::serverIsPrivate()
{
    DemoServer server;
    server.setParentFolder(m_parent->path());
    QSignalSpy ready(&server, &DemoServer::ready);
    server.start();
    QTRY_COMPARE_WITH_TIMEOUT(ready.size(), 1, patience);
    redis::Client client(server.endpoint(), {.name = "test"});
    QVERIFY(client.connect().ok());
    const auto configured = [&](QByteArrayView name) {
        return client.command({"CONFIG", "GET", name}).value().elements.at(1).bytes;
    };
    QCOMPARE(configured("port"), QByteArray("0"));
    QCOMPARE(configured("save"), QByteArray());
    QCOMPARE(configured("appendonly"), QByteArray("no"));
    QCOMPARE(QFileInfo(server.folder()).permissions() & (QFile::ReadGroup | QFile::ReadOther | QFile::ExeOther),
             QFile::Permissions());
}

void TestDemo::deadServerIsStartedAnew()
{
    DemoSession session({.seed = 1, .pace = 1});
    session.server().setParentFolder(m_parent->path());
    QSignalSpy ready(&session, &DemoSession::ready);
    QSignalSpy seeded(&session.workload(), &Workload::seeded);
    QSignalSpy messages(&session, &DemoSession::message);
    session.start();
    QTRY_COMPARE_WITH_TIMEOUT(seeded.size(), 1, patience);
    const qint64 first = session.server().processId();
    ::kill(static_cast<pid_t>(first), SIGKILL);
    QTRY_COMPARE_WITH_TIMEOUT(seeded.size(), 2, patience);
    QVERIFY(session.server().processId() != first);
    QVERIFY(!messages.isEmpty());
    QCOMPARE(ready.size(), 1);
    QVERIFY(ask(session.server().endpoint(), {"LLEN", "queue:invoices"}) > 1'000);
}

void TestDemo::leavesNothing()
{
    qint64 pid = 0;
    {
        DemoSession session({});
        session.server().setParentFolder(m_parent->path());
        QSignalSpy ready(&session, &DemoSession::ready);
        session.start();
        QTRY_COMPARE_WITH_TIMEOUT(ready.size(), 1, patience);
        pid = session.server().processId();
        QVERIFY(processRuns(pid));
        QCOMPARE(foldersIn(m_parent->path()).size(), 1);
    }
    QTRY_VERIFY(!processRuns(pid)); // removed in the background
    QTRY_COMPARE(foldersIn(m_parent->path()), QStringList());
}

/// Remains of earlier demonstrations may take time to remove, as on a slow disk: start() does not wait.
void TestDemo::startWaitsForNothing()
{
    const QString left = m_parent->path() + QStringLiteral("/plimsoll-demo-abcdef");
    QVERIFY(QDir().mkpath(left));
    QFile lock(left + QStringLiteral("/lock"));
    QVERIFY(lock.open(QIODevice::WriteOnly));
    // Opening this pipe for reading blocks until a writer opens it.
    const QByteArray pipe = QFile::encodeName(left + QStringLiteral("/redis.pid"));
    QCOMPARE(::mkfifo(pipe.constData(), 0600), 0);
    std::promise<void> returned;
    std::promise<int> opened;
    std::thread other([&] {
        const auto waited = returned.get_future().wait_for(std::chrono::seconds(3));
        const int writer = ::open(pipe.constData(), O_RDWR | O_CLOEXEC);
        opened.set_value(waited == std::future_status::ready && ::write(writer, "\n", 1) == 1 ? writer : -1);
    });
    DemoServer server;
    server.setParentFolder(m_parent->path());
    QSignalSpy ready(&server, &DemoServer::ready);
    server.start();
    returned.set_value();
    other.join();
    const int writer = opened.get_future().get();
    QVERIFY2(writer >= 0, "start() waited for the folder of another");
    QTRY_COMPARE_WITH_TIMEOUT(ready.size(), 1, patience);
    ::close(writer);
}

void TestDemo::sweepsWhatWasKilled_data()
{
    QTest::addColumn<QString>("program");
    QTest::newRow("Redis") << QStringLiteral("redis-server");
    QTest::newRow("Valkey") << QStringLiteral("valkey-server"); // the name alone: Debian 12 has no Valkey
}

void TestDemo::sweepsWhatWasKilled()
{
    QFETCH(const QString, program);
    const QString server = m_parent->path() + QLatin1Char('/') + program;
    QVERIFY(QFile::link(QStandardPaths::findExecutable(QStringLiteral("redis-server")), server));
    // Remains of a killed dashboard whose server survived: a folder, its free lock, a server in it.
    const QString folder = m_parent->path() + QStringLiteral("/plimsoll-demo-abcdef");
    QVERIFY(QDir().mkpath(folder));
    QFile lock(folder + QStringLiteral("/lock"));
    QVERIFY(lock.open(QIODevice::WriteOnly));
    lock.close();
    QProcess orphan;
    orphan.setWorkingDirectory(folder);
    orphan.start(server,
                 {QStringLiteral("--port"), QStringLiteral("0"), QStringLiteral("--unixsocket"),
                  folder + QStringLiteral("/redis.sock"), QStringLiteral("--pidfile"),
                  folder + QStringLiteral("/redis.pid"), QStringLiteral("--dir"), folder});
    // The socket is there first, then the file that names the process.
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(folder + QStringLiteral("/redis.pid")).size() > 0, patience);

    // And one whose pid file names a process that is no server of that folder: left alone.
    const QString other = m_parent->path() + QStringLiteral("/plimsoll-demo-ghijkl");
    QVERIFY(QDir().mkpath(other));
    for (const QString &name : {QStringLiteral("/lock"), QStringLiteral("/redis.pid")}) {
        QFile file(other + name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::number(QCoreApplication::applicationPid()));
    }

    // One that was made again for what was kept of it; and one that is being made at this moment.
    QVERIFY(QDir().mkpath(m_parent->path() + QStringLiteral("/plimsoll-demo-mnopqr/history")));
    QVERIFY(QDir().mkpath(m_parent->path() + QStringLiteral("/plimsoll-demo-stuvwx")));

    QCOMPARE(DemoFolder::sweep(m_parent->path()), 3);
    QVERIFY(orphan.waitForFinished(patience));
    QCOMPARE(orphan.exitStatus(), QProcess::CrashExit);
    QCOMPARE(foldersIn(m_parent->path()).size(), 1);
}

void TestDemo::runningDemoIsNotSwept()
{
    DemoFolder running;
    QVERIFY(running.create(m_parent->path()).ok());
    QCOMPARE(DemoFolder::sweep(m_parent->path()), 0);
    QVERIFY(QFile::exists(running.path()));
    running.remove();
    QCOMPARE(foldersIn(m_parent->path()), QStringList());
}

void TestDemo::serverDiesWithItsParent()
{
    // This program again as a dashboard that is killed (main() below).
    QProcess dashboard;
    dashboard.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--serve"), m_parent->path()});
    QVERIFY(dashboard.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(dashboard.canReadLine() || dashboard.state() == QProcess::NotRunning, patience);
    const qint64 server = dashboard.readLine().trimmed().toLongLong();
    QVERIFY(server > 1);
    dashboard.kill();
    QVERIFY(dashboard.waitForFinished(patience));
    QTRY_VERIFY_WITH_TIMEOUT(!processRuns(server), patience);
    QCOMPARE(foldersIn(m_parent->path()).size(), 1);
    QCOMPARE(DemoFolder::sweep(m_parent->path()), 1);
}

void TestDemo::knowsWhenAServerIsReady_data()
{
    QTest::addColumn<QString>("said");
    QTest::newRow("Redis 7.0") << QStringLiteral("* The server is now ready to accept connections at /tmp/redis.sock");
    QTest::newRow("Redis 8, Valkey 8") << QStringLiteral("* Ready to accept connections unix");
}

/// Servers of several versions say it in several ways.
void TestDemo::knowsWhenAServerIsReady()
{
    QFETCH(const QString, said);
    QFile wrapper(m_parent->filePath(QStringLiteral("server")));
    QVERIFY(wrapper.open(QIODevice::WriteOnly));
    wrapper.write("#!/bin/bash\nexec redis-server \"$@\" > >(sed -u 's|\\* .*ready to accept connections.*|"
                  + said.toUtf8() + "|I')\n");
    wrapper.close();
    QVERIFY(wrapper.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    DemoServer server;
    server.setParentFolder(m_parent->path());
    server.setPrograms({QStringLiteral("redis-server-that-is-not-there"), wrapper.fileName()});
    QSignalSpy ready(&server, &DemoServer::ready);
    QSignalSpy failed(&server, &DemoServer::failed);
    server.start();
    QTRY_COMPARE_WITH_TIMEOUT(ready.size() + failed.size(), 1, patience);
    QVERIFY2(failed.isEmpty(), failed.isEmpty() ? "" : qPrintable(failed[0][0].toString()));
}

/// Debian's redis-tools has the server, but under the name of a program that checks files.
void TestDemo::serverOfRedisTools()
{
    DemoServer server;
    server.setParentFolder(m_parent->path());
    server.setPrograms({QStringLiteral("redis-server-that-is-not-there"), QStringLiteral("redis-check-rdb")});
    QSignalSpy ready(&server, &DemoServer::ready);
    QSignalSpy failed(&server, &DemoServer::failed);
    server.start();
    QTRY_COMPARE_WITH_TIMEOUT(ready.size() + failed.size(), 1, patience);
    QVERIFY2(failed.isEmpty(), failed.isEmpty() ? "" : qPrintable(failed[0][0].toString()));
    QFile name(QStringLiteral("/proc/%1/comm").arg(server.processId()));
    QVERIFY(name.open(QIODevice::ReadOnly));
    QCOMPARE(name.readAll().trimmed(), QByteArray("redis-server")); // what sweep() knows it by
}

void TestDemo::saysWhatIsMissing()
{
    DemoServer server;
    server.setParentFolder(m_parent->path());
    server.setPrograms({QStringLiteral("redis-server-that-is-not-there")});
    QSignalSpy failed(&server, &DemoServer::failed);
    server.start();
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, patience);
    QVERIFY(failed[0][0].toString().contains(QStringLiteral("apt install redis-tools")));

    DemoServer wrong;
    wrong.setParentFolder(m_parent->path());
    wrong.setPrograms({QStringLiteral("false")});
    QSignalSpy ended(&wrong, &DemoServer::failed);
    wrong.start();
    QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, patience);
    QTRY_COMPARE(foldersIn(m_parent->path()), QStringList());
}

void TestDemo::signalsAreHeard()
{
    TerminationSignals signalsOfTheSystem;
    QSignalSpy asked(&signalsOfTheSystem, &TerminationSignals::asked);
    ::kill(::getpid(), SIGTERM);
    QTRY_COMPARE(asked.size(), 1);
}

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == QStringLiteral("--serve")) {
        DemoServer server;
        server.setParentFolder(arguments.value(2));
        QObject::connect(&server, &DemoServer::ready, &application, [&server] {
            QFile output;
            if (output.open(stdout, QIODevice::WriteOnly)) {
                output.write(QByteArray::number(server.processId()) + '\n');
            }
        });
        QObject::connect(&server, &DemoServer::failed, &application, [] { QCoreApplication::exit(1); });
        server.start();
        return QCoreApplication::exec();
    }
    TestDemo test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_demo.moc"
