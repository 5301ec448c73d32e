// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/connection/connectioncontroller.h"
#include "redis/collections/kinds.h"
#include "redis/workspace/workspacefile.h"
#include "tests/support/faultproxy.h"
#include "tests/support/redisserver.h"
#include "tests/support/timing.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace plimsoll;
using namespace plimsoll::app;
using namespace std::chrono_literals;

namespace {

WorkspacePtr workspace()
{
    const auto parsed = redis::parseWorkspace(
        // moc takes two slashes for a comment even here, so they are escaped the way JSON allows
        R"({"plimsoll": 1, "name": "test", "connection": {"url": "redis:\/\/127.0.0.1:1"},
            "collections": [{"name": "q", "kind": "queue", "keys": {"ready": "q"}}]})",
        redis::kindInfos());
    Workspace made = std::get<Workspace>(parsed);
    made.pollInterval = 100ms; // so that the tests are quick
    return std::make_shared<const Workspace>(std::move(made));
}

models::ConnectionStatus last(const QSignalSpy &statuses)
{
    return statuses.last().front().value<models::ConnectionStatus>();
}

using LinkState = models::ConnectionStatus::State;

} // namespace

/// Tests what the window learns of a connection while the server runs, hangs, dies and comes back.
class TestConnection final : public QObject {
    Q_OBJECT

private slots:
    void pollsByItself();
    void whatAClosedConnectionSaysIsDropped();
    void aPauseIsNoFailure();
    void lostWhilePaused();
    void anEditKeepsTheChosenInterval();
    void pauseAndRefresh();
    void hangingServerTurnsOldAndComesBack();
    void killedServerComesBack();
    void lateAnswersAreDropped();
    void anEditAsksAgainWhatIsUnderWay();
    void loginRefusedIsSaidOnce();
    void endsAtOnceWhileTheServerHangs();
    void endsAtOnceBeforeItHasOpened();
};

void TestConnection::pollsByItself()
{
    testing::RedisServer server;
    ConnectionController connection;
    QSignalSpy snapshots(&connection, &ConnectionController::snapshotReady);
    QSignalSpy statuses(&connection, &ConnectionController::statusChanged);
    connection.open(workspace(), server.local());
    QCOMPARE(last(statuses).state, LinkState::Connecting);
    QTRY_VERIFY(snapshots.size() >= 3);
    QCOMPARE(last(statuses).state, LinkState::Connected);
    const auto clients = [&server](QByteArrayView name) {
        return server.run({"CLIENT", "LIST"}).bytes.count(QByteArray(" name=") + name.toByteArray());
    };
    QCOMPARE(clients("plimsoll:poll"), 1);
    connection.close();
    QCOMPARE(last(statuses).state, LinkState::None);
    QTRY_COMPARE(clients("plimsoll:poll"), 0); // it has let go of the server,
    server.run({"CONFIG", "RESETSTAT"});
    const auto seen = snapshots.size();
    // and while another one lives through three intervals elsewhere, it asks nothing and says nothing.
    testing::RedisServer elsewhere;
    ConnectionController other;
    QSignalSpy others(&other, &ConnectionController::snapshotReady);
    other.open(workspace(), elsewhere.local());
    QTRY_VERIFY(others.size() >= 4);
    QCOMPARE(server.calls("llen"), 0);
    QCOMPARE(snapshots.size(), seen);
}

void TestConnection::whatAClosedConnectionSaysIsDropped()
{
    testing::RedisServer server;
    testing::FaultProxy proxy(server.local());
    ConnectionController connection;
    QSignalSpy snapshots(&connection, &ConnectionController::snapshotReady);
    QSignalSpy statuses(&connection, &ConnectionController::statusChanged);
    connection.open(workspace(), proxy.endpoint());
    QTRY_VERIFY(!snapshots.isEmpty());
    connection.setPaused(true);
    server.pause();
    const qint64 asked = proxy.requestBytes();
    connection.refresh();
    QTRY_VERIFY(proxy.requestBytes() > asked); // it waits for the answer
    connection.close();
    const auto before = snapshots.size();
    const auto said = statuses.size();
    server.resume();
    testing::RedisServer elsewhere;
    ConnectionController other;
    QSignalSpy others(&other, &ConnectionController::snapshotReady);
    other.open(workspace(), elsewhere.local());
    QTRY_VERIFY(others.size() >= 4);
    QCOMPARE(snapshots.size(), before);
    QCOMPARE(statuses.size(), said);
}

void TestConnection::aPauseIsNoFailure()
{
    testing::RedisServer server;
    ConnectionController connection;
    QSignalSpy snapshots(&connection, &ConnectionController::snapshotReady);
    QSignalSpy olds(&connection, &ConnectionController::oldChanged);
    QSignalSpy gaps(&connection, &ConnectionController::gap);
    QSignalSpy statuses(&connection, &ConnectionController::statusChanged);
    connection.open(workspace(), server.local());
    QTRY_VERIFY(!snapshots.isEmpty());
    connection.setPaused(true);
    QVERIFY(last(statuses).paused);
    QCOMPARE(last(statuses).state, LinkState::Connected);
    ConnectionController other; // tells the time: ten intervals, five times what makes figures old
    QSignalSpy others(&other, &ConnectionController::snapshotReady);
    other.open(workspace(), server.local());
    QTRY_VERIFY(others.size() >= 10);
    QCOMPARE(olds.size(), 0);
    QCOMPARE(gaps.size(), 0);
    QCOMPARE(last(statuses).state, LinkState::Connected);
    const auto before = snapshots.size();
    connection.setPaused(false);
    QTRY_VERIFY(snapshots.size() > before);
    QVERIFY(!last(statuses).paused);
    QCOMPARE(olds.size(), 0);
}

void TestConnection::lostWhilePaused()
{
    testing::RedisServer server;
    ConnectionController connection;
    QSignalSpy snapshots(&connection, &ConnectionController::snapshotReady);
    QSignalSpy statuses(&connection, &ConnectionController::statusChanged);
    QSignalSpy olds(&connection, &ConnectionController::oldChanged);
    connection.open(workspace(), server.local());
    QTRY_VERIFY(!snapshots.isEmpty());
    connection.setPaused(true);
    server.kill9();
    connection.refresh(); // a person asks
    QTRY_COMPARE(last(statuses).state, LinkState::Lost);
    QVERIFY(last(statuses).paused); // and it does not poll again by itself
    QVERIFY(!last(statuses).text.isEmpty());
    server.start();
    connection.setPaused(false);
    QTRY_COMPARE_WITH_TIMEOUT(last(statuses).state, LinkState::Connected, 10'000);
    QVERIFY(!last(statuses).paused);
}

void TestConnection::anEditKeepsTheChosenInterval()
{
    testing::RedisServer server;
    ConnectionController connection;
    QSignalSpy snapshots(&connection, &ConnectionController::snapshotReady);
    QSignalSpy statuses(&connection, &ConnectionController::statusChanged);
    connection.open(workspace(), server.local());
    QTRY_VERIFY(!snapshots.isEmpty());
    connection.setInterval(50ms);
    QTRY_COMPARE(last(statuses).interval, std::chrono::milliseconds(50));
    const auto edited = [](std::chrono::milliseconds interval) {
        Workspace made = *workspace();
        made.collections.front().name = QStringLiteral("renamed");
        made.pollInterval = interval;
        return std::make_shared<const Workspace>(std::move(made));
    };
    connection.edit(edited(100ms), server.local());
    const auto before = snapshots.size();
    QTRY_VERIFY(snapshots.size() >= before + 4);
    QTRY_COMPARE(last(statuses).interval, std::chrono::milliseconds(50)); // unless the server is slow for a while
    connection.edit(edited(200ms), server.local()); // the edit was about it
    QTRY_COMPARE(last(statuses).interval, std::chrono::milliseconds(200));
    connection.open(workspace(), server.local()); // another workspace has its own
    QCOMPARE(last(statuses).interval, std::chrono::milliseconds(100));
}

void TestConnection::pauseAndRefresh()
{
    testing::RedisServer server;
    ConnectionController connection;
    QSignalSpy snapshots(&connection, &ConnectionController::snapshotReady);
    connection.open(workspace(), server.local());
    QTRY_VERIFY(!snapshots.isEmpty());
    connection.setPaused(true);
    ConnectionController other; // polls on and so tells the time; one that was under way arrives before its fourth
    QSignalSpy others(&other, &ConnectionController::snapshotReady);
    other.open(workspace(), server.local());
    QTRY_VERIFY(others.size() >= 4);
    const auto before = snapshots.size();
    QTRY_VERIFY(others.size() >= 8);
    QCOMPARE(snapshots.size(), before);
    connection.refresh();
    QTRY_COMPARE(snapshots.size(), before + 1);
    connection.setPaused(false);
    QTRY_VERIFY(snapshots.size() >= before + 3);
}

void TestConnection::hangingServerTurnsOldAndComesBack()
{
    testing::RedisServer server;
    ConnectionController connection;
    QSignalSpy snapshots(&connection, &ConnectionController::snapshotReady);
    QSignalSpy olds(&connection, &ConnectionController::oldChanged);
    QSignalSpy gaps(&connection, &ConnectionController::gap);
    connection.open(workspace(), server.local());
    QTRY_VERIFY(!snapshots.isEmpty());
    server.pause();
    QElapsedTimer timer;
    timer.start();
    QTRY_COMPARE(olds.size(), 1);
    QCOMPARE(olds.first().first().toBool(), true);
    QVERIFY2(timer.elapsed() < testing::atOnce.count(), qPrintable(QString::number(timer.elapsed())));
    QVERIFY(!gaps.isEmpty());
    server.resume();
    QTRY_COMPARE_WITH_TIMEOUT(olds.size(), 2, 10'000);
    QCOMPARE(olds.last().first().toBool(), false);
}

void TestConnection::killedServerComesBack()
{
    testing::RedisServer server;
    ConnectionController connection;
    QSignalSpy statuses(&connection, &ConnectionController::statusChanged);
    QSignalSpy snapshots(&connection, &ConnectionController::snapshotReady);
    connection.open(workspace(), server.local());
    QTRY_VERIFY(!snapshots.isEmpty());
    server.kill9();
    QTRY_COMPARE(last(statuses).state, LinkState::Lost);
    QVERIFY(!last(statuses).text.isEmpty());
    const std::chrono::milliseconds tried = last(statuses).triedAt;
    connection.refresh(); // a person does not wait, and learns when it failed
    QTRY_VERIFY(last(statuses).triedAt > tried);
    QCOMPARE(last(statuses).state, LinkState::Lost);
    server.start();
    QTRY_COMPARE_WITH_TIMEOUT(last(statuses).state, LinkState::Connected, 10'000);
}

void TestConnection::lateAnswersAreDropped()
{
    testing::RedisServer server;
    ConnectionController connection;
    QSignalSpy answers(&connection, &ConnectionController::answered);
    const WorkspacePtr first = workspace();
    connection.open(first, server.local());
    connection.ask({1, first, 0, ElementsQuery{}});
    QTRY_COMPARE(answers.size(), 1);
    server.pause();
    connection.ask({2, first, 0, ElementsQuery{}});
    connection.open(workspace(), server.local());
    server.resume();
    connection.ask({3, connection.workspace(), 0, ElementsQuery{}});
    QTRY_COMPARE(answers.size(), 2);
    QCOMPARE(answers.last().first().value<BrowseResult>().id, quint64(3));
}

/// The caller knows the collection by its old index: the answer is for that collection, as it is after the edit.
void TestConnection::anEditAsksAgainWhatIsUnderWay()
{
    testing::RedisServer server;
    for (const char *key : {"q", "other"}) {
        server.run({"RPUSH", key, key});
    }
    const WorkspacePtr before = workspace();
    auto after = std::make_shared<Workspace>(*before);
    after->collections.front().keys.front().templates = {"other"};
    after->collections.insert(after->collections.begin(), before->collections.front());
    after->collections.front().name = QStringLiteral("first now");
    ConnectionController connection;
    QSignalSpy answers(&connection, &ConnectionController::answered);
    QSignalSpy snapshots(&connection, &ConnectionController::snapshotReady);
    const auto answered = [&answers](quint64 id) {
        const auto result = answers.last().first().value<BrowseResult>();
        const auto *page = std::get_if<ElementsPage>(&result.answer);
        return result.id == id && page != nullptr && !page->elements.empty() ? page->elements.front().element
                                                                             : QByteArray();
    };
    connection.open(before, server.local());
    QTRY_VERIFY(!snapshots.isEmpty());
    server.pause();
    connection.ask({1, before, 0, ElementsQuery{}});
    connection.edit(after, server.local());
    server.resume();
    QTRY_COMPARE(answers.size(), 1);
    QCOMPARE(answered(1), QByteArray("other"));
    connection.ask({2, before, 0, ElementsQuery{}}); // the page on screen has not heard of the edit yet
    QTRY_COMPARE(answers.size(), 2);
    QCOMPARE(answered(2), QByteArray("other"));
    auto later = std::make_shared<Workspace>(*after); // that one is shared with the poller by now
    later->collections.pop_back();
    connection.edit(later, server.local());
    connection.ask({3, before, 0, ElementsQuery{}}); // it is found by its keys, whatever it is called
    QTRY_COMPARE(answers.size(), 3);
    QCOMPARE(answered(3), QByteArray("q"));
}

void TestConnection::loginRefusedIsSaidOnce()
{
    testing::RedisServer server({QStringLiteral("--requirepass"), QStringLiteral("secret")});
    ConnectionController connection;
    QSignalSpy refusals(&connection, &ConnectionController::loginRefused);
    QSignalSpy statuses(&connection, &ConnectionController::statusChanged);
    redis::Endpoint endpoint = server.local();
    endpoint.password.clear();
    connection.open(workspace(), endpoint);
    QTRY_COMPARE(refusals.size(), 1);
    const auto lost = std::count_if(statuses.begin(), statuses.end(), [](const QList<QVariant> &status) {
        return status.front().value<models::ConnectionStatus>().state == LinkState::Lost;
    });
    QTRY_VERIFY_WITH_TIMEOUT(statuses.size() > lost + 2, 5'000); // it tries again
    QCOMPARE(refusals.size(), 1);
}

void TestConnection::endsAtOnceWhileTheServerHangs()
{
    testing::RedisServer server;
    auto connection = std::make_unique<ConnectionController>();
    QSignalSpy snapshots(connection.get(), &ConnectionController::snapshotReady);
    QSignalSpy olds(connection.get(), &ConnectionController::oldChanged);
    connection->open(workspace(), server.local());
    QTRY_VERIFY(!snapshots.isEmpty());
    server.pause();
    connection->ask({1, connection->workspace(), 0, ElementsQuery{}});
    QTRY_VERIFY(!olds.isEmpty()); // both threads wait for the server by now
    QElapsedTimer timer;
    timer.start();
    connection.reset();
    const qint64 took = timer.elapsed();
    server.resume();
    QVERIFY2(took < testing::atOnce.count(), qPrintable(QString::number(took)));
}

/// Also where the threads come to opening it only after they were told to end.
void TestConnection::endsAtOnceBeforeItHasOpened()
{
    testing::RedisServer server;
    server.pause();
    qint64 longest = 0;
    for (int i = 0; i < 20; ++i) {
        auto connection = std::make_unique<ConnectionController>();
        connection->open(workspace(), server.local());
        connection->ask({1, connection->workspace(), 0, ElementsQuery{}});
        QElapsedTimer timer;
        timer.start();
        connection.reset();
        longest = std::max(longest, timer.elapsed());
    }
    server.resume();
    QVERIFY2(longest < testing::atOnce.count(), qPrintable(QString::number(longest)));
}

QTEST_GUILESS_MAIN(TestConnection)
#include "tst_connection.moc"
