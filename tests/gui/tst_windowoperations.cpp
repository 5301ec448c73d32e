// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/journalmodel.h"
#include "redis/operations/run/operator.h"
#include "tests/gui/windowbench.h"
#include "tests/support/timing.h"
#include "views/operations/operationbar.h"
#include "views/operations/operationdialog.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/notice.h"
#include "views/window/writewindow.h"

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTimer>
#include <QToolButton>

using namespace plimsoll;
using namespace plimsoll::views;
using plimsoll::testing::RedisServer;
using plimsoll::testing::WindowBench;

namespace {

constexpr int jobs = 5;

QByteArray workspaceJson(const QByteArray &connection, const QByteArray &name)
{
    return R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379")" + connection
        + R"(},"pollMs":100,"collections":[{"name":")" + name
        + R"(","kind":"queue","keys":{"ready":["q:high","q"],)"
          R"("processing":"p","delayed":"d","dead":"dead","job":"job:{id}"},)"
          R"("options":{"staleAfter":"30s","maxAttempts":3}}]})";
}

/// Everything the server holds, as text that can be compared.
QByteArray everything(RedisServer &server)
{
    QByteArray all;
    for (const QByteArray key : {"q:high", "q", "dead"}) {
        all += key + ":";
        for (const redis::Reply &element : server.run({"LRANGE", key, "0", "-1"}).elements) {
            all += ' ' + element.bytes;
        }
        all += '\n';
    }
    for (const redis::Reply &element : server.run({"ZRANGE", "p", "0", "-1", "WITHSCORES"}).elements) {
        all += ' ' + element.bytes;
    }
    for (int i = 0; i < jobs; ++i) {
        all += '\n' + server.run({"HGET", "job:j" + QByteArray::number(i), "attempts"}).bytes;
    }
    return all;
}

} // namespace

/// From click to undo, with the real window, the real threads and a real server.
class TestWindowOperations final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init();
    void cleanup() { m_bench.reset(); }
    void requeueThenUndo();
    void aKeyUndoesTheLastOperation();
    void aResultBelongsToItsPageForAWhile();
    void aResultStaysWhileItIsUsed();
    void aResultIsToldOnOtherPages();
    void undoFromTheJournal();
    void noUndoOnceTheServerLostItsData();
    void theJournalKnowsOperationsOfOtherServers();
    void theJournalOffersNoUndoInVain();
    void theJournalKnowsWhatAKeyFoundInVain();
    void anUndoFromElsewhereIsLearnt();
    void theJournalSaysWhatIsNotBack();
    void readOnlyDisablesAndSaysWhy();
    void productionIsOffUntilAllowed();
    void changesAreAllowedForAWhile();
    void productionWantsTheName();
    void aLongNameToTypeIsShownWhole();
    void nothingIsDoneOnCancel();
    void deadLettersOneByOne();
    void deadLettersByGroup();
    void allGroupsOfDeadLetters();
    void deadLettersAreReadFurther();
    void aGroupIsLookedIntoAndLeft();
    void theInspectorActsOnAllThatIsSelected();
    void rowsOfSeveralStatesAreNotActedOn();
    void deadLettersKeepTheirAttempts();
    void hiddenErrorsAndClassesAreHiddenEverywhere();
    void refusedSaysWhyInPlace();
    void hungServerDoesNotHoldTheWindow();
    void aHungServerHasNoRate();
    void oneAtATimeAndStopBeforeItBegins();
    void leavingTheServerEndsTheLine();

private:
    void open(const QByteArray &connection = {}, const QByteArray &name = "email");
    void openDeadGroups();
    template <typename Widget> [[nodiscard]] Widget *find(const char *name) const
    {
        return m_bench->find<Widget>(name);
    }
    [[nodiscard]] OperationDialog *dialog() { return find<OperationDialog>("operationDialog"); }
    QPushButton *waitForPlan();
    void requeue();
    static void leaveFocus()
    {
        if (QWidget *at = QApplication::focusWidget()) {
            at->clearFocus();
        }
    }
    QString barText() { return find<ElidedLabel>("operationBarText")->fullText(); }

    std::unique_ptr<WindowBench> m_bench;
};

void TestWindowOperations::init()
{
    m_bench = std::make_unique<WindowBench>();
    m_bench->server.run({"RPUSH", "q", "w1", "w2"});
    m_bench->server.run({"RPUSH", "dead", "d1", "d2"});
    const qint64 past = QDateTime::currentMSecsSinceEpoch() - 120'000;
    for (int i = 0; i < jobs; ++i) {
        const QByteArray id = "j" + QByteArray::number(i);
        m_bench->server.run({"ZADD", "p", QByteArray::number(past + i), id});
        m_bench->server.run({"HSET", "job:" + id, "class", "SendInvoice", "attempts", i == 0 ? "3" : "1"});
    }
}

void TestWindowOperations::open(const QByteArray &connection, const QByteArray &name)
{
    m_bench->open(workspaceJson(connection, name));
    m_bench->window->showPage(QStringLiteral("queue"));
    QTRY_VERIFY(find<QPushButton>("requeueButton") != nullptr);
    QTRY_COMPARE(find<QPushButton>("requeueButton")->text(), QStringLiteral("Requeue 5 stale"));
}

/// The button that confirms, once the plan is there.
QPushButton *TestWindowOperations::waitForPlan()
{
    auto *confirm = find<QPushButton>("operationConfirm");
    [confirm] { QTRY_VERIFY(confirm->isVisible()); }();
    return confirm;
}

void TestWindowOperations::requeueThenUndo()
{
    open();
    const QByteArray before = everything(m_bench->server);
    auto *requeue = find<QPushButton>("requeueButton");
    QTRY_VERIFY(requeue->isEnabled());
    QTest::mouseClick(requeue, Qt::LeftButton);
    QTRY_VERIFY(dialog() != nullptr);
    QPushButton *confirm = waitForPlan();
    QCOMPARE(find<ElidedLabel>("operationTitle")->fullText(),
             QStringLiteral("Requeue 4 and dead-letter 1 of 5 stale jobs of email"));
    QCOMPARE(confirm->text(), QStringLiteral("Requeue 4, dead-letter 1"));
    QVERIFY(find<QPlainTextEdit>("operationCommands")->toPlainText().contains(QLatin1String("EVALSHA")));
    QVERIFY(find<QLabel>("operationUndo")->text().startsWith(QLatin1String("Can be undone until")));
    QCOMPARE(find<QTableView>("operationSample")->model()->rowCount(), 4);
    QVERIFY(!find<QCheckBox>("operationKeepAttempts")->isVisible()); // dead letters alone start again
    QVERIFY(find<QPushButton>("operationCancel")->hasFocus());
    QVERIFY(!find<QLineEdit>("operationName")->isVisible()); // nothing to type: few, and not production
    QTest::mouseClick(confirm, Qt::LeftButton);

    auto *undo = find<QPushButton>("operationUndoButton");
    QTRY_VERIFY(undo->isVisible());
    QCOMPARE(barText(), QStringLiteral("Requeue, email: 4 requeued, 1 to dead letters"));
    QCOMPARE(m_bench->server.run({"ZCARD", "p"}).integer, 0);
    QTRY_COMPARE(requeue->toolTip(), QStringLiteral("No job is stale now: no worker is overdue."));

    QTest::mouseClick(undo, Qt::LeftButton);
    QTRY_VERIFY(dialog() != nullptr);
    confirm = waitForPlan();
    QCOMPARE(confirm->text(), QStringLiteral("Put back 5 jobs"));
    QTest::mouseClick(find<QPushButton>("operationCancel"), Qt::LeftButton);
    QTRY_VERIFY(dialog() == nullptr);
    // The journal says what is known: what an undo needs is kept, and how much of it could go back.
    m_bench->window->showPage(QStringLiteral("journal"));
    const auto cell = [this] {
        const QAbstractItemModel *journal = find<views::TableView>("journal")->model();
        return journal->index(0, int(models::JournalModel::Column::Undo)).data().toString();
    };
    QTRY_COMPARE(cell(), QStringLiteral("5 of 5"));
    QTest::mouseClick(undo, Qt::LeftButton);
    QTRY_VERIFY(dialog() != nullptr);
    QTest::mouseClick(waitForPlan(), Qt::LeftButton);
    QTRY_COMPARE(barText(), QStringLiteral("Undo, email: 5 put back"));
    QCOMPARE(everything(m_bench->server), before);
}

void TestWindowOperations::requeue()
{
    open();
    QTRY_VERIFY(find<QPushButton>("requeueButton")->isEnabled());
    QTest::mouseClick(find<QPushButton>("requeueButton"), Qt::LeftButton);
    QTest::mouseClick(waitForPlan(), Qt::LeftButton);
    QTRY_VERIFY(find<QPushButton>("operationUndoButton")->isVisible());
}

/// From every page, and after the result has left.
void TestWindowOperations::aKeyUndoesTheLastOperation()
{
    open();
    const QByteArray before = everything(m_bench->server);
    const auto *undo = m_bench->window->findChild<QAction *>(QStringLiteral("undoLastAction"));
    QVERIFY(!undo->isEnabled());
    QTRY_VERIFY(find<QPushButton>("requeueButton")->isEnabled());
    QTest::mouseClick(find<QPushButton>("requeueButton"), Qt::LeftButton);
    QTest::mouseClick(waitForPlan(), Qt::LeftButton);
    QTRY_VERIFY(undo->isEnabled());
    find<OperationBar>("operationBar")->clear();
    m_bench->window->showPage(QStringLiteral("overview"));
    QVERIFY(undo->isEnabled());
    m_bench->window->activateWindow();
    QTRY_VERIFY(m_bench->window->isActiveWindow());
    QTest::keyClick(m_bench->window, Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY(dialog() != nullptr);
    QTest::mouseClick(waitForPlan(), Qt::LeftButton);
    QTRY_COMPARE(everything(m_bench->server), before);
    QTRY_VERIFY(!undo->isEnabled()); // it is undone
}

/// On another page it is hidden, its time goes on, and on its own page it is back until then. Its room stays.
void TestWindowOperations::aResultBelongsToItsPageForAWhile()
{
    requeue();
    const auto *bar = find<OperationBar>("operationBar");
    auto *stay = m_bench->window->findChild<QTimer *>(QStringLiteral("operationStay"));
    QVERIFY(stay->isActive());
    QCOMPARE(stay->intervalAsDuration(), std::chrono::seconds(30));
    const auto places = [this] {
        QList<QRect> all;
        for (const char *name : {"queuePage", "elements", "statusStrip"}) {
            if (const auto *widget = find<QWidget>(name)) {
                all << QRect(widget->mapTo(m_bench->window, QPoint()), widget->size());
            }
        }
        return all;
    };
    m_bench->window->showPage(QStringLiteral("overview"));
    QVERIFY(!bar->isVisible());
    m_bench->window->showPage(QStringLiteral("journal"));
    QVERIFY(!bar->isVisible());
    QVERIFY(stay->isActive());
    m_bench->window->showPage(QStringLiteral("queue"));
    QVERIFY(bar->isVisible());
    QCOMPARE(barText(), QStringLiteral("Requeue, email: 4 requeued, 1 to dead letters"));
    leaveFocus();
    QCoreApplication::processEvents();
    const QList<QRect> before = places();
    stay->start(0); // as after 30 s
    QTRY_VERIFY(!bar->isVisible());
    QCoreApplication::processEvents();
    QCOMPARE(places(), before);
    m_bench->window->showPage(QStringLiteral("overview"));
    m_bench->window->showPage(QStringLiteral("queue"));
    QVERIFY(!bar->isVisible());
    m_bench->window->showPage(QStringLiteral("journal")); // which keeps it, and its undo
    QTRY_COMPARE(find<QTableView>("journal")->model()->rowCount(), 1);
    find<QTableView>("journal")->selectRow(0);
    QTRY_VERIFY(find<QPushButton>("journalUndo")->isEnabled());
}

void TestWindowOperations::aResultStaysWhileItIsUsed()
{
    requeue();
    auto *bar = find<OperationBar>("operationBar");
    auto *stay = m_bench->window->findChild<QTimer *>(QStringLiteral("operationStay"));
    const QSignalSpy due(stay, &QTimer::timeout);
    leaveFocus();
    QTest::mouseMove(bar, bar->rect().center());
    QTRY_VERIFY(bar->underMouse());
    stay->start(0);
    QTRY_COMPARE(due.size(), 1);
    QVERIFY(bar->isVisible());
    m_bench->window->activateWindow(); // as a window manager does
    QTRY_VERIFY(m_bench->window->isActiveWindow());
    find<QPushButton>("operationUndoButton")->setFocus();
    QTest::mouseMove(m_bench->window, QPoint(5, 5));
    QTRY_VERIFY(!bar->underMouse());
    stay->start(0);
    QTRY_COMPARE(due.size(), 2);
    QVERIFY(bar->isVisible());
    leaveFocus();
    QTRY_VERIFY(!bar->isVisible());
}

/// An operation that ends while another page is on screen says so in the status bar; its result waits on its page.
void TestWindowOperations::aResultIsToldOnOtherPages()
{
    open();
    QTRY_VERIFY(find<QPushButton>("requeueButton")->isEnabled());
    m_bench->connection->setPaused(true);
    QTest::mouseClick(find<QPushButton>("requeueButton"), Qt::LeftButton);
    QPushButton *confirm = waitForPlan();
    m_bench->server.pause(); // it hangs before its first batch
    QTest::mouseClick(confirm, Qt::LeftButton);
    const auto *bar = find<OperationBar>("operationBar");
    m_bench->window->showPage(QStringLiteral("overview"));
    QVERIFY(bar->isVisible()); // it can be stopped from everywhere
    m_bench->server.resume();
    QTRY_VERIFY_WITH_TIMEOUT(!bar->isRunning(), 20'000);
    QVERIFY(!bar->isVisible());
    QCOMPARE(find<QStatusBar>("statusStrip")->currentMessage(),
             QStringLiteral("Requeue, email: 4 requeued, 1 to dead letters"));
    QVERIFY(!m_bench->window->findChild<QTimer *>(QStringLiteral("operationStay"))->isActive()); // not seen yet
    m_bench->window->showPage(QStringLiteral("queue"));
    QVERIFY(bar->isVisible());
    QVERIFY(m_bench->window->findChild<QTimer *>(QStringLiteral("operationStay"))->isActive());
}

void TestWindowOperations::undoFromTheJournal()
{
    open();
    const QByteArray before = everything(m_bench->server);
    QTRY_VERIFY(find<QPushButton>("requeueButton")->isEnabled());
    QTest::mouseClick(find<QPushButton>("requeueButton"), Qt::LeftButton);
    QTest::mouseClick(waitForPlan(), Qt::LeftButton);
    QTRY_VERIFY(find<QPushButton>("operationDetails")->isVisible());
    QTest::mouseClick(find<QPushButton>("operationDetails"), Qt::LeftButton);
    QCOMPARE(m_bench->window->currentPage(), QStringLiteral("journal"));
    auto *journal = find<QTableView>("journal");
    QTRY_COMPARE(journal->model()->rowCount(), 1);
    auto *undo = find<QPushButton>("journalUndo");
    QTRY_VERIFY(undo->isVisible());
    QVERIFY(undo->isEnabled());
    QTest::mouseClick(undo, Qt::LeftButton);
    QTRY_VERIFY(dialog() != nullptr);
    QTest::mouseClick(waitForPlan(), Qt::LeftButton);
    QTRY_COMPARE(journal->model()->rowCount(), 2);
    QCOMPARE(everything(m_bench->server), before);
    QTRY_VERIFY(!undo->isEnabled()); // it is undone
}

/// A server that came back without its data: the journal says the same as the line of the result and Ctrl+Z.
void TestWindowOperations::noUndoOnceTheServerLostItsData()
{
    requeue();
    m_bench->window->showPage(QStringLiteral("journal"));
    auto *journal = find<QTableView>("journal");
    QTRY_COMPARE(journal->model()->rowCount(), 1);
    journal->selectRow(0);
    const auto *undo = find<QPushButton>("journalUndo");
    QTRY_VERIFY(undo->isEnabled());
    const auto kept = [journal] {
        return journal->model()->index(0, static_cast<int>(models::JournalModel::Column::Undo)).data().toString();
    };
    QTRY_COMPARE(kept(), QStringLiteral("kept"));
    m_bench->server.stop();
    QTRY_VERIFY_WITH_TIMEOUT(!undo->isEnabled(), 30'000); // the window has noticed
    m_bench->server.start();
    QTRY_COMPARE_WITH_TIMEOUT(kept(), QStringLiteral("not here"), 30'000);
    QVERIFY(!undo->isEnabled());
    QVERIFY2(undo->toolTip().startsWith(QStringLiteral("Can't be undone: the server came back at ")),
             qPrintable(undo->toolTip()));
    QTRY_COMPARE(m_bench->window->findChild<QAction *>(QStringLiteral("undoLastAction"))->toolTip(), undo->toolTip());
}

/// An operation of another server is no offer here, and the journal says so of a row that was not selected.
void TestWindowOperations::theJournalKnowsOperationsOfOtherServers()
{
    requeue();
    const QByteArray past = QByteArray::number(QDateTime::currentMSecsSinceEpoch() - 120'000);
    m_bench->server.run({"ZADD", "p", past, "later"}); // so that it is not the last one, which is checked anyway
    QTRY_COMPARE(find<QPushButton>("requeueButton")->text(), QStringLiteral("Requeue 1 stale"));
    QTRY_VERIFY(find<QPushButton>("requeueButton")->isEnabled());
    QTest::mouseClick(find<QPushButton>("requeueButton"), Qt::LeftButton);
    QTest::mouseClick(waitForPlan(), Qt::LeftButton);
    QTRY_COMPARE(barText(), QStringLiteral("Requeue, email: 1 requeued"));
    RedisServer other;
    m_bench->session->open(m_bench->session->document().workspace(), other.local(),
                           app::WorkspaceDocument::Keeping::Nowhere);
    m_bench->window->showPage(QStringLiteral("journal"));
    auto *journal = find<QTableView>("journal");
    QTRY_COMPARE(journal->model()->rowCount(), 2);
    const auto undo = [journal] {
        return journal->model()->index(1, static_cast<int>(models::JournalModel::Column::Undo)).data().toString();
    };
    QTRY_COMPARE_WITH_TIMEOUT(undo(), QStringLiteral("not here"), 30'000);
    QVERIFY(!journal->selectionModel()->hasSelection());
}

/// An undo whose preview found that nothing can go back is not offered again until the journal is opened next.
void TestWindowOperations::theJournalOffersNoUndoInVain()
{
    requeue();
    for (const QByteArray key : {"q:high", "q", "dead"}) { // workers took all of it
        m_bench->server.run({"DEL", key});
    }
    m_bench->window->showPage(QStringLiteral("journal"));
    auto *journal = find<QTableView>("journal");
    QTRY_COMPARE(journal->model()->rowCount(), 1);
    journal->selectRow(0);
    auto *undo = find<QPushButton>("journalUndo");
    QTRY_VERIFY(undo->isEnabled());
    QTest::mouseClick(undo, Qt::LeftButton);
    QTRY_VERIFY(dialog() != nullptr);
    QTRY_VERIFY(!undo->isEnabled());
    QVERIFY2(undo->toolTip().startsWith(QStringLiteral("Nothing of it can go back now")), qPrintable(undo->toolTip()));
    QCOMPARE(journal->model()->index(0, static_cast<int>(models::JournalModel::Column::Undo)).data().toString(),
             QStringLiteral("0 of 5"));
    dialog()->reject();
    QTRY_VERIFY(dialog() == nullptr);
    QVERIFY(!undo->isEnabled());
    m_bench->window->showPage(QStringLiteral("overview"));
    m_bench->window->showPage(QStringLiteral("journal"));
    journal->selectRow(0);
    QTRY_VERIFY(undo->isEnabled());
}

/// What Ctrl+Z found on another page stands in the journal, which offers it again all the same.
void TestWindowOperations::theJournalKnowsWhatAKeyFoundInVain()
{
    requeue();
    for (const QByteArray key : {"q:high", "q", "dead"}) { // workers took all of it
        m_bench->server.run({"DEL", key});
    }
    m_bench->window->activateWindow();
    QTRY_VERIFY(m_bench->window->isActiveWindow());
    QTest::keyClick(m_bench->window, Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY(dialog() != nullptr);
    QTRY_COMPARE(find<Notice>("operationNotice")->heading(),
                 QStringLiteral("Nothing to undo: all 5 were worked on, moved or removed since."));
    dialog()->reject();
    QTRY_VERIFY(dialog() == nullptr);
    m_bench->window->showPage(QStringLiteral("journal"));
    auto *journal = find<QTableView>("journal");
    QTRY_COMPARE(journal->model()->rowCount(), 1);
    journal->selectRow(0);
    QTRY_VERIFY(find<QPushButton>("journalUndo")->isEnabled());
    QCOMPARE(journal->model()->index(0, static_cast<int>(models::JournalModel::Column::Undo)).data().toString(),
             QStringLiteral("0 of 5"));
}

/// An operation that was undone by command is offered until the window has learnt it, and no longer.
void TestWindowOperations::anUndoFromElsewhereIsLearnt()
{
    requeue();
    const auto *undo = m_bench->window->findChild<QAction *>(QStringLiteral("undoLastAction"));
    QVERIFY(undo->isEnabled());
    redis::Operator command(m_bench->dataDir());
    const QSignalSpy previewed(&command, &redis::Operator::previewed);
    const QSignalSpy finished(&command, &redis::Operator::finished);
    command.open(m_bench->server.local(), false);
    command.previewUndo(1, find<OperationBar>("operationBar")->undoable());
    QCOMPARE(previewed.size(), 1);
    const auto plan = previewed.front()[1].value<PlanPtr>();
    QVERIFY(plan->undone != nullptr); // which it names
    QCOMPARE(plan->undone->action, Action::Requeue);
    command.start(plan);
    QTRY_COMPARE(finished.size(), 1);
    m_bench->window->activateWindow();
    QTRY_VERIFY(m_bench->window->isActiveWindow());
    QTest::keyClick(m_bench->window, Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY(dialog() != nullptr);
    QTRY_COMPARE(find<Notice>("operationNotice")->heading(), QStringLiteral("This cannot be done"));
    dialog()->reject();
    QTRY_VERIFY(!undo->isEnabled());
    QVERIFY2(undo->toolTip().startsWith(QLatin1String("It has already been undone.")), qPrintable(undo->toolTip()));
    QVERIFY(!find<QPushButton>("operationUndoButton")->isVisible());
    QVERIFY(find<OperationBar>("operationBar")->undoable().isEmpty());
}

/// After an undo in part its line names those that are still where the operation put them, and not all that it took.
void TestWindowOperations::theJournalSaysWhatIsNotBack()
{
    requeue();
    m_bench->server.run({"LREM", "q:high", "0", "j3"}); // worked on since
    QTest::mouseClick(find<QPushButton>("operationUndoButton"), Qt::LeftButton);
    QTRY_VERIFY(dialog() != nullptr);
    QTest::mouseClick(waitForPlan(), Qt::LeftButton);
    QTRY_COMPARE(barText(), QStringLiteral("Undo, email: 4 put back, 1 skipped"));
    m_bench->window->showPage(QStringLiteral("journal"));
    auto *journal = find<QTableView>("journal");
    QTRY_COMPARE(journal->model()->rowCount(), 2);
    journal->selectRow(1);
    const auto labels = [this] {
        QStringList all;
        for (const QLabel *label : find<QWidget>("journalDetails")->findChildren<QLabel *>()) {
            all << label->text();
        }
        return all;
    };
    QTRY_COMPARE(find<QLabel>("journalElements")->text(), QStringLiteral("j3"));
    QVERIFY2(labels().contains(QStringLiteral("not put back")), qPrintable(labels().join(u'|')));
}

void TestWindowOperations::readOnlyDisablesAndSaysWhy()
{
    open(R"(,"readOnly":true)");
    auto *requeue = find<QPushButton>("requeueButton");
    QVERIFY(!requeue->isEnabled());
    QVERIFY(requeue->toolTip().startsWith(QLatin1String("Read-only")));
    QCOMPARE(requeue->accessibleDescription(), requeue->toolTip());
    QTest::mouseClick(requeue, Qt::LeftButton);
    QVERIFY(dialog() == nullptr);
}

void TestWindowOperations::productionIsOffUntilAllowed()
{
    open(R"(,"production":true)");
    const auto *requeue = find<QPushButton>("requeueButton");
    auto *changes = find<QToolButton>("changesButton");
    QVERIFY(changes->isVisible());
    QVERIFY(!requeue->isEnabled());
    QVERIFY(requeue->toolTip().startsWith(QLatin1String("This is a production connection")));
    const auto *mode = find<QLabel>("modeLabel");
    QCOMPARE(mode->text(), QStringLiteral("changes are off"));
    QTest::mouseClick(changes, Qt::LeftButton);
    QTRY_VERIFY(requeue->isEnabled());
    QVERIFY(changes->text().startsWith(QStringLiteral("changes on · 1")));
    QTest::mouseClick(changes, Qt::LeftButton);
    QTRY_VERIFY(!requeue->isEnabled());
    QCOMPARE(changes->text(), QStringLiteral("Allow changes"));
    QCOMPARE(mode->text(), QStringLiteral("changes are off"));
    // A running operation is completed, and its result stays.
    QTest::mouseClick(changes, Qt::LeftButton);
    QTRY_VERIFY(requeue->isEnabled());
    QTest::mouseClick(find<QPushButton>("requeueButton"), Qt::LeftButton);
    QTRY_VERIFY(dialog() != nullptr);
    QPushButton *confirm = waitForPlan();
    QTest::keyClicks(find<QLineEdit>("operationName"), QStringLiteral("email"));
    QTest::mouseClick(confirm, Qt::LeftButton);
    QTest::mouseClick(changes, Qt::LeftButton);
    QTRY_VERIFY(find<QPushButton>("operationUndoButton")->isVisible());
    QCOMPARE(m_bench->server.run({"ZCARD", "p"}).integer, 0);
    QTRY_VERIFY(!find<QPushButton>("operationUndoButton")->isEnabled());
}

void TestWindowOperations::changesAreAllowedForAWhile()
{
    views::WriteWindow window(nullptr, std::chrono::milliseconds(50));
    const QSignalSpy ended(&window, &views::WriteWindow::ended);
    QCOMPARE(window.left(), std::chrono::seconds(0));
    window.setOpen(true);
    QVERIFY(window.isOpen());
    QTRY_VERIFY(!window.isOpen());
    QCOMPARE(ended.size(), 1);
    QCOMPARE(window.left(), std::chrono::seconds(0));
    window.setOpen(true);
    window.setOpen(false);
    QCOMPARE(ended.size(), 1); // by hand
}

void TestWindowOperations::productionWantsTheName()
{
    open(R"(,"production":true)");
    QTest::mouseClick(find<QToolButton>("changesButton"), Qt::LeftButton);
    QTRY_VERIFY(find<QPushButton>("requeueButton")->isEnabled());
    QTest::mouseClick(find<QPushButton>("requeueButton"), Qt::LeftButton);
    QTRY_VERIFY(dialog() != nullptr);
    QPushButton *confirm = waitForPlan();
    QVERIFY(find<QLabel>("operationProduction")->isVisible());
    QVERIFY(!confirm->isEnabled());
    auto *name = find<QLineEdit>("operationName");
    name->setFocus();
    QTest::keyClicks(name, QStringLiteral("emai"));
    QTest::keyClick(name, Qt::Key_Return);
    QVERIFY(!confirm->isEnabled());
    QVERIFY(dialog()->isVisible());
    QTest::keyClicks(name, QStringLiteral("l"));
    QVERIFY(confirm->isEnabled());
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_VERIFY(find<QPushButton>("operationUndoButton")->isVisible());
    QCOMPARE(m_bench->server.run({"ZCARD", "p"}).integer, 0);
}

void TestWindowOperations::aLongNameToTypeIsShownWhole()
{
    open(R"(,"production":true)", QByteArray("mail-of-").repeated(20));
    QTest::mouseClick(find<QToolButton>("changesButton"), Qt::LeftButton);
    QTRY_VERIFY(find<QPushButton>("requeueButton")->isEnabled());
    QTest::mouseClick(find<QPushButton>("requeueButton"), Qt::LeftButton);
    QTRY_VERIFY(dialog() != nullptr);
    waitForPlan();
    const auto *label = find<QLabel>("operationTypeLabel");
    QTRY_VERIFY(label->height() >= label->heightForWidth(label->width()));
    const QRect whole =
        label->fontMetrics().boundingRect(QRect(0, 0, label->width(), 10'000), Qt::TextWordWrap,
                                          label->text().remove(QRegularExpression(QStringLiteral("<[^>]*>"))));
    QVERIFY2(whole.width() <= label->width(), qPrintable(QString::number(whole.width())));
    QVERIFY(dialog()->height() <= 720);
}

void TestWindowOperations::nothingIsDoneOnCancel()
{
    open();
    const QByteArray before = everything(m_bench->server);
    QTRY_VERIFY(find<QPushButton>("requeueButton")->isEnabled());
    QTest::mouseClick(find<QPushButton>("requeueButton"), Qt::LeftButton);
    waitForPlan();
    QTest::keyClick(dialog(), Qt::Key_Escape);
    QTRY_VERIFY(dialog() == nullptr);
    QTest::mouseClick(find<QPushButton>("requeueButton"), Qt::LeftButton);
    waitForPlan();
    QTest::keyClick(dialog()->focusWidget(), Qt::Key_Return, Qt::ControlModifier); // as on the page, which opened it
    QVERIFY(dialog() != nullptr && dialog()->isVisible());
    QCOMPARE(dialog()->focusWidget()->objectName(), QStringLiteral("operationConfirm"));
    dialog()->findChild<QPushButton *>(QStringLiteral("operationCancel"))->setFocus();
    QTest::keyClick(dialog()->focusWidget(), Qt::Key_Return); // the focus is on Cancel
    QTRY_VERIFY(dialog() == nullptr);
    QVERIFY(!find<OperationBar>("operationBar")->isVisible());
    QCOMPARE(everything(m_bench->server), before);
}

void TestWindowOperations::deadLettersOneByOne()
{
    open();
    auto *table = find<QTableView>("elements");
    const auto isDead = [table](int row) {
        return table->model()->index(row, 1).data().toString() == QLatin1String("dead");
    };
    QTRY_COMPARE(table->model()->rowCount(), 9);
    int row = 0;
    while (row < 9 && !isDead(row)) {
        ++row;
    }
    QVERIFY(row < 9);
    table->selectRow(row);
    QTRY_VERIFY(find<QPushButton>("inspector.discard") != nullptr);
    QTRY_VERIFY(find<QPushButton>("inspector.discard")->isEnabled());
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Delete);
    QTRY_VERIFY(dialog() != nullptr);
    QPushButton *confirm = waitForPlan();
    QCOMPARE(confirm->text(), QStringLiteral("Discard 1 job"));
    QCOMPARE(confirm->property("role").toString(), QStringLiteral("danger"));
    QTest::mouseClick(confirm, Qt::LeftButton);
    QTRY_COMPARE(barText(), QStringLiteral("Discard, email: 1 removed"));
    QCOMPARE(m_bench->server.run({"LLEN", "dead"}).integer, 1);
}

/// Three dead letters of two causes.
void TestWindowOperations::openDeadGroups()
{
    m_bench->server.run({"RPUSH", "dead", "d3"});
    m_bench->server.run({"HSET", "job:d1", "error", "timeout after 30 s"});
    m_bench->server.run({"HSET", "job:d3", "error", "timeout after 45 s"});
    open();
    auto *dead = find<QPushButton>("deadLettersButton");
    QTRY_COMPARE(dead->text(), QStringLiteral("Dead letters 3"));
    QTest::mouseClick(dead, Qt::LeftButton);
}

void TestWindowOperations::deadLettersByGroup()
{
    openDeadGroups();
    auto *groups = find<QTableView>("deadGroups");
    QTRY_COMPARE(groups->model()->rowCount(), 2);
    QCOMPARE(groups->model()->index(0, 0).data().toString(), QStringLiteral("timeout after # s"));
    auto *requeue = find<QPushButton>("requeueGroupButton");
    QCOMPARE(requeue->toolTip(), QStringLiteral("Select a group first."));
    groups->selectRow(0);
    QTRY_VERIFY(requeue->isEnabled());
    QTest::mouseClick(requeue, Qt::LeftButton);
    QTRY_VERIFY(dialog() != nullptr);
    QPushButton *confirm = waitForPlan();
    QCOMPARE(confirm->text(), QStringLiteral("Requeue 2 jobs"));
    QTest::mouseClick(confirm, Qt::LeftButton);
    QTRY_COMPARE(barText(), QStringLiteral("Requeue dead letters, email: 2 requeued"));
    QCOMPARE(m_bench->server.run({"LRANGE", "dead", "0", "-1"}).elements.size(), std::size_t(1));
    QTRY_VERIFY(groups->model()->index(0, 0).data(models::StruckRole).toBool()); // it stays, with nothing in it
    QCOMPARE(groups->model()->rowCount(), 2);
}

/// Ctrl+A means all dead letters; some of the groups cannot be acted on together, and the buttons say so.
void TestWindowOperations::allGroupsOfDeadLetters()
{
    openDeadGroups();
    m_bench->server.run({"RPUSH", "dead", "d4"});
    m_bench->server.run({"HSET", "job:d4", "error", "no such host"});
    auto *groups = find<QTableView>("deadGroups");
    QTRY_COMPARE(groups->model()->rowCount(), 3);
    auto *requeue = find<QPushButton>("requeueGroupButton");
    auto *discard = find<QPushButton>("discardGroupButton");
    groups->setFocus();
    groups->selectRow(0);
    QTest::keyClick(groups, Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(groups->selectionModel()->selectedRows().size(), 2);
    QVERIFY(!requeue->isEnabled());
    QCOMPARE(requeue->text(), QStringLiteral("Requeue: one group or all"));
    QCOMPARE(discard->text(), QStringLiteral("Discard: one group or all"));
    QCOMPARE(requeue->toolTip(), QStringLiteral("Select one group, or all of them (Ctrl+A)."));
    QTest::keyClick(groups, Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(groups->selectionModel()->selectedRows().size(), 3);
    QTRY_VERIFY(requeue->isEnabled());
    QCOMPARE(requeue->text(), QStringLiteral("Requeue all groups…"));
    QCOMPARE(discard->text(), QStringLiteral("Discard all groups…"));
    QTest::mouseClick(requeue, Qt::LeftButton);
    QTRY_VERIFY(dialog() != nullptr);
    QPushButton *confirm = waitForPlan();
    QCOMPARE(confirm->text(), QStringLiteral("Requeue 4 jobs"));
    QTest::mouseClick(confirm, Qt::LeftButton);
    QTRY_COMPARE(barText(), QStringLiteral("Requeue dead letters, email: 4 requeued"));
    QCOMPARE(m_bench->server.run({"LLEN", "dead"}).integer, 0);
}

/// The first reading is bounded, and says so; the rest is read on request.
void TestWindowOperations::deadLettersAreReadFurther()
{
    std::vector<QByteArray> push{"RPUSH", "dead"};
    for (int i = 0; i < 20'500; ++i) {
        push.push_back("x" + QByteArray::number(i));
    }
    m_bench->server.run(std::vector<QByteArrayView>(push.begin(), push.end()));
    open();
    auto *dead = find<QPushButton>("deadLettersButton");
    QTRY_COMPARE(dead->text(), QStringLiteral("Dead letters 20,502"));
    QTest::mouseClick(dead, Qt::LeftButton);
    auto *further = find<QPushButton>("deadReadFurther");
    auto *count = find<views::ElidedLabel>("deadCount");
    QTRY_VERIFY_WITH_TIMEOUT(further->isVisible(), 60'000);
    QCOMPARE(count->fullText(), QStringLiteral("1 cause among the first 20,000 of 20,502 dead letters"));
    QTest::mouseClick(further, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(count->fullText(), QStringLiteral("20,502 dead letters, 1 cause"), 60'000);
    QVERIFY(!further->isVisible());
    auto *groups = find<QTableView>("deadGroups");
    QCOMPARE(groups->model()->index(0, 2).data().toString(), QStringLiteral("20,502"));
    QCOMPARE(groups->model()->index(0, 3).data().toString(), QStringLiteral("100 %"));
}

/// The inspector shows one of the selected rows, and says that nothing can be done to all; Delete says the same.
void TestWindowOperations::rowsOfSeveralStatesAreNotActedOn()
{
    open();
    QTRY_VERIFY(m_bench->table() != nullptr);
    TableView *table = m_bench->table();
    table->setFocus();
    QTRY_COMPARE(m_bench->names().size(), jobs + 4);
    const QSignalSpy told(&m_bench->window->host(), &PageHost::messageWanted);
    table->selectAll();
    QCOMPARE(table->selectedRows().size(), jobs + 4);
    const auto note = [this] { return find<QLabel>("inspectorNote")->text(); };
    const QString why = QStringLiteral("The 9 selected rows are in several states. Select rows of one state to act on "
                                       "them.");
    QTRY_VERIFY2(note().contains(why), qPrintable(note()));
    QTest::keyClick(table, Qt::Key_Delete);
    QCOMPARE(told.size(), 1);
    QCOMPARE(told.front().front().toString(), why);
    QVERIFY(dialog() == nullptr);
    QTest::keyClick(table, Qt::Key_Escape);
    table->selectRow(0);
    QTRY_VERIFY2(!note().contains(QLatin1String("several states")), qPrintable(note()));
}

/// Enter and Delete do what the list of keys promises, and Escape goes back one step at a time.
void TestWindowOperations::aGroupIsLookedIntoAndLeft()
{
    openDeadGroups();
    auto *groups = find<QTableView>("deadGroups");
    QTRY_COMPARE(groups->model()->rowCount(), 2);
    groups->setFocus();
    groups->selectRow(0);
    QTRY_VERIFY(find<QPushButton>("discardGroupButton")->isEnabled());
    QTest::keyClick(groups, Qt::Key_Return);
    QTRY_VERIFY(!groups->isVisible());
    QTRY_COMPARE(m_bench->names(), QStringList({QStringLiteral("d3"), QStringLiteral("d1")})); // the newest first
    const auto *which = find<ElidedLabel>("newRowsText");
    QVERIFY2(which->fullText().contains(QStringLiteral("timeout after # s")), qPrintable(which->fullText()));
    QCOMPARE(find<QLabel>("pagerText")->text(), QStringLiteral("1–2 of 2"));

    QTest::keyClick(m_bench->window, Qt::Key_Escape);
    QTRY_VERIFY(groups->isVisible());
    groups->setFocus();
    groups->selectRow(0);
    QTest::keyClick(groups, Qt::Key_Delete);
    QTRY_VERIFY(dialog() != nullptr);
    QCOMPARE(waitForPlan()->text(), QStringLiteral("Discard 2 jobs"));
    dialog()->reject();
    QTRY_VERIFY(dialog() == nullptr);
    m_bench->window->activateWindow(); // as a window manager does
    QTRY_VERIFY(m_bench->window->isActiveWindow());
    groups->clearSelection();
    QTest::keyClick(m_bench->window, Qt::Key_Escape);
    QTRY_VERIFY(m_bench->table() != nullptr);
    QCOMPARE(m_bench->window->currentPage(), QStringLiteral("queue"));
    QVERIFY(!m_bench->window->shown().empty());
}

void TestWindowOperations::theInspectorActsOnAllThatIsSelected()
{
    open();
    QTRY_VERIFY(m_bench->table() != nullptr && m_bench->table()->model()->rowCount() > 3);
    TableView *table = m_bench->table();
    table->setFocus();
    table->selectRow(0);
    auto *requeue = find<QPushButton>("inspector.requeue");
    QTRY_VERIFY(find<QPushButton>("inspector.requeue") != nullptr);
    requeue = find<QPushButton>("inspector.requeue");
    const QString one = requeue->text();
    table->selectionModel()->select(table->model()->index(1, 0),
                                    QItemSelectionModel::Select | QItemSelectionModel::Rows);
    table->selectionModel()->select(table->model()->index(2, 0),
                                    QItemSelectionModel::Select | QItemSelectionModel::Rows);
    QTRY_COMPARE(find<QPushButton>("inspector.requeue")->text(), one + QStringLiteral(" (3)"));
    QTest::mouseClick(find<QPushButton>("inspector.requeue"), Qt::LeftButton);
    QTRY_VERIFY(dialog() != nullptr);
    waitForPlan();
    QCOMPARE(dialog()->request().elements.size(), std::size_t(3));
}

void TestWindowOperations::deadLettersKeepTheirAttempts()
{
    m_bench->server.run({"HSET", "job:d1", "attempts", "3"});
    m_bench->server.run({"HSET", "job:d2", "attempts", "2"});
    open();
    auto *dead = find<QPushButton>("deadLettersButton");
    QTRY_COMPARE(dead->text(), QStringLiteral("Dead letters 2"));
    QTest::mouseClick(dead, Qt::LeftButton);
    auto *groups = find<QTableView>("deadGroups");
    QTRY_COMPARE(groups->model()->rowCount(), 1);
    groups->selectRow(0);
    auto *requeue = find<QPushButton>("requeueGroupButton");
    QTRY_VERIFY(requeue->isEnabled());
    QTest::mouseClick(requeue, Qt::LeftButton);
    QTRY_VERIFY(dialog() != nullptr);
    QPushButton *confirm = waitForPlan();
    auto *keep = find<QCheckBox>("operationKeepAttempts");
    QVERIFY(keep->isVisible());
    QVERIFY(!keep->isChecked());
    auto *sentence = find<QLabel>("operationSentence");
    QVERIFY(sentence->text().contains(QLatin1String("start again with no attempts")));
    keep->setFocus();
    QTest::keyClick(keep, Qt::Key_Space);
    QVERIFY(!confirm->isEnabled()); // until the plan that is shown is the one that runs
    QTRY_VERIFY(confirm->isEnabled());
    QVERIFY(sentence->text().contains(QLatin1String("keep the attempts")));
    QVERIFY(keep->hasFocus());
    QTest::mouseClick(confirm, Qt::LeftButton);
    QTRY_COMPARE(barText(), QStringLiteral("Requeue dead letters, email: 2 requeued"));
    QCOMPARE(m_bench->server.run({"HGET", "job:d1", "attempts"}).bytes, "3");
}

/// `options.redact` names the fields of a record that hold them, or fields inside: neither tables nor tool tips, nor
/// the inspector, nor what is about to be done shows them.
void TestWindowOperations::hiddenErrorsAndClassesAreHiddenEverywhere()
{
    m_bench->server.run({"DEL", "dead"});
    for (const QByteArray id : {"d1", "d2"}) {
        m_bench->server.run({"RPUSH", "dead", id});
        m_bench->server.run({"HSET", "job:" + id, "class", "SecretClass", "last_error", "SecretError of ann@example",
                             "worker", "secret-worker"});
    }
    m_bench->open(workspaceJson({}, "email")
                      .replace(R"("maxAttempts":3)", R"("maxAttempts":3,"redact":["last_error","class","worker"])"));
    m_bench->window->showPage(QStringLiteral("queue"));
    const auto shown = [this] {
        QStringList all;
        for (const QAbstractItemView *view : m_bench->window->findChildren<QAbstractItemView *>()) {
            for (int row = 0; view->model() != nullptr && row < view->model()->rowCount(); ++row) {
                for (int column = 0; column < view->model()->columnCount(); ++column) {
                    const QModelIndex index = view->model()->index(row, column);
                    all << index.data().toString() << index.data(Qt::ToolTipRole).toString();
                }
            }
        }
        for (const QLabel *label : m_bench->window->findChildren<QLabel *>()) {
            all << label->text() << label->toolTip() << label->accessibleName();
        }
        for (const QPlainTextEdit *text : m_bench->window->findChildren<QPlainTextEdit *>()) {
            all << text->toPlainText();
        }
        return all.join(u'\n');
    };
    const auto isHidden = [&shown] { return !shown().contains(QLatin1String("secret"), Qt::CaseInsensitive); };
    QTRY_VERIFY(find<QPushButton>("deadLettersButton") != nullptr);
    QTRY_COMPARE(find<QPushButton>("deadLettersButton")->text(), QStringLiteral("Dead letters 2"));
    QTest::mouseClick(find<QPushButton>("deadLettersButton"), Qt::LeftButton);
    auto *groups = find<QTableView>("deadGroups");
    QTRY_COMPARE(groups->model()->rowCount(), 1);
    QCOMPARE(groups->model()->index(0, 0).data().toString(), QStringLiteral("•••"));
    QCOMPARE(groups->model()->index(0, 1).data().toString(), QStringLiteral("•••"));
    QVERIFY(isHidden());
    groups->selectRow(0);
    QTest::mouseClick(find<QPushButton>("requeueGroupButton"), Qt::LeftButton); // still the very group
    QPushButton *confirm = waitForPlan();
    QVERIFY2(isHidden(), qPrintable(shown()));
    QCOMPARE(confirm->text(), QStringLiteral("Requeue 2 jobs"));
    QTest::mouseClick(find<QPushButton>("operationCancel"), Qt::LeftButton);
    QTest::mouseClick(find<QPushButton>("deadOneByOne"), Qt::LeftButton);
    QTRY_VERIFY(m_bench->names().contains(QStringLiteral("d1")));
    m_bench->table()->selectRow(0);
    QTRY_VERIFY(shown().contains(QStringLiteral("claimed by"))); // in the inspector
    QVERIFY2(isHidden(), qPrintable(shown()));
}

void TestWindowOperations::refusedSaysWhyInPlace()
{
    open();
    QTRY_VERIFY(find<QPushButton>("requeueButton")->isEnabled());
    m_bench->connection->setPaused(true);
    m_bench->server.run({"DEL", "p"});
    m_bench->server.run({"SET", "p", "no job"});
    QTest::mouseClick(find<QPushButton>("requeueButton"), Qt::LeftButton);
    QTRY_VERIFY(dialog() != nullptr);
    QTRY_COMPARE(find<QPushButton>("operationCancel")->text(), QStringLiteral("Close"));
    QVERIFY(!find<QPushButton>("operationConfirm")->isVisible());
    const auto *notice = find<Notice>("operationNotice");
    QVERIFY(notice->isVisible());
    QVERIFY2(notice->text().contains(QLatin1String("holds a string, which does not fit the role processing")),
             qPrintable(notice->text()));
    QVERIFY2(notice->text().contains(QLatin1String("Nothing was changed")), qPrintable(notice->text()));
    QCOMPARE(m_bench->server.run({"GET", "p"}).bytes, QByteArray("no job"));
}

void TestWindowOperations::hungServerDoesNotHoldTheWindow()
{
    open();
    QTRY_VERIFY(find<QPushButton>("requeueButton")->isEnabled());
    m_bench->server.pause();
    QTest::mouseClick(find<QPushButton>("requeueButton"), Qt::LeftButton);
    QTRY_VERIFY(dialog() != nullptr);
    QVERIFY(!find<QPushButton>("operationConfirm")->isVisible());
    QTest::mouseClick(find<QPushButton>("operationCancel"), Qt::LeftButton);
    QTRY_VERIFY(dialog() == nullptr);
    QElapsedTimer closing;
    closing.start();
    m_bench->session.reset();
    QVERIFY2(closing.elapsed() < testing::atOnce.count(), qPrintable(QString::number(closing.elapsed())));
    m_bench->server.resume();
}

/// The progress stays on screen, with the time since which the server has been silent, but without the old rate.
void TestWindowOperations::aHungServerHasNoRate()
{
    open();
    QTRY_VERIFY(find<QPushButton>("requeueButton")->isEnabled());
    m_bench->connection->setPaused(true);
    QTest::mouseClick(find<QPushButton>("requeueButton"), Qt::LeftButton);
    QPushButton *confirm = waitForPlan();
    m_bench->server.pause(); // it hangs before its first batch
    QTest::mouseClick(confirm, Qt::LeftButton);
    const auto *rate = find<QLabel>("operationRate");
    QVERIFY(m_bench->window->operationBar().isRunning());
    m_bench->window->operationBar().showProgress({{}, 1, 5, 400});
    QCOMPARE(rate->text(), QStringLiteral("1 of 5 · 400 a second"));
    QTRY_VERIFY2_WITH_TIMEOUT(rate->text().startsWith(QStringLiteral("1 of 5 · waiting for the server since ")),
                              qPrintable(rate->text()), 20'000);
    QVERIFY(find<QPushButton>("operationStop")->isEnabled());
    m_bench->server.resume();
    QTRY_VERIFY_WITH_TIMEOUT(!m_bench->window->operationBar().isRunning(), 20'000);
    QVERIFY2(barText().contains(QStringLiteral("4 requeued")), qPrintable(barText()));
}

void TestWindowOperations::oneAtATimeAndStopBeforeItBegins()
{
    open();
    const QByteArray before = everything(m_bench->server);
    auto *requeue = find<QPushButton>("requeueButton");
    QTRY_VERIFY(requeue->isEnabled());
    m_bench->connection->setPaused(true);
    QTest::mouseClick(requeue, Qt::LeftButton);
    QPushButton *confirm = waitForPlan();
    m_bench->server.pause(); // it hangs before its first batch
    QTest::mouseClick(confirm, Qt::LeftButton);
    QTRY_VERIFY(!requeue->isEnabled());
    QVERIFY2(requeue->toolTip().contains(
                 QStringLiteral("“Requeue 4 and dead-letter 1 of 5 stale jobs of email” is running")),
             qPrintable(requeue->toolTip()));
    auto *stop = find<QPushButton>("operationStop");
    QVERIFY(stop->isVisible());
    const QPoint place = stop->mapTo(m_bench->window, stop->rect().center());
    const auto *action = m_bench->window->findChild<QAction *>(QStringLiteral("stopAction"));
    QVERIFY(action->isEnabled());
    m_bench->window->activateWindow();
    QTRY_VERIFY(m_bench->window->isActiveWindow());
    QTest::keyClick(m_bench->window, Qt::Key_Period, Qt::ControlModifier);
    QVERIFY(!stop->isEnabled());
    m_bench->server.resume();
    QTRY_COMPARE(barText(), QStringLiteral("Requeue, email: nothing was changed · stopped, 5 not reached"));
    QVERIFY(!action->isEnabled());
    QCoreApplication::processEvents();
    QVERIFY(qobject_cast<QAbstractButton *>(m_bench->window->childAt(place)) == nullptr); // for a second click
    QVERIFY(requeue->isEnabled());
    QCOMPARE(everything(m_bench->server), before);
}

void TestWindowOperations::leavingTheServerEndsTheLine()
{
    open();
    QTRY_VERIFY(find<QPushButton>("requeueButton")->isEnabled());
    m_bench->connection->setPaused(true);
    QTest::mouseClick(find<QPushButton>("requeueButton"), Qt::LeftButton);
    QPushButton *confirm = waitForPlan();
    m_bench->server.pause();
    QTest::mouseClick(confirm, Qt::LeftButton);
    QVERIFY(find<OperationBar>("operationBar")->isRunning());
    m_bench->operations->close();
    QVERIFY(!find<OperationBar>("operationBar")->isRunning());
    QVERIFY2(barText().contains(QLatin1String("the connection was closed")), qPrintable(barText()));
    QTRY_VERIFY(find<QPushButton>("requeueButton")->isEnabled());
    m_bench->server.resume();
}

QTEST_MAIN(TestWindowOperations)

#include "tst_windowoperations.moc"
