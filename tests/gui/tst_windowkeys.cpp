// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/complaints.h"
#include "models/text/format.h"
#include "redis/collections/kinds.h"
#include "tests/gui/madewindow.h"
#include "views/operations/operationbar.h"
#include "views/table/rowsproxy.h"
#include "views/table/tableview.h"

#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>

#include <memory>

using namespace plimsoll;
using namespace plimsoll::views;

/// Everything has a keyboard way, wherever the person is.
class WindowKeysTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        testing::failOnComplaints();
        m_theme.install(*qApp, Theme::Choice::Light);
    }
    void init() { m_made = std::make_unique<testing::MadeWindow>(m_theme); }
    void cleanup() { m_made.reset(); }

    void aPageKeyLeadsToItsList()
    {
        SessionView &window = m_made->window;
        m_made->openFirst("queue");
        QVERIFY(m_made->visible<TableView>("collections") == nullptr);
        const auto key = static_cast<Qt::Key>(Qt::Key_1 + window.pageNames().indexOf(QStringLiteral("queue")));
        QTest::keyClick(&window, key, Qt::ControlModifier);
        QVERIFY(m_made->visible<TableView>("collections") != nullptr);
        QCOMPARE(window.focusWidget(), m_made->visible<TableView>("collections"));
        QCOMPARE(window.currentPage(), QStringLiteral("queue"));
        // From everywhere, a field too.
        m_made->openFirst("leaderboard");
        auto *field = m_made->visible<QLineEdit>("memberField");
        field->setFocus();
        QTest::keyClick(field, key, Qt::ControlModifier);
        QCOMPARE(window.currentPage(), QStringLiteral("queue"));
    }

    /// There are more pages than digits, and Ctrl+0 is the zoom's: those at the end are reached step by step.
    void everyPageIsReachedByKey()
    {
        SessionView &window = m_made->window;
        auto all = std::make_shared<Workspace>();
        for (const KindInfo *kind : redis::kindInfos()) {
            CollectionDefinition &collection = all->collections.emplace_back();
            collection.name = kind->id;
            collection.kind = kind;
        }
        window.setWorkspace(all);
        const QStringList pages = window.pageNames();
        QVERIFY2(pages.size() > 9, qPrintable(pages.join(u' ')));
        QTest::keyClick(&window, Qt::Key_9, Qt::ControlModifier);
        QCOMPARE(window.currentPage(), pages[8]);
        QTest::keyClick(&window, Qt::Key_1, Qt::ControlModifier);
        QCOMPARE(window.currentPage(), pages.front());
        for (int i = 1; i <= pages.size(); ++i) {
            QTest::keyClick(window.focusWidget(), Qt::Key_PageDown, Qt::AltModifier);
            QCOMPARE(window.currentPage(), pages[i % pages.size()]);
        }
        QTest::keyClick(window.focusWidget(), Qt::Key_PageUp, Qt::AltModifier);
        QCOMPARE(window.currentPage(), pages.back());
    }

    /// Text copied from a terminal or a table ends in a line break, or contains some.
    void aFilterThatIsPastedIsOneLine()
    {
        m_made->openFirst("queue");
        m_made->tick();
        auto *filter = m_made->visible<QLineEdit>("filter");
        const QSignalSpy changed(filter, &QLineEdit::textChanged);
        QGuiApplication::clipboard()->setText(QStringLiteral("\njob-12\r\n"));
        filter->setFocus();
        QTest::keyClick(filter, Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(filter->text(), QStringLiteral("job-12"));
        QCOMPARE(changed.back().front().toString(), QStringLiteral("job-12"));
        filter->clear();
        QGuiApplication::clipboard()->setText(QStringLiteral("two \n words"));
        QTest::keyClick(filter, Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(filter->text(), QStringLiteral("two words"));
    }

    /// Old is what is shown, not what was shown the last time.
    void anOldPageSaysOfWhenItIs()
    {
        SessionView &window = m_made->window;
        m_made->openFirst("queue");
        m_made->tick();
        window.showPage(QStringLiteral("overview"));
        for (int i = 0; i < 3; ++i) {
            m_made->tick();
        }
        m_made->session.setOld(true);
        m_made->openFirst("queue");
        const auto *since = m_made->visible<QLabel>("oldSince");
        QVERIFY(since != nullptr);
        QCOMPARE(since->text(), QStringLiteral("as of %1").arg(models::formatTime(m_made->fixture.last()->serverTime)));
    }

    void escapeInTheFilterLeadsToTheRows()
    {
        SessionView &window = m_made->window;
        m_made->openFirst("queue");
        m_made->tick();
        auto *table = m_made->visible<TableView>("elements");
        auto *filter = m_made->visible<QLineEdit>("filter");
        for (const QString &typed : {QStringLiteral("job"), QString()}) {
            QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier);
            QVERIFY(filter->hasFocus());
            QTest::keyClicks(filter, typed);
            QTest::keyClick(filter, Qt::Key_Escape);
            QCOMPARE(filter->text(), QString());
            QVERIFY(window.currentPage() == QStringLiteral("queue") && table->isVisible());
            QCOMPARE(window.focusWidget(), table);
        }
        QTest::keyClick(window.focusWidget(), Qt::Key_A, Qt::ControlModifier);
        QVERIFY(table->model()->rowCount() > 1);
        QCOMPARE(table->selectedRows().size(), table->model()->rowCount());
    }

    void theMainOperationHasAKey()
    {
        SessionView &window = m_made->window;
        m_made->openFirst("queue");
        m_made->tick();
        QTRY_VERIFY(m_made->visible<QPushButton>("requeueButton") != nullptr);
        auto *requeue = m_made->visible<QPushButton>("requeueButton");
        QVERIFY(requeue->isEnabled());
        QVERIFY2(requeue->toolTip().contains(QStringLiteral("(Ctrl+Return)")), qPrintable(requeue->toolTip()));
        testing::Calls &asked = m_made->session.services.operations.requests;
        QTest::keyClick(window.focusWidget(), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.front().front().value<OperationRequest>().action, Action::Requeue);
        window.showPage(QStringLiteral("overview"));
        QTest::keyClick(&window, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(asked.size(), 1); // of the page on screen alone
    }

    /// A key that does nothing says why.
    void aKeyThatDoesNothingSaysWhy()
    {
        SessionView &window = m_made->window;
        const auto message = [&window] { return window.statusBar()->currentMessage(); };
        m_made->openFirst("queue");
        m_made->tick();
        auto *table = m_made->visible<TableView>("elements");
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(
            message(),
            QStringLiteral("Nothing was done since this tab was opened; the Journal undoes what was done before."));
        OperationReport trim; // of a stream, which keeps nothing
        trim.action = Action::Trim;
        trim.collection = QStringLiteral("orders");
        trim.state = OperationState::Done;
        trim.removed = 60;
        window.operationBar().showResult(trim);
        QTest::keyClick(table, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(message(),
                 QStringLiteral("The last operation (Trim, orders) cannot be undone. The Journal undoes what was done "
                                "before."));
        QTest::keyClick(table, Qt::Key_Delete);
        QCOMPARE(message(), QStringLiteral("Select a row first."));
        m_made->fixture.staleJobs = 0;
        m_made->tick();
        QTRY_VERIFY(m_made->visible<QPushButton>("requeueButton") != nullptr);
        QVERIFY(!m_made->visible<QPushButton>("requeueButton")->isEnabled());
        QTest::keyClick(table, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(message(), m_made->visible<QPushButton>("requeueButton")->toolTip());
    }

    void theMemberFoundIsSelectedAndInView()
    {
        m_made->openFirst("leaderboard");
        m_made->window.resize(1280, 620);
        m_made->tick();
        auto *field = m_made->visible<QLineEdit>("memberField");
        auto *table = m_made->visible<TableView>("elements");
        const auto has = [](const QModelIndex &row, const QString &name) {
            for (int column = 0; column < row.model()->columnCount(); ++column) {
                if (row.siblingAtColumn(column).data().toString() == name) {
                    return true;
                }
            }
            return false;
        };
        // One far away, which gets a row of its own, and one on the page but out of sight.
        const QModelIndex last = table->model()->index(table->model()->rowCount() - 1, 0);
        QString onPage;
        for (int column = 0; column < table->model()->columnCount(); ++column) {
            const QString text = last.siblingAtColumn(column).data().toString();
            onPage = text.startsWith(QStringLiteral("user-")) ? text : onPage;
        }
        for (const QString &name : {QStringLiteral("user-98172"), onPage}) {
            field->clear();
            table->scrollToTop();
            QTest::keyClicks(field, name);
            QTest::keyClick(field, Qt::Key_Return);
            QTRY_COMPARE(table->selectedRows().size(), 1);
            m_made->tick(); // which asks again, and moves nothing
            const QModelIndex row = table->selectedRows().front();
            QVERIFY2(has(row, name), qPrintable(name));
            QVERIFY(!row.data(RowsProxy::StaleRole).toBool()); // it is on the board, if not on the page
            const QRect place = table->visualRect(row);
            QVERIFY(place.top() >= 0 && place.bottom() < table->viewport()->height());
            table->clearSelection();
        }
        // A member before the page is not reported as a change of the ranking either.
        auto *rank = m_made->visible<QLineEdit>("rankField");
        QTest::keyClicks(rank, QStringLiteral("20001"));
        QTest::keyClick(rank, Qt::Key_Return);
        field->setText(QStringLiteral("user-98172"));
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(table->selectedRows().size(), 1);
        m_made->tick();
        QVERIFY(m_made->visible<QPushButton>("showNewRows") == nullptr);
    }

private:
    Theme m_theme;
    std::unique_ptr<testing::MadeWindow> m_made;
};

QTEST_MAIN(WindowKeysTest)
#include "tst_windowkeys.moc"
