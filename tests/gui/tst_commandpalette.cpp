// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/alerttext.h"
#include "tests/gui/complaints.h"
#include "tests/gui/madewindow.h"
#include "views/dialogs/commandpalette.h"
#include "views/page/actions.h"
#include "views/table/tableview.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QRegularExpression>
#include <QSignalSpy>

#include <memory>

using namespace plimsoll;
using namespace plimsoll::views;

/// Ctrl+K goes to, or runs, what a person types.
class TestCommandPalette final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        testing::failOnComplaints();
        m_theme.install(*qApp, Theme::Choice::Light);
    }
    void init() { m_made = std::make_unique<testing::MadeWindow>(m_theme); }
    void cleanup() { m_made.reset(); }

    void scoresWords_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("better");
        QTest::addColumn<QString>("worse"); // empty: not found at all
        QTest::newRow("the beginning first") << "em"
                                             << "email"
                                             << "mail them";
        QTest::newRow("the beginning of a word") << "re"
                                                 << "email retries"
                                                 << "shared";
        QTest::newRow("a whole word") << "job"
                                      << "job one"
                                      << "jobs one";
        QTest::newRow("every word") << "em ret"
                                    << "email retries"
                                    << "";
        QTest::newRow("in any order") << "ret em"
                                      << "email retries"
                                      << "";
        QTest::newRow("letters from a beginning") << "edcon"
                                                  << "Edit the connection…"
                                                  << "";
        QTest::newRow("within, before letters") << "ead"
                                                << "dead"
                                                << "Edit a day";
        QTest::newRow("case") << "EMAIL"
                              << "email"
                              << "";
    }
    void scoresWords()
    {
        QFETCH(const QString, typed);
        QFETCH(const QString, better);
        QFETCH(const QString, worse);
        QVERIFY(matchScore(typed, better, {}) > matchScore(typed, worse, {}));
        QCOMPARE(matchScore(typed + QStringLiteral(" zzz"), better, {}), 0);
        QVERIFY(matchScore(typed, QStringLiteral("-"), better) > 0 || typed == QStringLiteral("edcon")
                || typed.contains(u' ')); // of more words, whole ones
    }

    void beginsWithTheWorst()
    {
        open();
        QVERIFY(field()->hasFocus());
        const SnapshotPtr &snapshot = m_made->fixture.last();
        const auto collections = static_cast<int>(snapshot->size());
        const auto stateOf = [&](const QString &name) {
            for (std::size_t i = 0; i < snapshot->size(); ++i) {
                if (snapshot->layout->workspace->collections[i].name == name) {
                    return m_made->history.judged()->rows[i].state;
                }
            }
            return State::Ok;
        };
        QVERIFY(list()->model()->rowCount() > collections);
        State before = State::Error;
        for (int row = 0; row < collections; ++row) {
            const State state = stateOf(text(row));
            QVERIFY2(state <= before, qPrintable(text(row)));
            before = state;
        }
        QVERIFY(stateOf(text(0)) > State::Ok);
        QCOMPARE(list()->currentIndex().row(), 0);
    }

    void goesToACollection()
    {
        m_made->window.showPage(QStringLiteral("journal"));
        open();
        const QString name =
            m_made->fixture.last()
                ->layout->workspace->collections[m_made->fixture.indexOf(QLatin1StringView("leaderboard"))]
                .name;
        type(name);
        QCOMPARE(text(0), name);
        press(Qt::Key_Return);
        QVERIFY(!palette()->isVisible());
        QCOMPARE(m_made->window.currentPage(), QStringLiteral("leaderboard"));
        QVERIFY(m_made->visible<TableView>("elements") != nullptr);
        QCOMPARE(m_made->window.focusWidget(), m_made->visible<TableView>("elements"));
    }

    void opensDeadLetters()
    {
        m_made->openFirst("queue");
        m_made->tick();
        open();
        type(QStringLiteral("dead letters"));
        const auto rows = list()->model()->rowCount();
        int row = 0;
        while (row < rows && !QRegularExpression(QStringLiteral("^Dead letters( \\d|$)")).match(text(row)).hasMatch()) {
            ++row;
        }
        QVERIFY(row < rows);
        list()->setCurrentIndex(list()->model()->index(row, 0));
        press(Qt::Key_Return);
        QTRY_COMPARE(m_made->window.focusWidget(), m_made->visible<TableView>("deadGroups"));
    }

    void goesFromTheFilterToTheRows()
    {
        m_made->openFirst("queue");
        m_made->tick();
        auto *filter = m_made->visible<QLineEdit>("filter");
        filter->setFocus();
        QTest::keyClick(filter, Qt::Key_Down);
        QCOMPARE(m_made->window.focusWidget(), m_made->visible<TableView>("elements"));
    }

    /// Escape from a collection puts the keyboard on its card.
    void comesBackToTheCards()
    {
        m_made->window.showPage(QStringLiteral("overview"));
        m_made->openFirst("queue");
        m_made->tick();
        m_made->visible<TableView>("elements")->setFocus();
        QTest::keyClick(m_made->window.focusWidget(), Qt::Key_Escape);
        QCOMPARE(m_made->window.currentPage(), QStringLiteral("overview"));
        QVERIFY(qobject_cast<QListView *>(m_made->window.focusWidget()) != nullptr);
    }

    void saysWhyNothingCanBeUndone()
    {
        open();
        type(QStringLiteral("undo"));
        QVERIFY2(accessible(0).contains(QStringLiteral(
                     "Nothing was done since this tab was opened; the Journal undoes what was done before.")),
                 qPrintable(accessible(0)));
        press(Qt::Key_Escape);
    }

    void goesToAPage()
    {
        open();
        type(QStringLiteral("journ"));
        press(Qt::Key_Return);
        QCOMPARE(m_made->window.currentPage(), QStringLiteral("journal"));
    }

    void runsAnAction()
    {
        QSignalSpy asked(&m_made->window, &SessionView::settingsRequested);
        open();
        type(QStringLiteral("sett"));
        QVERIFY(accessible(0).contains(QKeySequence(Qt::CTRL | Qt::Key_Comma).toString(QKeySequence::NativeText)));
        press(Qt::Key_Return);
        QCOMPARE(asked.size(), 1);
        open(); // every action of the list of shortcuts is in this list as well
        for (const QAction *action : m_made->window.actions()) {
            const QString name = action->objectName();
            if (!action->text().isEmpty() && action->isEnabled() && name != QStringLiteral("paletteAction")
                && name != QStringLiteral("backAction")) {
                type(action->text());
                QCOMPARE(text(0), action->text());
            }
        }
    }

    void runsAnOperationOfThePage()
    {
        m_made->openFirst("queue");
        m_made->tick();
        testing::Calls &asked = m_made->session.services.operations.requests;
        open();
        type(QStringLiteral("requeue 41"));
        press(Qt::Key_Return);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.front().front().value<OperationRequest>().action, Action::Requeue);
    }

    /// A command that is impossible now gives the reason, or is not listed.
    void sayWhyNot()
    {
        m_made->fixture.staleJobs = 0;
        m_made->openFirst("queue");
        m_made->tick();
        testing::Calls &asked = m_made->session.services.operations.requests;
        m_made->window.setSessions(1);
        open();
        type(QStringLiteral("requeue stale"));
        int disabled = -1;
        for (int row = 0; row < list()->model()->rowCount(); ++row) {
            if (!list()->model()->index(row, 0).flags().testFlag(Qt::ItemIsEnabled)) {
                disabled = row;
            }
        }
        QVERIFY(disabled >= 0);
        QVERIFY(!list()->model()->index(disabled, 0).data(Qt::ToolTipRole).toString().isEmpty());
        QVERIFY(list()->currentIndex().row() != disabled);
        QTest::mouseClick(list()->viewport(), Qt::LeftButton, {},
                          list()->visualRect(list()->model()->index(disabled, 0)).center());
        QVERIFY(asked.isEmpty() && palette()->isVisible());
        type(QStringLiteral("next tab")); // one tab: nothing to say
        for (int row = 0; row < list()->model()->rowCount(); ++row) {
            QVERIFY(text(row) != QStringLiteral("Next tab"));
        }
    }

    void closesAndLeavesEverythingAsItWas()
    {
        m_made->openFirst("queue");
        m_made->tick();
        auto *table = m_made->visible<TableView>("elements");
        table->setFocus();
        open();
        type(QStringLiteral("zzzz"));
        QCOMPARE(list()->model()->rowCount(), 0);
        QVERIFY(m_made->visible<QLabel>("paletteEmpty") != nullptr);
        press(Qt::Key_Return); // of nothing
        QVERIFY(palette()->isVisible());
        press(Qt::Key_Escape);
        QVERIFY(!palette()->isVisible());
        QCOMPARE(m_made->window.focusWidget(), table);
        QCOMPARE(m_made->window.currentPage(), QStringLiteral("queue"));
        open();
        QVERIFY(field()->text().isEmpty());
        QTest::keyClick(field(), Qt::Key_K, Qt::ControlModifier);
        QVERIFY(!palette()->isVisible());
        open();
        QTest::mouseClick(palette(), Qt::LeftButton, {}, QPoint(4, 4));
        QVERIFY(!palette()->isVisible());
    }

    /// From a field as well, whose keys for text must not take it; Ctrl+Enter is not for the page behind it.
    void takesTheKeys()
    {
        m_made->openFirst("queue");
        m_made->tick();
        testing::Calls &asked = m_made->session.services.operations.requests;
        auto *filter = m_made->visible<QLineEdit>("filter");
        filter->setFocus();
        QTest::keyClick(filter, Qt::Key_K, Qt::ControlModifier);
        QVERIFY(palette()->isVisible());
        type(QStringLiteral("alerts"));
        QTest::keyClick(field(), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(m_made->window.currentPage(), QStringLiteral("alerts"));
        QVERIFY(asked.isEmpty());
    }

    void movesTheSelection()
    {
        open();
        const QModelIndex first = list()->currentIndex();
        press(Qt::Key_Down);
        QCOMPARE(list()->currentIndex().row(), first.row() + 1);
        press(Qt::Key_Tab);
        QCOMPARE(list()->currentIndex().row(), first.row() + 2);
        QVERIFY(field()->hasFocus());
        press(Qt::Key_Up);
        press(Qt::Key_Up);
        QCOMPARE(list()->currentIndex(), first);
        press(Qt::Key_PageDown);
        QVERIFY(list()->currentIndex().row() > 3);
        press(Qt::Key_PageUp);
        QCOMPARE(list()->currentIndex(), first);
        press(Qt::Key_Up); // round
        QVERIFY(list()->currentIndex().row() > 3);
        const QString last = list()->currentIndex().data().toString();
        QVERIFY(!last.isEmpty());
    }

    void worksWithoutAWorkspace()
    {
        m_made->window.setWorkspace({});
        QSignalSpy asked(&m_made->window, &SessionView::connectRequested);
        open();
        type(QStringLiteral("connect"));
        press(Qt::Key_Return);
        QCOMPARE(asked.size(), 1);
    }

    /// An alert says how it is now, not how it was when it was raised.
    void alertsSayTheCurrentValue()
    {
        const SnapshotPtr snapshot = m_made->fixture.last();
        const std::size_t queue = m_made->fixture.indexOf(QLatin1StringView("queue"));
        const SnapshotLayout::Row &row = snapshot->layout->rows[queue];
        const Alert alert = raiseAlert(row.name);
        const models::AlertPlace place = models::placeOf(alert.subject, *snapshot);
        const QString now = models::alertText(alert, place, snapshot.get());
        QVERIFY2(now.startsWith(QStringLiteral("41 stale")), qPrintable(now));
        open();
        type(QStringLiteral("acknowledge the alert"));
        QCOMPARE(text(0), QStringLiteral("Acknowledge the alert %1: %2").arg(row.name, now));
    }

    /// Pages have the state that the navigation shows, also those that are about no kind.
    void pagesHaveTheirState()
    {
        raiseAlert(m_made->fixture.last()->layout->rows[m_made->fixture.indexOf(QLatin1StringView("queue"))].name);
        open();
        for (const QString &page : {QStringLiteral("Alerts"), QStringLiteral("Queues")}) {
            type(page);
            QCOMPARE(text(0), page);
            QVERIFY2(accessible(0).contains(QStringLiteral("critical")), qPrintable(accessible(0)));
        }
    }

    void changesTheColours()
    {
        const Theme::Choice before = m_theme.choice();
        for (const Theme::Choice expected : {Theme::Choice::Dark, Theme::Choice::System, Theme::Choice::Light}) {
            QTest::keyClick(m_made->window.focusWidget(), Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
            QCOMPARE(m_theme.choice(), expected);
        }
        QCOMPARE(m_theme.choice(), before);
    }

private:
    [[nodiscard]] CommandPalette *palette() const { return m_made->window.findChild<CommandPalette *>(); }
    [[nodiscard]] QLineEdit *field() const { return palette()->findChild<QLineEdit *>(); }
    [[nodiscard]] QListView *list() const { return palette()->findChild<QListView *>(); }
    [[nodiscard]] QString text(int row) const { return list()->model()->index(row, 0).data().toString(); }
    [[nodiscard]] QString accessible(int row) const
    {
        return list()->model()->index(row, 0).data(Qt::AccessibleTextRole).toString();
    }
    /// Makes the number of stale jobs of a queue critical.
    Alert raiseAlert(const QString &queue) const
    {
        Alert alert;
        alert.id = QStringLiteral("a");
        alert.subject = {queue, QStringLiteral("queue"), QStringLiteral("stale"), Cause::Level};
        alert.state = alert.worst = State::Critical;
        alert.text = alert.worstText = QStringLiteral("7 stale, limit 5");
        AlertList list;
        list.active = {alert};
        emit m_made->session.services.alerts.alertsRead(list);
        return alert;
    }
    void open() const
    {
        if (!palette()->isVisible()) {
            QTest::keyClick(m_made->window.focusWidget(), Qt::Key_K, Qt::ControlModifier);
        }
        QVERIFY(palette()->isVisible());
    }
    void type(const QString &what) const
    {
        field()->clear();
        if (what.contains(u'…')) {
            field()->setText(what); // a key has no such letter
        } else {
            QTest::keyClicks(field(), what);
        }
    }
    void press(Qt::Key key) const { QTest::keyClick(field(), key); }

    Theme m_theme;
    std::unique_ptr<testing::MadeWindow> m_made;
};

QTEST_MAIN(TestCommandPalette)
#include "tst_commandpalette.moc"
