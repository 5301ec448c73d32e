// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/snapshotformat.h"
#include "redis/browse/browser.h"
#include "redis/collections/foundkeys.h"
#include "redis/wire/serveranswers.h"
#include "tests/server/kindfixture.h"
#include "tests/server/operationbench.h"
#include "tests/support/timing.h"

#include <QElapsedTimer>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using std::chrono::milliseconds;

namespace {

constexpr const char *api = "{'kind': 'ratelimit', 'keys': {'subject': 'rl:{id}', 'refused': 'refused:{id}'},"
                            " 'options': {'window': '10s', 'limit': 5}}";

QByteArray json(const char *text)
{
    return QByteArray(text).replace('\'', '"').replace("{\"kind\"", "{\"name\":\"api\",\"kind\"");
}

/// Keeps ten keys and asks only whether they exist.
class Ten final : public redis::FoundCollector {
public:
    template <typename Keep>
    Ten(const CollectionDefinition &definition, Keep keep) : FoundCollector(definition, keep, 10)
    {
    }

protected:
    void appendKey(redis::Pipeline &pipeline, const Entry &entry, milliseconds /*now*/) override
    {
        pipeline.add({"EXISTS", entry.told.key});
    }
    Result<Is> readKey(redis::ReplyCursor &replies, Entry & /*entry*/, milliseconds /*now*/) override
    {
        return replies.next().integer == 1 ? Is::There : Is::Gone;
    }
    [[nodiscard]] bool isBefore(const FoundKey &a, const FoundKey &b) const override { return a.key < b.key; }
    void sumUp(const std::vector<Entry> & /*entries*/, KeysFound & /*found*/) override { }
    void tell(redis::Reading &reading) override
    {
        for (int figure = 0; figure < std::ssize(reading.figures); ++figure) {
            tellFigure(reading, figure, static_cast<double>(found()->seen));
        }
    }

public:
    static constexpr Keep first = Keep::First, sample = Keep::Sample;
};

} // namespace

/// Keys that are found by SCAN, and the limiter that is the first to have such: on a real server.
class RatelimitTest final : public KindFixture {
    Q_OBJECT

    /// Adds an entry for each of `secondsAgo`.
    void enter(QByteArrayView key, std::initializer_list<double> secondsAgo, bool asSeconds = false,
               milliseconds ttl = 1h)
    {
        int number = 0;
        for (const double ago : secondsAgo) {
            const milliseconds shift(-std::llround(ago * 1'000));
            command({"ZADD", key, asSeconds ? seconds(shift) : ms(shift), "call-" + QByteArray::number(++number)});
        }
        if (ttl.count() > 0) {
            command({"PEXPIRE", key, QByteArray::number(qlonglong(ttl.count()))});
        }
    }
    /// So many subjects with one entry each.
    void fill(int count, const char *prefix = "rl:")
    {
        command({"EVAL",
                 "for i = 1, tonumber(ARGV[1]) do redis.call('ZADD', ARGV[3] .. i, ARGV[2], 'c') "
                 "redis.call('EXPIRE', ARGV[3] .. i, 3600) end",
                 "0", QByteArray::number(count), ms(-1s), prefix});
    }
    SnapshotPtr read(const char *collection) { return snapshotOf(m_server, workspace(collection)); }
    static const KeysFound &found(const SnapshotPtr &snapshot) { return *snapshot->rows[0].found; }
    static QByteArrayList shown(const SnapshotPtr &snapshot)
    {
        QByteArrayList ids;
        for (const FoundKey &key : found(snapshot).first) {
            ids += key.id;
        }
        return ids;
    }

    /// Time that the server spent on commands, in microseconds.
    double worked()
    {
        double sum = 0;
        for (const QByteArray &line : m_server.run({"INFO", "commandstats"}).bytes.split('\n')) {
            const qsizetype at = line.indexOf(",usec=");
            sum += at < 0 ? 0 : line.sliced(at + 6, line.indexOf(',', at + 6) - at - 6).toDouble();
        }
        return sum;
    }

private slots:
    void init() { m_server.flush(); }

    void patterns_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("glob");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("id"); // null: none
        QTest::newRow("behind") << QByteArray("rl:{id}") << QByteArray("rl:*") << QByteArray("rl:a:b")
                                << QByteArray("a:b");
        QTest::newRow("nothing") << QByteArray("rl:{id}") << QByteArray("rl:*") << QByteArray("rl:") << QByteArray();
        QTest::newRow("other") << QByteArray("rl:{id}") << QByteArray("rl:*") << QByteArray("xl:1") << QByteArray();
        QTest::newRow("between") << QByteArray("a{id}z") << QByteArray("a*z") << QByteArray("abcz") << QByteArray("bc");
        QTest::newRow("overlap") << QByteArray("aa{id}aa") << QByteArray("aa*aa") << QByteArray("aaa") << QByteArray();
        QTest::newRow("literal") << QByteArray("a*[b]?\\c:{id}") << QByteArray("a\\*\\[b\\]\\?\\\\c:*")
                                 << QByteArray("a*[b]?\\c:1") << QByteArray("1");
        QTest::newRow("twice") << QByteArray("{id}:{id}") << QByteArray("*:*") << QByteArray("7:7") << QByteArray("7");
        QTest::newRow("two others") << QByteArray("{id}:{id}") << QByteArray("*:*") << QByteArray("7:8")
                                    << QByteArray();
        QTest::newRow("binary") << QByteArray("rl:{id}") << QByteArray("rl:*") << QByteArray("rl:\0\xff", 5)
                                << QByteArray("\0\xff", 2);
        QTest::newRow("tag") << QByteArray("rl:\\{{id}\\}") << QByteArray("rl:{*}") << QByteArray("rl:{7}")
                             << QByteArray("7");
        QTest::newRow("period") << QByteArray("rl:{yyyyMMdd}:{id}") << QByteArray("rl:19700101:*")
                                << QByteArray("rl:19700101:7") << QByteArray("7");
    }

    void patterns()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, key);
        const KeyPattern pattern(*KeyTemplate::parse(text), 0ms);
        QTEST(pattern.glob(), "glob");
        QFETCH(const QByteArray, id);
        QCOMPARE(pattern.idOf(key), id.isNull() ? std::nullopt : std::optional(id));
        if (!id.isNull()) { // as the server sees it
            command({"SET", key, "1"});
            const redis::Reply matches = m_server.run({"SCAN", "0", "MATCH", pattern.glob(), "COUNT", "1000"});
            QCOMPARE(matches.elements.at(1).elements.size(), std::size_t(1));
        }
    }

    void figures_data()
    {
        QTest::addColumn<bool>("asSeconds");
        QTest::newRow("ms") << false;
        QTest::newRow("s") << true;
    }

    void figures()
    {
        QFETCH(const bool, asSeconds);
        enter("rl:full", {1, 2, 3, 4, 9}, asSeconds);
        enter("rl:over", {1, 2, 3, 4, 5, 6, 7, 60, 70}, asSeconds);
        enter("rl:half", {1, 2, 30}, asSeconds);
        enter("rl:old", {30, 40}, asSeconds, 0ms);
        enter(QByteArray("rl:\0\xff", 5), {1}, asSeconds);
        command({"LPUSH", "rl:list", "no limiter"}); // it only has such a name
        command({"SET", "refused:full", "7"});
        const SnapshotPtr snapshot = read(api);
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "subjects"), 5.0);
        QCOMPARE(figure(snapshot, 0, "limited"), 2.0);
        QCOMPARE(figure(snapshot, 0, "busiest"), 7.0);
        QCOMPARE(figure(snapshot, 0, "outside"), 5.0);
        QCOMPARE(figure(snapshot, 0, "withoutTtl"), 1.0);
        QVERIFY(!isKnown(figure(snapshot, 0, "refusedPerMinute"))); // a counter tells none at once
        for (const char *id : {"subjects", "limited", "busiest", "outside", "withoutTtl"}) {
            QVERIFY2(!atLeast(snapshot, 0, id), id);
        }
        QCOMPARE(problemTexts(snapshot, 0), QStringList{QStringLiteral("1 without expiry")});
        QCOMPARE(shown(snapshot), (QByteArrayList{"over", "full", "half", QByteArray("\0\xff", 2), "old"}));
        QCOMPARE(found(snapshot).first[1].refused, 7.0);
        QCOMPARE(found(snapshot).outside.size(), std::size_t(3));
        QCOMPARE(found(snapshot).outside.back(), "rl:half");
        QCOMPARE(found(snapshot).bars, (std::vector<qint64>{1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 2}));
        QVERIFY(found(snapshot).isWhole());
        QCOMPARE(found(snapshot).seen, 5);
        QCOMPARE(found(snapshot).about, 5.0);
        const QByteArray document = app::snapshotJson(*snapshot, models::JsonWriter::Layout::Line);
        QVERIFY2(document.contains("\"found\":{\"seen\":5,\"about\":5,\"unread\":0,\"wholeAt\":\""),
                 document.constData());
    }

    void theNextIsLetInWhenOneLeaves()
    {
        enter("rl:full", {1, 2, 3, 4, 8});
        enter("rl:over", {1, 2, 3, 4, 5, 7, 9});
        redis::PollSession poll(workspace(api), m_server.local(), redis::PollOptions{});
        SnapshotPtr snapshot = tick(poll);
        const auto free = [&](std::size_t row) { return found(snapshot).first[row].freeAt - double(at(0ms)); };
        QTRY_VERIFY_WITH_TIMEOUT((snapshot = tick(poll), isKnown(free(0)) && isKnown(free(1))), 15'000);
        QVERIFY2(free(0) < 5'000 && free(0) > -5'000, qPrintable(QString::number(free(0))));
    }

    void countersTellARate()
    {
        enter("rl:full", {0, 0, 0, 0, 0});
        redis::PollSession poll(workspace(api), m_server.local(), redis::PollOptions{});
        command({"SET", "refused:full", "100"});
        SnapshotPtr snapshot = tick(poll);
        QVERIFY(!isKnown(figure(snapshot, 0, "refusedPerMinute")));
        command({"INCRBY", "refused:full", "50"});
        const auto rate = [&] {
            snapshot = tick(poll);
            return figure(snapshot, 0, "refusedPerMinute");
        };
        QTRY_VERIFY_WITH_TIMEOUT(rate() > 0, 15'000);
        QCOMPARE(figure(snapshot, 0, "refusedPerMinute"), 50.0); // whatever the time in which they were counted
        QVERIFY(atLeast(snapshot, 0, "refusedPerMinute")); // of the 100 before it is not known when they were
        QCOMPARE(found(snapshot).first.front().refused, 150.0);
    }

    /// What is no counter is not read whole, however long it is.
    void longTextInPlaceOfACounter()
    {
        command({"ZADD", "rl:full", QByteArray::number(qlonglong(at(0ms))), "a"});
        command({"SET", "refused:full", QByteArray(4'000'000, 'x')});
        const auto sent = [this] {
            return redis::infoField(m_server.run({"INFO", "stats"}).bytes, "total_net_output_bytes").toLongLong();
        };
        const qint64 before = sent();
        QVERIFY(!isKnown(figure(snapshotOf(m_server, workspace(api)), 0, "refusedPerMinute")));
        QVERIFY(sent() - before < 1'000'000);
    }

    /// A subject that is gone was still refused in the last minute: the 0 of the others is not the total.
    void whoIsGoneWasRefusedToo()
    {
        enter("rl:calm", {0});
        enter("rl:full", {0, 0, 0, 0, 0});
        redis::PollSession poll(workspace(api), m_server.local(), redis::PollOptions{});
        command({"MSET", "refused:full", "0", "refused:calm", "0"});
        SnapshotPtr snapshot = tick(poll);
        command({"INCRBY", "refused:full", "50"});
        const auto rate = [&] {
            snapshot = tick(poll);
            return figure(snapshot, 0, "refusedPerMinute");
        };
        QTRY_VERIFY_WITH_TIMEOUT(rate() > 0, 15'000);
        command({"DEL", "rl:full"});
        QTRY_VERIFY_WITH_TIMEOUT((rate(), figure(snapshot, 0, "subjects")) == 1.0, 15'000);
        QVERIFY(!isKnown(figure(snapshot, 0, "refusedPerMinute")));
    }

    void aWrittenListAndAnotherType()
    {
        enter("rl:a", {1});
        enter("rl:b", {1, 2, 3, 4, 5});
        const char *const list = "{'kind': 'ratelimit', 'keys': {'subject': ['rl:a', 'rl:absent']},"
                                 " 'options': {'window': '10s', 'limit': 5}}";
        SnapshotPtr snapshot = read(list);
        QCOMPARE(figure(snapshot, 0, "subjects"), 1.0);
        QCOMPARE(figure(snapshot, 0, "limited"), 0.0);
        QCOMPARE(snapshot->rows[0].state, State::Ok);
        command({"SET", "rl:absent", "no sorted set"});
        snapshot = read(list);
        QCOMPARE(snapshot->rows[0].state, State::Error);
        QVERIFY(!isKnown(figure(snapshot, 0, "subjects")));
    }

    void nothingThere()
    {
        const SnapshotPtr snapshot = read(api);
        QCOMPARE(figure(snapshot, 0, "subjects"), 0.0);
        QCOMPARE(figure(snapshot, 0, "withoutTtl"), 0.0);
        QCOMPARE(snapshot->rows[0].state, State::Ok);
    }

    /// New keys are found by the next pass, removed ones are dropped, and the scan keeps its position.
    void comesAndGoes()
    {
        fill(300);
        redis::PollSession poll(workspace(api), m_server.local(), redis::PollOptions{});
        SnapshotPtr snapshot;
        QTRY_VERIFY((snapshot = tick(poll), found(snapshot).isWhole() && figure(snapshot, 0, "subjects") == 300));
        enter("rl:new", {0, 0, 0, 0, 0});
        command({"DEL", "rl:1", "rl:2"});
        QTRY_VERIFY_WITH_TIMEOUT(
            (snapshot = tick(poll), figure(snapshot, 0, "subjects") == 299 && figure(snapshot, 0, "limited") == 1),
            15'000);
        // The server is empty.
        m_server.flush();
        QTRY_VERIFY_WITH_TIMEOUT((snapshot = tick(poll), figure(snapshot, 0, "subjects") == 0), 15'000);
    }

    void keepsNoMoreThanItMay_data()
    {
        QTest::addColumn<bool>("isSample");
        QTest::newRow("the first") << false;
        QTest::newRow("a sample") << true;
    }

    /// With too many keys, the maximum number is kept, and the report says that there are more.
    void keepsNoMoreThanItMay()
    {
        QFETCH(const bool, isSample);
        fill(200);
        const CollectionDefinition definition = collection(api);
        Ten ten(definition, isSample ? Ten::sample : Ten::first);
        redis::Standalone server(m_server.local(), {});
        QVERIFY(server.connect());
        redis::Pipeline pipeline;
        while (ten.appendSearch(pipeline, milliseconds(at(0ms)))) {
            const auto replies = server.exchange(pipeline);
            QVERIFY(replies);
            redis::ReplyCursor cursor(*replies);
            ten.readSearch(cursor, milliseconds(at(0ms)), 100us);
            pipeline.clear();
        }
        std::array<double, 6> figures{};
        std::array<quint8, 6> notes{};
        redis::Reading reading;
        reading.figures = figures;
        reading.notes = notes;
        ten.finish(reading);
        QVERIFY(ten.found()->seen <= 10 && ten.found()->seen > 0);
        QVERIFY(ten.found()->isFull);
        QVERIFY(!ten.found()->isWhole());
        QVERIFY2(ten.found()->about >= 190 && ten.found()->about <= 260,
                 qPrintable(QString::number(ten.found()->about)));
        QVERIFY(reading.has(0, FigureNote::AtLeast));
    }

    /// Keys changed by our own operation are no trend.
    void anOperationIsNoTrend()
    {
        fill(5);
        redis::PollSession poll(workspace(api), m_server.local(), redis::PollOptions{});
        QCOMPARE(figure(tick(poll), 0, "subjects"), 5.0);
        QVERIFY(!tick(poll)->hasJumped(0, 0));
        poll.setOperating({"rl:3"});
        QVERIFY(tick(poll)->hasJumped(0, 0));
        poll.setOperating({"other"});
        tick(poll);
        QVERIFY(!tick(poll)->hasJumped(0, 0));
    }

    /// A user without permission to scan gets an error; read and scan are sufficient.
    void permissions()
    {
        enter("rl:a", {1});
        command({"ACL", "SETUSER", "blind", "on", ">p", "~*", "+@read", "+@connection", "+info", "+time", "+type",
                 "+command", "-scan"});
        command({"ACL", "SETUSER", "seeing", "on", ">p", "~*", "+@read", "+@connection", "+info", "+time", "+type",
                 "+command", "+scan", "-keys"});
        for (const char *user : {"blind", "seeing"}) {
            Endpoint endpoint = m_server.local();
            endpoint.user = user;
            endpoint.password = "p";
            redis::PollSession session(workspace(api), endpoint, oneShot());
            const SnapshotPtr snapshot = tick(session);
            QVERIFY(snapshot);
            const bool sees = QByteArray(user) == "seeing";
            QCOMPARE(snapshot->rows[0].state, sees ? State::Ok : State::Error);
            QCOMPARE(isKnown(figure(snapshot, 0, "subjects")), sees);
        }
        command({"ACL", "DELUSER", "blind", "seeing"});
    }

    /// A hundred thousand subjects among as many other keys: no command takes over a millisecond, the search takes a
    /// small share of the server's time (see tst_searchshare), and the report says how much was seen.
    void aHundredThousandSubjects()
    {
        fill(100'000);
        fill(100'000, "other:");
        const QStringList slow = slowCommands(m_server, 1ms, [this] {
            command({"CONFIG", "RESETSTAT"});
            redis::PollSession poll(workspace(api), m_server.local(), redis::PollOptions{});
            QElapsedTimer timer;
            timer.start();
            SnapshotPtr snapshot = tick(poll);
            QVERIFY(!found(snapshot).isWhole());
            QVERIFY(atLeast(snapshot, 0, "subjects"));
            // The progress depends on the machine.
            for (int ticks = 1; ticks < 20 || found(snapshot).seen <= 2'000; ++ticks) {
                QVERIFY2(ticks < 1'000, qPrintable(QString::number(found(snapshot).seen)));
                const qint64 before = found(snapshot).seen;
                QTest::qWait(200); // the interval
                snapshot = tick(poll);
                QVERIFY2(found(snapshot).about > 60'000 && found(snapshot).about < 160'000,
                         qPrintable(QString::number(found(snapshot).about)));
                QVERIFY(found(snapshot).first.size() <= KeysFound::mostShown);
                QVERIFY(found(snapshot).seen >= before);
            }
            QVERIFY(found(snapshot).seen <= 100'000);
            QCOMPARE(found(snapshot).isWhole(), found(snapshot).seen == 100'000);
            // Both of this run: by its own account, and by how long it was.
            const double share = worked() / (double(timer.nsecsElapsed()) / 1'000);
            QVERIFY2(share < 0.1, qPrintable(QString::number(share)));
        });
        QCOMPARE(slow, QStringList());
    }

    /// All of them are found and read after a while, and then nothing is a lower bound.
    void tenThousandSubjects()
    {
        fill(10'000);
        redis::PollSession poll(workspace(api), m_server.local(), redis::PollOptions{});
        SnapshotPtr snapshot;
        const auto isRead = [&] {
            enter("rl:full", {0, 0, 0, 0, 0}); // the same ones: in the window at whatever time they are read
            QTest::qWait(100);
            snapshot = tick(poll);
            return found(snapshot).isWhole() && found(snapshot).unread == 0 && !atLeast(snapshot, 0, "busiest");
        };
        QTRY_VERIFY_WITH_TIMEOUT(isRead(), 30'000);
        QCOMPARE(figure(snapshot, 0, "subjects"), 10'001.0);
        QCOMPARE(figure(snapshot, 0, "busiest"), 5.0);
    }

    void entriesOfOneSubject()
    {
        enter("rl:a", {1, 2, 3});
        enter("rl:b", {1});
        redis::Standalone server(m_server.local(), {});
        QVERIFY(server.connect());
        ElementsQuery query;
        query.key = "rl:a";
        const auto ask = [&] { return redis::browse(server, {1, workspace(api), 0, query}).answer; };
        BrowseResult::Answer answer = ask();
        QVERIFY(std::holds_alternative<ElementsPage>(answer));
        QCOMPARE(std::get<ElementsPage>(answer).total, 3);
        QVERIFY(isNear(double(std::get<ElementsPage>(answer).elements.front().due->count()), double(at(-1s))));
        query.key = "other"; // not of this collection
        command({"ZADD", "other", "1", "x"});
        answer = ask();
        QVERIFY(std::holds_alternative<ElementsPage>(answer));
        QCOMPARE(std::get<ElementsPage>(answer).elements.size(), std::size_t(0));
    }

    void resetsASubject()
    {
        enter("rl:a", {1, 2, 3, 4, 5});
        enter("rl:b", {1, 2});
        Bench bench(m_server, json(api));
        OperationRequest reset = bench.request(Action::Purge);
        reset.state = QStringLiteral("subject");
        // A request without a subject is refused.
        const Result<Plan> none = Planner(bench.client).plan(reset);
        QVERIFY(!none);
        QCOMPARE(none.error().kind, ErrorKind::Invalid);
        reset.target = "rl:a";
        const OperationReport report = bench.run(reset);
        QCOMPARE(report.removed, 5);
        // Shown under the button's name; documents keep the action.
        QCOMPARE(shownId(*bench.journal->operation(report.id)), "reset"_L1);
        QCOMPARE(actionId(report.action), "purge"_L1);
        QCOMPARE(m_server.run({"EXISTS", "rl:a"}).integer, 0);
        QCOMPARE(m_server.run({"ZCARD", "rl:b"}).integer, 2);
        QCOMPARE(bench.undo(report.id).state, OperationState::Done);
        QCOMPARE(m_server.run({"ZCARD", "rl:a"}).integer, 5);
        QVERIFY(isNear(double(m_server.run({"PTTL", "rl:a"}).integer), 3'600'000));
        QCOMPARE(m_server.run({"KEYS", "plimsoll:*"}).elements.size(), std::size_t(0));
    }

    void prunesWhatIsOutside()
    {
        enter("rl:a", {1, 2, 30, 40});
        enter("rl:b", {50}, false, 0ms);
        enter("rl:c", {60}); // not named
        command({"ZADD", "other", ms(-1h), "x"}); // not of this collection
        Bench bench(m_server, json(api));
        OperationRequest prune = bench.request(Action::Trim);
        prune.olderThan = 10s;
        prune.keys = {"rl:a", "rl:b", "other"};
        const OperationReport report = bench.run(prune);
        QCOMPARE(report.removed, 3);
        QCOMPARE(shownId(report), "prune"_L1);
        QCOMPARE(shownId(*bench.journal->operation(report.id)), "prune"_L1);
        QCOMPARE(m_server.run({"ZCARD", "rl:a"}).integer, 2);
        QCOMPARE(m_server.run({"EXISTS", "rl:b"}).integer, 0);
        QCOMPARE(m_server.run({"ZCARD", "rl:c"}).integer, 1);
        QCOMPARE(m_server.run({"ZCARD", "other"}).integer, 1);
        QCOMPARE(bench.undo(report.id).state, OperationState::Done);
        QCOMPARE(m_server.run({"ZCARD", "rl:a"}).integer, 4);
        QCOMPARE(m_server.run({"ZCARD", "rl:b"}).integer, 1);
        QCOMPARE(m_server.run({"PTTL", "rl:b"}).integer, -1);
    }
};

QTEST_GUILESS_MAIN(RatelimitTest)
#include "tst_ratelimit.moc"
