// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/alertbook.h"
#include "models/history/history.h"
#include "models/rows/alertmodel.h"
#include "models/table/tableexport.h"
#include "models/text/format.h"
#include "tests/support/snapshotbuilder.h"

#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::models;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Tests the texts of alerts, and that rows stay in place while the user looks at them.
class TestAlertModel final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        qputenv("TZ", "UTC");
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    }
    void init();
    void worstFirst();
    void heldRowsStay();
    void rawNumbers();
    void nothingChangedNothingSignalled();
    void anySequence();
    void figureOfNow();
    void troubleOfNow();
    void ruleAndEnd_data();
    void ruleAndEnd();
    void ruleOfTheWorst();
    void wordsOfThePage();
    void lastedAtLeast();
    void forecast();
    void summary();
    void takenBy();
    void endedBy();
    void endedByWhatIsKnown();
    void before();
    void beganBeforeItWasRaised();
    void beganAsAWarning();
    void afterATimeUnwatched();

private:
    static Alert alert(const QString &id, State state, milliseconds since, const QString &collection = u"q"_s)
    {
        Alert made;
        made.id = id;
        made.subject = {collection, u"queue"_s, u"ready"_s, Cause::Level};
        made.state = made.worst = state;
        made.since = made.raised = made.changed = m_start + since;
        made.text = made.worstText = u"1,200 ready, limit 1,000"_s;
        made.value = made.worstValue = 1200;
        made.limit = 1000;
        return made;
    }
    [[nodiscard]] static QStringList ids(const AlertModel &model)
    {
        QStringList all;
        for (int row = 0; row < model.rowCount(); ++row) {
            all += model.alertAt(row).id;
        }
        return all;
    }
    SnapshotPtr at(milliseconds time, double ready, std::vector<Limit> limits = {{0, 1000, 5000, false}})
    {
        auto workspace = std::make_shared<Workspace>();
        CollectionDefinition definition;
        definition.name = u"q"_s;
        definition.kind = test::testKind(u"queue");
        definition.limits = std::move(limits);
        workspace->collections = {definition};
        m_builder.setWorkspace(workspace);
        return m_builder.make(m_start + time, {u"q | queue | ok | ready=%1"_s.arg(ready)});
    }

    static constexpr milliseconds m_start = 1'700'000'000'000ms; // 22:13:20 UTC
    test::SnapshotBuilder m_builder;
};

/// A table that is exported has the numbers behind its texts.
void TestAlertModel::rawNumbers()
{
    AlertModel active(AlertModel::Shows::Active);
    active.apply({alert(u"a"_s, State::Warning, 0ms)}, at(60s, 1200), nullptr, false);
    const int since = active.columnOf(AlertModel::Column::Since);
    QCOMPARE(active.index(0, since).data(SortRole), QVariant(qint64{m_start.count()}));
    QCOMPARE(active.index(0, active.columnOf(AlertModel::Column::Collection)).data(SortRole).typeId(),
             int(QMetaType::QString));
    QVERIFY(tableCsv(active, {since}).startsWith("began,began (raw)\r\n"));
    Alert begun = alert(u"a"_s, State::Warning, 60s);
    for (const bool isAtLeast : {false, true}) {
        begun.isAtLeast = isAtLeast;
        active.apply({begun}, at(60s, 1200), nullptr, false);
        const QString text = active.index(0, since).data().toString(); // not "≥ 0 s"
        QVERIFY2(!text.contains(u'·') && text.endsWith(u"or earlier"_s) == isAtLeast, qPrintable(text));
    }
    Alert over = alert(u"b"_s, State::Warning, 5s);
    over.state = State::Ok;
    over.cleared = m_start + 65s;
    AlertModel past(AlertModel::Shows::Past);
    past.apply({over}, at(120s, 1), nullptr, false);
    QCOMPARE(past.index(0, past.columnOf(AlertModel::Column::Lasted)).data(SortRole), QVariant(qint64{60'000}));
    QCOMPARE(past.index(0, past.columnOf(AlertModel::Column::Since)).data(SortRole),
             QVariant(qint64{(m_start + 5s).count()}));
}

void TestAlertModel::init()
{
    m_builder = {};
}

void TestAlertModel::worstFirst()
{
    AlertModel model(AlertModel::Shows::Active);
    const QAbstractItemModelTester tester(&model);
    Alert taken = alert(u"taken"_s, State::Critical, 9s);
    taken.acknowledged = m_start;
    Alert muted = alert(u"muted"_s, State::Warning, 9s);
    muted.mutedUntil = m_start + 1h;
    Alert mutedBefore = alert(u"muted before"_s, State::Warning, 2s);
    mutedBefore.mutedUntil = m_start + 1s;
    model.apply({alert(u"old"_s, State::Warning, 1s), muted, taken, mutedBefore, alert(u"new"_s, State::Critical, 3s),
                 alert(u"unknown"_s, State::Error, 0s)},
                at(10s, 1200), nullptr, false);
    QCOMPARE(ids(model), (QStringList{u"unknown"_s, u"new"_s, u"taken"_s, u"muted before"_s, u"old"_s, u"muted"_s}));
    const auto text = [&model](int row, AlertModel::Column column) {
        return model.index(row, model.columnOf(column)).data().toString();
    };
    QCOMPARE(text(0, AlertModel::Column::State), u"unknown"_s);
    QCOMPARE(text(1, AlertModel::Column::State), u"critical"_s);
    QCOMPARE(text(4, AlertModel::Column::Taken), u"–"_s);
    QCOMPARE(text(5, AlertModel::Column::Taken), u"muted until 23:13"_s);
}

/// While rows are held, resolved alerts stay in place and new ones are appended; released, rows are sorted again.
void TestAlertModel::heldRowsStay()
{
    AlertModel model(AlertModel::Shows::Active);
    const QAbstractItemModelTester tester(&model);
    const Alert a = alert(u"a"_s, State::Warning, 1s), b = alert(u"b"_s, State::Warning, 0s);
    model.apply({a, b}, at(10s, 1200), nullptr, false);
    QCOMPARE(ids(model), (QStringList{u"a"_s, u"b"_s}));
    const QPersistentModelIndex selected = model.index(1, 0);
    const Alert c = alert(u"c"_s, State::Critical, 5s);
    model.apply({b, c}, at(20s, 1200), nullptr, true);
    QCOMPARE(ids(model), (QStringList{u"a"_s, u"b"_s, u"c"_s}));
    QCOMPARE(model.index(0, 0).data(AlertModel::SeverityRole).toInt(), static_cast<int>(State::Ok));
    QVERIFY(model.index(0, model.columnOf(AlertModel::Column::Since)).data().toString().startsWith(u"resolved"_s));
    QCOMPARE(selected.row(), 1);
    model.apply({b, c}, at(30s, 1200), nullptr, false);
    QCOMPARE(ids(model), (QStringList{u"c"_s, u"b"_s}));
    QCOMPARE(selected.row(), 1);
}

void TestAlertModel::nothingChangedNothingSignalled()
{
    AlertModel model(AlertModel::Shows::Past);
    Alert over = alert(u"a"_s, State::Warning, 1s);
    over.cleared = m_start + 5min;
    over.state = State::Ok;
    model.apply({over}, at(10min, 0), nullptr, false);
    const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.apply({over}, at(11min, 0), nullptr, false);
    QCOMPARE(changed.count(), 0);
    QCOMPARE(model.index(0, model.columnOf(AlertModel::Column::Lasted)).data().toString(), u"4 min 59 s"_s);
    QCOMPARE(model.index(0, model.columnOf(AlertModel::Column::What)).data().toString(), over.worstText);
}

void TestAlertModel::anySequence()
{
    QRandomGenerator random(7);
    AlertModel model(AlertModel::Shows::Active);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    for (int step = 0; step < 200; ++step) {
        std::vector<Alert> alerts;
        for (int i = 0; i < 12; ++i) {
            if (random.bounded(3) > 0) {
                alerts.push_back(alert(QString::number(i), random.bounded(2) == 0 ? State::Warning : State::Critical,
                                       std::chrono::seconds(random.bounded(100))));
            }
        }
        const bool held = random.bounded(2) == 0;
        model.apply(alerts, at(200s + std::chrono::seconds(step), 1200), nullptr, held);
        QVERIFY(held || model.rowCount() == static_cast<int>(alerts.size()));
    }
}

void TestAlertModel::figureOfNow()
{
    const SnapshotPtr snapshot = at(60s, 1500);
    const Alert one = alert(u"a"_s, State::Warning, 0s);
    const AlertPlace place = placeOf(one.subject, *snapshot);
    QCOMPARE(place.row, 0);
    QCOMPARE(alertText(one, place, snapshot.get()), u"1,500 ready, limit 1,000"_s);
    QCOMPARE(alertWorst(one, place, snapshot.get()), u"1,500 ready, limit 1,000, now"_s);
    QCOMPARE(alertSinceText({one.state, one.since, false}, snapshot->serverTime), u"warning for 1 min"_s);
    QCOMPARE(alertHeading(one, snapshot.get()), u"q: ready"_s);
    // For a removed collection, and for the server, the stored text is shown.
    const Alert gone = alert(u"b"_s, State::Warning, 0s, u"gone"_s);
    QCOMPARE(alertText(gone, placeOf(gone.subject, *snapshot), snapshot.get()), gone.text);
    Alert server = gone;
    server.subject = {{}, {}, {}, Cause::Memory};
    QCOMPARE(alertHeading(server, snapshot.get()), u"server: memory"_s);
}

/// Trouble without a limit shows its current and its worst value.
void TestAlertModel::troubleOfNow()
{
    m_builder.setWorkspace(at(0ms, 1, {})->layout->workspace);
    const auto dead = [this](milliseconds time, const QString &text) {
        return m_builder.make(
            m_start + time,
            {u"q | queue | warning | dead=%1 ||| dead: warning: %2"_s.arg(text.section(u' ', 0, 0), text)});
    };
    Alert one = alert(u"a"_s, State::Warning, 0s);
    one.subject.figure = u"dead"_s;
    one.text = one.worstText = u"84 dead, 1 new in the last hour"_s;
    one.value = one.worstValue = 84;
    one.limit = unknownFigure;
    AlertBook book({one}, [] { return u"b"_s; });
    const SnapshotPtr worst = dead(60s, u"148 dead, 64 new in the last hour"_s);
    book.observe(*worst);
    const std::vector<Alert> worse = book.takeWorse();
    QCOMPARE(worse.size(), std::size_t(1));
    QCOMPARE(worse[0].worstText, u"148 dead, 64 new in the last hour"_s);
    QCOMPARE(worse[0].text, worse[0].worstText);
    QCOMPARE(worse[0].value, 148.0);
    const AlertPlace place = placeOf(one.subject, *worst);
    QCOMPARE(alertText(one, place, worst.get()), u"148 dead, 64 new in the last hour"_s);
    QCOMPARE(alertWorst(one, place, worst.get()), u"148 dead, 64 new in the last hour, now"_s);
    const SnapshotPtr less = dead(120s, u"100 dead, 16 new in the last hour"_s);
    book.observe(*less);
    QVERIFY(book.takeWorse().empty());
    QCOMPARE(book.active()[0].worstText, u"148 dead, 64 new in the last hour"_s);
    QCOMPARE(alertText(book.active()[0], place, less.get()), u"100 dead, 16 new in the last hour"_s);
    QCOMPARE(alertWorst(book.active()[0], place, less.get()), u"148 dead, 64 new in the last hour"_s);
}

void TestAlertModel::ruleAndEnd_data()
{
    QTest::addColumn<Limit>("limit");
    QTest::addColumn<Cause>("cause");
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("end");
    Limit plain{0, 1000, 5000, false};
    QTest::newRow("plain") << plain << Cause::Level << u"ready ≥ 1,000"_s << u"at 950 or below"_s;
    plain.holdFor = 30s;
    plain.clear = 800;
    QTest::newRow("for, clear") << plain << Cause::Level << u"ready ≥ 1,000 for 30 s"_s << u"at 800 or below"_s;
    QTest::newRow("below") << Limit{0, 10, {}, true} << Cause::Level << u"ready ≤ 10"_s << u"at 11 or above"_s;
    Limit unchanged;
    unchanged.unchangedFor.warning = 10min;
    QTest::newRow("unchanged") << unchanged << Cause::Unchanged << u"ready unchanged for 10 min"_s
                               << u"when it moves"_s;
    QTest::newRow("restart") << plain << Cause::Restarted << u"the server restarted"_s << u"15 min later"_s;
    QTest::newRow("away") << plain << Cause::Away << u"no answer for 1 min"_s << u"when it answers"_s;
}

void TestAlertModel::ruleAndEnd()
{
    QFETCH(const Limit, limit);
    QFETCH(const Cause, cause);
    const SnapshotPtr snapshot = at(0s, 1200, {limit});
    Alert one = alert(u"a"_s, State::Warning, 0s);
    one.subject.cause = cause;
    if (cause == Cause::Restarted || cause == Cause::Away) {
        one.subject = {{}, {}, {}, cause};
    }
    const AlertPlace place = placeOf(one.subject, *snapshot);
    QTEST(alertRule(one, place, snapshot.get()), "rule");
    QTEST(alertClears(one, place, snapshot.get()), "end");
}

/// The rule of an alert that has ended is that of the worst it was.
void TestAlertModel::ruleOfTheWorst()
{
    const SnapshotPtr snapshot = at(0s, 10, {{0, 1000, 5000, false}});
    Alert one = alert(u"a"_s, State::Critical, 0s);
    QCOMPARE(alertRule(one, placeOf(one.subject, *snapshot), snapshot.get()), u"ready ≥ 5,000"_s);
    one.worst = std::exchange(one.state, State::Ok);
    one.cleared = m_start + 1min;
    QCOMPARE(alertRule(one, placeOf(one.subject, *snapshot), snapshot.get()), u"ready ≥ 5,000"_s);
}

/// The words that the page has: of a value that is not yet past where it clears, and of one that stands still.
void TestAlertModel::wordsOfThePage()
{
    Limit limit{0, 100, {}, false};
    limit.clear = 50;
    limit.unchangedFor.warning = 40s;
    auto judged = std::make_shared<Snapshot>(*at(0s, 60, {limit}));
    judged->rows[0].problems = std::make_shared<const std::vector<Problem>>(
        std::vector<Problem>{{0, State::Warning, u"60 ready, clears at 50"_s},
                             {0, State::Warning, u"ready unchanged for 1 min 33 s, limit 40 s"_s, nullptr, true}});
    Alert one = alert(u"a"_s, State::Warning, 0s);
    QCOMPARE(alertText(one, placeOf(one.subject, *judged), judged.get()), u"60 ready, clears at 50"_s);
    one.subject.cause = Cause::Unchanged;
    one.text = one.worstText = u"ready unchanged for 40.3 s, limit 40 s"_s;
    const AlertPlace place = placeOf(one.subject, *judged);
    QCOMPARE(alertText(one, place, judged.get()), u"ready unchanged for 1 min 33 s, limit 40 s"_s);
    QCOMPARE(alertWorst(one, place, judged.get()), u"ready unchanged for 1 min 33 s, limit 40 s, now"_s);
    AlertBook book({one}, [] { return u"b"_s; });
    StateTurn moved{one.subject, {State::Ok, m_start + 2min, false, State::Warning}, 60, unknownFigure, {}};
    moved.ended = u"ready unchanged for 2 min, limit 40 s"_s;
    const Alert over = book.apply({moved}, m_start + 2min).front().alert;
    QCOMPARE(alertWorst(over, place, judged.get()), moved.ended);
}

/// One that may have begun earlier lasted at least as long as it is known.
void TestAlertModel::lastedAtLeast()
{
    Alert one = alert(u"a"_s, State::Warning, 0s);
    one.isAtLeast = true;
    AlertBook book({one}, [] { return u"b"_s; });
    StateTurn turn{one.subject, {State::Critical, m_start + 30s, false, State::Warning}, 9000, 5000, {}};
    book.apply({turn}, m_start + 30s); // the level began at a known time, the alert did not
    turn = {one.subject, {State::Ok, m_start + 1min, false, State::Critical}, 1, unknownFigure, {}};
    const std::vector<AlertChange> changes = book.apply({turn}, m_start + 1min);
    QCOMPARE(changes.size(), std::size_t(1));
    QCOMPARE(lastedText(changes[0].alert, m_start + 2min), u"≥ 1 min"_s);
}

void TestAlertModel::forecast()
{
    const auto steady = [](double perMinute) { return Rate{.perMinute = perMinute, .isSteady = true}; };
    const SnapshotPtr snapshot = at(0s, 1200);
    const Alert one = alert(u"a"_s, State::Warning, 0s);
    const AlertPlace place = placeOf(one.subject, *snapshot);
    QCOMPARE(alertForecast(one, place, *snapshot, steady(100)), u"critical 5,000 in 38 min"_s);
    QCOMPARE(alertForecast(one, place, *snapshot, steady(-50)), u"clears in 5 min"_s);
    QCOMPARE(alertForecast(one, place, *snapshot, steady(unknownFigure)), QString());
    QCOMPARE(alertForecast(one, place, *snapshot, steady(0)), QString());
    QCOMPARE(alertForecast(one, place, *snapshot, steady(1)), QString()); // in more than a day
    QCOMPARE(alertForecast(one, place, *snapshot, Rate{100}), QString()); // up and down
    QCOMPARE(alertChange(one, place, *snapshot, Rate{100}), u"+100/min"_s);
    QCOMPARE(alertChange(one, place, *snapshot, steady(0)), QString());
    QCOMPARE(alertChange(one, place, *snapshot, steady(unknownFigure)), QString());

    Alert late = one;
    late.subject.figure = u"oldestReadyMs"_s;
    const int figure = test::testKind(u"queue")->figureIndex(late.subject.figure);
    at(0s, 1200, {{figure, 10'000, 60'000, false}}); // for its workspace
    const SnapshotPtr older = m_builder.make(m_start, {u"q | queue | ok | ready=1 oldestReadyMs=20000"_s});
    QCOMPARE(alertChange(late, placeOf(late.subject, *older), *older, Rate{15'320}), u"+15 s/min"_s);
}

void TestAlertModel::summary()
{
    QCOMPARE(alertsSummary({}, m_start), QString());
    Alert one = alert(u"a"_s, State::Critical, 0s);
    QCOMPARE(alertsSummary({one}, m_start), u"1 critical · 1 unacknowledged"_s);
    one.acknowledged = m_start;
    QCOMPARE(alertsSummary({one}, m_start), u"1 critical · all acknowledged or muted"_s);
    Alert muted = alert(u"m"_s, State::Warning, 0s);
    muted.mutedUntil = m_start + 1h;
    QCOMPARE(alertsSummary({one, muted}, m_start), u"1 critical, 1 warning · all acknowledged or muted"_s);
    one.mutedUntil = muted.mutedUntil; // and acknowledged
    QCOMPARE(alertsSummary({one, muted, alert(u"b"_s, State::Warning, 0s)}, m_start),
             u"1 critical, 2 warnings · 1 unacknowledged, 1 muted"_s);
    QCOMPARE(alertsSummary({muted, muted, alert(u"b"_s, State::Warning, 0s)}, m_start),
             u"3 warnings · 1 unacknowledged, 2 muted"_s);
    QCOMPARE(alertsSummary({one, alert(u"b"_s, State::Warning, 0s), alert(u"c"_s, State::Warning, 0s),
                            alert(u"d"_s, State::Error, 0s)},
                           m_start),
             u"1 unknown, 1 critical, 2 warnings · 3 unacknowledged"_s);
}

void TestAlertModel::takenBy()
{
    Alert one = alert(u"a"_s, State::Warning, 0s);
    QCOMPARE(alertTakenText(one, m_start), u"–"_s);
    one.mutedUntil = m_start + 1h;
    QCOMPARE(alertTakenText(one, m_start), u"muted until 23:13"_s);
    QCOMPARE(alertTakenText(one, m_start + 2h), u"–"_s); // it is over
    one.acknowledged = m_start;
    one.acknowledgedBy = u"mara"_s;
    QCOMPARE(alertTakenText(one, m_start), u"mara, 22:13; muted until 23:13"_s);
    QCOMPARE(alertTakenText(one, m_start + 24h), u"mara, Tue 22:13"_s);
    QCOMPARE(alertTakenText(one, m_start + 24h * 20), u"mara, 2023-11-14 22:13"_s);
}

void TestAlertModel::endedBy()
{
    Alert one = alert(u"a"_s, State::Critical, 0s);
    one.cleared = m_start + 10min;
    OperationReport requeue;
    requeue.collection = u"q"_s;
    requeue.time = m_start + 9min;
    requeue.action = Action::Requeue;
    requeue.matched = requeue.moved = 63;
    QCOMPARE(alertEndedText(one, {requeue}), u"requeue of 63 (journal)"_s);
    OperationReport back = requeue;
    requeue.id = back.undoOf = u"r"_s;
    back.time = m_start + 12min;
    QCOMPARE(alertEndedText(one, {requeue, back}), u"requeue of 63 (journal), undone since"_s);
    OperationReport other = requeue;
    other.collection = u"other"_s;
    QCOMPARE(alertEndedText(one, {other}), u"cleared on its own"_s);
    requeue.time = m_start + 1min;
    QCOMPARE(alertEndedText(one, {requeue}), u"cleared on its own"_s); // long before
    requeue.time = m_start + 11min;
    QCOMPARE(alertEndedText(one, {requeue}), u"cleared on its own"_s);

    OperationReport inVain = requeue;
    inVain.time = m_start + 9min;
    inVain.skipped = std::exchange(inVain.moved, 0);
    QCOMPARE(alertEndedText(one, {inVain}), u"cleared on its own"_s);
    OperationReport undo = requeue;
    undo.action = Action::Undo;
    undo.undoOf = u"x"_s;
    undo.time = m_start + 9min;
    QCOMPARE(alertEndedText(one, {undo}), u"cleared on its own"_s); // what it brought back was worked off
    undo.time = m_start + 10min - 2s;
    QCOMPARE(alertEndedText(one, {undo}), u"undo of 63 (journal)"_s);
}

/// A queue that was wiped is no longer too long; and what has no figure did not come back inside a limit.
void TestAlertModel::endedByWhatIsKnown()
{
    Alert one = alert(u"a"_s, State::Critical, 0s);
    one.cleared = m_start + 10min;
    Alert loss = alert(u"b"_s, State::Warning, 10min + 1s);
    loss.subject.figure.clear();
    loss.worstText = u"flushed, 300 elements gone"_s;
    QCOMPARE(alertEndedText(one, {}, {loss}), loss.worstText);
    loss.subject.collection = u"other"_s;
    QCOMPARE(alertEndedText(one, {}, {loss}), u"cleared on its own"_s);
    loss.cleared = loss.raised + 15min;
    QCOMPARE(alertEndedText(loss, {}), u"time ran out"_s);
    loss.cleared = loss.raised + 3min;
    QCOMPARE(alertEndedText(loss, {}), u"half as many are there again"_s);
    OperationReport discard;
    discard.collection = loss.subject.collection;
    discard.action = Action::Discard;
    discard.time = *loss.cleared - 6s;
    discard.removed = 3;
    QCOMPARE(alertEndedText(loss, {discard}), u"half as many are there again"_s);
    QCOMPARE(alertRule(loss, {0, -1, nullptr}, nullptr), u"more than half of its elements gone at once"_s);
    QCOMPARE(alertClears(loss, {0, -1, nullptr}, nullptr), u"when half of them are back, or 15 minutes later"_s);
    one.subject = {{}, {}, {}, Cause::Restarted};
    QCOMPARE(alertEndedText(one, {}), u"time ran out"_s);
    one.subject.cause = Cause::Away;
    QCOMPARE(alertEndedText(one, {}), u"answered again"_s);
    one.subject.cause = Cause::Memory;
    QCOMPARE(alertEndedText(one, {}), u"value back to normal"_s);
}

void TestAlertModel::before()
{
    const Alert one = alert(u"now"_s, State::Warning, 48h);
    QCOMPARE(alertBefore(one, {}, m_start + 48h), u"No earlier occurrences on record."_s);
    Alert last = alert(u"last"_s, State::Ok, 24h);
    last.cleared = last.raised + 17min;
    Alert first = alert(u"first"_s, State::Ok, 0s);
    first.cleared = first.raised + 1min;
    Alert other = last;
    other.subject.figure = u"stale"_s;
    QCOMPARE(alertBefore(one, {other, first}, m_start + 48h), u"Last time: Tue 22:13, for 1 min."_s);
    QCOMPARE(alertBefore(one, {last, other, first}, m_start + 48h),
             u"Last time: Wed 22:13, for 17 min. 2 times in 30 days."_s);
}

/// With `for` it was raised later than it began: `since` of its first step.
void TestAlertModel::beganBeforeItWasRaised()
{
    Alert over = alert(u"a"_s, State::Ok, 45s + 100s);
    over.worst = State::Warning;
    over.steps = {{over.raised, State::Warning, m_start + 100s, over.text},
                  {over.raised + 10s, State::Critical, m_start + 120s, over.text}};
    over.since = m_start + 181s; // of being well again
    over.cleared = m_start + 181s;
    AlertModel model(AlertModel::Shows::Past);
    model.apply({over}, at(10min, 0), nullptr, false);
    const auto cell = [&model](AlertModel::Column column, int role = Qt::DisplayRole) {
        return model.index(0, model.columnOf(column)).data(role).toString();
    };
    QCOMPARE(cell(AlertModel::Column::Since), u"22:15"_s);
    QCOMPARE(cell(AlertModel::Column::Lasted), u"1 min 21 s"_s);
    QCOMPARE(cell(AlertModel::Column::Lasted, Qt::ToolTipRole), u"2023-11-14 22:15:00 to 2023-11-14 22:16:21"_s);
    const Alert now = alert(u"now"_s, State::Warning, 1h);
    QCOMPARE(alertBefore(now, {over}, m_start + 1h), u"Last time: 22:15, for 1 min 21 s."_s);
    over.steps.clear(); // of a file of before
    model.apply({over}, at(10min, 0), nullptr, false);
    QCOMPARE(cell(AlertModel::Column::Lasted), u"36 s"_s);
}

/// The row tells since when the alert has its level, if that began after the alert.
void TestAlertModel::beganAsAWarning()
{
    AlertModel model(AlertModel::Shows::Active);
    Alert one = alert(u"a"_s, State::Critical, 0s);
    one.since = m_start + 4min;
    model.apply({one}, at(13min, 6000), nullptr, false);
    const auto what = [&model] { return model.index(0, model.columnOf(AlertModel::Column::What)).data().toString(); };
    QCOMPARE(what(), u"6,000 ready, limit 5,000, critical since 22:17"_s);
    one.isAtLeast = true;
    model.apply({one}, at(13min, 6000), nullptr, false);
    QCOMPARE(what(), u"6,000 ready, limit 5,000, critical since 22:17"_s);
    // With `for` both levels are reported later than they began.
    one.raised = m_start + 5min;
    one.steps = {{one.raised, State::Warning, m_start, one.text},
                 {m_start + 9min, State::Critical, one.since, one.text}};
    QVERIFY(alertHasTurned(one, one.since));
    AlertModel past(AlertModel::Shows::Past);
    QCOMPARE(past.headerData(past.columnOf(AlertModel::Column::What), Qt::Horizontal).toString(), u"at worst"_s);
}

/// After a time that was not watched the alert goes on, but its level is no older than the collection's pill says.
void TestAlertModel::afterATimeUnwatched()
{
    History history;
    history.apply(at(0s, 10));
    history.apply(at(1s, 6000));
    SnapshotPtr snapshot;
    for (milliseconds time = 10min; time <= 11min; time += 5s) {
        snapshot = at(time, 6000);
        history.apply(snapshot);
    }
    AlertModel model(AlertModel::Shows::Active);
    model.apply({alert(u"a"_s, State::Critical, 1s)}, snapshot, &history, false);
    QCOMPARE(stateSinceText(history.sinceNow(0).value(), snapshot->serverTime), u"critical for ≥ 1 min"_s);
    QCOMPARE(model.index(0, model.columnOf(AlertModel::Column::What)).data().toString(),
             u"6,000 ready, limit 5,000, critical since 22:23 or earlier"_s);
}

QTEST_GUILESS_MAIN(TestAlertModel)

#include "tst_alertmodel.moc"
