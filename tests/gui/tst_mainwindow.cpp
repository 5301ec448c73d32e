// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/history.h"
#include "redis/collections/kinds.h"
#include "tests/gui/complaints.h"
#include "tests/gui/notedservices.h"
#include "tests/support/sampleworkspace.h"
#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/preferences.h"
#include "views/window/mainwindow.h"
#include "views/window/sessionview.h"
#include "views/window/navigation.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMimeData>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <memory>

using namespace plimsoll;
using namespace plimsoll::views;
using namespace std::chrono_literals;
using support::SampleWorkspace;
using L1 = QLatin1StringView;

namespace {

const KindInfo *kind(const char *name)
{
    return redis::findKind(QString::fromLatin1(name));
}

} // namespace

/// The window as a person uses it: real widgets by name, keys and clicks, signals out.
class TestMainWindow final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        qRegisterMetaType<std::size_t>("std::size_t");
        m_theme.install(*qobject_cast<QApplication *>(QCoreApplication::instance()), Theme::Choice::Light);
    }

    void init()
    {
        testing::failOnComplaints();
        m_theme.setChoice(Theme::Choice::Light);
        m_time = 1'795'000'000'000ms;
        m_history = std::make_unique<models::History>();
        m_workspace = std::make_unique<SampleWorkspace>();
        m_mail = m_workspace->add(QStringLiteral("mail"), kind("queue"));
        m_retries = m_workspace->add(QStringLiteral("retries"), kind("schedule"));
        m_board = m_workspace->add(QStringLiteral("daily board"), kind("leaderboard"));
        m_invoices = m_workspace->add(QStringLiteral("invoices"), kind("queue"));
        m_window = std::make_unique<SessionView>(m_services.context(m_theme, m_history.get()), redis::kindInfos());
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void cleanup()
    {
        m_window.reset();
        m_history.reset();
    }

    void welcomesWithoutWorkspace()
    {
        QVERIFY(widget("welcomePage")->isVisible());
        QVERIFY(!widget("navigation")->isVisible());
        QVERIFY(!widget("filter")->isVisible());
        QSignalSpy connectAsked(m_window.get(), &SessionView::connectRequested);
        QSignalSpy openAsked(m_window.get(), &SessionView::openRequested);
        QSignalSpy demoAsked(m_window.get(), &SessionView::demoRequested);
        click("welcome_connectAction");
        click("welcome_openAction");
        click("welcome_demoAction");
        QCOMPARE(connectAsked.size(), 1);
        QCOMPARE(openAsked.size(), 1);
        QCOMPARE(openAsked.front().front().toString(), QString());
        QCOMPARE(demoAsked.size(), 1);
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
        QVERIFY(widget("welcomePage")->isVisible());
    }

    void opensRecentFiles()
    {
        const QString path = QStringLiteral("/srv/a & b/orders & more.json");
        m_window->setRecent({path});
        QSignalSpy openAsked(m_window.get(), &SessionView::openRequested);
        click("recentButton");
        QCOMPARE(openAsked.takeFirst().front().toString(), path);
        m_window->findChild<QMenu *>(QStringLiteral("workspaceMenu"))->actions().front()->trigger();
        QCOMPARE(openAsked.takeFirst().front().toString(), path);
    }

    void opensDroppedFiles()
    {
        QSignalSpy openAsked(m_window.get(), &SessionView::openRequested);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(QStringLiteral("/srv/orders.json"))});
        QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_window.get(), &drop);
        QCOMPARE(openAsked.front().front().toString(), QStringLiteral("/srv/orders.json"));
    }

    void countsTroubleInTheNavigation()
    {
        open();
        auto *navigation = m_window->findChild<Navigation *>();
        const QStringList pages = m_window->pageNames();
        QCOMPARE(pages.front(), QStringLiteral("overview"));
        for (int row = 0; row < pages.size(); ++row) {
            QCOMPARE(navigation->troubleCount(pages[row]), 0);
        }
        m_workspace->setState(m_mail, State::Critical);
        m_workspace->setState(m_invoices, State::Warning);
        m_workspace->setState(m_board, State::Error);
        tick();
        const auto count = [&](const char *page) { return navigation->troubleCount(QLatin1StringView(page)); };
        QCOMPARE(count("overview"), 3);
        QCOMPARE(count("queue"), 2);
        QCOMPARE(count("leaderboard"), 1);
        QCOMPARE(count("schedule"), 0);
        for (const auto collection : {m_mail, m_invoices, m_board}) {
            m_workspace->setState(collection, State::Ok);
        }
        tick();
        QCOMPARE(count("overview"), 0);
    }

    /// Unknown is no trouble, and not all well either.
    void marksTheUnknownInTheNavigation()
    {
        open();
        auto *navigation = m_window->findChild<Navigation *>();
        const auto words = [&](int row) { return navigation->item(row)->data(Qt::AccessibleTextRole).toString(); };
        const int overview = 0;
        m_workspace->setState(m_mail, State::Unknown);
        tick();
        QCOMPARE(navigation->troubleCount(QStringLiteral("overview")), 0);
        QVERIFY2(words(overview).endsWith(QStringLiteral(": unknown")), qPrintable(words(overview)));
        QCOMPARE(m_window->summary().trouble.unknown, 1);
        QCOMPARE(m_window->summary().state, State::Ok);
        m_workspace->setState(m_invoices, State::Warning);
        tick();
        QCOMPARE(navigation->troubleCount(QStringLiteral("overview")), 1);
        QVERIFY(words(overview).endsWith(QStringLiteral("the worst warning")));
    }

    void marksProduction()
    {
        open();
        QVERIFY(!widget("productionBadge")->isVisible());
        SampleWorkspace production(QStringLiteral("orders, production"));
        production.connection().production = true;
        m_window->setWorkspace(production.workspace());
        QVERIFY(widget("productionBadge")->isVisible());
        QVERIFY(widget("productionBadge")->accessibleName().contains(QStringLiteral("orders, production")));
    }

    void saysHowTheConnectionIs()
    {
        open();
        QCOMPARE(label("connectionLabel"), QStringLiteral("connected · 0.9 ms"));
        QVERIFY(!widget("banner")->isVisible());
        models::ConnectionStatus lost;
        lost.state = models::ConnectionStatus::State::Lost;
        lost.text = QStringLiteral("the server closed the connection");
        lost.retryIn = 30s;
        m_window->setConnection(lost);
        m_window->setOld(true);
        QVERIFY(widget("banner")->isVisible());
        QVERIFY2(label("bannerText").contains(lost.text)
                     && label("bannerText").contains(QStringLiteral("Trying again in")),
                 qPrintable(label("bannerText")));
        QCOMPARE(label("connectionLabel"), QStringLiteral("not connected")); // why is told once, in the banner
        QVERIFY(widget("connectionLabel")->accessibleName().contains(lost.text));
        QVERIFY(QApplication::activeModalWidget() == nullptr);
        // While it tries, the banner stays.
        m_window->setConnection({.state = models::ConnectionStatus::State::Connecting, .text = {}});
        QVERIFY(label("bannerText").contains(lost.text));
        // A server that answers is not called away.
        lost.isNotPermitted = true;
        m_window->setConnection(lost);
        QCOMPARE(label("connectionLabel"), QStringLiteral("no permission"));
        QVERIFY(label("bannerText").startsWith(QLatin1String("No permission to read since ")));
        m_window->setConnection(connected());
        m_window->setOld(false);
        QVERIFY(!widget("banner")->isVisible());
    }

    void showsOldFiguresAsOld()
    {
        open();
        QVERIFY(label("tickLabel").startsWith(QStringLiteral("poll ")));
        m_window->setOld(true);
        QVERIFY(label("tickLabel").startsWith(QStringLiteral("last poll ")));
        QVERIFY(label("bannerText").startsWith(QStringLiteral("No answer since ")));
        m_window->setOld(false);
        QVERIFY(label("tickLabel").startsWith(QStringLiteral("poll ")));
        QVERIFY(!widget("banner")->isVisible());
    }

    void pauses()
    {
        open();
        QSignalSpy paused(m_window.get(), &SessionView::pauseToggled);
        auto *button = m_window->findChild<QToolButton *>(QStringLiteral("pauseButton"));
        QTest::keyClick(m_window.get(), Qt::Key_L, Qt::ControlModifier);
        QCOMPARE(paused.takeFirst().front().toBool(), true);
        QCOMPARE(button->text(), QStringLiteral("Resume"));
        QCOMPARE(label("connectionLabel"), QStringLiteral("paused"));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(paused.takeFirst().front().toBool(), false);
        QVERIFY(!button->isChecked());
        QCOMPARE(button->text(), QStringLiteral("Pause"));
    }

    void filtersByKey()
    {
        open();
        auto *filter = m_window->findChild<QLineEdit *>(QStringLiteral("filter"));
        const auto *cards = m_window->findChild<QListView *>(QStringLiteral("collectionCards"));
        QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
        QVERIFY(filter->hasFocus());
        QTest::keyClicks(filter, QStringLiteral("mail?"));
        QCOMPARE(filter->text(), QStringLiteral("mail?")); // "?" is text here, not the list of shortcuts
        QTest::keyClick(filter, Qt::Key_Backspace);
        QCOMPARE(cards->model()->rowCount(), 1);
        QTest::keyClick(filter, Qt::Key_Escape);
        QCOMPARE(filter->text(), QString());
        QCOMPARE(cards->model()->rowCount(), 4);
        QVERIFY(!filter->hasFocus());
    }

    void choosesTheInterval()
    {
        open();
        QSignalSpy chosen(m_window.get(), &SessionView::intervalChosen);
        for (QAction *action : m_window->findChild<QMenu *>(QStringLiteral("intervalMenu"))->actions()) {
            if (action->data().toInt() == 5000) {
                action->trigger();
            }
        }
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.front().front().value<std::chrono::milliseconds>(), 5s);
        QVERIFY(m_window->findChild<QToolButton *>(QStringLiteral("intervalButton"))
                    ->text()
                    .contains(QStringLiteral("5 s")));
    }

    void saysWhenTheServerIsSlow()
    {
        open();
        models::ConnectionStatus status = connected();
        status.widened = true;
        status.interval = 4s;
        m_window->setConnection(status);
        QCOMPARE(label("widenedLabel"), QStringLiteral("slow server: every 4 s"));
        m_window->setConnection(connected());
        QVERIFY(!widget("widenedLabel")->isVisible());
    }

    void goesEverywhereByKey()
    {
        open();
        QSignalSpy refreshed(m_window.get(), &SessionView::refreshRequested);
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTest::keyClick(m_window.get(), Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(refreshed.size(), 2);
        QSignalSpy connectAsked(m_window.get(), &SessionView::connectRequested);
        QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
        QCOMPARE(connectAsked.size(), 1);
        QSignalSpy settingsAsked(m_window.get(), &SessionView::settingsRequested);
        QTest::keyClick(m_window.get(), Qt::Key_Comma, Qt::ControlModifier);
        QCOMPARE(settingsAsked.size(), 1);
        const QStringList pages = m_window->pageNames();
        for (int i = 0; i < pages.size(); ++i) {
            QTest::keyClick(m_window.get(), static_cast<Qt::Key>(Qt::Key_1 + i), Qt::ControlModifier);
            QCOMPARE(m_window->currentPage(), pages[i]);
        }
        QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
        auto *dock = m_window->findChild<QDockWidget *>(QStringLiteral("inspectorDock"));
        QTest::keyClick(m_window.get(), Qt::Key_F9);
        QVERIFY(dock->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_F9);
        QVERIFY(!dock->isVisible());
        QSignalSpy closeAsked(m_window.get(), &SessionView::closeRequested);
        QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier);
        QCOMPARE(closeAsked.size(), 1);
    }

    void listsTheShortcuts()
    {
        open();
        QWidget *overlay = widget("shortcutOverlay");
        QVERIFY(!overlay->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_F1);
        QVERIFY(overlay->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_Escape);
        QVERIFY(!overlay->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_Question); // the platform has taken Shift for the character
        QVERIFY(overlay->isVisible());
        QTest::mouseClick(overlay, Qt::LeftButton);
        QVERIFY(!overlay->isVisible());
    }

    void opensACollectionAndComesBack()
    {
        open();
        QSignalSpy shownChanged(m_window.get(), &SessionView::shownChanged);
        m_window->openCollection(m_board);
        QCOMPARE(m_window->currentPage(), QStringLiteral("leaderboard"));
        QVERIFY(m_window->shown().contains(m_board));
        QVERIFY(!shownChanged.isEmpty());
        QTest::keyClick(m_window.get(), Qt::Key_Escape);
        QCOMPARE(m_window->currentPage(), QStringLiteral("overview"));
        m_window->openCollection(9'999); // of a workspace that has changed since: nothing
        QCOMPARE(m_window->currentPage(), QStringLiteral("overview"));
    }

    void editsTheCollectionTheKeyboardIsOn()
    {
        open();
        auto *cards = m_window->findChild<QListView *>(QStringLiteral("collectionCards"));
        auto *edit = m_window->findChild<QAction *>(QStringLiteral("editCollectionAction"));
        auto *up = m_window->findChild<QAction *>(QStringLiteral("moveUpAction"));
        auto *down = m_window->findChild<QAction *>(QStringLiteral("moveDownAction"));
        auto *remove = m_window->findChild<QAction *>(QStringLiteral("removeCollectionAction"));
        QVERIFY(!edit->isEnabled());
        QSignalSpy edited(m_window.get(), &SessionView::editCollectionRequested);
        QSignalSpy removed(m_window.get(), &SessionView::removeCollectionRequested);
        QSignalSpy moved(m_window.get(), &SessionView::moveCollectionRequested);
        cards->setCurrentIndex(
            cards->model()->match(cards->model()->index(0, 0), Qt::DisplayRole, QStringLiteral("retries")).front());
        QVERIFY(edit->isEnabled());
        edit->trigger();
        QCOMPARE(edited.front().front().value<std::size_t>(), m_retries);
        remove->trigger();
        QCOMPARE(removed.front().front().value<std::size_t>(), m_retries);
        up->trigger();
        QCOMPARE(moved.front().at(1).value<std::size_t>(), m_retries - 1);
        down->trigger();
        QCOMPARE(moved.back().at(1).value<std::size_t>(), m_retries + 1);
        cards->setCurrentIndex(
            cards->model()->match(cards->model()->index(0, 0), Qt::DisplayRole, QStringLiteral("mail")).front());
        QVERIFY(!up->isEnabled());
        QSignalSpy added(m_window.get(), &SessionView::addCollectionRequested);
        m_window->findChild<QAction *>(QStringLiteral("addCollectionAction"))->trigger();
        QCOMPARE(added.size(), 1);
    }

    void keepsWhatItShowsWhileTheWorkspaceIsEdited()
    {
        open();
        m_window->openCollection(m_invoices); // one of two queues: its page, not their list
        const auto *title = widget("kindPage.queue")->findChild<QLabel *>(QStringLiteral("collectionTitle"));
        QCOMPARE(title->text(), QStringLiteral("invoices"));
        m_workspace->add(QStringLiteral("one more"), kind("queue"));
        m_window->setWorkspace(m_workspace->workspace());
        tick();
        QCOMPARE(m_window->currentPage(), QStringLiteral("queue"));
        QVERIFY(title->isVisible());
        QCOMPARE(title->text(), QStringLiteral("invoices"));
        QCOMPARE(m_window->shown(), std::set<std::size_t>{m_invoices});
        m_window->showPage(QStringLiteral("overview"));
        int shown = 0;
        for (const char *list : {"collectionCards", "collectionLines"}) {
            shown += m_window->findChild<QListView *>(QLatin1StringView(list))->model()->rowCount();
        }
        QCOMPARE(shown, 5);
    }

    void forgetsTheServerBefore()
    {
        m_workspace->setState(m_mail, State::Critical);
        open();
        SampleWorkspace other(QStringLiteral("other"));
        other.add(QStringLiteral("elsewhere"), kind("queue"));
        m_window->setWorkspace(other.workspace());
        QCOMPARE(m_window->findChild<Navigation *>()->troubleCount(m_window->pageNames().front()), 0);
        QVERIFY(!m_window->findChild<QListView *>(QStringLiteral("collectionCards"))->isVisible());
        QVERIFY(!widget("tickLabel")->isVisible());
        m_window->setWorkspace({});
        QVERIFY(widget("welcomePage")->isVisible());
    }

    void keepsItsLayout()
    {
        Preferences kept;
        MainWindow window(&m_theme);
        window.add(m_window.get());
        window.show();
        window.resize(1001, 655);
        QTRY_COMPARE(window.size(), QSize(1001, 655));
        window.saveLayout(kept);
        window.resize(970, 560);
        QTRY_COMPARE(window.size(), QSize(970, 560));
        window.restoreLayout(kept);
        QTRY_COMPARE(window.size(), QSize(1001, 655));
        m_window.reset(); // before the window that it is in
    }

    void changesColoursLive()
    {
        open();
        QSignalSpy changed(&m_theme, &Theme::changed);
        QCOMPARE(QApplication::palette().color(QPalette::Window), lightTokens().window);
        m_theme.setChoice(Theme::Choice::Dark);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(QApplication::palette().color(QPalette::Window), darkTokens().window);
        QCOMPARE(m_window->grab().toImage().pixelColor(600, 3), darkTokens().card);
    }

    void namesEveryControl()
    {
        open();
        for (const QString &page : m_window->pageNames()) {
            m_window->showPage(page);
            for (const QWidget *control : m_window->findChildren<QWidget *>()) {
                const auto *button = qobject_cast<const QAbstractButton *>(control);
                const auto *edit = qobject_cast<const QLineEdit *>(control);
                const auto *list = qobject_cast<const QAbstractItemView *>(control);
                if (!control->isVisible() || (button == nullptr && edit == nullptr && list == nullptr)) {
                    continue;
                }
                const bool named =
                    !control->accessibleName().isEmpty() || (button != nullptr && !button->text().isEmpty());
                const bool inner = control->objectName().startsWith(QLatin1StringView("qt_"))
                    || control->parentWidget()->inherits("QTableView") || control->inherits("QHeaderView");
                QVERIFY2(named || inner,
                         qPrintable(page + QLatin1Char(' ') + control->objectName() + QLatin1Char(' ')
                                    + QString::fromLatin1(control->metaObject()->className())));
            }
        }
    }

    void fitsASmallScreen()
    {
        m_workspace->connection().production = true;
        SampleWorkspace longNamed(QString(300, u'w'));
        longNamed.connection().production = true;
        longNamed.add(QString(300, u'W'), kind("queue"));
        m_window->setWorkspace(longNamed.workspace());
        m_window->apply(longNamed.snapshot(m_time));
        models::ConnectionStatus lost;
        lost.state = models::ConnectionStatus::State::Lost;
        lost.text = QString(500, u'x');
        m_window->setConnection(lost);
        m_window->resize(960, 540);
        QTRY_COMPARE(m_window->size(), QSize(960, 540));
        const QWidget *menu = widget("menuButton");
        QVERIFY(menu->mapTo(m_window.get(), QPoint(menu->width(), 0)).x() <= 960);
        QVERIFY(widget("filter")->width() >= 100);
        QVERIFY(m_window->minimumSizeHint().width() <= 960);
    }

private:
    void open()
    {
        m_window->setWorkspace(m_workspace->workspace());
        m_window->setConnection(connected());
        tick();
    }

    [[nodiscard]] static models::ConnectionStatus connected()
    {
        models::ConnectionStatus status;
        status.state = models::ConnectionStatus::State::Connected;
        return status;
    }

    void tick()
    {
        m_time += 1s;
        const SnapshotPtr snapshot = m_workspace->snapshot(m_time);
        m_history->apply(snapshot);
        m_window->apply(snapshot);
    }

    [[nodiscard]] QWidget *widget(const char *name) const
    {
        return m_window->findChild<QWidget *>(QLatin1StringView(name));
    }

    [[nodiscard]] QString label(const char *name) const
    {
        const auto *elided = qobject_cast<ElidedLabel *>(widget(name));
        return elided != nullptr ? elided->fullText() : qobject_cast<QLabel *>(widget(name))->text();
    }

    void click(const char *name) const
    {
        QTest::mouseClick(m_window->findChild<QAbstractButton *>(QLatin1StringView(name)), Qt::LeftButton);
    }

    Theme m_theme;
    std::chrono::milliseconds m_time{};
    testing::NotedServices m_services;
    std::unique_ptr<models::History> m_history;
    std::unique_ptr<SampleWorkspace> m_workspace;
    std::unique_ptr<SessionView> m_window;
    std::size_t m_mail = 0, m_retries = 0, m_board = 0, m_invoices = 0;
};

QTEST_MAIN(TestMainWindow)
#include "tst_mainwindow.moc"
