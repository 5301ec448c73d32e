// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/deadgroupmodel.h"
#include "models/rows/journalmodel.h"
#include "models/text/format.h"
#include "models/text/journaltext.h"
#include "models/text/operationtext.h"
#include "models/rows/plansamplemodel.h"
#include "tests/support/modeldump.h"
#include "tests/support/snapshotbuilder.h"

#include <QAbstractItemModelTester>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::models;
using namespace std::chrono_literals;

namespace {

OperationReport report(const QString &id, std::chrono::milliseconds time)
{
    OperationReport made;
    made.id = id;
    made.action = Action::Requeue;
    made.collection = QStringLiteral("email");
    made.matched = 7;
    made.moved = 5;
    made.deadLettered = 1;
    made.skipped = 1;
    made.undoable = true;
    made.state = OperationState::Done;
    made.time = time;
    made.keys = {"p", QByteArray("\xff")};
    made.server = QStringLiteral("127.0.0.1:6379");
    return made;
}

} // namespace

/// The models and words of operations: what the window shows of plans, reports and dead letters.
class TestOperationModels final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void journalNewestFirst();
    void journalSignalsOnlyWhatChanged();
    void journalDocuments();
    void csvRunsNoFormula();
    void deadLettersByCause();
    void deadLettersAgain();
    void numbersThatAllHaveAreShown();
    void results_data();
    void results();
    void saysWhatItWasCalled();
    void undoneInPart();
    void changedNothing();
    void sampleSaysWhereEachGoes();
    void sampleHasSomeOfEachFate();
    void theJournalNamesBothFates();
    void scoresThatAreTimes();
    void staleSinceItsDeadline();
    void theConsumerIsNoneOfItsEntries();
    void undoOfWhatWasAdded();
    void keysThatItChanges();
    void aConsumerGoesBackWithItsEntries();
    void nothingIsNamedByItsAction();
    void releasedLocksGoNowhere();
    void allKeysAreCounted();
    void anExpiryIsSaidInTime();
    void anUndoSaysWhichExpiryComesBack();
    void anUndoSaysWhichScoreComesBack();
    void aChangeOfPrioritySaysFromWhichBand();
    void dueJobsDoNotRunBeforeTheirTime();
    void anUndoNamesWhatItUndoes();
    void theJournalKeepsWhatAPreviewFound();
    void theJournalSaysEveryCount();
};

void TestOperationModels::journalNewestFirst()
{
    JournalModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.apply({report(QStringLiteral("a"), 1000ms), report(QStringLiteral("b"), 2000ms)});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.rowOf(QStringLiteral("b")), 0);
    QCOMPARE(model.rowOf(QStringLiteral("c")), -1);
    const auto text = [&model](JournalModel::Column column) {
        return model.index(0, static_cast<int>(column)).data().toString();
    };
    QCOMPARE(text(JournalModel::Column::Action), QStringLiteral("Requeue"));
    QCOMPARE(text(JournalModel::Column::State), QStringLiteral("done"));
    // Whether what is kept can go back is only known once it was looked at.
    OperationReport kept = report(QStringLiteral("b"), 2000ms);
    kept.undoable = true;
    model.apply({report(QStringLiteral("a"), 1000ms), kept});
    QCOMPARE(text(JournalModel::Column::Undo), QStringLiteral("not checked")); // it may be of another server
    model.setLost(QStringLiteral("b"), {});
    QCOMPARE(text(JournalModel::Column::Undo), QStringLiteral("kept"));
    model.setPossible(QStringLiteral("b"), 3);
    QCOMPARE(text(JournalModel::Column::Undo), QStringLiteral("3 of 6"));
    kept.leftAlone = 2; // the undo skipped two, and only those are left to go back
    model.apply({report(QStringLiteral("a"), 1000ms), kept});
    QCOMPARE(text(JournalModel::Column::Undo), QStringLiteral("kept"));
    model.setPossible(QStringLiteral("b"), 1);
    QCOMPARE(text(JournalModel::Column::Undo), QStringLiteral("1 of 2"));
    OperationReport vain = report(QStringLiteral("c"), 3000ms); // an undo that put nothing back, and changed no report
    vain.undoOf = QStringLiteral("b");
    vain.state = OperationState::Done;
    vain.skipped = vain.matched;
    vain.moved = vain.deadLettered = vain.removed = 0;
    model.apply({report(QStringLiteral("a"), 1000ms), kept, vain});
    const auto undoOfB = [&model] {
        return model.index(model.rowOf(QStringLiteral("b")), static_cast<int>(JournalModel::Column::Undo))
            .data()
            .toString();
    };
    QCOMPARE(undoOfB(), QStringLiteral("0 of 2"));
    QVERIFY(!model.whyInVain(QStringLiteral("b")).isEmpty());
    model.forgetVain(); // jobs may have come back
    QCOMPARE(undoOfB(), QStringLiteral("0 of 2")); // when it was last looked at
    QCOMPARE(model.whyInVain(QStringLiteral("b")), QString());
    model.apply({report(QStringLiteral("a"), 1000ms), kept});
    model.setLost(QStringLiteral("b"), QStringLiteral("the server came back without its data"));
    QCOMPARE(text(JournalModel::Column::Undo), QStringLiteral("not here"));
    QCOMPARE(model.whyLost(QStringLiteral("b")), QStringLiteral("the server came back without its data"));
    model.apply({report(QStringLiteral("a"), 1000ms), kept}, true); // then it was there
    QCOMPARE(text(JournalModel::Column::Undo), QStringLiteral("kept"));
    model.apply({report(QStringLiteral("a"), 1000ms), kept});
    kept.undoable = false;
    model.apply({report(QStringLiteral("a"), 1000ms), kept});
    QCOMPARE(text(JournalModel::Column::Undo), QStringLiteral("–"));
}

void TestOperationModels::journalSignalsOnlyWhatChanged()
{
    JournalModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    std::vector<OperationReport> operations{report(QStringLiteral("a"), 1000ms), report(QStringLiteral("b"), 2000ms)};
    model.apply(operations);
    const QPersistentModelIndex first(model.index(1, 0));
    const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    const QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    model.apply(operations);
    QCOMPARE(changed.count() + inserted.count(), 0);
    operations[0].state = OperationState::Undone;
    operations[0].undoable = false;
    operations.push_back(report(QStringLiteral("c"), 3000ms));
    model.apply(operations);
    QCOMPARE(inserted.count(), 1);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(first.row(), 2);
    QCOMPARE(first.data(JournalModel::IdRole).toString(), QStringLiteral("a"));
}

void TestOperationModels::journalDocuments()
{
    const QJsonObject document =
        QJsonDocument::fromJson(operationsJson({report(QStringLiteral("a"), 1500ms)})).object();
    const QJsonObject operation = document.value(QLatin1String("operations")).toArray().first().toObject();
    QCOMPARE(operation.value(QLatin1String("operation")).toString(), QStringLiteral("a"));
    QCOMPARE(operation.value(QLatin1String("action")).toString(), QStringLiteral("requeue"));
    QCOMPARE(operation.value(QLatin1String("deadLettered")).toInt(), 1);
    QCOMPARE(operation.value(QLatin1String("time")).toString(), QStringLiteral("1970-01-01T00:00:01.500Z"));
    QVERIFY(operation.value(QLatin1String("keys")).toArray().last().isObject()); // bytes that are not UTF-8
    QVERIFY(!operation.contains(QLatin1String("error")));

    OperationReport undo = report(QStringLiteral("b"), 2500ms);
    undo.undoOf = QStringLiteral("a");
    undo.notes = {QStringLiteral("the list has grown")};
    const QJsonObject other =
        QJsonDocument::fromJson(operationsJson({undo}))[QLatin1String("operations")][0].toObject();
    QCOMPARE(other.value(QLatin1String("undoOf")).toString(), QStringLiteral("a"));
    QCOMPARE(other.value(QLatin1String("notes")).toArray().size(), 1);
}

void TestOperationModels::csvRunsNoFormula()
{
    OperationReport evil = report(QStringLiteral("a"), 0ms);
    evil.collection = QStringLiteral("=cmd|'/c calc'!A1");
    evil.error = QStringLiteral("said \"no\"");
    const QByteArray csv = journalCsv({evil});
    QCOMPARE(csv.count("\r\n"), 2);
    QVERIFY(csv.contains("\"'=cmd|"));
    QVERIFY(csv.contains("\"said \"\"no\"\"\""));
}

void TestOperationModels::deadLettersByCause()
{
    DeadGroupModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.begin();
    model.add(
        test::elementsPage(100'000ms,
                           {QStringLiteral("a | dead | class=Mail failed=40000 error=timeout-after-30-s"),
                            QStringLiteral("b | dead | class=Mail created=5000 failed=90000 error=timeout-after-45-s")})
            .elements);
    QCOMPARE(model.rowCount(), 0); // not before all pages are there
    model.add(test::elementsPage(100'000ms,
                                 {QStringLiteral("c | dead | class=Push failed=70000 error=timeout-after-1-s"),
                                  QStringLiteral("d | dead | created=50000 key=dead"),
                                  QStringLiteral("e | dead | created=5000 error=gone"),
                                  QStringLiteral("f | dead | failed=40000 error=gone")})
                  .elements);
    QCOMPARE(model.counted(), 6);
    model.finish(100'000ms, false);
    QCOMPARE(test::dump(model),
             QStringLiteral("timeout-after-#-s | Mail and 1 more | 3 | 50 % | 1 min ago | 10 s ago\n"
                            "gone | – | 2 | 33 % | ≥ 1 min ago | ≤ 1 min ago\n"
                            "no error is recorded | – | 1 | 17 % | – | –\n"));
    QCOMPARE(model.index(2, 0).data(DeadGroupModel::IdRole).toString(), QString());
    // When it was created or started is not when it failed.
    const auto tip = [&model](int row) { return model.index(row, 4).data(Qt::ToolTipRole).toString(); };
    QCOMPARE(tip(0), formatDateTime(40'000ms));
    QCOMPARE(tip(1), formatDateTime(40'000ms) + QStringLiteral(", of those whose record says when they failed"));
    QCOMPARE(tip(2), QStringLiteral("Unknown: the job records do not say when these jobs failed"));
    const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setNow(130'000ms); // time goes on, though nothing is counted again
    QCOMPARE(changed.size(), 1);
    QCOMPARE(test::dump(model),
             QStringLiteral("timeout-after-#-s | Mail and 1 more | 3 | 50 % | 1 min 30 s ago | 40 s ago\n"
                            "gone | – | 2 | 33 % | ≥ 1 min 30 s ago | ≤ 1 min 30 s ago\n"
                            "no error is recorded | – | 1 | 17 % | – | –\n"));
}

void TestOperationModels::deadLettersAgain()
{
    DeadGroupModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const auto read = [&model](const QStringList &rows, bool held = false) {
        model.begin();
        model.add(test::elementsPage(1000ms, rows).elements);
        model.finish(1000ms, held);
    };
    read({QStringLiteral("a | dead | error=x"), QStringLiteral("b | dead | error=y"),
          QStringLiteral("c | dead | error=y")});
    const QPersistentModelIndex x(model.index(1, 0));
    const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    read({QStringLiteral("a | dead | error=x"), QStringLiteral("b | dead | error=y"),
          QStringLiteral("c | dead | error=y")});
    QCOMPARE(changed.count(), 0);
    read({QStringLiteral("a | dead | error=x"), QStringLiteral("d | dead | error=x"),
          QStringLiteral("c | dead | error=y")});
    QCOMPARE(x.row(), 0); // the selection goes with its group
    // Held: nothing moves, what is gone is empty and keeps its text, what is new comes last.
    read({QStringLiteral("c | dead | error=y"), QStringLiteral("e | dead | error=y"),
          QStringLiteral("f | dead | error=z"), QStringLiteral("g | dead | error=z"),
          QStringLiteral("h | dead | error=z")},
         true);
    QCOMPARE(test::dump(model),
             QStringLiteral("x | – | 0 | 0 % | – | –\ny | – | 2 | 40 % | – | –\nz | – | 3 | 60 % | – | –\n"));
    QVERIFY(model.index(0, 0).data(StaleRole).toBool());
    QVERIFY(!model.index(0, 0).data(DeadGroupModel::StruckRole).toBool()); // no operation has taken them
    QCOMPARE(model.causes(), 2);
    read({QStringLiteral("c | dead | error=y")});
    QCOMPARE(model.rowCount(), 1);
    // Read further: without begin() the count goes on.
    model.add(test::elementsPage(1000ms, {QStringLiteral("i | dead | error=y")}).elements);
    model.finish(1000ms, false);
    QCOMPARE(test::dump(model), QStringLiteral("y | – | 2 | 100 % | – | –\n"));
    QCOMPARE(model.counted(), 2);
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

void TestOperationModels::numbersThatAllHaveAreShown()
{
    DeadGroupModel model;
    model.begin();
    model.add(test::elementsPage(1000ms,
                                 {QStringLiteral("a | dead | error=SMTP-550-of-user-17"),
                                  QStringLiteral("b | dead | error=SMTP-550-of-user-18")})
                  .elements);
    model.finish(1000ms, false);
    QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("SMTP-550-of-user-#"));
    QCOMPARE(model.groupAt(0).error, QStringLiteral("SMTP-#-of-user-#")); // what it is found by
}

void TestOperationModels::results_data()
{
    QTest::addColumn<int>("action");
    QTest::addColumn<QList<int>>("counts"); // moved, dead-lettered, removed, skipped
    QTest::addColumn<QString>("text");
    QTest::newRow("requeue") << int(Action::Requeue) << QList<int>{41, 3, 0, 2}
                             << "41 requeued, 3 to dead letters, 2 skipped";
    QTest::newRow("trim") << int(Action::Trim) << QList<int>{0, 0, 20'000, 0} << "20,000 removed";
    QTest::newRow("undo") << int(Action::Undo) << QList<int>{5, 0, 0, 1} << "5 put back, 1 skipped";
    QTest::newRow("nothing") << int(Action::Purge) << QList<int>{0, 0, 0, 0} << "nothing was changed";
    QTest::newRow("locks") << int(Action::Release) << QList<int>{0, 0, 3, 1} << "3 released, 1 skipped";
    QTest::newRow("consumer") << int(Action::RemoveConsumer) << QList<int>{5, 0, 1, 0}
                              << "5 entries handed over, 1 consumer removed";
    QTest::newRow("consumer of several streams")
        << int(Action::RemoveConsumer) << QList<int>{1, 0, 2, 0} << "1 entry handed over, 2 consumers removed";
}

void TestOperationModels::results()
{
    QFETCH(const int, action);
    QFETCH(const QList<int>, counts);
    OperationReport made;
    made.action = static_cast<Action>(action);
    made.moved = counts[0];
    made.deadLettered = counts[1];
    made.removed = counts[2];
    made.skipped = counts[3];
    QTEST(resultText(made), "text");
}

/// Title, result and undo in the words of the button, not of the action.
void TestOperationModels::saysWhatItWasCalled()
{
    struct Row {
        Action action;
        ActionVariant variant;
        QString title, result;
    };
    for (const Row &row : {
             Row{Action::Requeue, ActionVariant::Claim, QStringLiteral("Claim"), QStringLiteral("5 claimed")},
             Row{Action::Requeue, ActionVariant::Release, QStringLiteral("Release"), QStringLiteral("5 released")},
             Row{Action::RequeueDead, ActionVariant::AddAgain, QStringLiteral("Add again"),
                 QStringLiteral("5 added again")},
             Row{Action::Edit, ActionVariant::EditRequeue, QStringLiteral("Edit and requeue"),
                 QStringLiteral("5 changed and requeued")},
             Row{Action::Trim, ActionVariant::Prune, QStringLiteral("Prune"), QStringLiteral("5 moved")},
             Row{Action::Discard, ActionVariant::Remove, QStringLiteral("Remove"), QStringLiteral("5 moved")},
         }) {
        OperationReport made = report(QStringLiteral("a"), 1000ms);
        made.action = row.action;
        made.variant = row.variant;
        made.deadLettered = made.skipped = 0;
        QCOMPARE(actionTitle(made), row.title);
        QCOMPARE(resultText(made), row.result);
        QCOMPARE(findVariant(QString(variantId(row.variant))), row.variant);
        OperationReport undo = report(QStringLiteral("b"), 2000ms);
        undo.action = Action::Undo;
        undo.undoOf = made.id;
        JournalModel model;
        model.apply({made, undo});
        QCOMPARE(model.titleOf(undo), QStringLiteral("Undo of “%1”").arg(row.title));
        QVERIFY(operationJson(made).contains('"' + QByteArray(actionId(row.action).data()) + '"'));
    }
}

/// Elements skipped by an undo are not back: neither row claims complete success.
void TestOperationModels::undoneInPart()
{
    OperationReport part = report(QStringLiteral("a"), 1000ms);
    part.state = OperationState::Undone;
    QCOMPARE(operationStateTitle(part), QStringLiteral("undone"));
    QCOMPARE(operationSeverity(part), State::Ok);
    part.leftAlone = 2;
    QCOMPARE(operationStateTitle(part), QStringLiteral("undone except for 2"));
    QCOMPARE(operationSeverity(part), State::Warning);
    QVERIFY(operationJson(part).contains("Undone except for 2"));
    OperationReport undo = report(QStringLiteral("b"), 2000ms);
    undo.action = Action::Undo;
    undo.deadLettered = 0;
    QCOMPARE(operationSeverity(undo), State::Warning);
    QCOMPARE(resultText(undo), QStringLiteral("5 put back, 1 skipped"));
    undo.moved = 0; // it was in vain: that is not done
    QCOMPARE(operationStateTitle(undo), QStringLiteral("nothing put back"));
    QCOMPARE(operationSeverity(undo), State::Warning);
}

/// An operation that found nothing to do is not done, and a consumer that could not be removed is a warning.
void TestOperationModels::changedNothing()
{
    OperationReport requeue = report(QStringLiteral("a"), 1000ms);
    requeue.moved = requeue.deadLettered = requeue.removed = 0;
    QCOMPARE(operationStateTitle(requeue), QStringLiteral("nothing changed"));
    QCOMPARE(operationSeverity(requeue), State::Ok);
    OperationReport removal = report(QStringLiteral("b"), 2000ms);
    removal.action = Action::RemoveConsumer;
    removal.deadLettered = removal.removed = 0;
    QCOMPARE(operationStateTitle(removal), QStringLiteral("done")); // its entries went
    QCOMPARE(operationSeverity(removal), State::Warning);
    removal.state = OperationState::Undone; // all that it did is back
    QCOMPARE(operationSeverity(removal), State::Ok);
    removal.state = OperationState::Done;
    removal.removed = 1;
    QCOMPARE(operationSeverity(removal), State::Ok);
}

/// In a list a job has no deadline of its own: it is stale since it took longer than it may, not since it began.
void TestOperationModels::staleSinceItsDeadline()
{
    auto plan = std::make_shared<Plan>();
    plan->frozenAt = 1'000'000ms;
    plan->steps.emplace_back().key = "p";
    Element job;
    job.element = "l4511";
    job.key = "p";
    job.state = QLatin1StringView("stale");
    job.startedAt = plan->frozenAt - 641s;
    plan->sample = {job};
    auto workspace = std::make_shared<Workspace>();
    static constexpr std::array roles{
        RoleSpec{.id = QLatin1StringView("job"), .types = HashKey, .perId = true, .holds = Holds::Record}};
    static const KindInfo jobs{QLatin1StringView("queue"), "Queue", "Queues", "", roles, {}, {}, {}};
    workspace->collections.emplace_back().kind = &jobs;
    workspace->collections.back().options.insert(QStringLiteral("staleAfter"), QStringLiteral("10m"));
    OperationRequest request;
    request.workspace = workspace;
    const PlanSampleModel model(plan, request, 4);
    QCOMPARE(model.headerData(2, Qt::Horizontal).toString(), QStringLiteral("stale for"));
    QCOMPARE(model.index(0, 2).data().toString(), QStringLiteral("41 s"));
}

void TestOperationModels::sampleSaysWhereEachGoes()
{
    auto plan = std::make_shared<Plan>();
    plan->collection = QStringLiteral("email");
    plan->frozenAt = 100'000ms;
    PlanStep step;
    step.key = "p";
    step.items.resize(2);
    step.does = MoveStep{.target = PlanTarget{"q", PlanTarget::How::PushRight, {}},
                         .dead = PlanTarget{"dead", PlanTarget::How::PushLeft, {}}};
    plan->steps.push_back(step);
    plan->sample = test::elementsPage(100'000ms,
                                      {QStringLiteral("a | stale | key=p due=90000 attempts=1/3 class=Mail"),
                                       QStringLiteral("b | stale | key=p due=40000 attempts=3/3")})
                       .elements;
    plan->exhausted = {"b"};
    auto workspace = std::make_shared<Workspace>();
    static constexpr std::array roles{
        RoleSpec{.id = QLatin1StringView("job"), .types = HashKey, .perId = true, .holds = Holds::Record}};
    static const KindInfo jobs{QLatin1StringView("queue"), "Queue", "Queues", "", roles, {}, {}, {}};
    workspace->collections.push_back({});
    workspace->collections.back().name = plan->collection;
    workspace->collections.back().kind = &jobs;
    OperationRequest request;
    request.workspace = workspace;
    PlanSampleModel model(plan, request, 4);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QCOMPARE(test::dump(model),
             QStringLiteral("a | Mail | 10 s | 1 of 3 | q\n"
                            "b | – | 1 min | 3 of 3 | dead\n"));
    QCOMPARE(planTitle(*plan, request), QStringLiteral("Requeue 1 and dead-letter 1 of 2 stale jobs of email"));
    QCOMPARE(planButton(*plan, request), QStringLiteral("Requeue 1, dead-letter 1"));
    plan->exhausted = {"a", "b"};
    QCOMPARE(planTitle(*plan, request), QStringLiteral("Dead-letter 2 stale jobs of email"));
    QCOMPARE(planButton(*plan, request), QStringLiteral("Dead-letter 2 jobs"));
    QVERIFY2(!planSentence(*plan, request).contains(QLatin1String("front of the queue")), "none goes there");
    plan->exhausted.clear();
    QVERIFY(planSentence(*plan, request).contains(QLatin1String("front of the queue")));
    QCOMPARE(planTitle(*plan, request), QStringLiteral("Requeue 2 stale jobs of email"));
    QCOMPARE(planButton(*plan, request), QStringLiteral("Requeue 2 jobs"));
}

/// The longest stale, which come first, are those that have used up their attempts.
void TestOperationModels::sampleHasSomeOfEachFate()
{
    auto plan = std::make_shared<Plan>();
    plan->frozenAt = 100'000ms;
    plan->steps.emplace_back().key = "p";
    plan->steps.back().does = MoveStep{.target = PlanTarget{"q", PlanTarget::How::PushRight, {}},
                                       .dead = PlanTarget{"dead", PlanTarget::How::PushLeft, {}}};
    const auto dump = [&plan](const QByteArray &names, const QByteArray &dead) {
        plan->sample.clear();
        plan->exhausted.clear();
        for (const char name : names) {
            plan->sample.emplace_back().element = QByteArray(1, name);
            plan->sample.back().key = "p";
        }
        for (const char name : dead) {
            plan->exhausted.emplace_back(1, name);
        }
        return test::dump(PlanSampleModel(plan, {}, 4)).remove(QLatin1String(" | ")).remove(u'\n');
    };
    QCOMPARE(dump("abcdefgh", "abcdef"), QStringLiteral("adeadbdeadgqhq"));
    QCOMPARE(dump("abcdefgh", "gh"), QStringLiteral("aqbqgdeadhdead"));
    QCOMPARE(dump("abcdefgh", "abcdefg"), QStringLiteral("adeadbdeadcdeadhq"));
    QCOMPARE(dump("abcdefgh", "h"), QStringLiteral("aqbqcqhdead"));
    QCOMPARE(dump("abcdefgh", ""), QStringLiteral("aqbqcqdq"));
    QCOMPARE(dump("abc", "abc"), QStringLiteral("adeadbdeadcdead"));
}

void TestOperationModels::theJournalNamesBothFates()
{
    OperationReport made = report(QStringLiteral("a"), 1000ms);
    const auto result = [&made] {
        JournalModel model;
        model.apply({made});
        return model.index(0, static_cast<int>(JournalModel::Column::Result)).data().toString();
    };
    QVERIFY2(result().contains(QLatin1String(", 1 to dead letters")), qPrintable(result()));
    made.moved = 0;
    QVERIFY2(result().startsWith(QLatin1String("1 to dead letters")), qPrintable(result()));
    made.deadLettered = 0;
    made.moved = 5;
    QVERIFY2(!result().contains(QLatin1String("dead letters")), qPrintable(result()));
}

/// For kinds without jobs, a score that is a time is shown as a time, a rank's score as a number.
void TestOperationModels::scoresThatAreTimes()
{
    auto plan = std::make_shared<Plan>();
    plan->frozenAt = 1'795'000'000'000ms;
    plan->steps.emplace_back().key = "k";
    Element event;
    event.element = "event";
    event.score = 1'794'999'880'000;
    event.due = 1'794'999'880'000ms;
    Element odd = event;
    odd.element = "no time";
    odd.score = -std::numeric_limits<double>::infinity();
    odd.due.reset();
    plan->sample = {event, odd};
    static constexpr std::array past{
        RoleSpec{.id = QLatin1StringView("events"), .types = ZSetKey, .score = ScoreIs::PastTime}};
    static constexpr std::array ranks{
        RoleSpec{.id = QLatin1StringView("board"), .types = ZSetKey, .score = ScoreIs::Rank}};
    static constexpr std::array targets{
        RoleSpec{.id = QLatin1StringView("index"), .types = ZSetKey, .score = ScoreIs::DueTime},
        RoleSpec{.id = QLatin1StringView("target"), .types = ZSetKey | HashKey, .perId = true}};
    static const KindInfo timeline{QLatin1StringView("t"), "T", "T", "", past, {}, {}, {}};
    static const KindInfo board{QLatin1StringView("b"), "B", "B", "", ranks, {}, {}, {}};
    static const KindInfo expiry{QLatin1StringView("e"), "E", "E", "", targets, {}, {}, {}};
    const auto dumpOf = [&plan](const KindInfo &kind) {
        auto workspace = std::make_shared<Workspace>();
        workspace->collections.emplace_back().kind = &kind;
        OperationRequest request;
        request.workspace = workspace;
        return test::dump(PlanSampleModel(plan, request, 4));
    };
    QVERIFY2(dumpOf(timeline).startsWith(QStringLiteral("event | 2 min ago | ")), qPrintable(dumpOf(timeline)));
    QVERIFY2(dumpOf(expiry).startsWith(QStringLiteral("event | 2 min ago | ")), qPrintable(dumpOf(expiry)));
    QVERIFY2(dumpOf(timeline).contains(QStringLiteral("no time | −∞ | ")), qPrintable(dumpOf(timeline)));
    QVERIFY2(dumpOf(board).startsWith(QStringLiteral("event | 1,794,999,880,000 | ")), qPrintable(dumpOf(board)));
}

void TestOperationModels::theConsumerIsNoneOfItsEntries()
{
    Plan plan;
    plan.action = Action::RemoveConsumer;
    PlanStep gives{.key = "s", .keyType = StreamKey, .does = PendingStep{}};
    gives.items.resize(38);
    PlanStep removes{.key = "s", .keyType = StreamKey, .does = ConsumerStep{}};
    removes.items.resize(1);
    plan.steps = {gives, removes};
    QCOMPARE(plan.matched(), 39);
    QCOMPARE(plannedElements(plan), 38);
}

/// Lists the keys changed by our own operations, whose changes are no growth.
void TestOperationModels::keysThatItChanges()
{
    const PlanTarget ready{"q", PlanTarget::How::PushRight, {}}, dead{"dead", PlanTarget::How::PushLeft, {}};
    Plan plan;
    plan.steps = {{.key = "p", .does = MoveStep{.target = ready, .dead = dead}}};
    QCOMPARE(plan.changedKeys(), (std::vector<QByteArray>{"p", "q"}));
    plan.exhausted = {"a"};
    QCOMPARE(plan.changedKeys(), (std::vector<QByteArray>{"p", "q", "dead"}));
    plan.steps = {{.key = "s", .does = PendingBackStep{.how = 'd', .copies = dead}}};
    QCOMPARE(plan.changedKeys(), (std::vector<QByteArray>{"s", "dead"}));
    plan.steps = {{.key = "i", .keyType = ZSetKey, .does = CleanStep{}, .items = {{"1", {}, {}, {}, "quote:1"}}}};
    QCOMPARE(plan.changedKeys(), (std::vector<QByteArray>{"i", "quote:1"}));
    plan.steps.front().items.assign(5'000, PlanItem{"1", {}, {}, {}, "quote:1"});
    QCOMPARE(plan.changedKeys().size(), 1'001U);
}

/// Undoing an addition removes the elements: they had no place before.
void TestOperationModels::undoOfWhatWasAdded()
{
    auto plan = std::make_shared<Plan>();
    plan->action = Action::Undo;
    plan->collection = QStringLiteral("email");
    PlanStep step{.key = "q:ready"};
    step.archived = PlanArchive{0, 'a', 7};
    plan->steps = {step};
    Element job;
    job.element = job.id = "j1";
    job.key = "q:ready";
    plan->sample = {job};
    OperationRequest request;
    request.action = Action::Undo;
    QCOMPARE(planButton(*plan, request), QStringLiteral("Remove 7 elements again"));
    QCOMPARE(planTitle(*plan, request), QStringLiteral("Remove 7 elements of email again"));
    QVERIFY2(planSentence(*plan, request).startsWith(QLatin1String("They were added, and are removed again.")),
             qPrintable(planSentence(*plan, request)));
    QCOMPARE(test::dump(PlanSampleModel(plan, request, 4)), QStringLiteral("j1 | nowhere\n"));
    plan->steps.front().does = RestoreStep{}; // it was there
    QCOMPARE(planButton(*plan, request), QStringLiteral("Put back 7 elements"));
    QVERIFY2(planSentence(*plan, request).contains(QLatin1String("in their old order among themselves")),
             qPrintable(planSentence(*plan, request)));
    plan->possible = 7;
    QCOMPARE(planButton(*plan, request), QStringLiteral("Put back 7 elements"));
    plan->possible = 0; // nothing is promised that cannot be done
    QCOMPARE(planButton(*plan, request), QStringLiteral("Put back 0 of 7 elements"));
    QCOMPARE(planTitle(*plan, request), QStringLiteral("Put back 0 of 7 elements of email"));
    QCOMPARE(test::dump(PlanSampleModel(plan, request, 4)), QStringLiteral("j1 | q:ready\n"));
}

/// A consumer is no entry.
void TestOperationModels::aConsumerGoesBackWithItsEntries()
{
    Plan plan;
    plan.action = Action::Undo;
    plan.collection = QStringLiteral("events");
    PlanStep entries{.key = "s", .keyType = StreamKey, .does = PendingBackStep{}};
    entries.archived = PlanArchive{0, 'm', 9};
    PlanStep consumer{.key = "s", .keyType = StreamKey, .does = ConsumerStep{.group = "g", .isBack = true}};
    consumer.archived = PlanArchive{1, 'r', 1};
    plan.steps = {consumer, entries};
    OperationRequest request;
    request.action = Action::Undo;
    QCOMPARE(planButton(plan, request), QStringLiteral("Put back 9 entries and their consumer"));
    plan.steps = {entries};
    QCOMPARE(planButton(plan, request), QStringLiteral("Put back 9 entries"));
    QVERIFY2(planSentence(plan, request).startsWith(QLatin1String("Each becomes pending again at its former consumer")),
             qPrintable(planSentence(plan, request)));
}

/// The verb is that of the button.
void TestOperationModels::nothingIsNamedByItsAction()
{
    static constexpr std::array roles{
        RoleSpec{.id = QLatin1StringView("stream"), .types = StreamKey, .holds = Holds::Entries}};
    static const KindInfo stream{QLatin1StringView("stream"), "Stream", "Streams", "", roles, {}, {}, {}};
    auto workspace = std::make_shared<Workspace>();
    workspace->collections.push_back({});
    workspace->collections.back().kind = &stream;
    OperationRequest request;
    request.workspace = workspace;
    Plan plan;
    plan.note = QStringLiteral("2 are no longer in the stream: they can only be acknowledged.");
    QCOMPARE(nothingHeading(request, plan), QStringLiteral("None of them can be claimed"));
    request.target = neutralConsumer.toByteArray();
    QCOMPARE(nothingHeading(request, plan), QStringLiteral("None of them can be released"));
    request.workspace = nullptr;
    QCOMPARE(nothingHeading(request, plan), QStringLiteral("None of them can be requeued"));
}

void TestOperationModels::releasedLocksGoNowhere()
{
    auto plan = std::make_shared<Plan>();
    plan->action = Action::Release;
    plan->steps = {{.key = "lock:a", .keyType = StringKey, .does = UnlockStep{}}};
    Element lock;
    lock.key = "lock:a";
    lock.element = "token-1";
    plan->sample = {lock};
    const PlanSampleModel model(plan, {}, 4);
    QCOMPARE(test::dump(model), QStringLiteral("lock:a | token-1\n"));
    QCOMPARE(model.headerData(0, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("lock"));
    QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("token"));
}

/// Also those that a script reads to see whether all is as it was.
void TestOperationModels::allKeysAreCounted()
{
    Plan plan;
    PlanStep edit{.key = "dead", .does = EditStep{.of = EditStep::Of::Field, .record = "job:1"}};
    edit.items.resize(1);
    PlanStep requeue{.key = "dead", .does = MoveStep{.target = PlanTarget{"ready", PlanTarget::How::PushLeft, {}}}};
    requeue.items.resize(1);
    requeue.beside = true;
    plan.steps = {edit, requeue};
    QVERIFY2(keysText(plan).startsWith(QLatin1String("3 keys, one of them a job record, ")),
             qPrintable(keysText(plan)));
    PlanStep adopt{.key = "ready", .does = AdoptStep{.elsewhere = {"processing", "dead"}}};
    adopt.items.resize(7);
    plan.steps = {adopt};
    QVERIFY2(keysText(plan).startsWith(QLatin1String("10 keys, 7 of them job records, ")), qPrintable(keysText(plan)));
    PlanStep clean{.key = "index", .keyType = ZSetKey, .does = CleanStep{}};
    clean.items.resize(2);
    clean.items[0].record = "draft:1";
    clean.items[1].record = "draft:2";
    plan.steps = {clean};
    QVERIFY2(keysText(plan).startsWith(QLatin1String("3 keys, all on one server")), qPrintable(keysText(plan)));
    plan.steps = {{.key = "q"}};
    QCOMPARE(keysText(plan), QStringLiteral("1 key, one script for each batch"));
    // An undo sets the attempts again, which are in the elements where there are no records.
    PlanStep back{.key = "ready",
                  .does = MoveStep{.target = PlanTarget{"dead", PlanTarget::How::PushLeft, {}},
                                   .attempts = MoveStep::Attempts::Set}};
    back.items.resize(8);
    plan.steps = {back};
    QVERIFY2(keysText(plan).startsWith(QLatin1String("2 keys, all on one server")), qPrintable(keysText(plan)));
    plan.steps.front().records.keyTemplate = "job:{id}";
    QVERIFY2(keysText(plan).startsWith(QLatin1String("10 keys, 8 of them job records, ")), qPrintable(keysText(plan)));
}

namespace {

/// Of a key each: the expiry that it gets, as a time from `frozen`; nullopt: none.
PlanStep expiryOf(const QByteArray &key, std::chrono::milliseconds frozen,
                  const std::optional<std::chrono::milliseconds> &in)
{
    PlanStep step{.key = key, .keyType = SetKey, .does = ExpireStep{}};
    step.as<ExpireStep>()->at = in ? QByteArray::number(qlonglong((frozen + *in).count())) : QByteArray();
    step.items.push_back({key, {}, {}, {}, {}});
    return step;
}

} // namespace

/// The words say what the script does, whatever the form was filled in with.
void TestOperationModels::anExpiryIsSaidInTime()
{
    Plan plan;
    plan.action = Action::SetExpiry;
    plan.collection = QStringLiteral("seen");
    plan.frozenAt = 1'796'124'000'000ms;
    OperationRequest request;
    request.action = Action::SetExpiry;
    request.onlyMissing = true; // like the others of their period
    plan.steps = {expiryOf("seen:20261130", plan.frozenAt, 48h)};
    const auto when = [&plan](std::chrono::milliseconds in) {
        const QDateTime at = localTime(plan.frozenAt + in);
        return QLocale().toString(at.date(), QStringLiteral("d MMM")) + at.toString(QStringLiteral(", HH:mm"));
    };
    QCOMPARE(planSentence(plan, request),
             QStringLiteral("seen:20261130 will expire in 2 days (%1). The server then removes it and everything in "
                            "it.")
                 .arg(when(48h)));
    plan.steps.push_back(expiryOf("seen:20261129", plan.frozenAt, 24h));
    plan.steps.push_back(expiryOf("seen:20261128", plan.frozenAt, 36h));
    QCOMPARE(planSentence(plan, request),
             QStringLiteral("3 keys will expire, the first in 1 day (%1), the last in 2 days (%2). The server then "
                            "removes them and everything in them.")
                 .arg(when(24h), when(48h)));
    plan.steps = {expiryOf("a", plan.frozenAt, 24h), expiryOf("b", plan.frozenAt, 24h)};
    QCOMPARE(planSentence(plan, request),
             QStringLiteral("2 keys will expire in 1 day (%1). The server then removes them and everything in them.")
                 .arg(when(24h)));
    request.onlyMissing = false;
    plan.steps = {expiryOf("seen:20261130", plan.frozenAt, {})};
    QCOMPARE(planSentence(plan, request),
             QStringLiteral("seen:20261130 will no longer expire; it stays until it is removed."));
    plan.steps.push_back(expiryOf("seen:20261129", plan.frozenAt, {}));
    QCOMPARE(planSentence(plan, request), QStringLiteral("2 keys will no longer expire; they stay until removed."));
}

void TestOperationModels::anUndoSaysWhichExpiryComesBack()
{
    auto plan = std::make_shared<Plan>();
    plan->action = Action::Undo;
    plan->collection = QStringLiteral("seen");
    plan->frozenAt = 1'796'124'000'000ms;
    PlanStep step = expiryOf("seen:20261130", plan->frozenAt, {});
    step.items.clear();
    step.archived = PlanArchive{0, 'm', 1};
    plan->steps = {step};
    Element key;
    key.element = key.id = key.key = "seen:20261130";
    plan->sample = {key};
    OperationRequest request;
    request.action = Action::Undo;
    QCOMPARE(planButton(*plan, request), QStringLiteral("Put back the expiry of 1 key"));
    QVERIFY2(planSentence(*plan, request)
                 .startsWith(QLatin1String("seen:20261130 will no longer expire; it stays until it is removed. ")),
             qPrintable(planSentence(*plan, request)));
    QCOMPARE(test::dump(PlanSampleModel(plan, request, 4)), QStringLiteral("seen:20261130 | never\n"));
    plan->steps.front().as<ExpireStep>()->at = QByteArray::number(qlonglong((plan->frozenAt + 21h).count()));
    QVERIFY2(planSentence(*plan, request).startsWith(QLatin1String("seen:20261130 will expire in 21 h (")),
             qPrintable(planSentence(*plan, request)));
    QCOMPARE(test::dump(PlanSampleModel(plan, request, 4)), QStringLiteral("seen:20261130 | in 21 h\n"));
}

void TestOperationModels::anUndoSaysWhichScoreComesBack()
{
    static constexpr std::array delayed{
        RoleSpec{.id = QLatin1StringView("delayed"), .types = ZSetKey, .score = ScoreIs::DueTime}};
    static constexpr std::array jobs{
        RoleSpec{.id = QLatin1StringView("jobs"), .types = ZSetKey, .score = ScoreIs::Priority}};
    static const KindInfo schedule{QLatin1StringView("s"), "S", "S", "", delayed, {}, {}, {}};
    static const KindInfo priority{QLatin1StringView("p"), "P", "P", "", jobs, {}, {}, {}};
    auto workspace = std::make_shared<Workspace>();
    const auto add = [&workspace](const QString &name, const KindInfo &kind, const QByteArray &key) {
        CollectionDefinition &collection = workspace->collections.emplace_back();
        collection.name = name;
        collection.kind = &kind;
        collection.keys.push_back({&kind.roles.front(), {key}});
    };
    add(QStringLiteral("sched"), schedule, "sched:delayed");
    add(QStringLiteral("prio"), priority, "prio");
    workspace->collections.back().options.insert(
        QStringLiteral("bands"),
        QJsonObject{{QStringLiteral("urgent"), QJsonArray{0, 9}}, {QStringLiteral("low"), QJsonArray{10, 19}}});
    OperationRequest request;
    request.action = Action::Undo;
    request.workspace = workspace;
    auto plan = std::make_shared<Plan>();
    plan->action = Action::Undo;
    plan->collection = QStringLiteral("sched");
    plan->frozenAt = 1'796'124'000'000ms;
    PlanStep step{.key = "sched:delayed", .keyType = ZSetKey, .does = RescoreStep{}};
    step.archived = PlanArchive{0, 'm', 1};
    plan->steps = {step};
    Element job;
    job.element = job.id = "job-1";
    job.key = "sched:delayed";
    job.score = double((plan->frozenAt + 5min).count());
    plan->sample = {job};
    QCOMPARE(test::dump(PlanSampleModel(plan, request, 4)), QStringLiteral("job-1 | due in 5 min\n"));
    QVERIFY2(planSentence(*plan, request).startsWith(QLatin1String("Each gets back the score that it had")),
             qPrintable(planSentence(*plan, request)));
    plan->collection = QStringLiteral("prio");
    plan->steps.front().key = plan->sample.front().key = "prio";
    plan->sample.front().score = 12;
    QCOMPARE(test::dump(PlanSampleModel(plan, request, 4)), QStringLiteral("job-1 | low\n"));
    plan->collection = QStringLiteral("of another workspace");
    QCOMPARE(test::dump(PlanSampleModel(plan, request, 4)), QStringLiteral("job-1 | score 12\n"));
    // The operation itself says the same of where they go.
    plan->action = Action::Postpone;
    plan->collection = QStringLiteral("sched");
    plan->steps.front().archived.reset();
    plan->steps.front().key = plan->sample.front().key = "sched:delayed";
    PlanItem later{"job-1", {}, {}, QByteArray::number(qlonglong((plan->frozenAt + 1h).count())), {}};
    plan->steps.front().items = {later};
    request.action = Action::Postpone;
    const QString shown = test::dump(PlanSampleModel(plan, request, 4));
    QVERIFY2(shown.endsWith(QLatin1String("due in 1 h\n")), qPrintable(shown));
}

void TestOperationModels::aChangeOfPrioritySaysFromWhichBand()
{
    static constexpr std::array jobs{
        RoleSpec{.id = QLatin1StringView("jobs"), .types = ZSetKey, .score = ScoreIs::Priority}};
    static const KindInfo priority{QLatin1StringView("p"), "P", "P", "", jobs, {}, {}, {}};
    auto workspace = std::make_shared<Workspace>();
    CollectionDefinition &prio = workspace->collections.emplace_back();
    prio.name = QStringLiteral("prio");
    prio.kind = &priority;
    prio.keys.push_back({&priority.roles.front(), {"prio"}});
    prio.options.insert(
        QStringLiteral("bands"),
        QJsonObject{{QStringLiteral("urgent"), QJsonArray{0, 9}}, {QStringLiteral("low"), QJsonArray{10, 19}}});
    OperationRequest request;
    request.action = Action::ChangePriority;
    request.workspace = workspace;
    request.target = "urgent";
    auto plan = std::make_shared<Plan>();
    plan->action = Action::ChangePriority;
    plan->collection = QStringLiteral("prio");
    plan->steps = {{.key = "prio", .keyType = ZSetKey, .does = RescoreStep{}}};
    plan->steps.front().items = {{"job-1", "12", {}, "2", {}}};
    Element job;
    job.element = job.id = "job-1";
    job.key = "prio";
    job.score = 12;
    plan->sample = {job};
    const auto opens = [&](QLatin1String text) { return planSentence(*plan, request).startsWith(text); };
    QVERIFY2(opens(QLatin1String("They go from low to urgent. ")), qPrintable(planSentence(*plan, request)));
    QVERIFY2(test::dump(PlanSampleModel(plan, request, 4)).endsWith(QStringLiteral("| low → urgent\n")),
             qPrintable(test::dump(PlanSampleModel(plan, request, 4))));
    plan->steps.front().items.push_back({"job-2", "50", {}, "3", {}}); // in no band
    QVERIFY2(opens(QLatin1String("They go to urgent. ")), qPrintable(planSentence(*plan, request)));
}

void TestOperationModels::dueJobsDoNotRunBeforeTheirTime()
{
    Plan plan;
    plan.action = Action::RunNow;
    plan.collection = QStringLiteral("email");
    plan.frozenAt = 100'000ms;
    plan.steps = {{.key = "late",
                   .keyType = ZSetKey,
                   .does = MoveStep{.target = PlanTarget{"q", PlanTarget::How::PushLeft, {}}}}};
    OperationRequest request;
    request.action = Action::RunNow;
    const auto sentence = [&](const std::vector<int> &due) {
        plan.sample.clear();
        plan.steps.front().items.clear();
        for (const int each : due) {
            const QByteArray job = "job-" + QByteArray::number(each);
            plan.steps.front().items.push_back({job, QByteArray::number(each), {}, {}, {}});
            Element &element = plan.sample.emplace_back();
            element.element = element.id = job;
            element.key = "late";
            element.due = std::chrono::milliseconds(each);
        }
        return planSentence(plan, request);
    };
    const QString early = QStringLiteral("They become ready now, before their time: workers can take them at once.");
    const QString both =
        QStringLiteral("They become ready now, also those that are not due yet: workers can take them at once.");
    const QString late = QStringLiteral("They are due and become ready now: workers can take them at once.");
    QCOMPARE(sentence({200'000, 300'000}), early);
    QCOMPARE(sentence({40'000, 200'000}), both);
    QCOMPARE(sentence({40'000, 50'000}), late);
    plan.steps.front().items.push_back({"job-beyond-the-sample", "60000", {}, {}, {}});
    QCOMPARE(planSentence(plan, request), both);
    // The options of the collection tell the times of all of them.
    auto workspace = std::make_shared<Workspace>();
    static constexpr std::array roles{RoleSpec{.id = QLatin1StringView("delayed"),
                                               .types = ZSetKey,
                                               .holds = Holds::Delayed,
                                               .code = ScoreCodec::Code::Milliseconds}};
    static const KindInfo timers{QLatin1StringView("schedule"), "Schedule", "Schedules", "", roles, {}, {}, {}};
    CollectionDefinition &schedule = workspace->collections.emplace_back();
    schedule.kind = &timers;
    schedule.keys.push_back({&roles.front(), {"late"}});
    request.workspace = workspace;
    QCOMPARE(planSentence(plan, request), late);
    plan.sample.pop_back();
    plan.steps.front().items.push_back({"job-later", "200000", {}, {}, {}});
    QCOMPARE(planSentence(plan, request), both);
    request.state = QStringLiteral("due"); // all that are due, and no others
    QCOMPARE(planSentence(plan, request), late);
}

void TestOperationModels::anUndoNamesWhatItUndoes()
{
    Plan plan;
    plan.action = Action::Undo;
    plan.collection = QStringLiteral("email");
    plan.frozenAt = 1'796'124'000'000ms;
    PlanStep step{.key = "q"};
    step.archived = PlanArchive{0, 'm', 20};
    plan.steps = {step};
    step.does = MoveStep{.target = PlanTarget{"p", PlanTarget::How::AddToZSet, {}}};
    plan.steps = {step};
    auto undone = std::make_shared<OperationReport>(report(QStringLiteral("a"), plan.frozenAt - 1min));
    plan.undone = undone;
    OperationRequest request;
    request.action = Action::Undo;
    QCOMPARE(planTitle(plan, request),
             QStringLiteral("Undo: Requeue, 20 elements of email, %1").arg(formatTime(undone->time)));
    undone->time -= 48h; // the day tells which
    plan.possible = 7;
    QCOMPARE(planTitle(plan, request),
             QStringLiteral("Undo: Requeue, 7 of 20 elements of email, %1").arg(formatDateTime(undone->time)));
    undone->action = Action::Release;
    QVERIFY2(planButton(plan, request).endsWith(QLatin1String("20 locks")), qPrintable(planButton(plan, request)));
}

/// Also before the journal is read for the first time, and when it is opened after that.
void TestOperationModels::theJournalKeepsWhatAPreviewFound()
{
    JournalModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const auto undoText = [&model] {
        return model.index(0, static_cast<int>(JournalModel::Column::Undo)).data().toString();
    };
    model.setLost(QStringLiteral("a"), {});
    model.setPossible(QStringLiteral("a"), 0);
    model.apply({report(QStringLiteral("a"), 1000ms)});
    QCOMPARE(undoText(), QStringLiteral("0 of 6"));
    QVERIFY(!model.whyInVain(QStringLiteral("a")).isEmpty());
    model.forgetVain();
    QCOMPARE(undoText(), QStringLiteral("0 of 6"));
    QCOMPARE(model.whyInVain(QStringLiteral("a")), QString()); // offered again
    model.setPossible(QStringLiteral("a"), 3);
    QCOMPARE(undoText(), QStringLiteral("3 of 6"));
}

/// In one column, in the words of the action: no count is hidden where there is little room.
void TestOperationModels::theJournalSaysEveryCount()
{
    JournalModel model;
    OperationReport expiry = report(QStringLiteral("b"), 2000ms);
    expiry.action = Action::SetExpiry;
    expiry.matched = expiry.moved = 1;
    expiry.deadLettered = expiry.skipped = 0;
    model.apply({report(QStringLiteral("a"), 1000ms), expiry});
    int column = model.columnCount() - 1;
    while (column >= 0 && model.headerData(column, Qt::Horizontal).toString() != QLatin1String("result")) {
        --column;
    }
    QVERIFY(column >= 0);
    QCOMPARE(model.index(1, column).data().toString(), QStringLiteral("5 requeued, 1 to dead letters, 1 skipped"));
    QCOMPARE(model.index(1, column).data(Qt::ToolTipRole).toString(),
             QStringLiteral("5 requeued, 1 to dead letters, 1 skipped"));
    QCOMPARE(model.index(0, column).data().toString(), QStringLiteral("set on 1 key"));
    expiry.matched = expiry.moved = 1'200;
    QCOMPARE(resultText(expiry), QStringLiteral("set on 1,200 keys"));
}

QTEST_GUILESS_MAIN(TestOperationModels)

#include "tst_operationmodels.moc"
