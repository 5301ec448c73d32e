// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/stateclock.h"
#include "models/text/format.h"
#include "redis/types/loss.h"
#include "tests/support/snapshotbuilder.h"
#include "tests/unit/turntext.h"

#include <QTest>

#include <random>

using namespace plimsoll;
using namespace plimsoll::models;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// States over time, on a clock that the test sets.
class TestStateClock final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void beginsAndEnds();
    void holdsBackFor();
    void holdsBackFromTheStartWhenItIsBroken();
    void doesNotFlap();
    void clearsWhereItIsTold();
    void clearsFromBelow();
    void fallsBackFromCritical();
    void silence();
    void silenceOverAGap();
    void silenceBesideALimit();
    void whatIsTroubleWithoutALimit();
    void unknownForLong();
    void serverAway();
    void awayAndBackChangesNothing();
    void troubleOverALongTimeAway();
    void aGapOfOursIsNoChange();
    void aGapCountsForNothing();
    void figureWithoutAValue();
    void unknownFigureStandsStill();
    void unknownFigureCountsForNothing();
    void unknownFigureOverARestart();
    void whatTheFirstSearchFindsBeganEarlier();
    void anIncompleteSearchEndsNothing();
    void anIncompleteSearchEndsNoLimit();
    void aPartOfASearchIsNoValue();
    void clockSetBack();
    void goesOnAfterARestart();
    void aLossOverARestart();
    void aLaterLossBeginsAnew();
    void deadLettersOverAnUndo();
    void savedByAnEarlierVersion();
    void restartAtEachMoment();
    void damagedSaving();
    void editedWorkspace();

private:
    void limits(std::vector<Limit> limits);
    /// States that changed with this snapshot.
    QStringList tick(milliseconds time, const QString &row = QStringLiteral("q | queue | ok | ready=1"));
    QStringList ready(milliseconds time, double value)
    {
        return tick(time, QStringLiteral("q | queue | ok | ready=%1").arg(value));
    }
    /// Every second to this one.
    QStringList readyUntil(milliseconds from, milliseconds to, double value)
    {
        QStringList turned;
        for (milliseconds time = from; time <= to; time += 1s) {
            turned += ready(time, value);
        }
        return turned;
    }
    /// Every second to this one, with a figure that is unknown.
    QStringList unknownUntil(milliseconds from, milliseconds to)
    {
        QStringList turned;
        for (milliseconds time = from; time <= to; time += 1s) {
            turned +=
                tick(time, QStringLiteral("q | queue | unknown | | | | ready: unknown: ready unknown, limit 1,000"));
        }
        return turned;
    }
    [[nodiscard]] QString state() const { return textOf(m_clock->collection(0)); }
    void restart();
    /// Keys that are found by searching.
    void searched(std::vector<Limit> limits = {});
    SnapshotPtr search(milliseconds time, bool isWhole, const QString &row);

    std::unique_ptr<test::SnapshotBuilder> m_builder;
    std::unique_ptr<StateClock> m_clock;
};

void TestStateClock::init()
{
    m_builder = std::make_unique<test::SnapshotBuilder>();
    m_clock = std::make_unique<StateClock>(StateClock::Pace{1s, 10s});
}

void TestStateClock::limits(std::vector<Limit> limits)
{
    auto workspace = std::make_shared<Workspace>();
    CollectionDefinition definition;
    definition.name = QStringLiteral("q");
    definition.kind = test::testKind(u"queue");
    definition.limits = std::move(limits);
    workspace->collections = {definition};
    m_builder->setWorkspace(workspace);
}

QStringList TestStateClock::tick(milliseconds time, const QString &row)
{
    return textsOf(m_clock->apply(*m_builder->make(start + time, {row})));
}

void TestStateClock::restart()
{
    const QByteArray saved = m_clock->saved();
    m_clock = std::make_unique<StateClock>(StateClock::Pace{1s, 10s});
    m_clock->restore(saved);
}

void TestStateClock::beginsAndEnds()
{
    limits({{0, 1000, 5000, false}});
    QVERIFY(ready(0s, 10).isEmpty());
    QCOMPARE(state(), QStringLiteral("ok since at least 0"));
    QVERIFY(ready(1s, 999).isEmpty());
    QCOMPARE(ready(2s, 1000), QStringList{QStringLiteral("q/ready level: warning (1,000 ready, limit 1,000)")});
    QCOMPARE(state(), QStringLiteral("warning since 2, was ok"));
    QCOMPARE(ready(3s, 5000), QStringList{QStringLiteral("q/ready level: critical (5,000 ready, limit 5,000)")});
    QVERIFY(ready(4s, 6000).isEmpty());
    QCOMPARE(state(), QStringLiteral("critical since 3, was warning"));
    QCOMPARE(textOf(m_clock->figure(0, 0)), state());
    QCOMPARE(textOf(m_clock->figure(0, 1)).left(2), QStringLiteral("ok"));
    QCOMPARE(ready(5s, 10), QStringList{QStringLiteral("q/ready level: ok (10 ready, limit 1,000)")});
    QCOMPARE(state(), QStringLiteral("ok since 5, was critical"));
    QVERIFY(m_clock->inTrouble().empty());
}

void TestStateClock::holdsBackFor()
{
    limits({{0, 1000, 5000, false, 10s}});
    QVERIFY(ready(0s, 10).isEmpty());
    QVERIFY(readyUntil(1s, 10s, 2000).isEmpty());
    QCOMPARE(ready(11s, 2000).size(), 1); // ten seconds, not nine
    QCOMPARE(state(), QStringLiteral("warning since 1, was ok")); // when it began
    QVERIFY(readyUntil(12s, 21s, 5000).isEmpty());
    QCOMPARE(ready(22s, 5000).size(), 1);
    QCOMPARE(state(), QStringLiteral("critical since 12, was warning"));
    QCOMPARE(ready(23s, 1).size(), 1); // back at once
}

void TestStateClock::holdsBackFromTheStartWhenItIsBroken()
{
    limits({{0, 1000, std::nullopt, false, 10s}});
    QVERIFY(readyUntil(0s, 9s, 1000).isEmpty());
    QVERIFY(ready(10s, 999).isEmpty());
    QVERIFY(readyUntil(11s, 20s, 1000).isEmpty());
    QCOMPARE(ready(21s, 1000).size(), 1);
}

void TestStateClock::doesNotFlap()
{
    limits({{0, 1000, std::nullopt, false}});
    ready(0s, 0);
    int turned = 0;
    for (int i = 1; i < 1000; ++i) {
        turned += static_cast<int>(ready(i * 1s, i % 2 == 0 ? 999 : 1001).size());
    }
    QCOMPARE(turned, 1);
    QVERIFY(ready(1000s, 951).isEmpty());
    QCOMPARE(ready(1001s, 950).size(), 1); // 5 % inside
    QVERIFY(ready(1002s, 999).isEmpty()); // and not raised again before the limit
}

void TestStateClock::clearsWhereItIsTold()
{
    limits({{0, 1000, 5000, false, std::nullopt, 100}});
    ready(0s, 0);
    QCOMPARE(ready(1s, 1000).size(), 1);
    QVERIFY(ready(2s, 101).isEmpty());
    QCOMPARE(ready(3s, 100).size(), 1);
    // Back to ok only there: also from critical.
    QCOMPARE(ready(4s, 5000).size(), 1);
    QCOMPARE(ready(5s, 4750).size(), 1);
    QCOMPARE(state(), QStringLiteral("warning since 5, was critical"));
    QVERIFY(ready(6s, 101).isEmpty());
    QCOMPARE(ready(7s, 100).size(), 1);
}

void TestStateClock::clearsFromBelow()
{
    limits({{0, 10, 5, true}});
    ready(0s, 100);
    QCOMPARE(ready(1s, 10), QStringList{QStringLiteral("q/ready level: warning (10 ready, lower limit 10)")});
    QVERIFY(ready(2s, 10.4).isEmpty());
    QCOMPARE(ready(3s, 10.5).size(), 1);
    QCOMPARE(ready(4s, 0).size(), 1);
    QCOMPARE(state(), QStringLiteral("critical since 4, was ok"));
    QCOMPARE(ready(5s, 6).size(), 1);
    QCOMPARE(state(), QStringLiteral("warning since 5, was critical"));
}

void TestStateClock::fallsBackFromCritical()
{
    limits({{0, 4900, 5000, false}});
    ready(0s, 0);
    ready(1s, 5000);
    QVERIFY(ready(2s, 4800).isEmpty()); // inside warning, but critical until 4,750
    QCOMPARE(ready(3s, 4750).size(), 1);
    QCOMPARE(state(), QStringLiteral("warning since 3, was critical"));
    QCOMPARE(ready(4s, 4655).size(), 1);
    QCOMPARE(state(), QStringLiteral("ok since 4, was warning"));
}

void TestStateClock::silence()
{
    limits({{0, std::nullopt, std::nullopt, false, std::nullopt, std::nullopt, {60s, 120s}}});
    QVERIFY(readyUntil(0s, 59s, 7).isEmpty());
    QCOMPARE(ready(60s, 7),
             QStringList{QStringLiteral("q/ready unchanged: warning (ready unchanged for 1 min, limit 1 min)")});
    QVERIFY(readyUntil(61s, 119s, 7).isEmpty());
    QCOMPARE(ready(120s, 7).size(), 1);
    QCOMPARE(state(), QStringLiteral("critical since 120, was warning"));
    QVERIFY(readyUntil(121s, 150s, 7).isEmpty());
    QCOMPARE(ready(151s, 8), // with how long it stood still in the end
             QStringList{QStringLiteral("q/ready unchanged: ok (ready moves again; ready unchanged for 2 min 30 s, "
                                        "limit 2 min)")});
    QVERIFY(readyUntil(152s, 210s, 8).isEmpty());
    QCOMPARE(ready(211s, 8).size(), 1);
}

/// What was not watched does not count, but is not denied either.
void TestStateClock::silenceOverAGap()
{
    limits({{0, std::nullopt, std::nullopt, false, std::nullopt, std::nullopt, {60s, std::nullopt}}});
    QVERIFY(readyUntil(0s, 40s, 7).isEmpty());
    QCOMPARE(readyUntil(400s, 420s, 7),
             QStringList{QStringLiteral("q/ready unchanged: warning (ready unchanged for ≥ 1 min, limit 1 min)")});
    ready(421s, 8);
    QCOMPARE(readyUntil(422s, 481s, 8),
             QStringList{QStringLiteral("q/ready unchanged: warning (ready unchanged for 1 min, limit 1 min)")});
}

void TestStateClock::silenceBesideALimit()
{
    Limit limit{0, 1000, std::nullopt, false};
    limit.unchangedFor.critical = 5s;
    limits({limit});
    ready(0s, 2000);
    QCOMPARE(readyUntil(1s, 5s, 2000).size(), 1);
    QCOMPARE(m_clock->inTrouble().size(), std::size_t{2});
    QCOMPARE(m_clock->collection(0).state, State::Critical);
    QCOMPARE(ready(6s, 2001).size(), 1);
    QCOMPARE(m_clock->collection(0).state, State::Warning);
}

void TestStateClock::whatIsTroubleWithoutALimit()
{
    tick(0s);
    const QString stale = QStringLiteral("q | queue | warning | ready=1 stale=3 | | | stale: warning: 3 stale");
    QCOMPARE(tick(1s, stale), QStringList{QStringLiteral("q/stale level: warning (3 stale)")});
    QCOMPARE(state(), QStringLiteral("warning since 1, was ok"));
    QVERIFY(tick(2s, stale).isEmpty());
    QCOMPARE(tick(3s, QStringLiteral("q | queue | ok | ready=1 stale=0")),
             QStringList{QStringLiteral("q/stale level: ok (0 stale)")});
    QCOMPARE(state(), QStringLiteral("ok since 3, was warning"));
}

void TestStateClock::unknownForLong()
{
    limits({{0, 1000, std::nullopt, false}});
    ready(0s, 2000);
    const QString error = QStringLiteral("q | queue | error | | | | -: error: WRONGTYPE");
    for (milliseconds time = 1s; time <= 10s; time += 1s) {
        QVERIFY(tick(time, error).isEmpty());
    }
    QCOMPARE(state(), QStringLiteral("unknown since 1, was warning")); // told at once
    QCOMPARE(tick(11s, error), QStringList{QStringLiteral("q/unknown: unknown (WRONGTYPE)")}); // raised when it lasts
    QVERIFY(tick(12s, error).isEmpty());
    QCOMPARE(ready(13s, 2000), QStringList{QStringLiteral("q/unknown: ok (can be read again)")});
    QCOMPARE(state(), QStringLiteral("warning since at least 13")); // it may have been ok meanwhile
}

void TestStateClock::serverAway()
{
    ready(0s, 1);
    const auto away = [this](milliseconds time) {
        return textsOf(m_clock->away(start + time, QStringLiteral("refused")));
    };
    for (milliseconds time = 1s; time <= 10s; time += 1s) {
        QVERIFY(away(time).isEmpty());
    }
    QCOMPARE(textOf(m_clock->server()), QStringLiteral("unknown since 1, was ok"));
    QCOMPARE(state(), QStringLiteral("unknown since 1, was ok"));
    QCOMPARE(away(11s), QStringList{QStringLiteral("/away: unknown (refused)")});
    QVERIFY(away(41s).isEmpty());
    QCOMPARE(ready(42s, 1), QStringList{QStringLiteral("/away: ok (the server answers again)")});
    QCOMPARE(textOf(m_clock->server()), QStringLiteral("ok since 42, was unknown"));
}

void TestStateClock::awayAndBackChangesNothing()
{
    limits({{0, 1000, std::nullopt, false}});
    ready(0s, 0);
    ready(1s, 1000);
    static_cast<void>(m_clock->away(start + 2s, {}));
    QVERIFY(ready(3s, 999).isEmpty()); // held by hysteresis, over the gap
    QCOMPARE(state(), QStringLiteral("warning since 1, was ok"));
    static_cast<void>(m_clock->away(start + 4s, {}));
    QCOMPARE(ready(5s, 0).size(), 1);
    QCOMPARE(state(), QStringLiteral("ok since at least 5, was warning")); // somewhere in between
}

/// A server that was away for long may have been in order meanwhile; for as short a time as is not told, it is the same
/// trouble.
void TestStateClock::troubleOverALongTimeAway()
{
    limits({{0, 1000, 5000, false}});
    ready(0s, 0);
    ready(1s, 1000);
    ready(2s, 5000);
    const auto awayUntil = [this](milliseconds from, milliseconds to) {
        for (milliseconds time = from; time <= to; time += 1s) {
            static_cast<void>(m_clock->away(start + time, {}));
        }
    };
    awayUntil(3s, 12s);
    ready(13s, 5000);
    QCOMPARE(state(), QStringLiteral("critical since 2, was warning"));
    QCOMPARE(textOf(*m_clock->trouble(0)), QStringLiteral("critical since 1, was warning"));
    awayUntil(14s, 30s);
    ready(31s, 5000);
    QCOMPARE(state(), QStringLiteral("critical since at least 31"));
    QCOMPARE(textOf(*m_clock->trouble(0)), state());
}

void TestStateClock::aGapOfOursIsNoChange()
{
    limits({{0, 1000, std::nullopt, false}});
    ready(0s, 0);
    ready(1s, 1000);
    QVERIFY(ready(8h, 1000).isEmpty());
    QCOMPARE(state(), QStringLiteral("warning since at least 28800")); // it may have been anything in between
    QCOMPARE(textOf(m_clock->oldestCause(0, State::Warning)), state());
    QCOMPARE(textOf(*m_clock->trouble(0)), state());
    QVERIFY(ready(8h + 1s, 1000).isEmpty());
    QCOMPARE(state(), QStringLiteral("warning since at least 28800"));
    ready(9h, 0);
    ready(17h, 1000);
    QCOMPARE(state(), QStringLiteral("warning since at least 61200, was ok"));
}

void TestStateClock::aGapCountsForNothing()
{
    Limit limit{0, 1000, std::nullopt, false, 10s};
    limit.unchangedFor.critical = 20s;
    limits({limit});
    ready(0s, 0);
    QVERIFY(readyUntil(1s, 6s, 1000).isEmpty()); // five seconds seen
    QVERIFY(ready(1h, 1000).isEmpty());
    QVERIFY(readyUntil(1h + 1s, 1h + 4s, 1000).isEmpty());
    QCOMPARE(ready(1h + 5s, 1000).size(), 1); // and five more
    QVERIFY(readyUntil(1h + 6s, 1h + 14s, 1000).isEmpty());
    QCOMPARE(ready(1h + 15s, 1000).size(), 1);
}

void TestStateClock::figureWithoutAValue()
{
    limits({{6, 60'000, std::nullopt, false}});
    tick(0s, QStringLiteral("q | queue | ok | ready=5 oldestReadyMs=0"));
    QCOMPARE(tick(1s, QStringLiteral("q | queue | ok | ready=5 oldestReadyMs=70000")).size(), 1);
    for (milliseconds time = 2s; time <= 30s; time += 1s) {
        QVERIFY(tick(time, QStringLiteral("q | queue | ok | ready=0")).isEmpty()); // not read yet, it may be
    }
    QCOMPARE(tick(31s, QStringLiteral("q | queue | ok | ready=0")),
             QStringList{QStringLiteral("q/oldestReadyMs level: ok (no longer has a value)")});
}

/// An alert neither begins nor ends while its figure is unknown.
void TestStateClock::unknownFigureStandsStill()
{
    limits({{0, 1000, std::nullopt, false}});
    ready(0s, 10);
    QCOMPARE(unknownUntil(1s, 60s), QStringList());
    QCOMPARE(state(), QStringLiteral("unknown since 1, was ok"));
    QCOMPARE(m_clock->collection(0).state, State::Unknown);
    QVERIFY(m_clock->inTrouble().empty());
    QCOMPARE(ready(61s, 2000).size(), 1);
    QCOMPARE(state(), QStringLiteral("warning since at least 61, was unknown"));
    QCOMPARE(unknownUntil(62s, 180s), QStringList());
    QCOMPARE(state(), QStringLiteral("warning since at least 61, was unknown"));
    QCOMPARE(m_clock->inTrouble().size(), std::size_t{1});
    QVERIFY(ready(181s, 999).isEmpty()); // held by hysteresis
    QCOMPARE(unknownUntil(182s, 190s), QStringList());
    QCOMPARE(ready(191s, 10), QStringList{QStringLiteral("q/ready level: ok (10 ready, limit 1,000)")});
    QCOMPARE(textOf(m_clock->figure(0, 0)), QStringLiteral("ok since at least 191, was warning"));
}

void TestStateClock::unknownFigureCountsForNothing()
{
    Limit limit{0, 1000, std::nullopt, false, 10s};
    limit.unchangedFor.critical = 20s;
    limits({limit});
    ready(0s, 0);
    QVERIFY(readyUntil(1s, 6s, 1000).isEmpty()); // five seconds seen
    QCOMPARE(unknownUntil(7s, 100s), QStringList());
    QVERIFY(readyUntil(101s, 105s, 1000).isEmpty()); // four more
    QCOMPARE(ready(106s, 1000).size(), 1);
    QVERIFY(readyUntil(107s, 115s, 1000).isEmpty());
    QCOMPARE(ready(116s, 1000).size(), 1); // and twenty without a change
}

void TestStateClock::unknownFigureOverARestart()
{
    limits({{0, 1000, std::nullopt, false}});
    ready(0s, 10);
    unknownUntil(1s, 3s);
    restart();
    unknownUntil(4s, 4s);
    QCOMPARE(state(), QStringLiteral("unknown since 1, was ok"));
    QVERIFY(ready(5s, 10).isEmpty());
    QCOMPARE(state(), QStringLiteral("ok since 5, was unknown"));
    ready(6s, 2000);
    unknownUntil(7s, 7s);
    restart();
    QCOMPARE(unknownUntil(8s, 60s), QStringList());
    QCOMPARE(state(), QStringLiteral("warning since 6, was ok"));
}

void TestStateClock::searched(std::vector<Limit> limits)
{
    static constexpr RoleSpec role{.id = QLatin1StringView("lock"),
                                   .types = StringKey,
                                   .required = true,
                                   .many = true,
                                   .help = "",
                                   .named = Named::ById};
    auto workspace = std::make_shared<Workspace>();
    CollectionDefinition definition;
    definition.name = QStringLiteral("q");
    definition.kind = test::testKind(u"lock");
    definition.keys.push_back({&role, {"lock:{id}"}});
    definition.limits = std::move(limits);
    workspace->collections = {definition};
    m_builder->setWorkspace(workspace);
}

SnapshotPtr TestStateClock::search(milliseconds time, bool isWhole, const QString &row)
{
    auto snapshot = std::make_shared<Snapshot>(*m_builder->make(start + time, {row}));
    auto found = std::make_shared<KeysFound>();
    found->wholeAt = isWhole ? start : milliseconds(0);
    snapshot->rows[0].found = found;
    for (quint8 &bits : snapshot->notes) {
        bits |= !isWhole && isNoted(bits, FigureNote::AtLeast) ? quint8(FigureNote::Partial) : quint8(0);
    }
    return snapshot;
}

/// Only what begins after a complete search has a known start.
void TestStateClock::whatTheFirstSearchFindsBeganEarlier()
{
    searched();
    const QString some = QStringLiteral("q | lock | ok | held>=1");
    const QString endless =
        QStringLiteral("q | lock | warning | held=1 withoutTtl=1 | | | withoutTtl: warning: 1 never");
    QCOMPARE(textsOf(m_clock->apply(*search(0s, false, some))), QStringList());
    QCOMPARE(textsOf(m_clock->apply(*search(1s, false, some))), QStringList());
    QCOMPARE(textsOf(m_clock->apply(*search(2s, true, endless))),
             QStringList{QStringLiteral("q/withoutTtl level: warning (1 never)")});
    QCOMPARE(state(), QStringLiteral("warning since at least 2, was ok"));
    const QString none = QStringLiteral("q | lock | ok | held=1 withoutTtl=0");
    QCOMPARE(m_clock->apply(*search(3s, true, none)).size(), std::size_t{1});
    QCOMPARE(m_clock->apply(*search(4s, true, endless)).size(), std::size_t{1});
    QCOMPARE(state(), QStringLiteral("warning since 4, was ok"));
    // The search begins anew once the server is back.
    QCOMPARE(m_clock->apply(*search(5s, true, none)).size(), std::size_t{1});
    static_cast<void>(m_clock->away(start + 6s, {}));
    QVERIFY(m_clock->apply(*search(7s, false, some)).empty());
    QCOMPARE(m_clock->apply(*search(8s, true, endless)).size(), std::size_t{1});
    QCOMPARE(state(), QStringLiteral("warning since at least 8, was ok"));
}

/// While the search of a new process goes on, a problem that it has not found again is not over.
void TestStateClock::anIncompleteSearchEndsNothing()
{
    searched();
    const QString none = QStringLiteral("q | lock | ok | held=1 withoutTtl=0");
    const QString endless =
        QStringLiteral("q | lock | warning | held=1 withoutTtl=1 | | | withoutTtl: warning: 1 never");
    QVERIFY(m_clock->apply(*search(0s, true, none)).empty());
    QCOMPARE(m_clock->apply(*search(1s, true, endless)).size(), std::size_t{1});
    restart();
    QCOMPARE(tick(2s, QStringLiteral("q | lock | ok")), QStringList()); // nothing was searched yet
    const SnapshotPtr some = search(3s, false, QStringLiteral("q | lock | ok | held>=1"));
    QCOMPARE(textsOf(m_clock->apply(*some)), QStringList());
    QCOMPARE(m_clock->inTrouble().size(), std::size_t{1});
    const SnapshotPtr judged = m_clock->judged(some);
    QCOMPARE(judged->rows[0].state, State::Warning);
    QCOMPARE(judged->rows[0].problems->front().text,
             QStringLiteral("without expiry: still searching; the alert stays until it is known"));
    QCOMPARE(textsOf(m_clock->apply(*search(4s, true, endless))), QStringList());
    QCOMPARE(state(), QStringLiteral("warning since 1, was ok"));
    QCOMPARE(m_clock->apply(*search(5s, true, none)).size(), std::size_t{1});
    QCOMPARE(m_clock->inTrouble().size(), std::size_t{0});
}

void TestStateClock::anIncompleteSearchEndsNoLimit()
{
    searched({{1, 2, std::nullopt, false}});
    QCOMPARE(m_clock->apply(*search(0s, true, QStringLiteral("q | lock | ok | held=5 withoutTtl=3"))).size(),
             std::size_t{1});
    restart();
    for (milliseconds time = 1s; time <= 60s; time += 1s) { // longer than a figure without a value is trouble
        QCOMPARE(textsOf(m_clock->apply(*search(time, false, QStringLiteral("q | lock | ok | held>=1")))),
                 QStringList());
    }
    QCOMPARE(m_clock->apply(*search(61s, true, QStringLiteral("q | lock | ok | held=5 withoutTtl=0"))).size(),
             std::size_t{1});
}

/// What was found so far is less than the limit, but not all.
void TestStateClock::aPartOfASearchIsNoValue()
{
    searched({{0, 4, std::nullopt, false}});
    QCOMPARE(m_clock->apply(*search(0s, true, QStringLiteral("q | lock | ok | held=5 withoutTtl=0"))).size(),
             std::size_t{1});
    restart();
    const SnapshotPtr some = search(1s, false, QStringLiteral("q | lock | ok | held>=1"));
    QCOMPARE(textsOf(m_clock->apply(*some)), QStringList());
    QCOMPARE(m_clock->judged(some)->rows[0].problems->front().text,
             QStringLiteral("held: still searching; the alert stays until it is known"));
}

void TestStateClock::clockSetBack()
{
    limits({{0, 1000, std::nullopt, false, 10s}});
    ready(0s, 0);
    readyUntil(1s, 11s, 1000);
    QCOMPARE(state(), QStringLiteral("warning since 1, was ok"));
    QVERIFY(ready(-24h, 1000).isEmpty());
    QCOMPARE(state(), QStringLiteral("warning since at least -86400, was ok"));
    QVERIFY(ready(-24h + 1s, 1000).isEmpty());
    QCOMPARE(ready(-24h + 2s, 0).size(), 1);
    // Forward it is a gap.
    QVERIFY(readyUntil(24h, 24h + 9s, 1000).isEmpty());
    QCOMPARE(ready(24h + 10s, 1000).size(), 1);
}

void TestStateClock::goesOnAfterARestart()
{
    limits({{0, 1000, std::nullopt, false}});
    ready(0s, 0);
    ready(1s, 1000);
    restart();
    QVERIFY(ready(2s, 999).isEmpty());
    QCOMPARE(state(), QStringLiteral("warning since 1, was ok"));
    restart();
    QVERIFY(ready(2h, 1000).isEmpty());
    QCOMPARE(state(), QStringLiteral("warning since at least 7200"));
    restart();
    QCOMPARE(ready(3h, 10).size(), 1); // cleared while we were away
    QCOMPARE(state(), QStringLiteral("ok since at least 10800, was warning"));
}

/// After a restart, the loss that was seen before it is reported until half is back or 15 minutes have passed.
void TestStateClock::aLossOverARestart()
{
    const auto snapshotAt = [this](milliseconds time, int ready) {
        return std::make_shared<Snapshot>(
            *m_builder->make(start + time, {QStringLiteral("q | queue | ok | ready=%1 | a=%1").arg(ready)}));
    };
    const auto lose = [&] {
        init();
        limits({});
        m_clock->apply(*snapshotAt(0s, 200));
        const auto lost = snapshotAt(1s, 0);
        const Loss loss{start + 1s, start + 1s, 200, QStringLiteral("restarted, 200 elements gone")};
        lost->rows[0].state = State::Warning;
        lost->rows[0].problems = std::make_shared<const std::vector<Problem>>(
            std::vector<Problem>{lossProblem(std::make_shared<const Loss>(loss), *lost, 0)});
        QStringList turned = textsOf(m_clock->apply(*lost));
        restart();
        return turned;
    };
    QCOMPARE(lose(), QStringList{QStringLiteral("q/level: warning (restarted, 200 elements gone)")});
    for (const milliseconds time : {20s, 25s}) {
        const auto snapshot = snapshotAt(time, 99);
        QCOMPARE(textsOf(m_clock->apply(*snapshot)), QStringList());
        QCOMPARE(state(), QStringLiteral("warning since 1, was ok"));
        QCOMPARE(m_clock->inTrouble().size(), std::size_t(1));
        const Snapshot::Row shown = m_clock->judged(snapshot)->rows[0];
        QCOMPARE(shown.state, State::Warning);
        QCOMPARE(shown.problems->size(), std::size_t(1));
        QCOMPARE(shown.problems->front().text,
                 QStringLiteral("restarted %1, 200 elements gone").arg(formatTime(start + 1s)));
        restart();
    }
    QCOMPARE(textsOf(m_clock->apply(*snapshotAt(30s, 100))).size(), 1); // half of it is back
    QCOMPARE(state().left(8), QStringLiteral("ok since"));
    QCOMPARE(textsOf(m_clock->apply(*snapshotAt(31s, 0))), QStringList());

    lose();
    QCOMPARE(textsOf(m_clock->apply(*snapshotAt(15min, 0))), QStringList());
    QCOMPARE(textsOf(m_clock->apply(*snapshotAt(15min + 2s, 0))).size(), 1); // told for long enough
    lose();
    QCOMPARE(textsOf(m_clock->apply(*snapshotAt(-1h, 0))).size(), 1); // the server's clock was set back
}

/// A later loss begins when it happened, not with the loss before, and has its own alert. The collection was in trouble
/// without a break.
void TestStateClock::aLaterLossBeginsAnew()
{
    limits({});
    const auto lose = [this](milliseconds happened, milliseconds now, const QString &text) {
        const auto lost = std::make_shared<Snapshot>(
            *m_builder->make(start + now, {QStringLiteral("q | queue | ok | ready=0 | a=0")}));
        const Loss loss{start + happened, start + now, 200, text};
        lost->rows[0].state = State::Warning;
        lost->rows[0].problems = std::make_shared<const std::vector<Problem>>(
            std::vector<Problem>{lossProblem(std::make_shared<const Loss>(loss), *lost, 0)});
        return textsOf(m_clock->apply(*lost));
    };
    const auto since = [this] { return textOf(m_clock->oldestCause(0, State::Warning)); };
    m_clock->apply(*m_builder->make(start, {QStringLiteral("q | queue | ok | ready=200 | a=200")}));
    QCOMPARE(lose(4s, 5s, QStringLiteral("emptied")), QStringList{QStringLiteral("q/level: warning (emptied)")});
    QCOMPARE(since(), QStringLiteral("warning since 4, was ok"));
    QCOMPARE(lose(56s, 60s, QStringLiteral("restarted")),
             QStringList({QStringLiteral("q/level: ok ()"), QStringLiteral("q/level: warning (restarted)")}));
    QCOMPARE(since(), QStringLiteral("warning since 4, was ok"));
    QCOMPARE(textOf(*m_clock->problem(0, {-1, State::Warning, {}})).left(16), QStringLiteral("warning since 56"));
    QCOMPARE(lose(56s, 61s, QStringLiteral("restarted")), QStringList());
    QCOMPARE(since(), QStringLiteral("warning since 4, was ok"));
}

/// An undo of ours adds as many old dead letters as its operation took: the same number stays new.
void TestStateClock::deadLettersOverAnUndo()
{
    limits({});
    const int dead =
        m_builder->make(start, {QStringLiteral("q | queue | ok | dead=14")})->layout->rows[0].figureIndex(u"dead");
    const auto shown = [&](milliseconds now, milliseconds lowest, int count, int before) {
        const auto snapshot = std::make_shared<Snapshot>(
            *m_builder->make(start + now, {QStringLiteral("q | queue | ok | dead=%1").arg(count)}));
        const Loss loss{start + lowest, start + now, static_cast<double>(before), QString(), dead};
        snapshot->rows[0].state = State::Warning;
        snapshot->rows[0].problems = std::make_shared<const std::vector<Problem>>(
            std::vector<Problem>{lossProblem(std::make_shared<const Loss>(loss), *snapshot, 0)});
        m_clock->apply(*snapshot);
        return m_clock->judged(snapshot)->rows[0].problems->front().text;
    };
    QCOMPARE(shown(10s, 0s, 14, 12), QStringLiteral("14 dead, 2 new in the last hour"));
    QCOMPARE(shown(20s, 0s, 6, 4), QStringLiteral("6 dead, 2 new in the last hour"));
    QCOMPARE(shown(30s, 0s, 14, 12), QStringLiteral("14 dead, 2 new in the last hour"));
    restart();
    QCOMPARE(shown(40s, 35s, 15, 14), QStringLiteral("15 dead, 3 new in the last hour")); // a poller that saw less
}

/// States saved by an earlier version are restored.
void TestStateClock::savedByAnEarlierVersion()
{
    const Limit limit{0, 1000, std::nullopt, false, 10s};
    limits({limit});
    LimitClock over;
    over.judge({start, {}, true}, limit, 10, false);
    over.judge({start + 1s, 1s, false, start}, limit, 2000, false);
    over.judge({start + 8s, 7s, false, start + 1s}, limit, 2000, false);
    const StateSince ok{State::Ok, start, true, std::nullopt};
    QByteArray row, saved;
    QDataStream toRow(&row, QIODevice::WriteOnly), out(&saved, QIODevice::WriteOnly);
    toRow << ok << false << StateSince() << milliseconds(0) << false << QStringLiteral("ready") << quint8(Cause::Level)
          << over;
    out << quint8(1) << true << start + 8s << false << ok << true << milliseconds(0) << LimitClock() << quint32(0)
        << quint32(1) << QStringLiteral("a:1") << QStringLiteral("run") << qint64(5) << QStringLiteral("q")
        << QStringLiteral("queue") << row;
    m_clock->restore(saved);
    QVERIFY(ready(9s, 2000).isEmpty());
    QCOMPARE(ready(11s, 2000).size(), 1); // ten seconds since the first second
    QCOMPARE(state(), QStringLiteral("warning since 1, was ok"));
}

/// With a restart before any of the moments all happens as without one.
void TestStateClock::restartAtEachMoment()
{
    Limit limit{0, 1000, 3000, false, 3s};
    limit.unchangedFor.warning = 5s;
    limits({limit});
    const std::vector<double> values{0,   1000, 1000, 1000, 1000, 1000, 3000, 3000, 3001, 3002,
                                     999, 960,  949,  949,  949,  949,  949,  949,  1000, 0};
    const auto play = [&](std::size_t restartBefore) {
        init();
        limits({limit});
        QStringList all;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i == restartBefore) {
                restart();
            }
            for (const QString &turned : ready(static_cast<int>(i) * 1s, values[i])) {
                all += QString::number(i) + u' ' + turned;
            }
        }
        return all + QStringList{state()};
    };
    const QStringList without = play(values.size());
    QVERIFY2(without.size() == 7, qPrintable(without.join(u'\n')));
    for (std::size_t i = 1; i < values.size(); ++i) {
        QCOMPARE(play(i), without);
    }
}

/// Nothing that stands in the file makes it stumble; what cannot be read is nothing.
void TestStateClock::damagedSaving()
{
    Limit limit{0, 1000, std::nullopt, false};
    limit.unchangedFor.warning = 5s;
    limits({limit});
    ready(0s, 0);
    ready(1s, 1000);
    const QByteArray saved = m_clock->saved();
    std::mt19937 random(1);
    for (int i = 0; i < 2000; ++i) {
        QByteArray damaged = saved.first(static_cast<qsizetype>(random() % static_cast<unsigned>(saved.size() + 1)));
        for (int changes = i % 4; changes > 0 && !damaged.isEmpty(); --changes) {
            damaged[static_cast<qsizetype>(random() % static_cast<unsigned>(damaged.size()))] =
                static_cast<char>(random());
        }
        m_clock = std::make_unique<StateClock>(StateClock::Pace{1s, 10s});
        m_clock->restore(damaged);
        ready(2s, 1000);
        ready(3s, 0);
        static_cast<void>(m_clock->saved());
    }
    m_clock = std::make_unique<StateClock>(StateClock::Pace{1s, 10s});
    m_clock->restore(saved.chopped(1));
    QCOMPARE(ready(2s, 1000).size(), 1); // as if there were none
}

void TestStateClock::editedWorkspace()
{
    limits({{0, 1000, std::nullopt, false}});
    ready(0s, 0);
    ready(1s, 1000);
    limits({{0, 1000, 1500, false}});
    QVERIFY(ready(2s, 1000).isEmpty());
    QCOMPARE(state(), QStringLiteral("warning since 1, was ok"));
    limits({{0, 2000, std::nullopt, false}});
    QCOMPARE(ready(3s, 1000).size(), 1);
    ready(4s, 2000);
    limits({});
    QCOMPARE(ready(5s, 2000).size(), 1); // no limit, no trouble
    QCOMPARE(state(), QStringLiteral("ok since 5, was warning"));
}

QTEST_GUILESS_MAIN(TestStateClock)

#include "tst_stateclock.moc"
