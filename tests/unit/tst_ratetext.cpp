// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/format.h"
#include "models/history/history.h"
#include "models/text/ratetext.h"
#include "models/text/sentence.h"
#include "redis/types/loss.h"
#include "tests/support/snapshotbuilder.h"

#include <QTest>

#include <cmath>

using namespace plimsoll;
using namespace plimsoll::models;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using std::chrono::milliseconds;

namespace {

QString plain(double amount)
{
    return QString::number(amount);
}

Limit limitOf(double warning, double critical)
{
    Limit limit;
    limit.figure = 0;
    limit.warning = warning;
    limit.critical = critical;
    return limit;
}

} // namespace

/// Tests that the texts explain how a rate was computed.
class TestRateText final : public QObject {
    Q_OBJECT

private slots:
    void howItWasWorkedOut_data();
    void howItWasWorkedOut();
    void aJumpIsToldWhileItIsRecent();
    void whatItComesTo_data();
    void whatItComesTo();
    void theSentenceSaysWhereItGoes();
    void aLossHidesNoFigure();
    void aLimitHidesNoOther();
    void howOftenSaysOverWhat();
    void memoryIsFullInTime();
};

void TestRateText::howItWasWorkedOut_data()
{
    QTest::addColumn<Rate>("rate");
    QTest::addColumn<QString>("said");
    const QString no = u"\nNo forecast: the trend isn't clear."_s;
    const QString steady = u"\nSteady: the trend is clear in both halves of that time."_s;
    QTest::newRow("of a recording") << Rate{12} << QString();
    QTest::newRow("too young") << Rate{.from = 0s, .to = 9s, .polls = 10} << u"No rate yet: it takes 10 s of polls."_s;
    const Rate all{.perMinute = 170, .from = 100s, .to = 400s, .polls = 301, .points = 16};
    QTest::newRow("up and down") << all << u"Net change over the last 5 min, from 301 polls."_s + no;
    Rate one = all;
    one.isSteady = true;
    QTest::newRow("steady") << one << u"Net change over the last 5 min, from 301 polls."_s + steady;
    one.jump = -1000;
    QTest::newRow("jump") << one
                          << u"Net change over the last 5 min, from 301 polls.\nLeft out: a single jump by -1000."_s
            + steady;
    one = all;
    one.turnedAt = 360s;
    one.polls = 41;
    QTest::newRow("turned") << one << u"Net change since the trend turned 40 s ago, from 41 polls."_s + no;
    one = all;
    one.anewAt = 340s;
    QTest::newRow("operation") << one
                               << u"Net change over the last 5 min, from 301 polls.\nLeft out: what an "
                                  "operation or an event changed 1 min ago, and all before."_s
            + no;
    QTest::newRow("still") << Rate{.perMinute = 0, .from = 0s, .to = 300s, .polls = 301, .stillFor = 300s}
                           << u"No change in the last 5 min."_s;
}

void TestRateText::howItWasWorkedOut()
{
    QFETCH(const Rate, rate);
    QTEST(forecastHelp(rate, &plain), "said");
}

/// Later the count goes on as the rate says.
void TestRateText::aJumpIsToldWhileItIsRecent()
{
    Rate rate{.perMinute = -40, .from = 100s, .to = 325s, .polls = 226, .points = 16, .jump = 221, .jumpAt = 300s};
    QCOMPARE(changeOrJumpText(rate), u"jump +221"_s);
    rate.to = 330s;
    QCOMPARE(changeOrJumpText(rate), u"\u221240/min"_s);
    rate.perMinute = 0;
    QCOMPARE(changeOrJumpText(rate), u"jump +221"_s);
    GrowthWindow growth;
    for (int second = 0; second <= 240; ++second) {
        growth.add(std::chrono::seconds(second), 500.0 - second + (second >= 102 ? 221 : 0));
        if (second == 128) {
            QCOMPARE(changeOrJumpText(*growth.rate()), u"jump +221"_s);
        }
    }
    QVERIFY(growth.rate()->jump > 0);
    QVERIFY(growth.rate()->jumpAt >= 100s && growth.rate()->jumpAt <= 110s);
    QCOMPARE(changeOrJumpText(*growth.rate()), u"\u221260/min"_s);
}

void TestRateText::whatItComesTo_data()
{
    QTest::addColumn<double>("perMinute");
    QTest::addColumn<bool>("isSteady");
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("said");
    QTest::newRow("to the warning") << 100.0 << true << 500.0 << u"warning 1,000 in 5 min"_s;
    QTest::newRow("to critical") << 170.0 << true << 2960.0 << u"critical 5,000 in 12 min"_s;
    QTest::newRow("up and down") << 170.0 << false << 2960.0 << QString();
    QTest::newRow("away from it") << -170.0 << true << 2960.0 << QString();
    QTest::newRow("there") << 170.0 << true << 6000.0 << QString();
    QTest::newRow("in two days") << 1.0 << true << 2000.0 << QString();
    QTest::newRow("unknown") << unknownFigure << false << 2000.0 << QString();
    QTest::newRow("value not known") << 170.0 << true << unknownFigure << QString();
}

void TestRateText::whatItComesTo()
{
    QFETCH(const double, perMinute);
    QFETCH(const bool, isSteady);
    QFETCH(const double, value);
    const FigureSpec figure{};
    QFETCH(const QString, said);
    const QString text =
        nextBoundText({.perMinute = perMinute, .isSteady = isSteady}, limitOf(1000, 5000), figure, value);
    QVERIFY2(said.isEmpty() ? text.isEmpty() : text.startsWith(said), qPrintable(text));
    Limit below = limitOf(100, 10);
    below.below = true;
    QCOMPARE(nextBoundText({.perMinute = -10, .isSteady = true}, below, figure, 50), u"critical 10 in 4 min"_s);
    QCOMPARE(nextBoundText({.perMinute = -10, .isSteady = true}, below, figure, 200), u"warning 100 in 10 min"_s);
}

void TestRateText::theSentenceSaysWhereItGoes()
{
    auto workspace = std::make_shared<Workspace>();
    workspace->collections.resize(1);
    workspace->collections[0].limits = {limitOf(1000, 5000)};
    test::SnapshotBuilder builder;
    builder.setWorkspace(workspace);
    const Rate rate{.perMinute = 170, .isSteady = true};
    const SnapshotPtr well = builder.make(0s, {u"q | queue | ok | ready=150"_s});
    QCOMPARE(sentence(*well, 0, {}, rate), u"grows 170/min; warning 1,000 in 5 min"_s);
    QCOMPARE(sentence(*well, 0, {}, rate, SentencePlace::UnderFigure), u"warning 1,000 in 5 min"_s);
    QCOMPARE(sentence(*well, 0, {}, {}), u"nothing to report"_s);
    QCOMPARE(sentence(*well, 0, {}, Rate{.perMinute = 170}), u"nothing to report"_s);
}

/// One limit does not hide another: two are told, and how many there are besides.
void TestRateText::aLimitHidesNoOther()
{
    test::SnapshotBuilder builder;
    Snapshot both(*builder.make(0s, {u"q | queue | critical | ready=1200 stale=41 dead=9"_s}));
    const SnapshotLayout::Row &row = both.layout->rows[0];
    std::vector<Problem> problems{{row.figureIndex(u"stale"), State::Warning, u"41 stale, limit 25"_s},
                                  {row.figureIndex(u"ready"), State::Critical, u"1,200 ready, limit 1,000"_s}};
    const auto said = [&](SentencePlace place) {
        both.rows[0].problems = std::make_shared<const std::vector<Problem>>(problems);
        return sentence(both, 0, {}, {}, place);
    };
    QCOMPARE(said(SentencePlace::Alone), u"1,200 ready, limit 1,000; 41 stale, limit 25"_s);
    QCOMPARE(said(SentencePlace::UnderFigure), u"limit 1,000; 41 stale, limit 25"_s);
    problems.push_back({row.figureIndex(u"dead"), State::Warning, u"9 dead, limit 5"_s});
    QCOMPARE(said(SentencePlace::UnderFigure), u"limit 1,000; 41 stale, limit 25; 1 more reason"_s);
    problems.push_back({row.figureIndex(u"oldestReadyMs"), State::Warning, u"oldest 5 min, limit 1 min"_s});
    QCOMPARE(said(SentencePlace::UnderFigure), u"limit 1,000; 41 stale, limit 25; 2 more reasons"_s);
}

void TestRateText::aLossHidesNoFigure()
{
    test::SnapshotBuilder builder;
    Snapshot lost(*builder.make(0s, {u"q | queue | warning | ready=280 stale=38"_s}));
    const int stale = lost.layout->rows[0].figureIndex(u"stale");
    std::vector<Problem> problems{{-1, State::Warning, u"restarted, 1,388 elements gone"_s, std::make_shared<Loss>()},
                                  {stale, State::Warning, u"38 stale, limit 1"_s}};
    lost.rows[0].problems = std::make_shared<const std::vector<Problem>>(problems);
    QCOMPARE(headlineFigure(lost, 0), stale);
    QCOMPARE(sentence(lost, 0, {}, {}), u"restarted, 1,388 elements gone; 38 stale, limit 1"_s);
    QCOMPARE(sentence(lost, 0, {}, {}, SentencePlace::UnderFigure), u"restarted, 1,388 elements gone; limit 1"_s);
    problems.resize(1);
    lost.rows[0].problems = std::make_shared<const std::vector<Problem>>(problems);
    QCOMPARE(headlineFigure(lost, 0), lost.layout->rows[0].kind->mainFigure);
}

void TestRateText::howOftenSaysOverWhat()
{
    QCOMPARE(averageHelp(12, 5min), u"Mean over 5 min, in which there were about 60."_s);
    QCOMPARE(averageHelp(300, 5min, 1h), u"Mean over 5 min, in which there were about 1,500."_s);
    QCOMPARE(averageHelp(300, 5min, 50s),
             u"Mean over 1 min, in which there were about 300. It has not been known for longer."_s);
}

void TestRateText::memoryIsFullInTime()
{
    test::SnapshotBuilder builder;
    History history;
    const auto tick = [&](int second, qint64 used, const QString &run) {
        Snapshot snapshot = *builder.make(std::chrono::seconds(second), {u"q | queue | ok | ready=5"_s});
        snapshot.server.nodes.resize(1);
        snapshot.server.nodes[0].info.runId = run;
        snapshot.server.nodes[0].info.usedMemory = used;
        history.apply(std::make_shared<const Snapshot>(snapshot));
    };
    constexpr qint64 mebi = 1024 * 1024;
    for (int second = 0; second <= 120; ++second) {
        tick(second, (100 + second / 5) * mebi, u"a"_s); // asked every five seconds
    }
    Rate rate = history.memoryRate();
    QVERIFY2(rate.isSteady, qPrintable(QString::number(rate.perMinute)));
    QVERIFY(std::abs(rate.perMinute - 12.0 * mebi) < mebi);
    const QString ahead = memoryForecast(rate, 124.0 * mebi, 1024.0 * mebi);
    QVERIFY2(ahead.startsWith(u"full in 1 h"_s), qPrintable(ahead));
    QCOMPARE(memoryForecast(rate, 124.0 * mebi, 0), QString()); // there is no limit
    // Another process: nothing is known of its memory yet.
    tick(121, 50 * mebi, u"b"_s);
    QVERIFY(!isKnown(history.memoryRate().perMinute));
    QVERIFY(history.memoryRate().anewAt == 121s);
}

QTEST_GUILESS_MAIN(TestRateText)

#include "tst_ratetext.moc"
