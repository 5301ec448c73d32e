// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/history.h"
#include "models/alerts/stateclock.h"
#include "tests/support/snapshotbuilder.h"

#include <QTest>

using namespace plimsoll;
using namespace plimsoll::models;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Tests the states that users see, with limits that apply only after some time.
class TestJudged final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void init();
    void heldBack();
    void notClearYet();
    void unknownFigure();
    void unchanged();
    void itselfWithoutADifference();
    void whatCannotBeReadStaysSo();
    void statesGoOnAfterARestart();
    void statesComeAfterTheFirstFigures();

private:
    void limits(std::vector<Limit> limits);
    static QString row(double ready, const QString &state, const QString &problem = {})
    {
        return u"q | queue | %1 | ready=%2%3"_s.arg(state).arg(ready).arg(
            problem.isEmpty() ? QString() : u" || | ready: "_s + problem);
    }
    /// "critical: 9 ready, limit 5; …" as it is shown.
    QString tick(const QString &row)
    {
        m_time += 1s;
        m_history->apply(m_builder->make(m_time, {row}));
        return shown();
    }
    [[nodiscard]] QString shown() const
    {
        const Snapshot::Row &at = m_history->judged()->rows.front();
        QStringList texts;
        for (std::size_t i = 0; at.problems && i < at.problems->size(); ++i) {
            texts += stateId((*at.problems)[i].level) + u": "_s + (*at.problems)[i].text;
        }
        return texts.isEmpty() ? QString(stateId(at.state)) : stateId(at.state) + u" ("_s + texts.join(u"; "_s) + u')';
    }

    milliseconds m_time{};
    std::unique_ptr<test::SnapshotBuilder> m_builder;
    std::unique_ptr<History> m_history;
};

void TestJudged::init()
{
    m_time = 1'700'000'000'000ms;
    m_builder = std::make_unique<test::SnapshotBuilder>();
    m_history = std::make_unique<History>();
}

void TestJudged::limits(std::vector<Limit> limits)
{
    auto workspace = std::make_shared<Workspace>();
    CollectionDefinition definition;
    definition.name = u"q"_s;
    definition.kind = test::testKind(u"queue");
    definition.limits = std::move(limits);
    workspace->collections = {definition};
    m_builder->setWorkspace(workspace);
}

void TestJudged::heldBack()
{
    Limit limit{0, 5, 10, false};
    limit.holdFor = 3s;
    limits({limit});
    QCOMPARE(tick(row(1, u"ok"_s)), u"ok"_s);
    const QString warning = row(7, u"warning"_s, u"warning: 7 ready, limit 5"_s);
    QCOMPARE(tick(warning), u"ok"_s);
    QCOMPARE(tick(warning), u"ok"_s);
    const milliseconds began = m_time - 1s;
    QCOMPARE(tick(warning), u"ok"_s);
    QCOMPARE(tick(warning), u"warning (warning: 7 ready, limit 5)"_s);
    QCOMPARE(m_history->since(0)->since, began);
    // Critical is held back for the same time, and the warning stays.
    const QString critical = row(11, u"critical"_s, u"critical: 11 ready, limit 10"_s);
    QCOMPARE(tick(critical), u"warning (warning: 11 ready, limit 5)"_s);
    tick(critical);
    tick(critical);
    QCOMPARE(tick(critical), u"critical (critical: 11 ready, limit 10)"_s);
    QCOMPARE(m_history->since(0)->state, State::Critical);
}

void TestJudged::notClearYet()
{
    Limit limit{0, 1000, std::nullopt, false};
    limit.clear = 800;
    limits({limit});
    tick(row(1, u"ok"_s));
    QCOMPARE(tick(row(1200, u"warning"_s, u"warning: 1,200 ready, limit 1,000"_s)),
             u"warning (warning: 1,200 ready, limit 1,000)"_s);
    QCOMPARE(tick(row(900, u"ok"_s)), u"warning (warning: 900 ready, clears at 800)"_s);
    QCOMPARE(tick(row(800, u"ok"_s)), u"ok"_s);
}

/// An unknown figure is shown as unknown, but its alert stays active.
void TestJudged::unknownFigure()
{
    limits({{0, 5, 10, false}});
    tick(row(1, u"ok"_s));
    const QString unknown = u"q | queue | unknown | || | ready: unknown: ready unknown, limit 5"_s;
    QCOMPARE(tick(unknown), u"unknown (unknown: ready unknown, limit 5)"_s);
    QCOMPARE(m_history->since(0)->state, State::Unknown);
    QCOMPARE(m_history->since(0)->since, m_time);
    tick(row(11, u"critical"_s, u"critical: 11 ready, limit 10"_s));
    const milliseconds began = m_time;
    QCOMPARE(tick(unknown), u"critical (critical: ready unknown, limit 5; the alert stays until it is known)"_s);
    QCOMPARE(m_history->since(0)->state, State::Critical);
    QCOMPARE(m_history->since(0)->since, began);
    QCOMPARE(tick(row(1, u"ok"_s)), u"ok"_s);
}

void TestJudged::unchanged()
{
    Limit limit;
    limit.figure = 0;
    limit.unchangedFor.warning = 2s;
    limits({limit});
    for (int i = 0; i < 2; ++i) {
        QCOMPARE(tick(row(4, u"ok"_s)), u"ok"_s);
    }
    QCOMPARE(tick(row(4, u"ok"_s)), u"warning (warning: ready unchanged for 2 s, limit 2 s)"_s);
    QCOMPARE(tick(row(4, u"ok"_s)), u"warning (warning: ready unchanged for 3 s, limit 2 s)"_s);
    QCOMPARE(tick(row(5, u"ok"_s)), u"ok"_s);
}

void TestJudged::itselfWithoutADifference()
{
    limits({{0, 5, 10, false}});
    for (const QString &each : {row(1, u"ok"_s), row(7, u"warning"_s, u"warning: 7 ready, limit 5"_s)}) {
        m_time += 1s;
        const SnapshotPtr snapshot = m_builder->make(m_time, {each});
        m_history->apply(snapshot);
        QCOMPARE(m_history->judged(), snapshot);
    }
}

void TestJudged::whatCannotBeReadStaysSo()
{
    Limit limit{0, 5, 10, false};
    limit.clear = 1;
    limits({limit});
    tick(row(7, u"warning"_s, u"warning: 7 ready, limit 5"_s));
    QCOMPARE(tick(u"q | queue | error | || | -: error: WRONGTYPE"_s), u"error (error: WRONGTYPE)"_s);
    QCOMPARE(tick(row(4, u"ok"_s)), u"warning (warning: 4 ready, clears at 1)"_s);
}

/// States and their start survive a restart, as when a window follows `plimsoll record`.
void TestJudged::statesGoOnAfterARestart()
{
    Limit limit{0, 5, 10, false};
    limit.clear = 1;
    limits({limit});
    tick(row(1, u"ok"_s));
    tick(row(7, u"warning"_s, u"warning: 7 ready, limit 5"_s));
    StateClock clock({});
    m_time -= 1s;
    clock.apply(*m_builder->make(m_time, {row(1, u"ok"_s)}));
    m_time += 1s;
    clock.apply(*m_builder->make(m_time, {row(7, u"warning"_s, u"warning: 7 ready, limit 5"_s)}));
    m_history = std::make_unique<History>();
    m_history->restoreStates(clock.saved());
    m_time += 5min;
    QCOMPARE(tick(row(4, u"ok"_s)), u"warning (warning: 4 ready, clears at 1)"_s);
    QCOMPARE(m_history->since(0)->since, m_time); // not watched for five minutes
    QVERIFY(m_history->since(0)->isAtLeast);
    QVERIFY(!m_history->since(0)->was); // nor is known what was before
}

/// They are read on another thread, which may take its time.
void TestJudged::statesComeAfterTheFirstFigures()
{
    Limit limit{0, 5, 10, false};
    limit.clear = 1;
    limits({limit});
    StateClock clock({});
    clock.apply(*m_builder->make(m_time, {row(1, u"ok"_s)}));
    m_time += 1s;
    clock.apply(*m_builder->make(m_time, {row(7, u"warning"_s, u"warning: 7 ready, limit 5"_s)}));
    const milliseconds began = m_time;
    QCOMPARE(tick(row(4, u"ok"_s)), u"ok"_s);
    m_history->restoreStates(clock.saved());
    QCOMPARE(shown(), u"warning (warning: 4 ready, clears at 1)"_s);
    QCOMPARE(m_history->since(0)->since, began);
    QCOMPARE(tick(row(1, u"ok"_s)), u"ok"_s);
}

QTEST_GUILESS_MAIN(TestJudged)

#include "tst_judged.moc"
