// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/journalmodel.h"
#include "models/rows/troublemodel.h"
#include "models/text/format.h"
#include "redis/collections/kinds.h"
#include "tests/gui/complaints.h"
#include "tests/gui/madesession.h"
#include "tests/support/sampleworkspace.h"
#include "views/operations/offeraction.h"
#include "views/operations/operationbar.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/figuretile.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTest>

#include <memory>

using namespace plimsoll;
using namespace plimsoll::views;
using namespace std::chrono_literals;

/// Tests that all parts of the window agree at any moment: figures and limits, table and banner, details and journal.
class TestWindowTruth final : public QObject {
    Q_OBJECT

    /// With what tells one from another; the rest is to be set.
    static std::vector<OperationReport> thirtyOperations()
    {
        std::vector<OperationReport> operations(30);
        for (int i = 0; i < 30; ++i) {
            operations[std::size_t(i)].id = QStringLiteral("op-%1").arg(i);
            operations[std::size_t(i)].time = 1'795'000'000'000ms + i * 1s;
        }
        return operations;
    }

private slots:
    void initTestCase()
    {
        qRegisterMetaType<std::size_t>("std::size_t");
        m_theme.install(*qApp, Theme::Choice::Light);
    }

    void init()
    {
        testing::failOnComplaints();
        m_workspace = std::make_unique<support::SampleWorkspace>();
        m_mail = m_workspace->add(QStringLiteral("mail"), redis::findKind(QStringLiteral("queue")));
        m_session = std::make_unique<testing::MadeSession>(m_theme);
        m_window = &m_session->window;
        connect(&m_window->host(), &PageHost::asked, this, [this](const BrowseRequest &asked) {
            m_questions.push_back({asked.id, asked.collection, asked.query, {}});
        });
        m_window->resize(1280, 720);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window));
        m_session->sayConnected();
    }

    void cleanup()
    {
        m_session.reset();
        m_questions.clear();
    }

    /// 120 in red is over its critical limit of 100, not over the 1 it is warned of.
    void theLimitIsTheOneTheColourStandsFor_data()
    {
        QTest::addColumn<double>("ready");
        QTest::addColumn<QString>("note");
        QTest::newRow("critical") << 120.0 << QStringLiteral("limit 100");
        QTest::newRow("warning") << 20.0 << QStringLiteral("limit 1");
    }

    void theLimitIsTheOneTheColourStandsFor()
    {
        QFETCH(double, ready);
        m_workspace->addLimit(m_mail, QLatin1StringView("ready"), 1, 100);
        m_workspace->set(m_mail, QLatin1StringView("ready"), ready);
        open(ready >= 100 ? State::Critical : State::Warning, QStringLiteral("ready"));
        for (const FigureTile *tile : m_window->findChildren<FigureTile *>()) {
            if (tile->text().title == QStringLiteral("ready")) {
                QTEST(tile->text().note, "note");
                return;
            }
        }
        QFAIL("there is no tile of what is ready");
    }

    /// A server that has come back empty answers the table before the figures are read again.
    void theTableDoesNotRunAheadOfTheFigures()
    {
        m_workspace->set(m_mail, QLatin1StringView("ready"), 2);
        open(State::Ok, {});
        auto *table = m_window->findChild<TableView *>(QStringLiteral("elements"));
        QVERIFY(table != nullptr);
        answerAll({"a", "b"});
        QCOMPARE(table->model()->rowCount(), 2);
        m_session->tick(m_workspace->snapshot(1'795'000'001'000ms)); // asks again
        models::ConnectionStatus lost;
        lost.state = models::ConnectionStatus::State::Lost;
        lost.text = QStringLiteral("nothing listens there");
        lost.retryIn = 10s;
        m_session->say(lost);
        answerAll({});
        QCOMPARE(table->model()->rowCount(), 2);
        QVERIFY(table->isVisible());
        m_session->sayConnected();
        m_workspace->set(m_mail, QLatin1StringView("ready"), 0);
        m_session->tick(m_workspace->snapshot(1'795'000'012'000ms));
        answerAll({});
        QTRY_VERIFY(!table->isVisible() || table->model()->rowCount() == 0);
    }

    /// Its node does not answer: nothing can be done there, and what was read is old.
    void whatCannotBeReadOffersNothingAndIsGrey()
    {
        m_workspace->set(m_mail, QLatin1StringView("ready"), 2);
        open(State::Ok, {});
        answerAll({"a", "b"});
        const auto *table = m_window->findChild<TableView *>(QStringLiteral("elements"));
        const auto isGrey = [table] { return table->model()->index(0, 0).data(models::StaleRole).toBool(); };
        QCOMPARE(table->model()->rowCount(), 2);
        QVERIFY(!isGrey());
        const QString why = QStringLiteral("127.0.0.1:7812: Not connected");
        m_workspace->set(m_mail, QLatin1StringView("ready"), unknownFigure);
        m_workspace->setState(m_mail, State::Error, why);
        m_session->tick(m_workspace->snapshot(1'795'000'001'000ms));
        int offered = 0;
        for (const OfferAction *action : m_window->findChildren<OfferAction *>()) {
            if (action->offer().request.workspace != nullptr) {
                ++offered;
                QVERIFY2(!action->isEnabled(), qPrintable(action->text()));
                QCOMPARE(action->toolTip(), why);
            }
        }
        QVERIFY(offered > 0);
        for (BrowseResult result : std::exchange(m_questions, {})) {
            result.answer = Error{ErrorKind::Unreachable, why};
            m_session->answer(result);
        }
        QVERIFY(isGrey());
        QVERIFY(!m_window->findChild<QLabel *>(QStringLiteral("pagerText"))->isEnabled());
        m_workspace->set(m_mail, QLatin1StringView("ready"), 2);
        m_workspace->setState(m_mail, State::Ok);
        m_session->tick(m_workspace->snapshot(1'795'000'002'000ms));
        answerAll({"a", "b"});
        QVERIFY(!isGrey());
    }

    /// A try that fails is told with its time, in the place of the banner and on the page of all tabs.
    void aFailedTryIsTold()
    {
        open(State::Ok, {});
        models::ConnectionStatus lost;
        lost.state = models::ConnectionStatus::State::Lost;
        lost.text = QStringLiteral("nothing listens there");
        lost.retryIn = 15s;
        lost.triedAt = 1'795'000'000'000ms;
        m_session->say(lost);
        const auto *text = m_window->findChild<ElidedLabel *>(QStringLiteral("bannerText"));
        QVERIFY2(!text->fullText().contains(QStringLiteral("tried")), qPrintable(text->fullText()));
        QVERIFY(text->fullText().contains(QStringLiteral("Trying again in 15 s.")));
        auto *action = m_window->findChild<QPushButton *>(QStringLiteral("bannerAction"));
        const QRect place = action->geometry();
        QTest::mouseClick(action, Qt::LeftButton);
        QVERIFY2(text->fullText().endsWith(QStringLiteral("Trying again…")), qPrintable(text->fullText()));
        lost.triedAt += 1ms; // of the same try, which is told twice
        m_session->say(lost);
        QVERIFY2(!text->fullText().contains(QStringLiteral("tried")), qPrintable(text->fullText()));
        lost.triedAt += 42s;
        lost.text = QStringLiteral("the host is not known");
        m_session->say(lost);
        const QString tried = QStringLiteral(", tried again at %1: ").arg(models::formatTime(lost.triedAt));
        QVERIFY2(text->fullText().contains(tried + lost.text), qPrintable(text->fullText()));
        QVERIFY2(m_window->troubles().front().what.contains(tried + lost.text),
                 qPrintable(m_window->troubles().front().what));
        QCOMPARE(action->geometry(), place);
        m_session->sayConnected();
        lost.triedAt += 42s;
        m_session->say(lost);
        QVERIFY2(!text->fullText().contains(QStringLiteral("tried")), qPrintable(text->fullText()));
    }

    void whatIsLostIsTriedAgainNow()
    {
        open(State::Ok, {});
        models::ConnectionStatus lost;
        lost.state = models::ConnectionStatus::State::Lost;
        lost.text = QStringLiteral("nothing listens there");
        lost.retryIn = 15s;
        QSignalSpy refresh(m_window, &SessionView::refreshRequested);
        QSignalSpy password(m_window, &SessionView::passwordRequested);
        m_session->say(lost);
        auto *action = m_window->findChild<QPushButton *>(QStringLiteral("bannerAction"));
        QCOMPARE(action->text(), QStringLiteral("Try now"));
        QTest::mouseClick(action, Qt::LeftButton);
        QCOMPARE(refresh.size(), 1);
        QCOMPARE(password.size(), 0);

        lost.loginRefused = true;
        lost.retryIn = 0ms; // given up
        m_session->say(lost);
        QCOMPARE(action->text(), QStringLiteral("Enter the password…"));
        const auto *text = m_window->findChild<ElidedLabel *>(QStringLiteral("bannerText"));
        QVERIFY2(text->fullText().contains(QStringLiteral("retry by itself")), qPrintable(text->fullText()));
        const QRect place(action->mapTo(m_window->statusBar(), QPoint(0, 0)), action->size());
        QVERIFY2(m_window->statusBar()->rect().contains(place), qPrintable(QString::number(place.bottom())));
        QTest::mouseClick(action, Qt::LeftButton);
        QCOMPARE(password.size(), 1);

        QSignalSpy connection(m_window, &SessionView::editConnectionRequested);
        lost.isPasswordUnwanted = true; // no other will help
        m_session->say(lost);
        QCOMPARE(action->text(), QStringLiteral("Edit the connection…"));
        QVERIFY2(!text->fullText().contains(QStringLiteral("enter a password")), qPrintable(text->fullText()));
        QTest::mouseClick(action, Qt::LeftButton);
        QCOMPARE(connection.size(), 1);
        QCOMPARE(password.size(), 1);
    }

    void withoutAConnectionNothingIsWaitedFor()
    {
        m_window->setWorkspace(m_workspace->workspace());
        const auto *notice = m_window->findChild<QLabel *>(QStringLiteral("overviewNotice"));
        QCOMPARE(notice->text(), QStringLiteral("Waiting for the first figures…"));
        models::ConnectionStatus lost;
        lost.state = models::ConnectionStatus::State::Lost;
        lost.text = QStringLiteral("The server wants a password");
        m_session->say(lost);
        QCOMPARE(notice->text(), QStringLiteral("No figures yet. The server wants a password."));
    }

    /// One that could not begin leaves no line: the journal says so instead of showing nothing.
    void detailsOfWhatCouldNotBegin()
    {
        open(State::Ok, {});
        emit m_window->host().operationShown(QStringLiteral("op-9"));
        OperationReport other;
        other.id = QStringLiteral("op-1");
        other.collection = QStringLiteral("mail");
        other.matched = other.moved = 3;
        other.state = OperationState::Done;
        emit m_session->services.operations.journalRead({other});
        const auto *details = m_window->findChild<Card *>(QStringLiteral("journalDetails"));
        QVERIFY(details->isVisible());
        QCOMPARE(details->title(), QStringLiteral("This operation is not in the journal"));
        auto *table = m_window->findChild<TableView *>(QStringLiteral("journal"));
        table->selectRow(0);
        QVERIFY2(details->title().startsWith(QStringLiteral("Requeue")), qPrintable(details->title()));
        emit m_session->services.operations.journalRead({other}); // and stays on what the person chose
        QVERIFY2(details->title().startsWith(QStringLiteral("Requeue")), qPrintable(details->title()));
    }

    /// In a small window, with several servers and all counts, no cell of the journal is cut.
    void theJournalIsNotCut()
    {
        open(State::Ok, {});
        m_window->resize(1280, 720);
        m_window->showPage(QStringLiteral("journal"));
        std::vector<OperationReport> operations = thirtyOperations();
        for (int i = 0; i < 30; ++i) {
            OperationReport &report = operations[std::size_t(i)];
            report.action = i % 2 == 0 ? Action::Requeue : Action::Undo;
            report.undoOf = i % 2 == 0 ? QString() : QStringLiteral("op-%1").arg(i - 1);
            report.collection = QStringLiteral("email:transactional");
            report.server = QStringLiteral("redis://10.0.0.%1:6379/0").arg(i % 3);
            report.matched = 1'234;
            report.moved = 1'000;
            report.deadLettered = 200;
            report.removed = 30;
            report.skipped = 4;
            report.undoable = i % 2 == 0;
            report.state = i % 4 == 0 ? OperationState::Cancelled : OperationState::Done;
        }
        emit m_session->services.operations.journalRead(operations);
        auto *table = m_window->findChild<TableView *>(QStringLiteral("journal"));
        QCoreApplication::processEvents();
        for (int column = 0; column < table->model()->columnCount(); ++column) {
            if (table->isColumnHidden(column)) {
                continue;
            }
            const QString title = table->model()->headerData(column, Qt::Horizontal).toString();
            for (int row = 0; row < table->model()->rowCount(); ++row) {
                const QModelIndex cell = table->model()->index(row, column);
                const QString text = cell.data().toString();
                if (column == static_cast<int>(models::JournalModel::Column::Result)) { // the longest gives way
                    QCOMPARE(cell.data(Qt::ToolTipRole).toString(), text);
                    continue;
                }
                const int needed = table->fontMetrics().horizontalAdvance(text);
                QVERIFY2(
                    table->columnWidth(column) >= needed,
                    qPrintable(QStringLiteral("%1: %2 in %3 px").arg(title, text).arg(table->columnWidth(column))));
            }
        }
    }

    /// The place of the details is kept: no row moves under the click, and Tab goes on to Undo.
    void choosingInTheJournalMovesNothing()
    {
        open(State::Ok, {});
        m_window->showPage(QStringLiteral("journal"));
        std::vector<OperationReport> operations = thirtyOperations();
        for (OperationReport &report : operations) {
            report.collection = QStringLiteral("mail");
            report.matched = report.moved = 3;
            report.undoable = true;
            report.state = OperationState::Done;
            report.keys = {"a", "b", "c", "d", "e"};
        }
        emit m_session->services.operations.journalRead(operations);
        auto *table = m_window->findChild<TableView *>(QStringLiteral("journal"));
        const int height = table->height();
        const QModelIndex sixth = table->model()->index(5, 0);
        const QRect place = table->visualRect(sixth);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, place.center());
        QCoreApplication::processEvents();
        QCOMPARE(table->height(), height);
        QCOMPARE(table->visualRect(sixth), place);
        QVERIFY(table->selectionModel()->isRowSelected(5));
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget()->objectName(), QStringLiteral("journalUndo"));
    }

private:
    void open(State state, const QString &figure)
    {
        m_window->setWorkspace(m_workspace->workspace());
        if (state != State::Ok) {
            m_workspace->setState(m_mail, state, figure);
        }
        auto snapshot = std::make_shared<Snapshot>(*m_workspace->snapshot(1'795'000'000'000ms));
        if (state != State::Ok) {
            const int index = snapshot->layout->rows[m_mail].kind->figureIndex(figure);
            snapshot->rows[m_mail].problems =
                std::make_shared<const std::vector<Problem>>(std::vector<Problem>{{index, state, figure}});
        }
        m_session->tick(snapshot);
        m_session->sayConnected();
        m_window->showPage(QStringLiteral("queue"));
        m_window->openCollection(m_mail);
    }

    void answerAll(const std::vector<QByteArray> &elements)
    {
        for (BrowseResult result : std::exchange(m_questions, {})) {
            if (std::holds_alternative<ElementsQuery>(result.query)) {
                ElementsPage page;
                page.total = static_cast<qint64>(elements.size());
                for (const QByteArray &element : elements) {
                    page.elements.emplace_back().element = element;
                }
                result.answer = page;
                m_session->answer(result);
            }
        }
    }

    Theme m_theme;
    std::unique_ptr<support::SampleWorkspace> m_workspace;
    std::unique_ptr<testing::MadeSession> m_session;
    SessionView *m_window = nullptr; ///< window of m_session
    std::vector<BrowseResult> m_questions;
    std::size_t m_mail = 0;
};

QTEST_MAIN(TestWindowTruth)
#include "tst_windowtruth.moc"
