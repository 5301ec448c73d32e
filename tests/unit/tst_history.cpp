// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/history.h"
#include "tests/support/snapshotbuilder.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace plimsoll;
using namespace plimsoll::models;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds start = 1'700'000'000'000ms;

QStringList manyRows(int count, int value)
{
    QStringList rows;
    for (int i = 0; i < count; ++i) {
        rows += QStringLiteral("c%1 | queue | ok | ready=%2 stale=%3").arg(i).arg(value + i).arg(i);
    }
    return rows;
}

QString text(const Series &series)
{
    QStringList parts;
    for (const Series::Point &point : series.points) {
        const QString value = isKnown(point.value) ? QString::number(point.value) : QStringLiteral("gap");
        parts += QStringLiteral("%1:%2").arg((point.time - start).count() / 1000).arg(value);
    }
    return parts.join(QLatin1Char(' '));
}

} // namespace

class TestHistory final : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_builder = std::make_unique<test::SnapshotBuilder>();
        m_history = std::make_unique<History>();
    }
    void keepsEveryTick();
    void mergesFastTicks();
    void keepsSecondsWithJitter();
    void gapWhenNoted();
    void gapWhenTicksAreMissing();
    void unknownWhereNoFigureIsKnown();
    void slowIntervalsAreNoGaps();
    void clockSetBack();
    void largeNumbersAreExact();
    void coarseStepsKeepExtremes();
    void spansAreBounded();
    void whatIsDrawnOfASpanIsReadAsFinely();
    void partsAndPeriods();
    void aPeriodEndsAmongSeveral();
    void editedWorkspaceKeepsHistory();
    void renamedCollectionKeepsHistory();
    void growth();
    void growthIsTheSnapshotsOwn();
    void growthLeavesJumpsOut();
    void whatIsStillBeingReadIsNoCourse();
    void eventsForTheMarksOfCharts();
    void growthOfUnknown();
    void manyCollectionsKeepTheMainFigure();
    void followedCollectionsKeepAll();
    void followedBeforeTheFirstSnapshot();
    void figuresOfWhatHasTooManyParts();
    void memoryIsFlat();

private:
    void tick(milliseconds time, const QStringList &rows) { m_history->apply(m_builder->make(start + time, rows)); }
    void tick(milliseconds time, int ready)
    {
        tick(time, QStringList{QStringLiteral("q | queue | ok | ready=%1").arg(ready)});
    }

    std::unique_ptr<test::SnapshotBuilder> m_builder;
    std::unique_ptr<History> m_history;
};

void TestHistory::keepsEveryTick()
{
    const QSignalSpy changed(m_history.get(), &History::changed);
    for (int i = 0; i < 5; ++i) {
        tick(i * 1s, 10 + i);
    }
    QCOMPARE(text(m_history->figure(0, 0, Span::QuarterHour)), QStringLiteral("0:10 1:11 2:12 3:13 4:14"));
    QCOMPARE(m_history->recent(0, 3), (std::vector<float>{12, 13, 14}));
    QCOMPARE(changed.count(), 5);
    QVERIFY(m_history->figure(0, 99, Span::Hour).points.empty());
    QVERIFY(m_history->figure(7, 0, Span::Hour).points.empty());
}

void TestHistory::mergesFastTicks()
{
    for (int i = 0; i < 20; ++i) {
        tick(i * 200ms, i);
    }
    const Series series = m_history->figure(0, 0, Span::QuarterHour);
    QCOMPARE(series.points.size(), std::size_t{4});
    QCOMPARE(series.points.back().value, 19.0);
}

void TestHistory::keepsSecondsWithJitter()
{
    for (int i = 0; i < 100; ++i) {
        tick(i * 1s + (i % 2 == 0 ? 40ms : -40ms) + 1s, i);
    }
    QCOMPARE(m_history->figure(0, 0, Span::QuarterHour).points.size(), std::size_t{100});
}

void TestHistory::gapWhenNoted()
{
    tick(0s, 1);
    tick(1s, 2);
    m_history->noteGap(start + 3s);
    QCOMPARE(text(m_history->figure(0, 0, Span::QuarterHour)), QStringLiteral("0:1 1:2 3:gap"));
    m_history->noteGap(start + 20s);
    QCOMPARE(text(m_history->figure(0, 0, Span::QuarterHour)), QStringLiteral("0:1 1:2 20:gap"));
    tick(31s, 5);
    QCOMPARE(text(m_history->figure(0, 0, Span::QuarterHour)), QStringLiteral("0:1 1:2 16:gap 31:5"));
    QCOMPARE(text(m_history->figure(0, 0, Span::Hour)), QStringLiteral("1:2 16:gap 31:5"));
    QCOMPARE(m_history->recent(0, 10).size(), std::size_t{4});
    QVERIFY(std::isnan(m_history->recent(0, 10)[2]));
}

void TestHistory::unknownWhereNoFigureIsKnown()
{
    const QString a = QStringLiteral("a"), b = QStringLiteral("b");
    const auto unknown = [&](const QStringList &of) {
        QStringList parts;
        for (const TimeRange &range : m_history->unknownTimes(of, Span::QuarterHour)) {
            parts += QStringLiteral("%1-%2").arg((range.from - start) / 1s).arg((range.to - start) / 1s);
        }
        return parts.join(QLatin1Char(' '));
    };
    const auto both = [&](milliseconds time, const QString &ofA) {
        tick(time, QStringList{QStringLiteral("a | queue | ") + ofA, QStringLiteral("b | queue | ok | ready=1")});
    };
    both(0s, QStringLiteral("ok | ready=1"));
    both(1s, QStringLiteral("ok | ready=1 stale=2"));
    both(2s, QStringLiteral("ok | stale=2")); // one figure is unknown
    both(3s, QStringLiteral("ok | ready=1 stale=2"));
    QCOMPARE(unknown({a}), QString());
    both(4s, QStringLiteral("error"));
    both(5s, QStringLiteral("ok | ready=1"));
    m_history->noteGap(start + 9s);
    both(20s, QStringLiteral("ok | ready=1"));
    QCOMPARE(unknown({a}), QStringLiteral("3-5 5-20"));
    QCOMPARE(unknown({a, b}), QStringLiteral("5-20"));
    QCOMPARE(unknown({}), QString());
}

void TestHistory::gapWhenTicksAreMissing()
{
    tick(0s, 1);
    tick(1s, 2);
    tick(2s, 3);
    tick(4s, 4); // late, not missing
    tick(8s, 5);
    QCOMPARE(text(m_history->figure(0, 0, Span::QuarterHour)), QStringLiteral("0:1 1:2 2:3 4:4 6:gap 8:5"));
    // Too short for the coarse steps.
    QCOMPARE(text(m_history->figure(0, 0, Span::Hour)), QStringLiteral("8:5"));
}

void TestHistory::slowIntervalsAreNoGaps()
{
    for (int i = 0; i < 6; ++i) {
        tick(i * 60s, i);
    }
    const Series series = m_history->figure(0, 0, Span::QuarterHour);
    QCOMPARE(text(series), QStringLiteral("0:0 60:1 120:2 180:3 240:4 300:5"));
}

void TestHistory::clockSetBack()
{
    for (int i = 0; i < 30; ++i) {
        tick(i * 1s, i);
    }
    tick(10s + 500ms, 77);
    tick(11s + 500ms, 78);
    const Series series = m_history->figure(0, 0, Span::QuarterHour);
    QVERIFY(std::is_sorted(series.points.begin(), series.points.end(),
                           [](const auto &a, const auto &b) { return a.time < b.time; }));
    QCOMPARE(series.points.back().value, 78.0);
    QVERIFY(!isKnown(series.points[series.points.size() - 3].value));
}

void TestHistory::largeNumbersAreExact()
{
    tick(0s, 20'000'001);
    tick(10s, 20'000'002);
    const Series series = m_history->figure(0, 0, Span::QuarterHour);
    QCOMPARE(series.points.front().value, 20'000'001.0);
    QCOMPARE(series.points.back().value, 20'000'002.0);
    QCOMPARE(m_history->changePerMinute(0, 0), 6.0);
}

void TestHistory::coarseStepsKeepExtremes()
{
    const std::array values{5, 50, 2, 7};
    for (std::size_t i = 0; i < values.size(); ++i) {
        tick(static_cast<int>(i) * 1s, values.at(i));
    }
    const Series series = m_history->figure(0, 0, Span::Day);
    QCOMPARE(series.points.size(), std::size_t{1});
    QCOMPARE(series.points[0].low, 2.0);
    QCOMPARE(series.points[0].high, 50.0);
    QCOMPARE(series.points[0].value, 7.0);
}

void TestHistory::spansAreBounded()
{
    for (int i = 0; i < 26 * 60; ++i) {
        tick(i * 60s, i);
    }
    const auto check = [&](Span span, std::size_t most) {
        const Series series = m_history->figure(0, 0, span);
        QVERIFY(series.points.size() <= most);
        QVERIFY(series.points.back().time - series.points.front().time <= spanLength(span));
        QVERIFY(series.points.back().time - series.points.front().time >= spanLength(span) * 9 / 10);
        QCOMPARE(series.points.back().value, 26.0 * 60 - 1);
    };
    check(Span::QuarterHour, 16);
    check(Span::Hour, 61);
    check(Span::Day, 721);
}

/// Half an hour of history on "24 h" is drawn on an hour: in the steps of an hour, with the gap of two minutes that
/// those of a day swallow.
void TestHistory::whatIsDrawnOfASpanIsReadAsFinely()
{
    for (int second = 0; second < 1800; ++second) {
        if (second < 700 || second >= 810) {
            tick(second * 1s, second % 400 < 60 ? 900 : 5);
        }
    }
    const Series hour = m_history->figure(0, 0, Span::Hour);
    const Series drawn = m_history->figure(0, 0, Reach(Span::Day).drawing(1h));
    QVERIFY(text(hour).contains(QStringLiteral("gap")));
    QCOMPARE(text(drawn), text(hour));
    // Points older than the drawn range are kept: they tell the chart that there is more.
    const Series more = m_history->figure(0, 0, Reach(Span::Day).drawing(15min));
    QCOMPARE(more.points.front().time / 120s, start / 120s);
    QVERIFY(std::is_sorted(more.points.begin(), more.points.end(),
                           [](const auto &a, const auto &b) { return a.time < b.time; }));
    QCOMPARE(Reach(Span::Day).drawing(24h), Reach(Span::Day));
}

void TestHistory::partsAndPeriods()
{
    const auto row = [](const char *key, int count) {
        return QStringList{
            QStringLiteral("b | leaderboard | ok | members=%2 | %1=%2").arg(QString::fromLatin1(key)).arg(count)};
    };
    tick(0s, row("board:20261120", 5));
    tick(1s, row("board:20261120", 6));
    QCOMPARE(text(m_history->part(0, Span::QuarterHour)), QStringLiteral("0:5 1:6"));
    tick(2s, row("board:20261121", 1)); // a new day: the same part of the collection
    QCOMPARE(text(m_history->part(0, Span::QuarterHour)), QStringLiteral("0:5 1:6 2:1"));
    QCOMPARE(text(m_history->figure(0, 0, Span::QuarterHour)), QStringLiteral("0:5 1:6 2:1"));
}

/// Of several periods, each place keeps its past when an hour ends: the sum of a shard is that of its buckets then.
void TestHistory::aPeriodEndsAmongSeveral()
{
    auto workspace = std::make_shared<Workspace>();
    workspace->collections.emplace_back().name = QStringLiteral("b");
    workspace->collections.front().kind = test::testKind(u"leaderboard");
    m_builder->setWorkspace(workspace);
    const auto row = [](int hour, int now, int before) {
        return QStringList{
            QStringLiteral("b | leaderboard | ok | members=%2 | b:%1=%2 b:%3=%4")
                .arg(QString::number(hour), QString::number(now), QString::number(hour - 1), QString::number(before))};
    };
    tick(0s, row(11, 5, 40));
    tick(1s, row(11, 6, 40));
    tick(2s, row(12, 1, 6));
    QCOMPARE(text(m_history->part(0, Span::QuarterHour)), QStringLiteral("0:5 1:6 2:1"));
    QCOMPARE(text(m_history->part(1, Span::QuarterHour)), QStringLiteral("0:40 1:40 2:6"));
}

void TestHistory::editedWorkspaceKeepsHistory()
{
    const QString a = QStringLiteral("a | queue | ok | ready=%1 stale=7 | ka:high=1 ka:low=2");
    const QString b = QStringLiteral("b | presence | ok | active=%1");
    tick(0s, {a.arg(1), b.arg(10)});
    tick(1s, {a.arg(2), b.arg(11)});
    // b first, a with its tiers turned around and one more; a new one; then b of another kind.
    const QString turned = QStringLiteral("a | queue | ok | ready=3 stale=7 | ka:low=5 ka:mid=9 ka:high=1");
    tick(2s, {b.arg(12), turned, QStringLiteral("c | plain | ok | count=4")});
    QCOMPARE(text(m_history->figure(0, 2, Span::QuarterHour)), QStringLiteral("0:10 1:11 2:12"));
    QCOMPARE(text(m_history->figure(1, 0, Span::QuarterHour)), QStringLiteral("0:1 1:2 2:3"));
    QCOMPARE(text(m_history->figure(1, 2, Span::Hour)), QStringLiteral("2:7"));
    QCOMPARE(text(m_history->figure(2, 0, Span::QuarterHour)), QStringLiteral("0:gap 1:gap 2:4"));
    QCOMPARE(text(m_history->part(0, Span::QuarterHour)), QStringLiteral("0:2 1:2 2:5"));
    QCOMPARE(text(m_history->part(1, Span::QuarterHour)), QStringLiteral("0:gap 1:gap 2:9"));
    QCOMPARE(text(m_history->part(2, Span::QuarterHour)), QStringLiteral("0:1 1:1 2:1"));
    tick(3s, {QStringLiteral("b | plain | ok | count=1")});
    QCOMPARE(text(m_history->figure(0, 0, Span::QuarterHour)), QStringLiteral("0:gap 1:gap 2:gap 3:1"));
}

void TestHistory::renamedCollectionKeepsHistory()
{
    Workspace workspace;
    const auto add = [&workspace](const QString &name, const QByteArray &key) {
        CollectionDefinition &made = workspace.collections.emplace_back();
        made.name = name;
        made.kind = test::testKind(u"plain");
        made.keys.push_back({&made.kind->roles.front(), {key}});
    };
    add(QStringLiteral("a"), "ka");
    add(QStringLiteral("b"), "kb");
    m_builder->setWorkspace(std::make_shared<const Workspace>(workspace));
    tick(0s, {QStringLiteral("a | plain | ok | count=1"), QStringLiteral("b | plain | ok | count=10")});
    workspace.collections.front().name = QStringLiteral("other");
    workspace.collections.back().keys.front().templates = {"kc"}; // another one, of its name
    m_builder->setWorkspace(std::make_shared<const Workspace>(workspace));
    tick(1s, {QStringLiteral("other | plain | ok | count=2"), QStringLiteral("b | plain | ok | count=11")});
    QCOMPARE(text(m_history->figure(0, 0, Span::QuarterHour)), QStringLiteral("0:1 1:2"));
    workspace.collections.front().name = QStringLiteral("third");
    workspace.collections.front().keys.front().templates = {"kd"};
    m_builder->setWorkspace(std::make_shared<const Workspace>(workspace));
    tick(2s, {QStringLiteral("third | plain | ok | count=3"), QStringLiteral("b | plain | ok | count=12")});
    QCOMPARE(text(m_history->figure(0, 0, Span::QuarterHour)), QStringLiteral("0:gap 1:gap 2:3"));
}

void TestHistory::growth()
{
    tick(0s, 100);
    QVERIFY(!isKnown(m_history->changePerMinute(0, 0)));
    tick(5s, 101);
    QVERIFY(!isKnown(m_history->changePerMinute(0, 0)));
    tick(10s, 102);
    QCOMPARE(m_history->changePerMinute(0, 0), 12.0);
    for (int i = 11; i <= 400; ++i) {
        tick(i * 1s, 102 + (i > 100 ? 2 * (i - 100) : 0));
    }
    QCOMPARE(m_history->changePerMinute(0, 0), 120.0);
    for (int i = 401; i <= 430; ++i) {
        tick(i * 1s, 702 - 3 * (i - 400));
        QVERIFY(i < 416 || m_history->changePerMinute(0, 0) < 0); // it falls, so it must not be shown as growing
    }
    QCOMPARE(m_history->changePerMinute(0, 0), -180.0); // what was before the thirty seconds does not count
}

void TestHistory::growthIsTheSnapshotsOwn()
{
    for (int i = 0; i <= 60; ++i) {
        tick(i * 1s, {QStringLiteral("q | queue | ok | ready=%1 growthPerMinute=-7").arg(i)});
    }
    QCOMPARE(m_history->changePerMinute(0, 0), -7.0); // one rate, wherever it is shown
}

void TestHistory::growthLeavesJumpsOut()
{
    test::SnapshotBuilder builder;
    const auto at = [&](int second, int count, bool jumped) {
        auto snapshot = std::make_shared<Snapshot>(*builder.make(
            start + second * 1s, {QStringLiteral("s | schedule | ok | delayed=%1 dead=%2").arg(count).arg(second)}));
        snapshot->notes[0] = jumped ? quint8(FigureNote::Jumped) : 0;
        m_history->apply(snapshot);
    };
    for (int i = 0; i <= 40; ++i) {
        at(i, 1000 + i, false);
    }
    QCOMPARE(m_history->changePerMinute(0, 0), 60.0);
    at(41, 300'000, true); // an operation of ours
    QVERIFY(!isKnown(m_history->changePerMinute(0, 0)));
    const int dead = test::testKind(u"schedule")->figureIndex(u"dead");
    QCOMPARE(m_history->changePerMinute(0, dead), 60.0); // it left them alone
    for (int i = 42; i <= 55; ++i) {
        at(i, 300'000 - 2 * (i - 41), false);
    }
    QCOMPARE(m_history->changePerMinute(0, 0), -120.0);
    // Another collection is added in front: it is no growth all the same.
    for (int i = 56; i <= 58; ++i) {
        const int count = 300'000 - 2 * (i - 41);
        m_history->apply(builder.make(start + i * 1s,
                                      {QStringLiteral("m | members | ok | members=1"),
                                       QStringLiteral("s | schedule | ok | delayed=%1 dead=%2").arg(count).arg(i)}));
    }
    QCOMPARE(m_history->changePerMinute(1, 0), -120.0);
}

/// Processing lists with more than 500 jobs are read in pieces: the values of an incomplete reading are no trend.
void TestHistory::whatIsStillBeingReadIsNoCourse()
{
    test::SnapshotBuilder builder;
    const KindInfo &queue = *test::testKind(u"queue");
    const int stale = queue.figureIndex(u"stale");
    for (int i = 0; i <= 30; ++i) {
        const int count = i == 0 ? 500 : 715;
        auto snapshot = std::make_shared<Snapshot>(
            *builder.make(start + i * 1s, {QStringLiteral("q | queue | ok | ready=1 stale>=%1").arg(count)}));
        snapshot->notes[static_cast<std::size_t>(stale)] |= i < 3 ? quint8(FigureNote::Partial) : 0;
        m_history->apply(snapshot);
    }
    const std::vector<float> recent = m_history->recentOf(0, stale);
    QCOMPARE(recent.size(), std::size_t(31));
    QVERIFY(std::isnan(recent[0]) && std::isnan(recent[2]));
    QCOMPARE(recent[3], 715.0F); // a lower bound, but as good as it gets
    QCOMPARE(m_history->changePerMinute(0, stale), 0.0);
}

void TestHistory::eventsForTheMarksOfCharts()
{
    test::SnapshotBuilder builder;
    const auto at = [&](std::chrono::milliseconds time, std::vector<ServerEvent> events) {
        auto snapshot = std::make_shared<Snapshot>(*builder.make(time, {QStringLiteral("q | queue | ok | ready=1")}));
        snapshot->events = std::move(events);
        m_history->apply(snapshot);
    };
    at(start, {{start - 1s, ServerEvent::Type::Restarted, 300, QStringLiteral("restarted, 300 elements gone")}});
    at(start + 1s, {});
    QCOMPARE(m_history->events().size(), std::size_t(1));
    QCOMPARE(m_history->events().front().text, QStringLiteral("restarted, 300 elements gone"));
    at(start + 25h, {});
    QVERIFY(m_history->events().empty());
}

void TestHistory::growthOfUnknown()
{
    const QStringList unknown{QStringLiteral("q | queue | ok")};
    tick(0s, unknown);
    for (int i = 1; i <= 20; ++i) {
        tick(i * 1s, 10 * i);
    }
    QCOMPARE(m_history->changePerMinute(0, 0), 600.0);
    tick(21s, unknown);
    QVERIFY(!isKnown(m_history->changePerMinute(0, 0)));
}

void TestHistory::manyCollectionsKeepTheMainFigure()
{
    tick(0s, manyRows(3000, 0));
    tick(1s, manyRows(3000, 1));
    QCOMPARE(text(m_history->figure(2999, 0, Span::QuarterHour)), QStringLiteral("0:2999 1:3000"));
    QVERIFY(m_history->figure(2999, 2, Span::QuarterHour).points.empty());
    QVERIFY(m_history->memoryBytes() < 110UL * 1024 * 1024);
}

void TestHistory::followedCollectionsKeepAll()
{
    tick(0s, manyRows(3000, 0));
    m_history->setFollowed({5, 7});
    tick(1s, manyRows(3000, 1));
    QCOMPARE(text(m_history->figure(5, 2, Span::QuarterHour)), QStringLiteral("0:gap 1:5"));
    QCOMPARE(text(m_history->figure(5, 0, Span::QuarterHour)), QStringLiteral("0:5 1:6"));
    QVERIFY(m_history->figure(6, 2, Span::QuarterHour).points.empty());
    m_history->setFollowed({7, 6});
    tick(2s, manyRows(3000, 2));
    QCOMPARE(text(m_history->figure(7, 2, Span::QuarterHour)), QStringLiteral("0:gap 1:7 2:7"));
    QCOMPARE(text(m_history->figure(6, 2, Span::QuarterHour)), QStringLiteral("0:gap 1:gap 2:6"));
    QVERIFY(m_history->figure(5, 2, Span::QuarterHour).points.empty());
    // A collection before them goes: they are followed in their new places.
    QStringList fewer = manyRows(3000, 3);
    fewer.removeFirst();
    tick(3s, fewer);
    QCOMPARE(text(m_history->figure(6, 2, Span::QuarterHour)), QStringLiteral("0:gap 1:7 2:7 3:7"));
}

void TestHistory::followedBeforeTheFirstSnapshot()
{
    m_history->setFollowed({5}); // a page was opened while the connection was being made
    tick(0s, manyRows(3000, 0));
    tick(1s, manyRows(3000, 1));
    QCOMPARE(text(m_history->figure(5, 2, Span::QuarterHour)), QStringLiteral("0:5 1:5"));
}

void TestHistory::figuresOfWhatHasTooManyParts()
{
    QString parts;
    for (int i = 0; i < 300; ++i) {
        parts += QStringLiteral(" p%1=1").arg(i);
    }
    QStringList rows = manyRows(3000, 0);
    rows[5] = QStringLiteral("c5 | queue | ok | ready=1 stale=5 |") + parts;
    tick(0s, rows);
    m_history->setFollowed({5});
    tick(1s, rows);
    QCOMPARE(text(m_history->figure(5, 2, Span::QuarterHour)), QStringLiteral("0:gap 1:5"));
}

void TestHistory::memoryIsFlat()
{
    tick(0s, manyRows(50, 0));
    const std::size_t before = m_history->memoryBytes();
    for (int i = 1; i < 2000; ++i) {
        tick(i * 1s, manyRows(50, i));
    }
    QCOMPARE(m_history->memoryBytes(), before);
}

QTEST_GUILESS_MAIN(TestHistory)
#include "tst_history.moc"
