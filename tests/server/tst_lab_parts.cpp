// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/bench.h"
#include "app/lab/lab.h"
#include "app/lab/subscriber.h"
#include "tests/support/redisserver.h"

#include <QLocalServer>
#include <QLocalSocket>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <latch>
#include <memory>
#include <semaphore>

using namespace plimsoll;

/// Tests the parts of an experiment of the Lab one by one.
class TestLabParts : public QObject {
    Q_OBJECT

private slots:
    void hearsWhatComesWithTheAnswer();
    void hearsPieceByPiece();
    void knowsThatNobodyIsThere();
    void countsCommandsWhereTheyGo();
    void keepsWhoDiedInView();
    void mergesTheTopsOfShards();
    void showsWhatTheWrongLockDoes();

private:
    plimsoll::testing::RedisServer m_server;
};

namespace {

constexpr auto channel = "__keyevent@0__:expired";

QByteArray messageOf(const QByteArray &text)
{
    return QByteArray("*3\r\n$7\r\nmessage\r\n$22\r\n") + channel + "\r\n$" + QByteArray::number(text.size()) + "\r\n"
        + text + "\r\n";
}

QByteArray answer()
{
    return QByteArray("*3\r\n$9\r\nsubscribe\r\n$22\r\n") + channel + "\r\n:1\r\n";
}

/// A server that takes one subscription and then says what it was told to, each part when the part before was heard.
class Publisher {
public:
    explicit Publisher(const QByteArrayList &parts) : m_thread(QThread::create([this, parts] { serve(parts); }))
    {
        m_thread->start();
        m_listening.wait();
    }
    ~Publisher()
    {
        m_said.release(1'000); // a failed test does not wait for the subscriber
        m_thread->wait();
    }
    Q_DISABLE_COPY_MOVE(Publisher)

    [[nodiscard]] redis::Endpoint endpoint() const
    {
        redis::Endpoint endpoint;
        endpoint.transport = redis::Endpoint::Transport::Local;
        endpoint.path = path();
        return endpoint;
    }
    void sayNext() { m_said.release(); }

private:
    [[nodiscard]] QString path() const { return m_folder.filePath(QStringLiteral("publisher.sock")); }

    void serve(const QByteArrayList &parts)
    {
        QLocalServer server;
        const bool listens = server.listen(path());
        m_listening.count_down();
        if (!listens || !server.waitForNewConnection(10'000)) {
            return;
        }
        const std::unique_ptr<QLocalSocket> client(server.nextPendingConnection());
        client->waitForReadyRead(10'000);
        for (const QByteArray &part : parts) {
            client->write(part);
            client->waitForBytesWritten(10'000);
            m_said.acquire();
        }
    }

    QTemporaryDir m_folder;
    std::latch m_listening{1};
    std::counting_semaphore<> m_said{0};
    std::unique_ptr<QThread> m_thread;
};

/// Reads `count` messages, or stops after ten seconds.
QByteArrayList heard(lab::Subscriber &subscriber, qsizetype count)
{
    QByteArrayList all;
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (all.size() < count && std::chrono::steady_clock::now() < until && subscriber.isOpen()) {
        for (const QByteArray &one : subscriber.readMessages(std::chrono::milliseconds(20))) {
            all << one;
        }
    }
    return all;
}

} // namespace

/// Messages that come in the same read as the answer to SUBSCRIBE, whole ones too.
void TestLabParts::hearsWhatComesWithTheAnswer()
{
    for (const qsizetype cut : {qsizetype(0), qsizetype(5), messageOf("two").size()}) {
        const QByteArray two = messageOf("two");
        Publisher publisher({answer() + messageOf("one") + two.first(cut), two.sliced(cut) + messageOf("three")});
        lab::Subscriber subscriber;
        QVERIFY(subscriber.subscribe(publisher.endpoint(), channel, {}).ok());
        publisher.sayNext();
        QCOMPARE(heard(subscriber, 3), (QByteArrayList{"one", "two", "three"}));
        publisher.sayNext();
    }
}

void TestLabParts::hearsPieceByPiece()
{
    QByteArrayList parts;
    for (const char byte : answer() + messageOf("one") + messageOf("two")) {
        parts << QByteArray(1, byte);
    }
    Publisher publisher(parts);
    for (qsizetype i = 0; i < parts.size(); ++i) {
        publisher.sayNext();
    }
    lab::Subscriber subscriber;
    QVERIFY(subscriber.subscribe(publisher.endpoint(), channel, {}).ok());
    QCOMPARE(heard(subscriber, 2), (QByteArrayList{"one", "two"}));
}

/// The publisher has gone: the subscriber is closed, so its owner can subscribe again.
void TestLabParts::knowsThatNobodyIsThere()
{
    Publisher publisher({answer() + messageOf("one")});
    publisher.sayNext(); // and leaves
    lab::Subscriber subscriber;
    QVERIFY(subscriber.subscribe(publisher.endpoint(), channel, {}).ok());
    QCOMPARE(heard(subscriber, 2), QByteArrayList{"one"});
    QVERIFY(!subscriber.isOpen());
}

/// Commands of a producer count for the side that they go to.
void TestLabParts::countsCommandsWhereTheyGo()
{
    lab::Bench bench("priority", m_server.local(), {}, {});
    lab::LabWorker feed(bench, lab::Side::Wrong, "feed", 0);
    const QByteArray left = bench.key(lab::Side::Wrong, "queue");
    const QByteArray right = bench.key(lab::Side::Right, "queue");
    for (int i = 0; i < 3; ++i) {
        feed.transaction({{"ZADD", right, "1", "a"}, {"INCR", bench.key(lab::Side::Right, "seq")}});
    }
    QCOMPARE(bench.rate(lab::Side::Wrong, true), 0.0);
    QVERIFY(bench.rate(lab::Side::Right, true) > 0);
    feed.command({"ZADD", left, "1", "a"});
    QVERIFY(bench.rate(lab::Side::Wrong, true) > 0);
}

void TestLabParts::keepsWhoDiedInView()
{
    std::vector<models::LabLine> lines;
    const auto add = [&lines](qint64 time, bool death) {
        lines.push_back({time, {}, {}, {}, death});
        models::keepNewest(lines, 4);
    };
    const auto deaths = [&lines] {
        return std::count_if(lines.begin(), lines.end(), [](const auto &one) { return one.death; });
    };
    add(1, true);
    for (qint64 time = 2; time < 100; ++time) {
        add(time, false);
    }
    QVERIFY(lines.size() == 4 && lines.front().death && lines.back().time == 99);
    for (qint64 time = 100; time < 110; ++time) {
        add(time, true);
    }
    QVERIFY(lines.size() == 4 && deaths() == 2 && lines.back().time == 109); // deaths take at most half of the lines
    for (qint64 time = 4'000; time < 4'010; ++time) {
        add(time, false);
    }
    QCOMPARE(deaths(), 0); // long ago
}

/// The right way's view asks each shard for its best ten, as the page shows, and for no more.
void TestLabParts::mergesTheTopsOfShards()
{
    m_server.flush();
    m_server.run({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
    m_server.run({"CONFIG", "SET", "slowlog-max-len", "100000"});
    lab::Settings settings;
    settings.seconds = 0.5;
    const auto report = lab::run(*lab::findExperiment(QStringLiteral("leaderboard")), m_server.local(), settings);
    QVERIFY(report.ok());
    std::set<QByteArray> asked;
    for (const redis::Reply &entry : m_server.run({"SLOWLOG", "GET", "-1"}).elements) {
        QByteArray command;
        for (const redis::Reply &word : entry.elements[3].elements) {
            command += (command.isEmpty() ? "" : " ") + word.bytes;
        }
        asked.insert(command);
    }
    m_server.run({"CONFIG", "SET", "slowlog-log-slower-than", "-1"});
    for (int shard = 0; shard < 8; ++shard) {
        const QByteArray view =
            "ZRANGE lab:{leaderboard:right}:board:" + QByteArray::number(shard) + " 0 9 REV WITHSCORES";
        QVERIFY2(asked.contains(view), view.constData());
    }
    QCOMPARE(report->counters[1].id, QLatin1StringView("top"));
    QCOMPARE(report->counters[1].right, 0.0);
}

/// Its writes are HSETs; that they are counted on the way is no business of who watches.
void TestLabParts::showsWhatTheWrongLockDoes()
{
    lab::Settings settings;
    settings.seconds = 1;
    settings.watched = true;
    bool writes = false;
    QStringList fenced;
    const auto report = lab::run(*lab::findExperiment(QStringLiteral("lock")), m_server.local(), settings, {},
                                 [&](const models::LabReport &now) {
                                     for (const models::LabLine &line : now.wrongLines) {
                                         writes = writes || line.command.startsWith(QLatin1String("HSET res:"));
                                         fenced +=
                                             line.command.contains(QLatin1String("lock_")) ? line.command : QString();
                                     }
                                 });
    QVERIFY(report.ok());
    fenced.removeAll(QString());
    QVERIFY2(fenced.isEmpty(), qPrintable(fenced.join(u'\n')));
    QVERIFY(writes);
}

QTEST_GUILESS_MAIN(TestLabParts)

#include "tst_lab_parts.moc"
