// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/kinds.h"
#include "redis/collections/overtime.h"
#include "redis/poll/concerns.h"
#include "redis/poll/heads.h"
#include "redis/poll/pacing.h"
#include "redis/poll/pollplan.h"
#include "redis/topology/serverclock.h"
#include "redis/topology/serverwatch.h"
#include "redis/types/limits.h"
#include "redis/wire/serveranswers.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace std::chrono_literals;
using std::chrono::milliseconds;
using Rows = std::vector<std::size_t>;

namespace {

constexpr milliseconds someTime{1'795'130'000'123};

Reply integer(qint64 value)
{
    Reply reply;
    reply.type = Reply::Type::Integer;
    reply.integer = value;
    return reply;
}

Reply bulk(const QByteArray &bytes)
{
    Reply reply;
    reply.type = Reply::Type::Bulk;
    reply.bytes = bytes;
    return reply;
}

WorkspacePtr workspaceOf(const char *kindName, const QByteArray &key)
{
    auto workspace = std::make_shared<Workspace>();
    CollectionDefinition definition;
    definition.name = QStringLiteral("it");
    definition.kind = findKind(QString::fromLatin1(kindName));
    definition.keys.push_back({definition.kind->roles.data(), {key}});
    workspace->collections.push_back(definition);
    return workspace;
}

} // namespace

/// Tests when things are polled, and with which commands: no server, no thread.
class PollPaceTest final : public QObject {
    Q_OBJECT

private slots:
    void headsInTurnWithinTheBudget()
    {
        const auto now = std::chrono::steady_clock::now();
        std::vector<HeadState> heads(6, HeadState{.cost = 2});
        heads[2].cost = 0; // has none
        std::size_t cursor = 0;
        const HeadPace pace{5s, 4};
        const auto choose = [&](const std::set<std::size_t> &shown = {}) {
            Rows rows = chooseHeads(heads, shown, {now, someTime}, pace, cursor);
            for (const std::size_t row : rows) {
                heads[row].readAt = now;
            }
            return rows;
        };
        QCOMPARE(choose(), (Rows{0, 1}));
        QCOMPARE(choose(), (Rows{3, 4}));
        QCOMPARE(choose(), (Rows{5}));
        QCOMPARE(choose(), Rows{});
        QCOMPARE(choose({1, 2, 99}), (Rows{1})); // looked at: always, where there is one
        heads[3].wantedFrom = someTime;
        heads[5].wantedFrom = someTime + 1ms;
        QCOMPARE(choose(), (Rows{3}));
        heads[3].wantedFrom = milliseconds::max();
        for (HeadState &head : heads) {
            head.readAt = now - 5s;
        }
        QCOMPARE(choose(), (Rows{4, 5})); // goes on behind the last one
        QCOMPARE(choose(), (Rows{0, 1}));
        QCOMPARE(choose(), (Rows{3}));
    }

    void allHeadsComeRoundInTheirInterval()
    {
        std::vector<HeadState> heads(1000, HeadState{.cost = 2});
        std::size_t cursor = 0;
        const HeadPace pace{5s, 100, 0.2}; // ticks a second apart
        std::set<std::size_t> read;
        for (int tick = 0; tick < 5; ++tick) {
            const Rows rows = chooseHeads(heads, {}, {}, pace, cursor);
            QCOMPARE(rows.size(), std::size_t{200});
            read.insert(rows.begin(), rows.end());
        }
        QCOMPARE(read.size(), heads.size());
        QCOMPARE(chooseHeads(heads, {}, {}, {5s, 100, 7.5}, cursor).size(), heads.size()); // ticks far apart
        QCOMPARE(chooseHeads(heads, {}, {}, {5s, 100, 0.001}, cursor).size(), std::size_t{50}); // close together
    }

    /// Of two reads since a change the first may have come before an age is known.
    void headsOfWhatDidNotChangeAreReadOnceAMinute()
    {
        const auto now = std::chrono::steady_clock::now();
        std::vector<HeadState> heads(4, HeadState{.readAt = now - 6s, .cost = 1});
        heads[1].sameReads = 1;
        heads[2].sameReads = 2;
        heads[3].sameReads = 2;
        heads[3].wantedFrom = someTime;
        std::size_t cursor = 0;
        QCOMPARE(chooseHeads(heads, {}, {now, someTime}, {5s, 0}, cursor), (Rows{0, 1, 3}));
        heads[2].readAt = now - 60s;
        cursor = 0;
        QCOMPARE(chooseHeads(heads, {}, {now, someTime}, {5s, 0}, cursor), (Rows{0, 1, 2, 3}));
    }

    void headsThatCostMoreThanTheBudgetAreStillRead()
    {
        const std::vector<HeadState> heads(3, HeadState{.cost = 1000});
        std::size_t cursor = 1;
        QCOMPARE(chooseHeads(heads, {}, {}, {5s, 10}, cursor), (Rows{1}));
        QCOMPARE(cursor, std::size_t{2});
        QCOMPARE(chooseHeads(heads, {}, {}, {5s, 0}, cursor), (Rows{2, 0, 1})); // no bound
        QCOMPARE(chooseHeads({}, {}, {}, {5s, 0}, cursor), Rows{});
    }

    void intervalWidensWithTheServersWork_data()
    {
        QTest::addColumn<int>("shareMs");
        QTest::addColumn<int>("pollMs");
        QTest::addColumn<int>("waitMs");
        QTest::addColumn<bool>("widened");
        QTest::newRow("next to nothing") << 0 << 0 << 1000 << false;
        QTest::newRow("the poll's own time counts") << 20 << 25 << 975 << false;
        QTest::newRow("a tenth") << 100 << 100 << 900 << false;
        QTest::newRow("more than a tenth") << 300 << 310 << 2690 << true;
        QTest::newRow("a far server is not a slow one") << 10 << 1500 << 0 << false;
    }

    void intervalWidensWithTheServersWork()
    {
        QFETCH(int, shareMs);
        QFETCH(int, pollMs);
        QFETCH(int, waitMs);
        QFETCH(bool, widened);
        const NextPoll next = nextAfterPoll(1s, milliseconds(shareMs), milliseconds(pollMs));
        QCOMPARE(next.wait, milliseconds(waitMs));
        QCOMPARE(next.widened, widened);
    }

    /// One slow poll may be a hiccup; of the second the smaller of both counts.
    void oneSlowPollIsNoSlowServer()
    {
        PollPace pace;
        QVERIFY(!pace.next(1s, 20ms, 25ms).widened);
        QCOMPARE(pace.next(1s, 4s, 4s).wait, 0ms);
        QCOMPARE(pace.next(1s, 300ms, 310ms).wait, 2690ms);
        QVERIFY(pace.next(1s, 400ms, 410ms).widened);
        QVERIFY(!pace.next(1s, 20ms, 25ms).widened);
        QVERIFY(PollPace().next(1s, 300ms, 310ms).widened); // none before to compare with
    }

    void backoffDoublesUpToThirtySeconds()
    {
        QCOMPARE(nextAfterFailure(1, 0.0), 250ms);
        QCOMPARE(nextAfterFailure(2, 0.0), 500ms);
        QCOMPARE(nextAfterFailure(7, 0.0), 16s);
        QCOMPARE(nextAfterFailure(8, 0.0), 30s);
        QCOMPARE(nextAfterFailure(1'000'000, 0.0), 30s);
        QCOMPARE(nextAfterFailure(1, 0.99), 250ms); // never sooner
        QCOMPARE(nextAfterFailure(3, 0.5), 750ms);
        QVERIFY(nextAfterFailure(1000, 0.999) >= 15s);
    }

    void expiryMovesOnByTheClock()
    {
        const std::vector<PolledKey> keys(3);
        const std::vector<Reply> replies{integer(-2), integer(9'000), integer(5'000)};
        ReplyCursor cursor(replies);
        Expiry expiry;
        QVERIFY(!expiry.read(cursor, keys, 100s));
        const auto left = [&expiry](milliseconds now) {
            double figure = unknownFigure;
            quint8 notes = 0;
            Reading reading;
            reading.now = now;
            reading.figures = std::span(&figure, 1);
            reading.notes = std::span(&notes, 1);
            expiry.tell(reading, 0);
            return figure;
        };
        QCOMPARE(left(100s), 5'000.0);
        QCOMPARE(left(102s), 3'000.0);
        QCOMPARE(expiry.at(), milliseconds(105s));
        QVERIFY(!isKnown(left(105s)));
    }

    void clockIsCarriedForward()
    {
        ServerClock clock;
        const auto now = std::chrono::steady_clock::now();
        clock.set(someTime, now);
        QCOMPARE(clock.at(now + 1500ms), someTime + 1500ms);
        Reply time;
        time.type = Reply::Type::Array;
        time.elements = {bulk("1795130000"), bulk("123999")};
        QCOMPARE(timeIn(time), std::optional(someTime));
        QVERIFY(!timeIn(integer(1)));
    }

    void oneFieldOfInfo()
    {
        const QByteArray info = "# Server\r\nlast_run_id:1\r\nrun_id:a:b\r\nempty:\r\n";
        QCOMPARE(infoField(info, "run_id"), "a:b");
        QCOMPARE(infoField(info, "id"), "");
        QCOMPARE(infoField(info, "empty"), "");
        QCOMPARE(infoField("run_id:c", "run_id"), "c");
    }

    void keysFollowThePeriod()
    {
        PollPlan plan(workspaceOf("members", "seen:{yyyyMMddHH}:{a,b}"));
        const milliseconds hour = std::chrono::floor<std::chrono::hours>(someTime);
        QCOMPARE(plan.expand(hour), (Rows{0}));
        const auto before = plan.layout();
        QCOMPARE(before->parts.size(), std::size_t{2});
        QCOMPARE(plan.expand(hour + 59min), Rows{});
        QCOMPARE(plan.layout(), before);
        QCOMPARE(plan.expand(hour + 60min), (Rows{0}));
        QVERIFY(plan.layout() != before);
        QVERIFY(plan.layout()->parts[0].key != before->parts[0].key);
        QCOMPARE(plan.expand(hour + 59min), (Rows{0})); // the server's clock was set back
        QCOMPARE(plan.layout()->parts[0].key, before->parts[0].key);
    }

    void limitValuesReadAlike_data()
    {
        QTest::addColumn<int>("unit");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *name, Unit unit, double value, const char *text) {
            QTest::newRow(name) << static_cast<int>(unit) << value << QString::fromUtf8(text);
        };
        row("count", Unit::Count, 1'234'567, "1,234,567");
        row("score", Unit::Score, 0.25, "0.25");
        row("milliseconds", Unit::Duration, 250, "250 ms");
        row("seconds", Unit::Duration, 4'260, "4.2 s");
        row("minutes", Unit::Duration, 60'000, "1 min");
        row("minutes and seconds", Unit::Duration, 77'900, "1 min 17 s");
        row("hours", Unit::Duration, 5'400'000, "1 h 30 min");
        row("days", Unit::Duration, 7.0 * 86'400'000, "7 d");
        row("per minute", Unit::PerMinute, 1'200.4, "1,200/min");
        row("how often", Unit::Frequency, 0.54, "0.5/min");
    }

    void limitValuesReadAlike()
    {
        QFETCH(int, unit);
        QFETCH(double, value);
        QFETCH(QString, text);
        QCOMPARE(limitValueText(static_cast<Unit>(unit), value), text);
    }

    void limitOnADuration()
    {
        const KindInfo &queue = *findKind(u"queue");
        Limit limit;
        limit.figure = queue.figureIndex(u"oldestReadyMs");
        limit.warning = 60'000;
        QVERIFY(!checkLimit(queue.figures, limit, 59'999));
        QVERIFY(!checkLimit(queue.figures, limit, unknownFigure));
        const std::optional<Problem> problem = checkLimit(queue.figures, limit, 90'000);
        QVERIFY(problem);
        QCOMPARE(problem->level, State::Warning);
        QCOMPARE(problem->text, QStringLiteral("oldest ready 1 min 30 s, limit 1 min"));
    }

    /// The true value may be higher than a lower bound: whether it is under a limit cannot be told.
    void lowerBoundAndALimitFromBelow()
    {
        const KindInfo &queue = *findKind(u"queue");
        Limit limit;
        limit.figure = queue.figureIndex(u"ready");
        limit.warning = 5;
        limit.below = true;
        QVERIFY(!checkLimit(queue.figures, limit, 6, true));
        const std::optional<Problem> problem = checkLimit(queue.figures, limit, 5, true);
        QVERIFY(problem);
        QCOMPARE(problem->level, State::Unknown);
        QCOMPARE(problem->text, QStringLiteral("ready unknown, lower limit 5: ≥ 5 ready"));
        QCOMPARE(checkLimit(queue.figures, limit, 5)->level, State::Warning);
        const KindInfo &stream = *findKind(u"stream");
        const Limit consumers{stream.figureIndex(u"consumers"), 1, {}, true};
        QCOMPARE(checkLimit(stream.figures, consumers, 1)->text, QStringLiteral("consumers 1, lower limit 1"));
        QCOMPARE(checkLimit(stream.figures, consumers, 0)->text, QStringLiteral("0 consumers, lower limit 1"));
    }

    void numbersOfStatesInFiles()
    {
        const std::array states{State::Ok, State::Warning, State::Critical, State::Error, State::Unknown};
        for (std::size_t number = 0; number < states.size(); ++number) {
            QCOMPARE(std::size_t(stateNumber(states.at(number))), number);
            QCOMPARE(stateOfNumber(int(number)), states.at(number));
        }
        QCOMPARE(stateOfNumber(5), State::Error); // of a newer Plimsoll
        QCOMPARE(stateOfNumber(-1), State::Error);
    }

    void infoOfValkey()
    {
        ServerInfo info;
        readInfo("# Server\r\nredis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.1.1\r\n"
                 "server_mode:standalone\r\ngcc_version:14.2.0\r\nuptime_in_seconds:40\r\n"
                 "# Keyspace\r\ndb0:keys=3,expires=0,avg_ttl=0\r\ndb1:keys=5,expires=0\r\n",
                 info);
        QCOMPARE(info.name, QStringLiteral("valkey"));
        QCOMPARE(info.version, QStringLiteral("8.1.1"));
        QCOMPARE(info.mode, QStringLiteral("standalone"));
        QCOMPARE(serverTitle(info), QStringLiteral("Valkey 8.1.1"));
        QCOMPARE(info.keys, std::optional<qint64>(3));
        readInfo("redis_version:7.0.15\r\nredis_mode:cluster\r\n# Keyspace\r\n", info, 2);
        QCOMPARE(serverTitle(info), QStringLiteral("Redis 7.0.15"));
        QCOMPARE(info.mode, QStringLiteral("cluster"));
        QCOMPARE(info.keys, std::optional<qint64>(0)); // an empty database has no line
        QCOMPARE(readFlushes("# Commandstats\r\ncmdstat_flushall:calls=2,usec=1\r\ncmdstat_get:calls=9\r\n"
                             "cmdstat_flushdb:calls=3,usec=4\r\n"),
                 std::optional<qint64>(5));
        QCOMPARE(readFlushes("# Commandstats\r\n"), std::optional<qint64>(0));
    }

    void concernsWithoutLimits_data()
    {
        QTest::addColumn<QString>("definition");
        QTest::addColumn<QStringList>("texts");
        QTest::newRow("none") << QStringLiteral("{}") << QStringList{QStringLiteral("3 stale")};
        QTest::newRow("off") << QStringLiteral("{\"limits\": {\"stale\": null}}") << QStringList();
        QTest::newRow("own limit") << QStringLiteral("{\"limits\": {\"stale\": {\"warning\": 5}}}") << QStringList();
        QTest::newRow("limited in time alone")
            << QStringLiteral("{\"limits\": {\"stale\": {\"unchangedFor\": \"5m\"}}}")
            << QStringList{QStringLiteral("3 stale")};
        QTest::newRow("kept") << QStringLiteral("{\"limits\": {\"stale\": null}, \"keep\": 1200}") << QStringList();
        QTest::newRow("beyond") << QStringLiteral("{\"limits\": {\"stale\": null}, \"keep\": 1000}")
                                << QStringList{QStringLiteral("1,200 ready, bound 1,000")};
        QTest::newRow("bound off") << QStringLiteral("{\"limits\": {\"stale\": null, \"ready\": null}, \"keep\": 1}")
                                   << QStringList();
        QTest::newRow("too old") << QStringLiteral("{\"limits\": {\"stale\": null}, \"maxAge\": 60000}")
                                 << QStringList{QStringLiteral("oldest ready ≥ 1 min 30 s, bound 1 min")};
        QTest::newRow("young enough") << QStringLiteral("{\"limits\": {\"stale\": null}, \"maxAge\": 90000}")
                                      << QStringList();
    }

    void concernsWithoutLimits()
    {
        QFETCH(const QString, definition);
        QFETCH(const QStringList, texts);
        const QJsonObject json = QJsonDocument::fromJson(definition.toUtf8()).object();
        CollectionDefinition collection;
        collection.kind = findKind(u"queue");
        const auto limits = json[QLatin1String("limits")].toObject();
        for (auto limit = limits.begin(); limit != limits.end(); ++limit) {
            const QJsonValue warning = limit.value()[QLatin1String("warning")];
            collection.limits.push_back({collection.kind->figureIndex(limit.key()),
                                         warning.isDouble() ? std::optional(warning.toDouble()) : std::nullopt,
                                         std::nullopt, false});
            collection.limits.back().unchangedFor.warning =
                parseDuration(limit.value()[QLatin1String("unchangedFor")].toString());
        }
        if (json.contains(QLatin1String("keep")) || json.contains(QLatin1String("maxAge"))) {
            Bound bound;
            if (json.contains(QLatin1String("keep"))) {
                bound.keep = json[QLatin1String("keep")].toInteger();
            } else {
                bound.maxAge = milliseconds(json[QLatin1String("maxAge")].toInteger());
            }
            collection.bound = bound;
        }
        Concerns concerns(collection);
        std::vector<double> figures(collection.kind->figures.size(), unknownFigure);
        const auto set = [&](const char *figure, double value) {
            figures[static_cast<std::size_t>(collection.kind->figureIndex(QString::fromLatin1(figure)))] = value;
        };
        set("ready", 1200);
        set("stale", 3);
        set("oldestReadyMs", 90'000);
        std::vector<quint8> notes(figures.size());
        Reading reading;
        reading.figures = figures;
        reading.notes = notes;
        reading.setAtLeast(collection.kind->figureIndex(u"oldestReadyMs"));
        concerns.check(reading);
        QStringList found;
        for (const Problem &problem : reading.problems) {
            QCOMPARE(problem.level, State::Warning);
            found += problem.text;
        }
        QCOMPARE(found, texts);
    }

    /// The meaning of a figure is that in its table, not that of its name.
    void figuresMeanWhatTheirTableSays()
    {
        using L1 = QLatin1StringView;
        static constexpr std::array figures{
            FigureSpec{.id = L1("all"), .title = "all", .help = ""},
            FigureSpec{.id = L1("torn"), .title = "torn", .help = "", .means = Means::Trouble},
            FigureSpec{.id = L1("stale"), .title = "stale", .help = ""},
            FigureSpec{.id = L1("lost"), .title = "lost", .help = "", .means = Means::Lost},
            FigureSpec{.id = L1("headMs"), .title = "head", .help = "", .unit = Unit::Duration, .means = Means::Age}};
        static constexpr KindInfo kind{L1("made"), "Made", "Made", "", {}, {}, figures, {}, 0};
        CollectionDefinition collection;
        collection.kind = &kind;
        collection.bound.emplace().maxAge = 1min;
        Concerns concerns(collection);
        const auto found = [&](std::vector<double> values) {
            std::vector<quint8> notes(values.size());
            Reading reading;
            reading.figures = values;
            reading.notes = notes;
            concerns.check(reading);
            QStringList texts;
            for (const Problem &problem : reading.problems) {
                texts += problem.text;
            }
            return texts;
        };
        QCOMPARE(found({9, 0, 5, 1, 60'000}), QStringList());
        QCOMPARE(found({9, 2, 5, 4, 90'000}),
                 (QStringList{QStringLiteral("2 torn"), QStringLiteral("head 1 min 30 s, bound 1 min"),
                              QStringLiteral("4 lost, 3 new in the last hour")}));
    }

    void deadLettersThatBecomeMore()
    {
        CollectionDefinition collection;
        collection.kind = findKind(u"queue");
        Concerns concerns(collection);
        std::vector<double> figures(collection.kind->figures.size(), unknownFigure);
        const auto problems = [&](std::chrono::seconds at, double dead, bool ours = false) {
            std::vector<quint8> notes(figures.size());
            Reading reading;
            reading.now = at;
            reading.figures = figures;
            reading.notes = notes;
            reading.figures[static_cast<std::size_t>(collection.kind->figureIndex(u"dead"))] = dead;
            if (ours) {
                reading.note(collection.kind->figureIndex(u"dead"), FigureNote::Jumped);
                concerns.leaveOutJumps(reading);
            }
            concerns.check(reading);
            return reading.problems;
        };
        const auto text = [&](std::chrono::seconds at, double dead) {
            const std::vector<Problem> found = problems(at, dead);
            return found.size() == 1 ? found.front().text : QString::number(found.size());
        };
        QVERIFY(problems(0s, 5).empty()); // they may be of last year
        QVERIFY(problems(10s, 5).empty());
        QCOMPARE(text(20s, 7), QStringLiteral("7 dead, 2 new in the last hour"));
        QCOMPARE(text(3'000s, 7), QStringLiteral("7 dead, 2 new in the last hour"));
        QVERIFY(problems(3'700s, 7).empty()); // no more
        QVERIFY(problems(3'701s, 500, true).empty()); // an operation of ours put them there
        QVERIFY(problems(3'715s, 500).empty());
        // One every twenty minutes is a trend that no rate over half a minute shows.
        for (int i = 1; i < 30; ++i) {
            QVERIFY2(!problems(3'715s + i * 600s, 500 + i / 2).empty() == (i > 1), QByteArray::number(i).constData());
        }
        QVERIFY(problems(22'000s, 400).empty()); // a user requeued them
        QCOMPARE(text(22'010s, 401), QStringLiteral("401 dead, 1 new in the last hour"));
        QVERIFY(problems(22'011s, unknownFigure).empty());
        QVERIFY(problems(100s, 401).empty()); // the clock was set back
    }

    /// An operation takes new dead letters first, for all that is known; its undo brings back what was new.
    void deadLettersStayNewOverAnOperation()
    {
        CollectionDefinition collection;
        collection.kind = findKind(u"queue");
        const int figure = collection.kind->figureIndex(u"dead");
        Concerns concerns(collection);
        std::vector<double> figures(collection.kind->figures.size(), unknownFigure);
        const auto text = [&](std::chrono::seconds at, double dead, bool ours) {
            std::vector<quint8> notes(figures.size());
            Reading reading;
            reading.now = at;
            reading.figures = figures;
            reading.notes = notes;
            reading.figures[static_cast<std::size_t>(figure)] = dead;
            if (ours) {
                reading.note(figure, FigureNote::Jumped);
                concerns.leaveOutJumps(reading);
            }
            concerns.check(reading);
            return reading.problems.empty() ? QString() : reading.problems.front().text;
        };
        constexpr bool workers = false, ours = true;
        const QString two = QStringLiteral("14 dead, 2 new in the last hour");
        QCOMPARE(text(0s, 12, workers), QString());
        QCOMPARE(text(10s, 13, ours), QString()); // a requeue that dead-lettered one
        QCOMPARE(text(20s, 15, workers), QStringLiteral("15 dead, 2 new in the last hour"));
        QCOMPARE(text(30s, 14, ours), two); // its undo
        QCOMPARE(text(400s, 6, ours), QString()); // a requeue took the new ones first, for all that is known
        QCOMPARE(text(410s, unknownFigure, ours), QString()); // the change is seen at the next poll
        QCOMPARE(text(420s, 14, workers), two);
        QCOMPARE(text(600s, 12, ours), QString()); // the two, perhaps
        QCOMPARE(text(610s, 13, workers), QStringLiteral("13 dead, 1 new in the last hour"));
        QCOMPARE(text(620s, 12, workers), QString());
        QCOMPARE(text(630s, 14, ours), two);
        QCOMPARE(text(800s, 0, ours), QString());
        QCOMPARE(text(810s, 1, workers), QStringLiteral("1 dead, 1 new in the last hour"));
        QCOMPARE(text(820s, 15, ours), QStringLiteral("15 dead, 3 new in the last hour"));
        QCOMPARE(text(3'700s, 15, workers), QStringLiteral("15 dead, 1 new in the last hour"));
        QCOMPARE(text(5'000s, 15, workers), QString());
    }

    void infoOfAReplica()
    {
        ServerInfo info;
        readInfo(
            "# Server\r\nredis_version:7.0.15\r\nrole:slave\r\nmaster_link_status:down\r\n"
            "master_last_io_seconds_ago:-1\r\nused_memory:123\r\nmaxmemory_policy:allkeys-lru\r\nnonsense\r\n:x\r\n"
            "evicted_keys:many",
            info);
        QCOMPARE(info.version, QStringLiteral("7.0.15"));
        QCOMPARE(info.role, QStringLiteral("slave"));
        QCOMPARE(info.masterLinkUp, std::optional(false));
        QVERIFY(!info.replicaLag);
        QCOMPARE(info.usedMemory, std::optional<qint64>(123));
        QCOMPARE(info.maxMemoryPolicy, QStringLiteral("allkeys-lru"));
        QVERIFY(!info.evictedKeys);
        readInfo("master_last_io_seconds_ago:4\nmaster_link_status:up", info);
        QCOMPARE(info.replicaLag, std::optional(4s));
        QCOMPARE(info.masterLinkUp, std::optional(true));
        readInfo("role:master\nconnected_slaves:1", info); // promoted: it has no master now
        QVERIFY(!info.replicaLag && !info.masterLinkUp);
    }
};

QTEST_GUILESS_MAIN(PollPaceTest)
#include "tst_pollpace.moc"
