// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/client.h"
#include "tests/server/kindfixture.h"
#include "tests/support/timing.h"

#include <optional>
#include <thread>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Tests keys that are found by SCAN while some of them, or the server, cannot be read: an error is never shown as an
/// empty result, and stays until it is fixed.
class FoundKeysTest final : public KindFixture {
    Q_OBJECT

    static constexpr const char *api = "{'kind': 'ratelimit', 'keys': {'subject': 'rl:{id}', 'refused': 'no:{id}'},"
                                       " 'options': {'window': '1h', 'limit': 5}}";

    void fill(int count)
    {
        command({"EVAL", "for i = 1, tonumber(ARGV[1]) do redis.call('ZADD', 'rl:' .. i, ARGV[2], 'c') end", "0",
                 QByteArray::number(count), ms(-1s)});
    }
    static SnapshotPtr tick(redis::PollSession &poll)
    {
        const Result<SnapshotPtr> snapshot = poll.tick();
        return snapshot ? *snapshot : nullptr;
    }

private slots:
    void init() { m_server.flush(); }

    /// The counter is of another type: that says nothing of the subject.
    void aCounterThatIsNone()
    {
        fill(3);
        command({"HSET", "no:2", "count", "7"});
        const SnapshotPtr snapshot = snapshotOf(m_server, workspace(api));
        QVERIFY(snapshot);
        QCOMPARE(snapshot->rows[0].state, State::Error);
        QVERIFY2(problemTexts(snapshot, 0).join(u' ').contains(QLatin1String("no:2")),
                 qPrintable(problemTexts(snapshot, 0).join(u' ')));
        QVERIFY(!isKnown(figure(snapshot, 0, "subjects")));
    }

    void anErrorStaysUntilItIsMended()
    {
        fill(20);
        command({"SET", "rl:broken", "no sorted set"});
        redis::PollSession poll(workspace("{'kind': 'ratelimit', 'keys': {'subject': ['rl:{id}', 'rl:broken']},"
                                          " 'options': {'window': '1h', 'limit': 5}}"),
                                m_server.local(), redis::PollOptions{});
        SnapshotPtr snapshot;
        QTRY_VERIFY((snapshot = tick(poll)) && snapshot->rows[0].state == State::Error);
        const auto until = std::chrono::steady_clock::now() + 3s; // others are read again and again meanwhile
        while (std::chrono::steady_clock::now() < until) {
            snapshot = tick(poll);
            QVERIFY(snapshot && snapshot->rows[0].state == State::Error);
        }
        command({"DEL", "rl:broken"});
        QTRY_VERIFY_WITH_TIMEOUT((snapshot = tick(poll)) && snapshot->rows[0].state != State::Error, 15'000);
        QCOMPARE(figure(snapshot, 0, "subjects"), 20.0);
    }

    /// A pass that was broken off is told of no more.
    void aBrokenPassIsNotCounted()
    {
        int subjects = 8'000;
        SnapshotPtr snapshot;
        std::optional<redis::PollSession> poll;
        const auto about = [&snapshot] { return snapshot->rows[0].found->about; };
        const auto seesHalf = [&] {
            return (snapshot = tick(*poll)) && figure(snapshot, 0, "subjects") > subjects / 2;
        };
        for (int attempt = 0; attempt < attempts;
             ++attempt, subjects *= 2) { // until they take more than a tick's share
            fill(subjects);
            poll.emplace(workspace(api), m_server.local(), redis::PollOptions{});
            QTRY_VERIFY_WITH_TIMEOUT(seesHalf(), 30'000);
            if (!snapshot->rows[0].found->isWhole()) {
                break;
            }
        }
        QVERIFY(!snapshot->rows[0].found->isWhole());
        command({"ACL", "SETUSER", "default", "-scan"});
        QTRY_VERIFY((snapshot = tick(*poll)) && snapshot->rows[0].state == State::Error);
        command({"ACL", "SETUSER", "default", "+scan"});
        QTRY_VERIFY_WITH_TIMEOUT((snapshot = tick(*poll)) && snapshot->rows[0].state != State::Error, 15'000);
        while (!snapshot->rows[0].found->isWhole()) {
            QVERIFY2(!isKnown(about()) || about() < 1.5 * subjects, qPrintable(QString::number(about())));
            QVERIFY((snapshot = tick(*poll)));
        }
        QCOMPARE(about(), double(subjects));
    }

    /// The number refused before the first look is unknown: the figure is a lower bound.
    void whatWasRefusedBefore()
    {
        fill(2);
        command({"SET", "no:1", "40"});
        redis::PollSession poll(workspace(api), m_server.local(), redis::PollOptions{});
        SnapshotPtr snapshot;
        QTRY_VERIFY((snapshot = tick(poll)) && snapshot->rows[0].found->unread == 0);
        command({"INCRBY", "no:1", "5"});
        QTRY_VERIFY_WITH_TIMEOUT((snapshot = tick(poll)) && figure(snapshot, 0, "refusedPerMinute") > 0, 20'000);
        QVERIFY(atLeast(snapshot, 0, "refusedPerMinute"));
        command({"DEL", "no:1"});
        fill(3);
        redis::PollSession again(workspace(api), m_server.local(), redis::PollOptions{});
        QTRY_VERIFY_WITH_TIMEOUT((snapshot = tick(again)) && figure(snapshot, 0, "refusedPerMinute") == 0.0, 20'000);
        QVERIFY(!atLeast(snapshot, 0, "refusedPerMinute"));
    }

    /// A pause of the server is not charged as its work.
    void aPausedServerIsReadAgainSoon()
    {
        for (int i = 0; i < 30; ++i) {
            command({"SET", "lk:" + QByteArray::number(i), "token", "EX", "1000"});
        }
        redis::PollSession poll(workspace("{'kind': 'lock', 'keys': {'lock': 'lk:{id}'}}"), m_server.local(),
                                redis::PollOptions{});
        SnapshotPtr snapshot;
        QTRY_VERIFY((snapshot = tick(poll)) && figure(snapshot, 0, "held") == 30 && !atLeast(snapshot, 0, "held"));
        for (int pause = 0; pause < 3; ++pause) { // not each is met by a search, which has 1/25 of the time
            QTest::qWait(1'000); // the keys are due again
            command({"CLIENT", "PAUSE", "1500", "ALL"});
            QVERIFY(tick(poll));
        }
        for (int i = 0; i < 20; ++i) {
            command({"DEL", "lk:" + QByteArray::number(i)});
        }
        QTRY_VERIFY_WITH_TIMEOUT((snapshot = tick(poll)) && figure(snapshot, 0, "held") == 10, 15'000);
    }

    /// A lower bound is one of what was read a moment ago.
    void whatIsNotReadAgainIsNoLowerBound()
    {
        fill(20);
        const CollectionDefinition definition = collection(api);
        const auto collector = redis::makeCollector(definition);
        redis::Client client(m_server.local(), {});
        QVERIFY(client.connect());
        milliseconds now{at(0ms)};
        const auto search = [&] {
            redis::Pipeline pipeline;
            while (pipeline.clear(), collector->appendSearch(pipeline, now)) {
                const auto replies = client.exchange(pipeline);
                QVERIFY(replies);
                redis::ReplyCursor cursor(*replies);
                collector->readSearch(cursor, now, 100us);
            }
        };
        std::vector<double> figures(definition.figures().size());
        std::vector<quint8> notes(figures.size());
        const auto finish = [&](qint64 keys) {
            std::fill(figures.begin(), figures.end(), unknownFigure);
            std::fill(notes.begin(), notes.end(), quint8(0));
            redis::Reading reading;
            reading.now = now;
            reading.data = {keys, keys, 0};
            reading.figures = figures;
            reading.notes = notes;
            collector->finish(reading);
        };
        search();
        finish(20);
        QCOMPARE(figures.front(), 20.0);
        now += 30s; // a long interval, read again in time
        search();
        finish(20);
        QCOMPARE(figures.front(), 20.0);
        now += 11s; // late by some seconds: others were in turn
        finish(21);
        QCOMPARE(figures.front(), 20.0);
        QVERIFY(isNoted(notes.front(), FigureNote::AtLeast));
        now += 20s;
        finish(21);
        QVERIFY(!isKnown(figures.front()));
        QVERIFY(!isNoted(notes.front(), FigureNote::AtLeast));
        search();
        finish(21);
        QCOMPARE(figures.front(), 20.0);
    }

    /// Keys are not considered gone because a server does not answer for a while.
    void aBusyServerForgetsNothing()
    {
        constexpr int subjects = 300;
        fill(subjects);
        redis::PollSession poll(workspace(api), m_server.local(), redis::PollOptions{});
        SnapshotPtr snapshot;
        QTRY_VERIFY((snapshot = tick(poll)) && figure(snapshot, 0, "subjects") == subjects);
        QTRY_VERIFY((snapshot = tick(poll)) && snapshot->rows[0].found->unread == 0);
        command({"CONFIG", "SET", "busy-reply-threshold", "1"});
        std::thread script([this] {
            redis::Client client(m_server.local(), {});
            static_cast<void>(client.connect());
            static_cast<void>(client.command({"EVAL", "while true do end", "0"}));
        });
        redis::Client killer(m_server.local(), {});
        QVERIFY(killer.connect());
        const auto isBusy = [&killer] { return !killer.command({"PING"}); };
        QTRY_VERIFY(isBusy());
        const auto until = std::chrono::steady_clock::now() + 6s; // all of them become old
        int failed = 0;
        while (std::chrono::steady_clock::now() < until) {
            failed += tick(poll) == nullptr ? 1 : 0;
        }
        QVERIFY(failed > 0);
        QVERIFY(killer.command({"SCRIPT", "KILL"}));
        script.join();
        QTRY_VERIFY((snapshot = tick(poll)) != nullptr);
        QCOMPARE(figure(snapshot, 0, "subjects"), double(subjects));
    }
};

QTEST_GUILESS_MAIN(FoundKeysTest)
#include "tst_foundkeys.moc"
