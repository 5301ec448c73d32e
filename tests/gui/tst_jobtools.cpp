// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/elementoutcomes.h"
#include "tests/gui/windowbench.h"
#include "views/collection/elementsearch.h"
#include "views/table/rowsproxy.h"
#include "views/operations/differenceview.h"
#include "views/operations/operationbar.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/figuretile.h"
#include "views/widgets/notice.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QStandardPaths>

using namespace plimsoll;
using namespace plimsoll::views;
using plimsoll::testing::RedisServer;
using plimsoll::testing::WindowBench;

namespace {

const QByteArray workspaceJson =
    R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"pollMs":100,"collections":[)"
    R"({"name":"email","kind":"queue","keys":{"ready":"q","processing":"p","delayed":"late","dead":"dead",)"
    R"("job":"job:{id}"},"options":{"staleAfter":"30s","redact":["card"]}}]})";

QString everything(RedisServer &server, const QByteArray &key)
{
    QStringList all;
    for (const redis::Reply &element : server.run({"LRANGE", key, "0", "-1"}).elements) {
        all.append(QString::fromUtf8(element.bytes));
    }
    return all.join(u' ');
}

} // namespace

/// A job is looked for, copied and edited, by clicks on the real window against a real server.
class TestJobTools final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() { m_bench = std::make_unique<WindowBench>(); }
    void cleanup() { m_bench.reset(); }
    void editsAnElementInItsPlace();
    void editsADeadLetterAndRequeuesIt();
    void saysWhatIsWrongWithTheText();
    void offersNoEditOfWhatIsHidden();
    void copiesAJobAsJson();
    void staleJobsWithoutTimes();
    void searchesAllOfAState();
    void searchesOnUntilItFinds();
    void passesOverNoneThatStays();
    void reconcilesJobsWithTheirRecords();
    void whatReconcilingRequeuedIsStruckOut();
    void theKeyboardStaysWithReconciling();
    void offersWhatAnUndoBroughtBack();
    void offersNoRequeueWhereNobodyCanTellWhoIsLost();
    void offersNothingThatNeedsOneSlot();
    void holdsSetsAgainstEachOther();

private:
    template <typename Widget> [[nodiscard]] Widget *find(const char *name) const
    {
        return m_bench->find<Widget>(name);
    }
    void open(const QString &state = {});
    void openForm(int row);
    void reconcile();
    void click(const char *name);

    std::unique_ptr<WindowBench> m_bench;
};

void TestJobTools::open(const QString &state)
{
    m_bench->open(workspaceJson);
    m_bench->window->showPage(QStringLiteral("queue"));
    QTRY_VERIFY(m_bench->table() != nullptr);
    if (!state.isEmpty()) {
        auto *chooser = find<QComboBox>("stateChooser");
        QTRY_VERIFY(chooser->findText(state, Qt::MatchStartsWith) >= 0);
        chooser->setCurrentIndex(chooser->findText(state, Qt::MatchStartsWith));
        emit chooser->activated(chooser->currentIndex());
    }
}

void TestJobTools::click(const char *name)
{
    QTRY_VERIFY(find<QPushButton>(name) != nullptr && find<QPushButton>(name)->isVisible());
    QTRY_VERIFY(find<QPushButton>(name)->isEnabled());
    QTest::mouseClick(find<QPushButton>(name), Qt::LeftButton);
}

/// The figure counts those that polls have seen for too long, and no list can name them.
void TestJobTools::staleJobsWithoutTimes()
{
    m_bench->server.run({"RPUSH", "p", "1", "2"});
    m_bench->open(R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"pollMs":100,)"
                  R"("collections":[{"name":"bare","kind":"queue","keys":{"ready":"q","processing":"p"},)"
                  R"("options":{"staleAfter":"1s"}}]})");
    m_bench->window->showPage(QStringLiteral("queue"));
    QTRY_VERIFY(find<QComboBox>("stateChooser") != nullptr);
    auto *chooser = find<QComboBox>("stateChooser");
    const auto stale = [chooser] { return chooser->findText(QStringLiteral("stale (2)")); };
    QTRY_VERIFY(stale() >= 0);
    chooser->setCurrentIndex(stale());
    emit chooser->activated(chooser->currentIndex());
    const auto says = [this](const QString &heading) {
        const auto notices = m_bench->window->findChildren<Notice *>();
        return std::any_of(notices.begin(), notices.end(), [&heading](const Notice *notice) {
            return notice->isVisible() && notice->heading() == heading;
        });
    };
    QTRY_VERIFY(says(QStringLiteral("Which jobs are stale is not known")));
}

/// The dialog's form, for the job of a row.
void TestJobTools::openForm(int row)
{
    QTRY_VERIFY(m_bench->table() != nullptr && m_bench->table()->model()->rowCount() > row);
    m_bench->table()->selectRow(row);
    click("editJobButton");
    QTRY_VERIFY(find<QPlainTextEdit>("editText") != nullptr && find<QPlainTextEdit>("editText")->isVisible());
}

/// Opens the dialog that compares jobs with their records, until it has looked.
void TestJobTools::reconcile()
{
    auto *action = m_bench->window->findChild<QAction *>(QStringLiteral("reconcileAction"));
    QTRY_VERIFY(action != nullptr && action->isVisible());
    action->trigger();
    QTRY_VERIFY(find<QPushButton>("reconcileButton") != nullptr);
    QTRY_COMPARE(find<QPushButton>("reconcileButton")->text(), QStringLiteral("Look again"));
}

void TestJobTools::editsAnElementInItsPlace()
{
    m_bench->server.run({"RPUSH", "q", R"({"id":"1"})", R"({"id":"2","to":"anna","n":[1.50,2]})", R"({"id":"3"})"});
    open(QStringLiteral("ready"));
    QTRY_COMPARE(m_bench->names(), (QStringList{QStringLiteral("3"), QStringLiteral("2"), QStringLiteral("1")}));
    openForm(1);
    auto *text = find<QPlainTextEdit>("editText");
    QCOMPARE(text->toPlainText(), // laid out; 1.50 stays 1.50
             QStringLiteral("{\n  \"id\": \"2\",\n  \"to\": \"anna\",\n  \"n\": [\n    1.50,\n    2\n  ]\n}"));
    QVERIFY(!find<QCheckBox>("editRequeue")->isVisible()); // it is queued already
    QVERIFY(!find<QPushButton>("operationConfirm")->isEnabled()); // nothing is changed yet
    text->setPlainText(text->toPlainText().replace(QStringLiteral("anna"), QStringLiteral("otto")));
    click("operationConfirm");
    auto *difference = find<DifferenceView>("operationDifference");
    QTRY_VERIFY(difference->isVisible());
    const QString shown = difference->toPlainText();
    QVERIFY2(shown.contains(QStringLiteral("−   \"to\": \"anna\",")), qPrintable(shown));
    QVERIFY(shown.contains(QStringLiteral("+   \"to\": \"otto\",")));
    QVERIFY(shown.contains(QStringLiteral("    \"id\": \"2\","))); // around it
    QVERIFY(!find<QTableView>("operationSample")->isVisible());
    QCOMPARE(everything(m_bench->server, "q").count(QStringLiteral("anna")), 1); // nothing has happened
    click("operationConfirm");
    QTRY_COMPARE(everything(m_bench->server, "q"),
                 QStringLiteral(R"({"id":"1"} {"id":"2","to":"otto","n":[1.50,2]} {"id":"3"})"));
    click("operationUndoButton");
    m_bench->confirm();
    QTRY_COMPARE(everything(m_bench->server, "q"),
                 QStringLiteral(R"({"id":"1"} {"id":"2","to":"anna","n":[1.50,2]} {"id":"3"})"));
}

void TestJobTools::editsADeadLetterAndRequeuesIt()
{
    m_bench->server.run({"RPUSH", "dead", "7"});
    m_bench->server.run({"HSET", "job:7", "payload", R"({"to":"anna"})", "attempts", "3", "class", "Mail"});
    open(QStringLiteral("dead"));
    QTRY_COMPARE(m_bench->names(), QStringList{QStringLiteral("7")});
    openForm(0);
    auto *which = find<QComboBox>("editWhich");
    QCOMPARE(which->currentText(), QStringLiteral("payload"));
    QCOMPARE(which->count(), 3);
    QVERIFY(find<QCheckBox>("editRequeue")->isChecked()); // what a dead letter is edited for
    find<QPlainTextEdit>("editText")->setPlainText(QStringLiteral("{\"to\": \"otto\"}"));
    click("operationConfirm");
    QTRY_VERIFY(find<DifferenceView>("operationDifference")->isVisible());
    QCOMPARE(find<QPushButton>("operationConfirm")->text(), QStringLiteral("Edit and requeue 1 job"));
    click("operationConfirm");
    QTRY_COMPARE(everything(m_bench->server, "q"), QStringLiteral("7"));
    QCOMPARE(m_bench->server.run({"HGET", "job:7", "payload"}).bytes, R"({"to":"otto"})"); // as it was written
    QCOMPARE(m_bench->server.run({"HGET", "job:7", "attempts"}).bytes, "0");
}

void TestJobTools::saysWhatIsWrongWithTheText()
{
    m_bench->server.run({"RPUSH", "q", R"({"id":"2","to":"anna"})"});
    open();
    openForm(0);
    auto *text = find<QPlainTextEdit>("editText");
    text->setPlainText(QStringLiteral("{\n  \"id\": \"2\",\n  \"to\": \n}"));
    QVERIFY(!find<QPushButton>("operationConfirm")->isEnabled());
    QVERIFY2(find<QLabel>("editNote")->text().startsWith(QStringLiteral("Not JSON: line 4")),
             qPrintable(find<QLabel>("editNote")->text()));
    // Refused by the planner, with the reason, in the dialog: another id would make it another job.
    text->setPlainText(QStringLiteral("{\"id\": \"3\"}"));
    click("operationConfirm");
    QTRY_VERIFY(find<QPushButton>("operationCancel")->text() == QStringLiteral("Close"));
    QCOMPARE(everything(m_bench->server, "q"), QStringLiteral(R"({"id":"2","to":"anna"})"));
}

void TestJobTools::offersNoEditOfWhatIsHidden()
{
    m_bench->server.run({"RPUSH", "q", R"({"id":"2","pay":{"card":"4111"}})"});
    open();
    QTRY_VERIFY(m_bench->table() != nullptr && m_bench->table()->model()->rowCount() == 1);
    m_bench->table()->selectRow(0);
    QTRY_VERIFY(find<QPushButton>("editJobButton") != nullptr && find<QPushButton>("editJobButton")->isVisible());
    QVERIFY(!find<QPushButton>("editJobButton")->isEnabled());
    QVERIFY(find<QPushButton>("editJobButton")->toolTip().contains(QStringLiteral("options.redact")));
    click("copyJson");
    QVERIFY(!QGuiApplication::clipboard()->text().contains(QStringLiteral("4111")));
}

void TestJobTools::copiesAJobAsJson()
{
    m_bench->server.run({"RPUSH", "q", "7"});
    m_bench->server.run({"HSET", "job:7", "payload", R"({"to":"anna"})", "attempts", "2", "card", "4111", "created_at",
                         "1700000000000", "note", QByteArray(70'000, 'x')});
    open();
    QTRY_VERIFY(m_bench->table() != nullptr && m_bench->table()->model()->rowCount() == 1);
    m_bench->table()->selectRow(0);
    click("copyJson");
    const QJsonObject job = QJsonDocument::fromJson(QGuiApplication::clipboard()->text().toUtf8()).object();
    QCOMPARE(job[QStringLiteral("id")].toString(), QStringLiteral("7"));
    QCOMPARE(job[QStringLiteral("key")].toString(), QStringLiteral("q"));
    QCOMPARE(job[QStringLiteral("state")].toString(), QStringLiteral("ready"));
    QCOMPARE(job[QStringLiteral("record")].toString(), QStringLiteral("job:7"));
    const QJsonObject fields = job[QStringLiteral("fields")].toObject();
    QCOMPARE(fields[QStringLiteral("payload")].toString(), QStringLiteral(R"({"to":"anna"})"));
    QCOMPARE(fields[QStringLiteral("attempts")].toString(), QStringLiteral("2"));
    QCOMPARE(fields[QStringLiteral("card")].toString(), QStringLiteral("•••"));
    QCOMPARE(job[QStringLiteral("createdAt")].toInteger(), 1'700'000'000'000);
    QVERIFY(job.contains(QStringLiteral("startedAt")) && job[QStringLiteral("startedAt")].isNull());
    QCOMPARE(job[QStringLiteral("cut")].toArray(), QJsonArray{QStringLiteral("note")}); // it looks whole, and is not
}

void TestJobTools::searchesAllOfAState()
{
    redis::Pipeline pipeline;
    for (int i = 0; i < 1'000; ++i) {
        const QByteArray id = "j" + QByteArray::number(i);
        pipeline.add({"LPUSH", "q", id});
        pipeline.add({"HSET", "job:" + id, "payload", i % 250 == 7 ? R"({"to":"Otto"})" : R"({"to":"anna"})"});
    }
    m_bench->server.run(pipeline);
    open(QStringLiteral("ready"));
    QTRY_COMPARE(m_bench->names().size(), 100);
    QVERIFY(!find<QPushButton>("searchAll")->isVisible());
    auto *filter = find<QLineEdit>("filter");
    QVERIFY(filter != nullptr);
    filter->setText(QStringLiteral("otto"));
    click("searchAll");
    QTRY_COMPARE(find<ElidedLabel>("newRowsText")->fullText(), QStringLiteral("4 found · looked at all 1,000"));
    QCOMPARE(
        m_bench->names(),
        (QStringList{QStringLiteral("j7"), QStringLiteral("j257"), QStringLiteral("j507"), QStringLiteral("j757")}));
    // Rows found can be worked on like any others.
    m_bench->table()->selectRow(1);
    QTRY_VERIFY(find<QPushButton>("editJobButton")->isEnabled());
    click("showNewRows"); // back to all
    QTRY_COMPARE(m_bench->names().size(), 0); // the filter is still there
    filter->setText(QStringLiteral("nobody"));
    click("searchAll");
    QTRY_VERIFY(
        find<ElidedLabel>("newRowsText")->fullText().startsWith(QStringLiteral("0 found · looked at all 1,000")));
    filter->clear();
    QTRY_COMPARE(m_bench->names().size(), 100);
}

/// A search without a result can be continued, and names the range that it has covered.
void TestJobTools::searchesOnUntilItFinds()
{
    constexpr int jobs = 25'000;
    m_bench->server.run({"EVAL", "for i = 1, ARGV[1] do redis.call('RPUSH', KEYS[1], 'j' .. i) end", "1", "q",
                         QByteArray::number(jobs)});
    open(QStringLiteral("ready"));
    QTRY_COMPARE(m_bench->names().size(), 100);
    auto *search = m_bench->window->findChild<ElementSearch *>();
    const auto *button = find<QPushButton>("searchAll");
    const auto heading = [this] { return find<Notice>("elementsNotice")->heading(); };
    // Stopped in the middle.
    const auto stopping = connect(search, &ElementSearch::changed, this, [this, search, steps = 0]() mutable {
        if (search->is() == ElementSearch::Is::Running && ++steps == 3) {
            click("searchAll");
        }
    });
    find<QLineEdit>("filter")->setText(QStringLiteral("nobody"));
    click("searchAll");
    QTRY_COMPARE(search->is(), ElementSearch::Is::Paused);
    disconnect(stopping);
    QVERIFY2(heading().startsWith(QStringLiteral("“nobody” not found in the first "))
                 && heading().endsWith(QStringLiteral(" of 25,000")),
             qPrintable(heading()));
    QCOMPARE(button->text(), QStringLiteral("Keep searching"));
    click("searchAll");
    QTRY_VERIFY_WITH_TIMEOUT(search->is() != ElementSearch::Is::Running, 60'000);
    QCOMPARE(search->is(), ElementSearch::Is::Done);
    QCOMPARE(heading(), QStringLiteral("No job here has “nobody”"));
    QVERIFY2(search->summary().endsWith(QStringLiteral("looked at all 25,000")), qPrintable(search->summary()));
}

/// A worker takes 150 while the search rests: what followed them stands where it has looked already.
void TestJobTools::passesOverNoneThatStays()
{
    constexpr int jobs = 2'000, taken = 150;
    redis::Pipeline pipeline;
    for (int i = 0; i < jobs; ++i) {
        const QByteArray id = "j" + QByteArray::number(i);
        pipeline.add({"LPUSH", "q", id});
        pipeline.add({"HSET", "job:" + id, "payload", i % 100 == 99 ? "otto" : "anna"});
    }
    m_bench->server.run(pipeline);
    open(QStringLiteral("ready"));
    QTRY_COMPARE(m_bench->names().size(), 100);
    auto *search = m_bench->window->findChild<ElementSearch *>();
    QVERIFY(search != nullptr);
    int steps = 0;
    connect(search, &ElementSearch::changed, this, [this, search, &steps] {
        if (search->is() == ElementSearch::Is::Running && ++steps > 1) { // it said that it runs before the first
            m_bench->server.run({"RPOP", "q", QByteArray::number(taken)});
        }
    });
    find<QLineEdit>("filter")->setText(QStringLiteral("otto"));
    click("searchAll");
    QTRY_COMPARE(search->is(), ElementSearch::Is::Done);
    QVERIFY(steps > 3);
    const QStringList names = m_bench->names();
    for (int i = 99; i < jobs; i += 100) { // who was there at the end was found
        const QByteArray id = "j" + QByteArray::number(i);
        const bool isThere = !m_bench->server.run({"LPOS", "q", id}).isNil();
        QVERIFY2(!isThere || names.contains(QString::fromUtf8(id)), id.constData());
    }
    QVERIFY(search->summary().startsWith(QStringLiteral("%1 found").arg(search->found().size())));
}

void TestJobTools::reconcilesJobsWithTheirRecords()
{
    const QByteArray late = QByteArray::number(QDateTime::currentMSecsSinceEpoch() + 600'000);
    m_bench->server.run({"ZADD", "p", late, "1", late, "2"});
    m_bench->server.run({"RPUSH", "q", "3"});
    for (const QByteArray id : {"1", "3", "4", "5"}) {
        m_bench->server.run({"HSET", "job:" + id, "class", "Mail"});
    }
    m_bench->server.run({"HSET", "job:5", "finished_at", "1700000000000"});
    open();
    auto *action = m_bench->window->findChild<QAction *>(QStringLiteral("reconcileAction"));
    QTRY_VERIFY(action != nullptr && action->isVisible());
    action->trigger();
    QTRY_VERIFY(m_bench->window->findChild<QDialog *>(QStringLiteral("reconcileDialog")) != nullptr);
    QTRY_COMPARE(find<QPushButton>("reconcileButton")->text(), QStringLiteral("Look again"));
    const auto namesOf = [this](const char *table) {
        QStringList names;
        const QAbstractItemModel *model = find<TableView>(table)->model();
        for (int row = 0; row < model->rowCount(); ++row) {
            names.append(model->index(row, 0).data().toString());
        }
        return names;
    };
    QCOMPARE(namesOf("withoutRecordTable"), QStringList{QStringLiteral("2")});
    QCOMPARE(namesOf("nowhereTable"), QStringList{QStringLiteral("4")});
    QVERIFY(find<QLabel>("withoutRecordProgress")->text().contains(QStringLiteral("looked at 2 of 2")));
    QVERIFY(find<QLabel>("nowhereProgress")->text().contains(QStringLiteral("1 more is finished")));
    click("reconcileRequeueButton");
    m_bench->confirm();
    QTRY_COMPARE(everything(m_bench->server, "q"), QStringLiteral("4 3"));
    QTRY_VERIFY(find<QPushButton>("operationUndoButton")->isEnabled());
    click("reconcileDeadLetterButton");
    m_bench->confirm();
    QTRY_COMPARE(everything(m_bench->server, "dead"), QStringLiteral("2"));
    QCOMPARE(m_bench->server.run({"ZCARD", "p"}).integer, 1);
    click("reconcileButton");
    QTRY_COMPARE(find<QPushButton>("reconcileButton")->text(), QStringLiteral("Look again"));
    QTRY_COMPARE(namesOf("nowhereTable"), QStringList());
    QVERIFY(!find<QPushButton>("reconcileRequeueButton")->isEnabled());
}

/// A requeue from the dialog asks first and then returns to it; Escape closes only this dialog.
void TestJobTools::theKeyboardStaysWithReconciling()
{
    m_bench->server.run({"RPUSH", "q", "3"});
    for (const QByteArray id : {"3", "4"}) {
        m_bench->server.run({"HSET", "job:" + id, "class", "Mail"});
    }
    open();
    auto *action = m_bench->window->findChild<QAction *>(QStringLiteral("reconcileAction"));
    QTRY_VERIFY(action != nullptr && action->isVisible());
    action->trigger();
    auto *dialog = m_bench->window->findChild<QDialog *>(QStringLiteral("reconcileDialog"));
    QTRY_COMPARE(find<QPushButton>("reconcileButton")->text(), QStringLiteral("Look again"));
    dialog->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(dialog));
    auto *requeue = find<QPushButton>("reconcileRequeueButton");
    QTRY_VERIFY(requeue->isEnabled());
    requeue->setFocus();
    QTest::keyClick(requeue, Qt::Key_Space);
    QTRY_VERIFY(find<QPushButton>("operationConfirm") != nullptr && find<QPushButton>("operationConfirm")->isVisible());
    auto *asked = find<QPushButton>("operationConfirm")->window();
    QVERIFY(QTest::qWaitForWindowActive(asked));
    QTest::keyClick(asked, Qt::Key_Tab);
    QTest::keyClick(asked, Qt::Key_Return);
    QTRY_COMPARE(everything(m_bench->server, "q"), QStringLiteral("4 3"));
    QTRY_COMPARE(QApplication::activeWindow(), dialog);
    QTRY_VERIFY(find<QPushButton>("operationUndoButton")->isEnabled());
    QCOMPARE(QApplication::activeWindow(), dialog);
    QVERIFY(dialog->focusWidget() != nullptr && dialog->focusWidget()->isEnabled());
    // And it may be given up as well.
    m_bench->server.run({"HSET", "job:6", "class", "Mail"});
    click("reconcileButton");
    QTRY_VERIFY(requeue->isEnabled());
    requeue->setFocus();
    QTest::keyClick(requeue, Qt::Key_Space);
    QTRY_VERIFY(find<QPushButton>("operationConfirm") != nullptr && find<QPushButton>("operationConfirm")->isVisible());
    QTest::keyClick(find<QPushButton>("operationConfirm")->window(), Qt::Key_Escape);
    QTRY_COMPARE(QApplication::activeWindow(), dialog);
    QCOMPARE(QApplication::focusWidget(), requeue);
}

/// Ages are by the server's clock; what was requeued stays where it is and says it, and cannot be requeued again.
void TestJobTools::whatReconcilingRequeuedIsStruckOut()
{
    const QByteArray made = QByteArray::number(QDateTime::currentMSecsSinceEpoch() - 13 * 60'000 - 5'000);
    for (const QByteArray id : {"4", "5"}) {
        m_bench->server.run({"HSET", "job:" + id, "class", "Mail", "created_at", made});
    }
    m_bench->server.run({"RPUSH", "q", "3"});
    open();
    reconcile();
    auto *table = find<TableView>("nowhereTable");
    const auto cell = [table](int row, int column, int role = Qt::DisplayRole) {
        return table->model()->index(row, column).data(role);
    };
    QCOMPARE(table->model()->rowCount(), 2);
    QVERIFY2(cell(0, 2).toString().startsWith(QLatin1String("13 min")), qPrintable(cell(0, 2).toString()));
    const int first = cell(0, 0).toString() == QLatin1String("4") ? 0 : 1;
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                      table->visualRect(table->model()->index(first, 0)).center());
    click("reconcileRequeueButton");
    m_bench->confirm();
    QTRY_COMPARE(everything(m_bench->server, "q"), QStringLiteral("4 3"));
    QTRY_VERIFY2(cell(first, 4).toString().startsWith(QLatin1String("requeued ")),
                 qPrintable(cell(first, 4).toString()));
    QVERIFY(cell(first, 0, RowsProxy::StruckRole).toBool());
    QVERIFY(!cell(1 - first, 0, RowsProxy::StruckRole).toBool());
    const auto *requeue = find<QPushButton>("reconcileRequeueButton");
    QVERIFY(!requeue->isEnabled()); // the row that is selected was requeued
    table->clearSelection();
    QTRY_VERIFY(requeue->isEnabled()); // the other was not
    m_bench->window->showPage(QStringLiteral("overview")); // the dialog stays open
    click("reconcileRequeueButton");
    m_bench->confirm();
    QTRY_COMPARE(everything(m_bench->server, "q"), QStringLiteral("5 4 3"));
    QTRY_VERIFY(cell(1 - first, 0, RowsProxy::StruckRole).toBool());
    QVERIFY(cell(first, 0, RowsProxy::StruckRole).toBool());
    QVERIFY(!requeue->isEnabled());
}

/// An undo that leaves a job alone, because a worker took it, does not offer that job again.
void TestJobTools::offersWhatAnUndoBroughtBack()
{
    for (const QByteArray id : {"4", "5"}) {
        m_bench->server.run({"HSET", "job:" + id, "class", "Mail"});
    }
    m_bench->server.run({"RPUSH", "q", "3"});
    open();
    reconcile();
    auto *table = find<TableView>("nowhereTable");
    const auto isStruck = [table](const char *id) {
        const QAbstractItemModel *model = table->model();
        const QModelIndexList found =
            model->match(model->index(0, 0), Qt::DisplayRole, QLatin1String(id), 1, Qt::MatchExactly);
        return !found.isEmpty() && found.front().data(RowsProxy::StruckRole).toBool();
    };
    click("reconcileRequeueButton");
    m_bench->confirm();
    QTRY_VERIFY(isStruck("4") && isStruck("5"));
    m_bench->window->outcomes().clear(); // as a look at a past moment does: the dialog stays as it is
    m_bench->server.run({"LREM", "q", "0", "4"});
    click("operationUndoButton");
    m_bench->confirm();
    QTRY_COMPARE(everything(m_bench->server, "q"), QStringLiteral("3"));
    QTRY_VERIFY(!isStruck("5"));
    QVERIFY(isStruck("4"));
    click("reconcileRequeueButton");
    m_bench->confirm();
    QTRY_COMPARE(everything(m_bench->server, "q"), QStringLiteral("5 3"));
}

void TestJobTools::offersNoRequeueWhereNobodyCanTellWhoIsLost()
{
    m_bench->server.run({"RPUSH", "q", "3"});
    m_bench->server.run({"HSET", "job:3", "class", "Mail"});
    m_bench->server.run({"HSET", "job:4", "class", "Mail"}); // a worker has it, or it is lost
    m_bench->open(R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"pollMs":100,)"
                  R"("collections":[{"name":"plain","kind":"queue","keys":{"ready":"q","job":"job:{id}"}}]})");
    m_bench->window->showPage(QStringLiteral("queue"));
    QTRY_VERIFY(m_bench->table() != nullptr);
    auto *action = m_bench->window->findChild<QAction *>(QStringLiteral("reconcileAction"));
    QTRY_VERIFY(action != nullptr && action->isVisible());
    action->trigger();
    QTRY_VERIFY(m_bench->window->findChild<QDialog *>(QStringLiteral("reconcileDialog")) != nullptr);
    QTRY_COMPARE(find<QPushButton>("reconcileButton")->text(), QStringLiteral("Look again"));
    QCOMPARE(find<TableView>("nowhereTable")->model()->rowCount(), 1);
    const auto *requeue = find<QPushButton>("reconcileRequeueButton");
    QVERIFY(!requeue->isEnabled());
    QVERIFY2(requeue->toolTip().contains(QStringLiteral("a job in work looks the same")),
             qPrintable(requeue->toolTip()));
}

/// In a cluster, a lost job is queued and a record edited by scripts that use its record and its queue.
void TestJobTools::offersNothingThatNeedsOneSlot()
{
    m_bench->server.run({"RPUSH", "q", "3"});
    for (const QByteArray id : {"3", "4"}) {
        m_bench->server.run({"HSET", "job:" + id, "class", "Mail"});
    }
    const auto why = [](const QWidget *control) { return control->isEnabled() ? QString() : control->toolTip(); };
    const QString apart = QStringLiteral("different slots of the cluster");
    m_bench->open(QByteArray(workspaceJson).replace("redis://", "redis+cluster://"));
    m_bench->window->showPage(QStringLiteral("queue"));
    QTRY_VERIFY(m_bench->table() != nullptr && m_bench->table()->model()->rowCount() == 1);
    m_bench->table()->selectRow(0);
    QTRY_VERIFY(find<QPushButton>("editJobButton") != nullptr && find<QPushButton>("editJobButton")->isVisible());
    QTRY_VERIFY2(why(find<QPushButton>("editJobButton")).contains(apart),
                 qPrintable(why(find<QPushButton>("editJobButton"))));
    QVERIFY(why(find<QPushButton>("editJobButton")).contains(QStringLiteral("q and job:3")));
    auto *action = m_bench->window->findChild<QAction *>(QStringLiteral("reconcileAction"));
    QTRY_VERIFY(action != nullptr && action->isVisible());
    action->trigger();
    QTRY_VERIFY(m_bench->window->findChild<QDialog *>(QStringLiteral("reconcileDialog")) != nullptr);
    QTRY_COMPARE(find<QPushButton>("reconcileButton")->text(), QStringLiteral("Look again"));
    QCOMPARE(find<TableView>("nowhereTable")->model()->rowCount(), 1);
    QVERIFY2(why(find<QPushButton>("reconcileRequeueButton")).contains(apart),
             qPrintable(why(find<QPushButton>("reconcileRequeueButton"))));
}

void TestJobTools::holdsSetsAgainstEachOther()
{
    m_bench->server.run({"SADD", "a", "1", "2", "3"});
    m_bench->server.run({"SADD", "b b", "2"});
    m_bench->server.run({"SADD", "c", "3"});
    m_bench->open(R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"pollMs":100,)"
                  R"("collections":[{"name":"flags","kind":"members","keys":{"set":"a"}}]})");
    m_bench->window->showPage(QStringLiteral("members"));
    QTRY_VERIFY(find<QLineEdit>("setOthers") != nullptr && find<QLineEdit>("setOthers")->isVisible());
    find<QLineEdit>("setOthers")->setText(QStringLiteral("\"b b\" c none"));
    click("setAsk");
    auto *answer = find<QLabel>("setAnswer");
    QTRY_COMPARE(answer->text(),
                 QStringLiteral("Here and in none of those: 1, exactly\n"
                                "a has 3, b b has 1, c has 1, none does not exist\nSome of them: 1"));
    QVERIFY2(find<QLineEdit>("setOthers")->placeholderText().contains(QStringLiteral("\"with space\"")),
             "that quotes are to be used is to be seen");
    m_bench->server.run({"SADD", "q \"x\"", "2", "3"});
    find<QLineEdit>("setOthers")->setText(QStringLiteral("\"q \\\"x\\\"\""));
    click("setAsk");
    QTRY_VERIFY2(answer->text().contains(QStringLiteral("q \"x\" has 2")), qPrintable(answer->text()));
    click("setShow");
    QTRY_COMPARE(m_bench->names(), QStringList{QStringLiteral("1")});
    find<QLineEdit>("setOthers")->setText(QStringLiteral("c"));
    find<QComboBox>("setQuestion")->setCurrentIndex(1);
    click("setAsk");
    QTRY_VERIFY(answer->text().startsWith(QStringLiteral("In all of them: 1, exactly")));
    find<QComboBox>("setQuestion")->setCurrentIndex(2);
    click("setAsk");
    QTRY_VERIFY(answer->text().startsWith(QStringLiteral("In any of them: 3, exactly")));
    m_bench->server.run({"SET", "text", "x"});
    find<QLineEdit>("setOthers")->setText(QStringLiteral("text"));
    click("setAsk");
    QTRY_VERIFY(answer->text().contains(QStringLiteral("is not a set")));
}

QTEST_MAIN(TestJobTools)
#include "tst_jobtools.moc"
