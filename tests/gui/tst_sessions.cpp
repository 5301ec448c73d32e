// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/dashboardbench.h"
#include "tests/support/timing.h"
#include "views/table/tableview.h"
#include "views/widgets/elidedlabel.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QThread>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;

/// Several workspaces open in one window: each lives on its own.
class TestSessions final : public DashboardBench {
    Q_OBJECT

private slots:
    void init()
    {
        setUp();
        m_other = std::make_unique<RedisServer>();
    }
    void cleanup()
    {
        tearDown();
        m_other.reset();
    }
    void oneHasNoTab();
    void eachHasATab();
    void theTroubleOfAllTabs();
    void aStoppedServerDisturbsNoOther();
    void aBusyWindowLeavesNoGap();
    void anEditRestartsNothing();
    void asksForEachThatWouldBeLost();
    void noTwoWriteToOneFile();
    void tabsByKey();
    void manyTabsKeepTheirNames();

private:
    /// Opens two connected sessions; the first is on screen.
    void openBoth()
    {
        app::DashboardArguments arguments;
        arguments.target = write(QStringLiteral("shop.json"), workspaceJson(*m_server));
        arguments.more = {
            write(QStringLiteral("bank.json"), workspaceJson(*m_other).replace(R"("shop")", R"("bank")"))};
        dashboard(arguments);
        QCOMPARE(m_dashboard->sessions().size(), 2U);
        QTRY_VERIFY(connection(0).startsWith(QLatin1String("connected")));
        QTRY_VERIFY(connection(1).startsWith(QLatin1String("connected")));
    }
    [[nodiscard]] views::SessionView &view(std::size_t session) { return m_dashboard->sessions()[session]->view(); }
    [[nodiscard]] app::Session &session(std::size_t session) { return m_dashboard->sessions()[session]->session(); }
    [[nodiscard]] QString connection(std::size_t session)
    {
        return view(session).findChild<views::ElidedLabel *>(QStringLiteral("connectionLabel"))->fullText();
    }
    [[nodiscard]] QTabBar *tabs() { return m_dashboard->window().findChild<QTabBar *>(QStringLiteral("sessionTabs")); }
    [[nodiscard]] QMessageBox *question(std::size_t session)
    {
        return view(session).findChild<QMessageBox *>(QStringLiteral("saveWorkspace"));
    }
    void press(Qt::Key key, Qt::KeyboardModifiers with = Qt::ControlModifier)
    {
        QVERIFY(QTest::qWaitForWindowActive(&m_dashboard->window()));
        QTest::keyClick(&m_dashboard->view(), key, with);
    }
    static void answer(QMessageBox *box, const QString &text)
    {
        for (QAbstractButton *button : box->buttons()) {
            if (button->text() == text) {
                QTest::mouseClick(button, Qt::LeftButton);
                return;
            }
        }
        QFAIL("no such button");
    }
    static QByteArrayList ids(RedisServer &server)
    {
        QByteArrayList found;
        for (const QByteArray &line : server.run({"CLIENT", "LIST"}).bytes.split('\n')) {
            if (line.contains(" name=plimsoll:")) {
                found.append(line.left(line.indexOf(' ')));
            }
        }
        return found;
    }
    /// Whether all of these connections are there still; others may have come.
    static bool areThere(const QByteArrayList &connections, RedisServer &server)
    {
        const QByteArrayList now = ids(server);
        return std::all_of(connections.begin(), connections.end(),
                           [&now](const QByteArray &one) { return now.contains(one); });
    }

    std::unique_ptr<RedisServer> m_other;
};

void TestSessions::oneHasNoTab()
{
    app::DashboardArguments arguments;
    arguments.target = write(QStringLiteral("shop.json"), workspaceJson(*m_server));
    dashboard(arguments);
    QTRY_VERIFY(connection(0).startsWith(QLatin1String("connected")));
    QVERIFY(!tabs()->isVisible());
    QCOMPARE(m_dashboard->view().size(), m_dashboard->window().size()); // without tabs
    press(Qt::Key_W);
    QVERIFY(!m_dashboard->window().isVisible());
}

void TestSessions::eachHasATab()
{
    m_other->run({"SET", "q0", "no list"}); // an error of its collection
    openBoth();
    QVERIFY(tabs()->isVisible());
    QCOMPARE(tabs()->count(), 2);
    QCOMPARE(tabs()->tabText(0), QStringLiteral("shop"));
    QCOMPARE(tabs()->tabText(1), QStringLiteral("bank"));
    QCOMPARE(tabs()->currentIndex(), 0);
    QTRY_VERIFY2(tabs()->accessibleTabName(1).contains(QLatin1String("1 in trouble")),
                 qPrintable(tabs()->accessibleTabName(1)));
    QVERIFY(tabs()->tabButton(1, QTabBar::LeftSide) != nullptr);
    QVERIFY(tabs()->tabButton(0, QTabBar::LeftSide) == nullptr);
    QTest::mouseClick(tabs(), Qt::LeftButton, {}, tabs()->tabRect(1).center());
    QVERIFY(view(1).isVisible() && !view(0).isVisible());
    QCOMPARE(m_dashboard->window().windowTitle(), QStringLiteral("(1 cannot be read) bank – Plimsoll"));
    m_other->run({"DEL", "q0"});
    QTRY_COMPARE(tabs()->accessibleTabName(1), QStringLiteral("bank"));
    QVERIFY(tabs()->tabButton(1, QTabBar::LeftSide) == nullptr);
}

/// The worst first, wherever it is; a tab without any has a line, too. A click goes there.
void TestSessions::theTroubleOfAllTabs()
{
    m_other->run({"SET", "q1", "no list"});
    openBoth();
    QTRY_VERIFY(tabs()->accessibleTabName(1).contains(QLatin1String("1 in trouble")));
    press(Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
    auto &window = m_dashboard->window();
    auto *table = window.findChild<views::TableView *>(QStringLiteral("allTabsTable"));
    QVERIFY(table->isVisible() && table->hasFocus() && !view(0).isVisible());
    const QAbstractItemModelTester tester(table->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto line = [&](int row) {
        QStringList cells;
        for (int column = 0; column < table->model()->columnCount(); ++column) {
            cells += table->model()->index(row, column).data().toString();
        }
        return cells.join(QStringLiteral(" | "));
    };
    QCOMPARE(table->model()->rowCount(), 2);
    QVERIFY2(line(0).contains(QLatin1String("| bank | list 1 | ")), qPrintable(line(0)));
    QCOMPARE(line(1), QStringLiteral("ok | shop | – | 2 collections · all well"));
    QCOMPARE(window.findChild<views::ElidedLabel *>(QStringLiteral("allTabsLine"))->fullText(),
             QStringLiteral("2 workspaces · 1 cannot be read"));
    QCOMPARE(window.windowTitle(), QStringLiteral("(1 cannot be read) All tabs – Plimsoll"));

    auto *pause = view(0).findChild<QAction *>(QStringLiteral("pauseAction"));
    pause->trigger(); // what is not looked at is not said to be well
    QTRY_VERIFY2_WITH_TIMEOUT(line(1).startsWith(QStringLiteral("paused | shop | – | figures as of ")),
                              qPrintable(line(1)), 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(window.findChild<views::ElidedLabel *>(QStringLiteral("allTabsLine"))->fullText(),
                              QStringLiteral("2 workspaces · 1 cannot be read, 1 not up to date"), 30'000);
    QCOMPARE(tabs()->accessibleTabName(0), QStringLiteral("shop: paused"));
    pause->trigger();
    QTRY_VERIFY2_WITH_TIMEOUT(line(1).startsWith(QLatin1String("ok | shop")), qPrintable(line(1)), 30'000);

    m_server->stop(); // what was well is worse than a collection that cannot be read
    QTRY_VERIFY2_WITH_TIMEOUT(line(0).contains(QStringLiteral("| shop | – | since ")), qPrintable(line(0)), 30'000);
    QVERIFY2(line(0).startsWith(QLatin1String("not connected")), qPrintable(line(0)));
    QTRY_COMPARE_WITH_TIMEOUT(window.findChild<views::ElidedLabel *>(QStringLiteral("allTabsLine"))->fullText(),
                              QStringLiteral("2 workspaces · 1 not connected, 1 cannot be read"), 30'000);
    QCOMPARE(window.windowTitle(), QStringLiteral("(1 not connected, 1 cannot be read) All tabs – Plimsoll"));
    QVERIFY2(line(1).contains(QLatin1String("| bank | list 1 | ")), qPrintable(line(1)));
    auto *tryNow = window.findChild<QPushButton *>(QStringLiteral("allTabsTryNow"));
    QTRY_VERIFY(tryNow != nullptr && tryNow->isVisible());
    const QSignalSpy tried(&view(0), &views::SessionView::refreshRequested);
    const QSignalSpy notTried(&view(1), &views::SessionView::refreshRequested);
    QTest::mouseClick(tryNow, Qt::LeftButton);
    QCOMPARE(tried.size(), 1);
    QCOMPARE(notTried.size(), 0);
    const QPoint there = table->visualRect(table->model()->index(1, 2)).center();
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, there);
    QVERIFY(table->isVisible() && table->chosenRow().isValid());
    QTest::keyClick(table, Qt::Key_Escape); // the selection first
    QVERIFY(table->isVisible() && !table->chosenRow().isValid());
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, there);
    QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, there);
    QVERIFY(view(1).isVisible() && !table->isVisible());
    QCOMPARE(view(1).currentPage(), QStringLiteral("queue"));
    const auto *title = view(1).findChild<QLabel *>(QStringLiteral("collectionTitle"));
    QTRY_VERIFY(title != nullptr && title->isVisible());
    QCOMPARE(title->text(), QStringLiteral("list 1"));

    auto *all = window.findChild<QToolButton *>(QStringLiteral("allTabsButton"));
    QTest::mouseClick(all, Qt::LeftButton);
    QVERIFY(table->isVisible() && all->isChecked() && !table->chosenRow().isValid());
    // That which was on screen before, by its badge.
    const QWidget *badge = tabs()->tabButton(1, QTabBar::LeftSide);
    QVERIFY(badge != nullptr && badge->testAttribute(Qt::WA_TransparentForMouseEvents));
    QTest::mouseClick(tabs(), Qt::LeftButton, {}, badge->geometry().center());
    QVERIFY(view(1).isVisible() && !all->isChecked());
    press(Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
    QTest::keyClick(table, Qt::Key_Escape);
    QVERIFY(view(1).isVisible());
    press(Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(table->isVisible());
    m_dashboard->window().showView(&view(1));
    press(Qt::Key_W); // with one tab there is no such page
    QTRY_COMPARE(m_dashboard->sessions().size(), 1U);
    QVERIFY(view(0).isVisible() && !all->isVisible());
}

/// kill -STOP: the other's ticks and the window go on.
void TestSessions::aStoppedServerDisturbsNoOther()
{
    openBoth();
    m_other->pause();
    QTRY_COMPARE(tabs()->accessibleTabName(1), QStringLiteral("bank: no answer"));
    QTRY_COMPARE(tabs()->accessibleTabName(0), QStringLiteral("shop")); // a busy machine may hold up both for a moment
    QSignalSpy ticks(&session(0).connection(), &app::ConnectionController::snapshotReady);
    QElapsedTimer beat;
    qint64 longest = 0;
    QTimer heart; // wants to run all the time
    connect(&heart, &QTimer::timeout, this, [&] {
        longest = std::max(longest, beat.restart());
        if (ticks.size() % 10 == 5) {
            press(Qt::Key_Tab); // also while the stopped one is on screen
        }
    });
    beat.start();
    heart.start(10ms);
    QTRY_VERIFY_WITH_TIMEOUT(ticks.size() >= 30, 60'000); // three seconds where the machine is quick
    heart.stop();
    QTRY_COMPARE(tabs()->accessibleTabName(0), QStringLiteral("shop")); // again, a busy machine may hold it up
    QVERIFY2(longest < testing::atOnce.count(), qPrintable(QString::number(longest)));
    QCOMPARE(m_dashboard->sessions().size(), 2U);

    QElapsedTimer closing;
    closing.start();
    m_dashboard->window().showView(&view(1));
    press(Qt::Key_W);
    QTRY_COMPARE(m_dashboard->sessions().size(), 1U);
    QVERIFY2(closing.elapsed() < testing::atOnce.count(), qPrintable(QString::number(closing.elapsed())));
    QVERIFY(!tabs()->isVisible());
    const auto before = ticks.size();
    QTRY_VERIFY(ticks.size() > before + 2);
    m_other->resume();
}

/// While the window is busy, as with a change of the theme, it is not the server that does not answer.
void TestSessions::aBusyWindowLeavesNoGap()
{
    openBoth();
    app::ConnectionController &shop = session(0).connection();
    QSignalSpy ticks(&shop, &app::ConnectionController::snapshotReady);
    QSignalSpy old(&shop, &app::ConnectionController::oldChanged);
    QSignalSpy gaps(&shop, &app::ConnectionController::gap);
    shop.setInterval(2s);
    QTRY_VERIFY(!ticks.isEmpty());
    for (const bool isAsked : {false, true}) {
        if (isAsked) {
            shop.refresh(); // its answer waits for the window
        }
        QThread::sleep(5);
        const auto before = ticks.size();
        QTRY_VERIFY(ticks.size() > before + 1);
    }
    QCOMPARE(old.size(), 0);
    QCOMPARE(gaps.size(), 0);
}

void TestSessions::anEditRestartsNothing()
{
    openBoth();
    const QByteArrayList here = ids(*m_server);
    const QByteArrayList there = ids(*m_other);
    QVERIFY(!here.isEmpty() && !there.isEmpty());
    QSignalSpy statuses(&session(1).connection(), &app::ConnectionController::statusChanged);
    QSignalSpy ticks(&session(1).connection(), &app::ConnectionController::snapshotReady);
    emit view(0).moveCollectionRequested(0, 1);
    QTRY_VERIFY(view(0).statusBar()->currentMessage().contains(QLatin1String("saved")));
    QTRY_VERIFY(ticks.size() >= 3);
    QVERIFY(areThere(here, *m_server));
    QVERIFY(areThere(there, *m_other));
    for (const auto &status : statuses) {
        QCOMPARE(status.front().value<models::ConnectionStatus>().state, models::ConnectionStatus::State::Connected);
    }
    QCOMPARE(session(1).document().workspace()->collections.front().name, QStringLiteral("list 0"));
    QCOMPARE(session(0).document().workspace()->collections.front().name, QStringLiteral("list 1"));
}

/// Closing a tab asks for it alone, closing the window for each.
void TestSessions::asksForEachThatWouldBeLost()
{
    app::DashboardArguments arguments;
    arguments.target = m_server->url();
    arguments.more = {m_other->url()};
    dashboard(arguments);
    for (std::size_t i : {std::size_t(0), std::size_t(1)}) {
        m_dashboard->window().showView(&view(i));
        accept(fillEditor());
    }
    m_dashboard->window().close();
    QTRY_VERIFY(question(0) != nullptr);
    QVERIFY(view(0).isVisible());
    answer(question(0), QStringLiteral("Don't save"));
    QTRY_VERIFY(view(1).isVisible() && question(1) != nullptr); // now for the other
    QVERIFY(m_dashboard->window().isVisible());
    QTest::mouseClick(question(1)->button(QMessageBox::Cancel), Qt::LeftButton);
    QTRY_VERIFY(question(1) == nullptr);
    QVERIFY(m_dashboard->window().isVisible());
    QVERIFY(session(0).document().isDirty()); // it is not lost, after all
    QTest::mouseClick(tabs()->tabButton(1, QTabBar::RightSide), Qt::LeftButton);
    QTRY_VERIFY(question(1) != nullptr);
    QCOMPARE(m_dashboard->sessions().size(), 2U);
    answer(question(1), QStringLiteral("Don't save"));
    QTRY_COMPARE(m_dashboard->sessions().size(), 1U);
    QVERIFY(view(0).isVisible());
    QVERIFY(m_dashboard->window().isVisible());
}

void TestSessions::noTwoWriteToOneFile()
{
    openBoth();
    m_dashboard->window().showView(&view(1));
    emit view(1).openRequested(m_folder->filePath(QStringLiteral("./shop.json")));
    QVERIFY(view(0).isVisible());
    QVERIFY(view(0).statusBar()->currentMessage().contains(QLatin1String("shop.json is open here")));
    QCOMPARE(session(1).document().workspace()->name, QStringLiteral("bank"));

    press(Qt::Key_T);
    QCOMPARE(m_dashboard->sessions().size(), 3U);
    QCOMPARE(tabs()->tabText(2), QStringLiteral("New tab"));
    m_dashboard->sessions()[2]->openUrl(m_server->url());
    accept(fillEditor());
    emit view(2).saveRequested();
    auto *place = view(2).findChild<QFileDialog *>(QStringLiteral("saveDialog"));
    QVERIFY(place != nullptr);
    emit place->fileSelected(m_folder->filePath(QStringLiteral("shop.json")));
    QVERIFY(view(0).isVisible());
    QVERIFY(session(2).document().isDirty());
    QVERIFY(session(2).document().workspace()->path.isEmpty());
    place->reject();
}

void TestSessions::tabsByKey()
{
    openBoth();
    QVERIFY(QTest::qWaitForWindowActive(&m_dashboard->window()));
    QVERIFY(view(0).isAncestorOf(QApplication::focusWidget())); // the other one was opened last
    press(Qt::Key_Tab);
    QVERIFY(view(1).isVisible());
    QCOMPARE(QApplication::focusWidget()->objectName(), QStringLiteral("overviewPage"));
    press(Qt::Key_PageDown);
    QVERIFY(view(0).isVisible()); // around the end
    press(Qt::Key_PageUp);
    QVERIFY(view(1).isVisible());
    press(Qt::Key_Tab, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(view(0).isVisible());
    press(Qt::Key_2); // pages of the one on screen, and of no other
    QVERIFY(view(0).currentPage() != view(1).currentPage());
    QCOMPARE(view(1).currentPage(), QStringLiteral("overview"));
    const auto *close = view(0).findChild<QAction *>(QStringLiteral("closeAction"));
    QCOMPARE(close->text(), QStringLiteral("Close the tab"));
    press(Qt::Key_F1, {});
    const auto *keys = view(0).findChild<QWidget *>(QStringLiteral("shortcutOverlay"));
    const auto lines = keys->findChildren<views::ElidedLabel *>();
    QVERIFY(keys->isVisible() && std::any_of(lines.begin(), lines.end(), [close](const views::ElidedLabel *line) {
                return line->fullText() == close->text();
            }));
    press(Qt::Key_Escape, {});
    QTest::mouseClick(m_dashboard->window().findChild<QToolButton *>(QStringLiteral("newTabButton")), Qt::LeftButton);
    QCOMPARE(tabs()->count(), 3);
    press(Qt::Key_W);
    QTRY_COMPARE(tabs()->count(), 2);
    QVERIFY(view(1).isVisible()); // the next one
    QCOMPARE(QApplication::focusWidget()->objectName(), QStringLiteral("overviewPage")); // and no button
    QTest::mouseClick(tabs()->tabButton(1, QTabBar::RightSide), Qt::LeftButton);
    QTRY_COMPARE(m_dashboard->sessions().size(), 1U);
    QVERIFY(!tabs()->isVisible());
    QCOMPARE(close->text(), QStringLiteral("Close the window"));
    QVERIFY(m_dashboard->window().windowTitle().startsWith(QLatin1String("shop")));
}

/// What does not fit is scrolled to; the name of each stays readable, and another tab can be opened.
void TestSessions::manyTabsKeepTheirNames()
{
    app::DashboardArguments arguments;
    const auto named = [this](int number) {
        return write(
            QStringLiteral("%1.json").arg(number),
            workspaceJson(*m_server).replace("\"shop\"", QByteArray("\"nightly imports ") + char('a' + number) + '"'));
    };
    arguments.target = named(0);
    for (int number = 1; number < 12; ++number) {
        arguments.more += named(number);
    }
    dashboard(arguments);
    m_dashboard->window().resize(1280, 720);
    QTRY_COMPARE(tabs()->count(), 12);
    for (int tab = 0; tab < tabs()->count(); ++tab) {
        QTRY_VERIFY(tabs()->tabText(tab).startsWith(QLatin1String("nightly imports")));
        QTRY_VERIFY2(tabs()->tabRect(tab).width()
                         >= tabs()->fontMetrics().horizontalAdvance(QStringLiteral("nightly im"))
                             + tabs()->tabButton(tab, QTabBar::RightSide)->width(),
                     qPrintable(QString::number(tabs()->tabRect(tab).width())));
    }
    const auto *another = m_dashboard->window().findChild<QToolButton *>(QStringLiteral("newTabButton"));
    const QRect place(another->mapTo(&m_dashboard->window(), QPoint()), another->size());
    QVERIFY(m_dashboard->window().rect().contains(place));
    press(Qt::Key_PageUp); // round the end, to the last
    QTRY_VERIFY(tabs()->rect().contains(tabs()->tabRect(11)));
}

QTEST_MAIN(TestSessions)

#include "tst_sessions.moc"
