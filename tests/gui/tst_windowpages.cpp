// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/connection/connectiontest.h"
#include "app/session/windowdialogs.h"
#include "models/rows/collectionmodel.h"
#include "models/text/format.h"
#include "models/history/history.h"
#include "models/text/operationtext.h"
#include "redis/collections/kinds.h"
#include "redis/types/browse.h"
#include "tests/gui/complaints.h"
#include "tests/gui/notedservices.h"
#include "tests/support/redisserver.h"
#include "tests/support/sampleworkspace.h"
#include "views/dialogs/connectiondialog.h"
#include "views/operations/operationbar.h"
#include "views/operations/operationgate.h"
#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"
#include "views/window/sessionview.h"

#include <QAbstractScrollArea>
#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTimer>

#include <memory>
#include <optional>
#include <variant>

using namespace plimsoll;
using namespace plimsoll::views;
using namespace std::chrono_literals;

/// Tests what pages have in common: position of titles, focus, number of rows requested; and the dialog of their
/// connection.
class TestWindowPages final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        qRegisterMetaType<std::size_t>("std::size_t");
        m_theme.install(*qApp, Theme::Choice::Light);
    }

    void init()
    {
        testing::failOnComplaints();
        m_history = std::make_unique<models::History>();
        m_workspace = std::make_unique<support::SampleWorkspace>();
        m_mail = m_workspace->add(QStringLiteral("mail"), redis::findKind(QStringLiteral("queue")));
        m_invoices = m_workspace->add(QStringLiteral("invoices"), redis::findKind(QStringLiteral("queue")));
        m_window = std::make_unique<SessionView>(m_services.context(m_theme, m_history.get()), redis::kindInfos());
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void cleanup()
    {
        m_window.reset();
        m_history.reset();
    }

    /// The demonstration, or another file, opens while a menu is open.
    void pagesGoUnderAnOpenMenu()
    {
        open();
        support::SampleWorkspace other;
        other.add(QStringLiteral("other"), redis::findKind(QStringLiteral("queue")));
        for (const char *name : {"collectionCards", "navigation"}) {
            auto *owner = m_window->findChild<QAbstractScrollArea *>(QLatin1StringView(name));
            bool wasOpen = false;
            QTimer::singleShot(0, this, [&] {
                wasOpen = qobject_cast<QMenu *>(QApplication::activePopupWidget()) != nullptr;
                m_window->setWorkspace(other.workspace());
                if (QWidget *menu = QApplication::activePopupWidget()) {
                    menu->close();
                }
            });
            QContextMenuEvent event(QContextMenuEvent::Mouse, {20, 20}, owner->mapToGlobal(QPoint(20, 20)));
            QApplication::sendEvent(owner->viewport(), &event);
            QVERIFY(!wasOpen); // else the menu waits on the stack, and its parent deletes it
            QTRY_VERIFY(wasOpen);
            QTRY_VERIFY(QApplication::activePopupWidget() == nullptr);
        }
    }

    /// A server that never answered was left for one that does.
    void figuresAreNotOldInAnotherWorkspace()
    {
        m_window->setWorkspace(m_workspace->workspace());
        m_window->setOld(true);
        support::SampleWorkspace other;
        other.add(QStringLiteral("other"), redis::findKind(QStringLiteral("queue")));
        m_window->setWorkspace(other.workspace());
        m_window->setOld(false); // as the connection says it once more
        models::ConnectionStatus status;
        status.state = models::ConnectionStatus::State::Connected;
        m_window->setConnection(status);
        const SnapshotPtr snapshot = other.snapshot(1'795'000'000'000ms);
        m_history->apply(snapshot);
        m_window->apply(snapshot);
        QVERIFY(m_window->findChild<ElidedLabel *>(QStringLiteral("connectionLabel"))
                    ->fullText()
                    .startsWith(QStringLiteral("connected")));
        const auto *cards = m_window->findChild<QListView *>(QStringLiteral("collectionCards"));
        QCOMPARE(cards->model()->rowCount(), 1);
        QVERIFY(!cards->model()->index(0, 0).data(models::CollectionModel::StaleRole).toBool());
    }

    void titlesStandAtOneHeight()
    {
        open();
        const std::optional<int> overview = titleHeight();
        QVERIFY(overview.has_value());
        for (const QString &page : m_window->pageNames()) {
            m_window->showPage(page);
            QTRY_COMPARE(titleHeight(), overview);
        }
        m_window->openCollection(m_mail);
        QTRY_COMPARE(titleHeight(), overview);
    }

    void lostWhilePausedDoesNotSayThatItTries()
    {
        open();
        models::ConnectionStatus lost;
        lost.state = models::ConnectionStatus::State::Lost;
        lost.text = QStringLiteral("the server closed the connection");
        lost.paused = true;
        m_window->setConnection(lost);
        const auto *text = m_window->findChild<ElidedLabel *>(QStringLiteral("bannerText"));
        QVERIFY(text->isVisible());
        QVERIFY2(text->fullText().contains(QStringLiteral("paused")), qPrintable(text->fullText()));
        QVERIFY2(!text->fullText().contains(QStringLiteral("Trying")), qPrintable(text->fullText()));
        lost.paused = false;
        m_window->setConnection(lost);
        QVERIFY2(text->fullText().contains(QStringLiteral("Trying")), qPrintable(text->fullText()));
    }

    void saysWhatTheServerAllows()
    {
        open();
        const auto *mode = m_window->findChild<QLabel *>(QStringLiteral("modeLabel"));
        QVERIFY(mode->text() != QStringLiteral("operate: allowed")); // unknown before it was asked
        m_window->setAllowance({Allowance::Answer::None, {QStringLiteral("mail: EVALSHA on mail")}});
        QCOMPARE(mode->text(), QStringLiteral("operate: not allowed"));
        m_window->setWorkspace(m_workspace->workspace()); // edited: the server is the same
        QCOMPARE(mode->text(), QStringLiteral("operate: not allowed"));
        m_window->setAllowance({Allowance::Answer::All, {}});
        QCOMPARE(mode->text(), QStringLiteral("operate: allowed"));
        models::ConnectionStatus connected;
        connected.state = models::ConnectionStatus::State::Connected;
        m_window->setConnection(connected);
        const QString why = QStringLiteral("a read-only disk");
        m_window->setAllowance({Allowance::Answer::All, {}, why});
        QCOMPARE(mode->text(), QStringLiteral("operate: off"));
        QVERIFY(mode->toolTip().contains(why));
        const auto *gate = m_window->findChild<OperationGate *>();
        QVERIFY2(gate->reason().contains(why), qPrintable(gate->reason()));
        m_window->setAllowance({Allowance::Answer::All, {}});
        QVERIFY2(!gate->reason().contains(why), qPrintable(gate->reason()));
    }

    void theKeyboardIsWhereItIsNeeded()
    {
        QCOMPARE(focused(), QStringLiteral("welcome_connectAction"));
        open();
        QCOMPARE(focused(), QStringLiteral("overviewPage"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        QCOMPARE(focused(), QStringLiteral("collectionCards"));
        m_window->openCollection(m_mail);
        QTest::keyClick(m_window.get(), Qt::Key_Escape); // to the overview, where it came from or to its list
        m_window->showPage(QStringLiteral("queue"));
        m_window->openCollection(m_mail);
        QTest::keyClick(m_window.get(), Qt::Key_Escape);
        QCOMPARE(focused(), QStringLiteral("collections"));
    }

    void theInspectorStandsBesideRowsAlone()
    {
        const std::size_t seen = m_workspace->add(QStringLiteral("seen"), redis::findKind(QStringLiteral("dedupe")));
        m_window->resize(1280, 800);
        open();
        const auto *dock = m_window->findChild<QWidget *>(QStringLiteral("inspectorDock"));
        for (const bool first : {true, false}) {
            m_window->openCollection(m_mail);
            QVERIFY2(dock->isVisible(), first ? "at first" : "again");
            m_window->openCollection(seen); // buckets and figures, no rows
            QVERIFY(!dock->isVisible());
        }
    }

    void pagesAskForAsManyRowsAsWasSet()
    {
        m_window->setPageRows(25);
        open();
        int limit = 0;
        connect(&m_window->host(), &PageHost::asked, this, [&limit](const BrowseRequest &asked) {
            if (const auto *elements = std::get_if<ElementsQuery>(&asked.query)) {
                limit = elements->limit;
            }
        });
        m_window->openCollection(m_mail);
        QTRY_COMPARE(limit, 25);
    }

    void editsTheCollectionSelectedInAList()
    {
        open();
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
        const auto *edit = m_window->findChild<QAction *>(QStringLiteral("editCollectionAction"));
        QVERIFY(!edit->isEnabled());
        auto *list = m_window->findChild<QWidget *>(QStringLiteral("kindPage.queue"))
                         ->findChild<QTableView *>(QStringLiteral("collections"));
        list->selectRow(list->model()
                            ->match(list->model()->index(0, 0), Qt::DisplayRole, QStringLiteral("invoices"))
                            .front()
                            .row());
        QVERIFY(edit->isEnabled());
        QSignalSpy edited(m_window.get(), &SessionView::editCollectionRequested);
        m_window->findChild<QAction *>(QStringLiteral("editCollectionAction"))->trigger();
        QCOMPARE(edited.front().front().value<std::size_t>(), m_invoices);
        list->clearSelection();
        QVERIFY(!edit->isEnabled());
    }

    void theConnectionIsEditedWhereOneIsOpen()
    {
        auto *action = m_window->findChild<QAction *>(QStringLiteral("editConnectionAction"));
        QVERIFY(!action->isEnabled());
        open();
        QVERIFY(action->isEnabled());
        QSignalSpy asked(m_window.get(), &SessionView::editConnectionRequested);
        action->trigger();
        QCOMPARE(asked.size(), 1);
    }

    void editingTheConnectionStartsFromWhatItIs()
    {
        auto workspace = std::make_shared<Workspace>();
        workspace->name = QStringLiteral("orders");
        workspace->connection.url = QStringLiteral("redis://ops@redis.example:6380/2");
        workspace->connection.readOnly = false;
        workspace->connection.production = true;
        app::WindowDialogs dialogs(m_window.get(), &m_theme);
        WorkspacePtr before;
        ConnectionForm form;
        redis::Endpoint there;
        connect(&dialogs, &app::WindowDialogs::connectionEdited, this,
                [&](const WorkspacePtr &was, const ConnectionForm &filled, const redis::Endpoint &endpoint) {
                    before = was;
                    form = filled;
                    there = endpoint;
                });
        dialogs.editConnection(workspace, "secret");
        auto *dialog = m_window->findChild<ConnectionDialog *>();
        QVERIFY(dialog != nullptr && dialog->isVisible());
        QCOMPARE(dialog->windowTitle(), QStringLiteral("Edit the connection"));
        QCOMPARE(dialog->form().name, workspace->name);
        QCOMPARE(dialog->form().connection.readOnly, false);
        QCOMPARE(dialog->form().connection.production, true);
        QCOMPARE(dialog->endpoint().password, QByteArray("secret"));
        auto *host = dialog->findChild<QLineEdit *>(QStringLiteral("connectionHost"));
        QCOMPARE(host->text(), QStringLiteral("redis.example"));
        host->selectAll();
        QTest::keyClicks(host, QStringLiteral("other.example"));
        dialog->accept();
        QCOMPARE(before, WorkspacePtr(workspace));
        QCOMPARE(form.connection.url, QStringLiteral("redis://ops@other.example:6380/2")); // without the password
        QCOMPARE(there.password, QByteArray("secret"));
    }

    void givingUpEditsNothing()
    {
        app::WindowDialogs dialogs(m_window.get(), &m_theme);
        QSignalSpy edited(&dialogs, &app::WindowDialogs::connectionEdited);
        dialogs.editConnection(m_workspace->workspace(), {});
        m_window->findChild<ConnectionDialog *>()->reject();
        QCOMPARE(edited.size(), 0);
    }

    /// An operation that recovery could not complete is shown with the reason, and retried on request.
    void whatIsLeftOpenIsToldAndTriedAgain()
    {
        open();
        OperationReport left;
        left.id = QStringLiteral("op-1");
        left.collection = QStringLiteral("mail");
        left.matched = 1'000;
        left.moved = 300;
        left.time = 1'795'000'000'000ms;
        left.error = QStringLiteral("this server is another one");
        left.keptUntil = left.time + std::chrono::hours(24 * 7);
        m_window->setLeftOpen({left});
        const auto *text = m_window->findChild<ElidedLabel *>(QStringLiteral("bannerText"));
        const QString said = text->fullText();
        QVERIFY(text->isVisible());
        for (const QString &part : {QStringLiteral("Requeue, mail"), QStringLiteral("300 of 1,000"), left.error,
                                    models::formatDateTime(*left.keptUntil)}) {
            QVERIFY2(said.contains(part), qPrintable(said));
        }
        auto *again = m_window->findChild<QPushButton *>(QStringLiteral("bannerAction"));
        QCOMPARE(again->text(), QStringLiteral("Try again"));
        QTest::mouseClick(again, Qt::LeftButton);
        QTest::mouseClick(again, Qt::LeftButton); // one is under way
        QCOMPARE(m_services.operations.recoveries, 1);
        m_window->setLeftOpen({left}); // in vain
        QCOMPARE(again->text(), QStringLiteral("Try again"));
        m_window->setLeftOpen({});
        QVERIFY(!text->isVisible());
    }

    /// Collections have other numbers after an edit, which the page on screen hears of with the next snapshot.
    void anEditKeepsTheInspectorAtItsCollection()
    {
        open();
        m_window->setConnection({.state = models::ConnectionStatus::State::Connected, .text = {}});
        Element element;
        element.element = element.id = "job-1";
        element.state = QLatin1StringView("stale");
        PageHost &host = m_window->host();
        QSignalSpy asked(&host, &PageHost::asked);
        const testing::Calls &wanted = m_services.operations.requests;
        const Place place{m_workspace->workspace(), m_mail};
        emit host.inspectRequested(place, element);
        auto edited = std::make_shared<Workspace>(*place.workspace);
        std::swap(edited->collections[m_mail], edited->collections[m_invoices]);
        m_window->setWorkspace(edited);
        m_window->findChild<QPushButton *>(QStringLiteral("inspector.requeue"))->click();
        const auto request = wanted.back().front().value<OperationRequest>();
        QCOMPARE(request.workspace, WorkspacePtr(edited));
        QCOMPARE(edited->collections[request.collection].name, QStringLiteral("mail"));
        emit host.inspectRequested(place, element);
        const auto question = asked.back().front().value<BrowseRequest>();
        QCOMPARE(question.workspace, WorkspacePtr(edited));
        QCOMPARE(edited->collections[question.collection].name, QStringLiteral("mail"));
    }

    /// Cards are of the workspace before an edit until the next snapshot.
    void aClickAfterAnEditOpensWhatIsShown()
    {
        const std::size_t later =
            m_workspace->add(QStringLiteral("later"), redis::findKind(QStringLiteral("schedule")));
        open();
        auto edited = std::make_shared<Workspace>(*m_workspace->workspace());
        std::swap(edited->collections[m_mail], edited->collections[later]);
        m_window->setWorkspace(edited);
        emit m_window->host().collectionRequested(m_mail);
        QCOMPARE(m_window->currentPage(), QStringLiteral("queue"));
        QVERIFY(m_window->shown().contains(m_mail));
    }

    void escapeFromDetailsGoesBackToWhereTheyWereAsked()
    {
        open();
        m_window->showPage(QStringLiteral("queue"));
        m_window->openCollection(m_mail);
        emit m_window->host().operationShown(QStringLiteral("op-1"));
        QCOMPARE(m_window->currentPage(), QStringLiteral("journal"));
        QTest::keyClick(m_window.get(), Qt::Key_Escape);
        QCOMPARE(m_window->currentPage(), QStringLiteral("queue"));
        QVERIFY(m_window->shown().contains(m_mail));
    }

    /// A stopped undo has work left: no green tick, and it goes on from the line and from the journal.
    void aStoppedUndoGoesOn()
    {
        open();
        OperationReport trim;
        trim.id = QStringLiteral("op-1");
        trim.action = Action::Trim;
        trim.collection = QStringLiteral("mail");
        trim.matched = trim.removed = 100;
        trim.undoable = true;
        trim.state = OperationState::Done;
        OperationReport undo;
        undo.id = QStringLiteral("op-2");
        undo.action = Action::Undo;
        undo.undoOf = trim.id;
        undo.collection = trim.collection;
        undo.matched = 100;
        undo.moved = 40;
        undo.skipped = 2;
        undo.state = OperationState::Cancelled;
        undo.error = QStringLiteral("stopped");
        QVERIFY(models::operationSeverity(undo.state) != State::Ok);
        undo.by = QStringLiteral("ada@desk-7");
        testing::Calls &undone = m_services.operations.undos;
        const testing::Calls &wanted = m_services.operations.elements;
        m_window->setConnection({.state = models::ConnectionStatus::State::Connected, .text = {}});
        m_window->operationBar().showResult(undo);
        auto *onBar = m_window->findChild<QPushButton *>(QStringLiteral("operationUndoButton"));
        QCOMPARE(onBar->text(), QStringLiteral("Continue"));
        QTest::mouseClick(onBar, Qt::LeftButton);
        QCOMPARE(undone.takeFirst().front().toString(), trim.id);

        const OperationReport stopped = undo;
        undo.state = OperationState::Partial; // others were at work there
        m_window->operationBar().showResult(undo);
        QCOMPARE(m_window->operationBar().undoable(), trim.id);
        QCOMPARE(onBar->text(), QStringLiteral("Continue"));
        undo.state = OperationState::Failed;
        undo.moved = undo.skipped = 0;
        m_window->operationBar().showResult(undo);
        QCOMPARE(m_window->operationBar().undoable(), trim.id);
        QCOMPARE(onBar->text(), QStringLiteral("Undo"));
        undo.errorKind = ErrorKind::Refused; // it will not be permitted later either
        m_window->operationBar().showResult(undo);
        QCOMPARE(m_window->operationBar().undoable(), QString());
        undo = stopped;

        m_window->showPage(QStringLiteral("journal"));
        emit m_services.operations.journalRead({trim, undo});
        emit m_window->host().operationShown(undo.id);
        const auto *details = m_window->findChild<QWidget *>(QStringLiteral("journalDetails"));
        QStringList texts{details->accessibleName()}; // its title, which may be cut on screen
        for (const QLabel *label : details->findChildren<QLabel *>()) {
            texts << label->text();
        }
        const QString all = texts.join(QLatin1Char('\n'));
        QVERIFY2(all.contains(QStringLiteral("Undo of “Trim”")), qPrintable(all));
        QVERIFY2(all.contains(QLatin1String("2: taken by workers")), qPrintable(all));
        QVERIFY2(all.contains(QLatin1String("ada@desk-7")), qPrintable(all));
        QVERIFY2(texts.contains(QStringLiteral("after 42 of 100; the others were not reached")), qPrintable(all));
        QVERIFY2(!texts.contains(QStringLiteral("error")), qPrintable(all)); // a person wanted it so
        QCOMPARE(wanted.back().front().toString(), undo.id); // what it put back, not all that the other took
        emit m_services.operations.elementsRead(undo.id, {"job-1", "job-2"});
        const auto *elements = details->findChild<QLabel *>(QStringLiteral("journalElements"));
        QVERIFY(elements != nullptr && elements->text().contains(QLatin1String("job-2")));
        auto *button = m_window->findChild<QPushButton *>(QStringLiteral("journalUndo"));
        QCOMPARE(button->text(), QStringLiteral("Continue…"));
        QVERIFY2(button->isEnabled(), qPrintable(button->toolTip()));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(undone.takeFirst().front().toString(), trim.id);

        // The server came back without its data: neither offers it, nor says that it can be tried again.
        trim.leftAlone = 2;
        emit m_services.operations.journalRead({trim, undo});
        emit m_window->host().operationShown(trim.id);
        QVERIFY(button->isEnabled());
        QVERIFY(m_services.operations.checks.back().front().toStringList().contains(trim.id));
        const QString lost = QStringLiteral(
            "Can't be undone: the server came back at 08:09 without this operation, with older data or none.");
        emit m_services.operations.undoLost(trim.id, lost);
        QVERIFY(!button->isEnabled());
        QCOMPARE(button->toolTip(), lost);
        texts.clear();
        for (const QLabel *label : details->findChildren<QLabel *>()) {
            texts << label->text();
        }
        QVERIFY2(texts.contains(lost), qPrintable(texts.join(u'|')));
        QVERIFY(texts.filter(QStringLiteral("another undo tries")).isEmpty());
        QVERIFY(texts.filter(QStringLiteral("plimsoll undo")).isEmpty());
        emit m_window->host().operationShown(undo.id);
        QVERIFY(!button->isEnabled());
        trim.leftAlone = 0;

        trim.state = OperationState::Undone; // another undo put back the rest
        trim.undoable = false;
        emit m_services.operations.journalRead({trim, undo});
        emit m_window->host().operationShown(undo.id);
        QCOMPARE(button->text(), QStringLiteral("Undo…"));
        QVERIFY(!button->isEnabled());
    }

    /// The window tests a connection as plimsoll doctor does, with the collections of the workspace that it edits.
    void theTestOfAConnectionIsThatOfTheDoctor()
    {
        testing::RedisServer server;
        server.run({"SET", "q", "no list"});
        auto workspace = std::make_shared<Workspace>(*m_workspace->workspace());
        workspace->connection.url = server.url();
        app::WindowDialogs dialogs(m_window.get(), &m_theme);
        dialogs.editConnection(workspace, {});
        auto *const dialog = m_window->findChild<ConnectionDialog *>();
        const auto *const button = dialog->findChild<QPushButton *>(QStringLiteral("connectionTest"));
        const auto *const steps = dialog->findChild<QScrollArea *>(QStringLiteral("connectionSteps"));
        const auto *const result = dialog->findChild<QLabel *>(QStringLiteral("connectionResult"));
        const auto shown = [steps] {
            QStringList texts;
            for (const QLabel *label : steps->findChildren<QLabel *>()) {
                texts += label->text();
            }
            return texts;
        };
        QTest::mouseClick(const_cast<QPushButton *>(button), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(steps->isVisible(), 60'000);
        QStringList expected;
        for (const ConnectionStep &step : app::testConnection(workspace, server.local()).steps) {
            expected << step.step << stepStateId(step.state) << step.text;
        }
        const QRegularExpression time(QStringLiteral(" in [0-9.]+ ms"));
        QCOMPARE(shown().replaceInStrings(time, {}), expected.replaceInStrings(time, {}));
        QCOMPARE(shown().filter(QStringLiteral("collection ")).size(), 2);

        // A server that hangs: the button stops the test.
        server.pause();
        QTest::mouseClick(const_cast<QPushButton *>(button), Qt::LeftButton);
        QVERIFY(!steps->isVisible());
        QTest::mouseClick(const_cast<QPushButton *>(button), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(steps->isVisible(), 60'000);
        QCOMPARE(result->text(), QStringLiteral("The test was stopped"));
        QVERIFY(shown().contains(QStringLiteral("cancelled")));
        server.resume();
    }

    /// A dialog closes during its connection test: the result is dropped.
    void theDialogMayGoDuringItsTest()
    {
        testing::RedisServer server;
        app::WindowDialogs dialogs(m_window.get(), &m_theme);
        ConnectionForm form;
        form.connection.url = server.url();
        for (int i = 0; i < 20; ++i) {
            dialogs.connectToServer();
            const QPointer<ConnectionDialog> dialog = m_window->findChild<ConnectionDialog *>();
            dialog->setForm(form);
            QTest::mouseClick(dialog->findChild<QPushButton *>(QStringLiteral("connectionTest")), Qt::LeftButton);
            if (i % 2 == 0) {
                QTest::qWait(i); // also while the answer is on its way
            }
            dialog->reject();
            QTRY_VERIFY(dialog.isNull());
        }
    }

private:
    void open()
    {
        m_window->setWorkspace(m_workspace->workspace());
        const SnapshotPtr snapshot = m_workspace->snapshot(1'795'000'000'000ms);
        m_history->apply(snapshot);
        m_window->apply(snapshot);
    }

    /// The middle of the title that is to be seen, in the window.
    [[nodiscard]] std::optional<int> titleHeight() const
    {
        for (const QLabel *label : m_window->findChildren<QLabel *>()) {
            if (label->isVisible() && label->property("role").toString() == QLatin1String("title")) {
                return label->mapTo(m_window.get(), QPoint(0, 0)).y() * 2 + label->height();
            }
        }
        return {};
    }

    [[nodiscard]] static QString focused()
    {
        return QApplication::focusWidget() == nullptr ? QString() : QApplication::focusWidget()->objectName();
    }

    Theme m_theme;
    testing::NotedServices m_services;
    std::unique_ptr<models::History> m_history;
    std::unique_ptr<support::SampleWorkspace> m_workspace;
    std::unique_ptr<SessionView> m_window;
    std::size_t m_mail = 0, m_invoices = 0;
};

QTEST_MAIN(TestWindowPages)
#include "tst_windowpages.moc"
