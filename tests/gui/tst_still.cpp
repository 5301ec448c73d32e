// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/madesession.h"
#include "tests/gui/pagefixture.h"
#include "views/operations/operationbar.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/notice.h"
#include "views/window/focusring.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <set>

using namespace plimsoll;
using namespace plimsoll::views;

/// Tests that nothing moves under a real pointer before and after a click, and that keys act on visible things.
class TestStill final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.path());
        m_theme.install(*qobject_cast<QApplication *>(QCoreApplication::instance()), Theme::Choice::Light);
        QLocale::setDefault(QLocale(QLocale::English));
    }

    void init()
    {
        m_fixture = std::make_unique<testing::PageFixture>();
        m_session = std::make_unique<testing::MadeSession>(
            m_theme, [this](const BrowseRequest &asked) { return m_fixture->answer(asked); });
        m_window = &m_session->window;
        m_window->resize(1280, 720);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window));
        const SnapshotPtr first = m_fixture->tick();
        m_window->setWorkspace(first->layout->workspace);
        m_session->sayConnected();
        m_session->tick(first);
        m_window->showPage(QStringLiteral("queue"));
        QTRY_VERIFY(table()->model()->rowCount() > 0);
        tick();
        settle();
    }

    void cleanup()
    {
        m_session.reset();
        m_fixture.reset();
    }

    void noButtonHasTheFocusOfAPageThatOpens()
    {
        m_window->showPage(QStringLiteral("overview"));
        auto *cards = m_window->findChild<QAbstractItemView *>(QStringLiteral("collectionCards"));
        QTRY_VERIFY(cards->isVisible() && cards->model()->rowCount() > 0);
        QTest::mouseClick(cards->viewport(), Qt::LeftButton, Qt::NoModifier,
                          cards->visualRect(cards->model()->index(0, 0)).center());
        QTRY_VERIFY(!cards->isVisible());
        const QWidget *focus = m_window->focusWidget();
        QVERIFY2(qobject_cast<const QAbstractButton *>(focus) == nullptr,
                 focus == nullptr ? "nobody" : qPrintable(focus->objectName()));
    }

    void newRowsAreAnnouncedWithoutMovingTheOthers()
    {
        table()->selectRow(2);
        const QHash<QString, QPoint> before = places();
        const QModelIndex under = table()->indexAt(rowPlace(4));
        const QString job = under.siblingAtColumn(0).data().toString();
        m_fixture->jobShift = 5;
        tick();
        QVERIFY(widget("newRows")->isVisible());
        QCOMPARE(table()->indexAt(rowPlace(4)).siblingAtColumn(0).data().toString(), job);
        QCOMPARE(places(), before);
    }

    /// Whatever of them comes and goes, on pages with a table of elements.
    void theLineAboveTheRowsMovesNone_data()
    {
        QTest::addColumn<QString>("page");
        for (const char *page : {"queue", "schedule", "leaderboard", "members"}) {
            QTest::newRow(page) << QString::fromLatin1(page);
        }
    }
    void theLineAboveTheRowsMovesNone()
    {
        QFETCH(const QString, page);
        m_window->showPage(page);
        QTRY_VERIFY(table() != nullptr && table()->model()->rowCount() > 0);
        settle();
        QWidget *const panel = table()->parentWidget()->parentWidget();
        auto *const banner = panel->findChild<QWidget *>(QStringLiteral("newRows"));
        const auto *const pagerText = panel->findChild<QWidget *>(QStringLiteral("pagerText"));
        QVERIFY(banner != nullptr && pagerText != nullptr);
        QWidget *const pager = pagerText->parentWidget();
        const auto top = [this] { return table()->mapTo(m_window, QPoint(0, 0)).y(); };
        std::set<int> tops;
        for (const bool hasBanner : {false, true}) {
            for (const bool hasPager : {false, true}) {
                banner->setVisible(hasBanner);
                pager->setVisible(hasPager);
                settle();
                tops.insert(top());
            }
        }
        QCOMPARE(tops.size(), std::size_t(1));
    }

    void theConnectionsBannerMovesNothing()
    {
        const QHash<QString, QPoint> before = places();
        models::ConnectionStatus lost;
        lost.state = models::ConnectionStatus::State::Lost;
        lost.text = QStringLiteral("the server closed the connection");
        lost.retryIn = std::chrono::seconds(30);
        m_session->say(lost);
        m_window->setOld(true);
        QCoreApplication::processEvents();
        QVERIFY(widget("banner")->isVisible());
        QCOMPARE(places(), before);
        m_session->sayConnected();
        m_window->setOld(false);
        QCoreApplication::processEvents();
        QVERIFY(!widget("banner")->isVisible());
        QCOMPARE(places(), before);
    }

    void theBannerLiesOverNothingThatCanBeClicked()
    {
        models::ConnectionStatus lost;
        lost.state = models::ConnectionStatus::State::Lost;
        lost.text = QStringLiteral("gone");
        m_session->say(lost);
        QCoreApplication::processEvents();
        const QWidget *whole = widget("banner");
        const QRect banner = onWindow(whole);
        for (const QWidget *each : m_window->findChildren<QWidget *>()) {
            const bool clickable = qobject_cast<const QAbstractButton *>(each) != nullptr
                || qobject_cast<const QAbstractItemView *>(each) != nullptr;
            QVERIFY2(!clickable || !each->isVisible() || whole->isAncestorOf(each)
                         || !onWindow(each).intersects(banner),
                     qPrintable(each->objectName()));
        }
    }

    void theLineOfAnOperationMovesNothing()
    {
        const QHash<QString, QPoint> before = places();
        m_window->operationBar().showRunning(QStringLiteral("Requeue 41 stale jobs of email"), 41);
        QCoreApplication::processEvents();
        QVERIFY(widget("operationBar")->isVisible());
        QCOMPARE(places(), before);
        OperationReport report;
        report.state = OperationState::Done;
        m_window->operationBar().showResult(report);
        QCoreApplication::processEvents();
        QCOMPARE(places(), before);
        widget("operationBar")->hide();
        QCoreApplication::processEvents();
        QCOMPARE(places(), before);
    }

    /// At the right end of a row, where the inspector was to come up.
    void bothClicksOfADoubleClickMeetTheSameRow()
    {
        auto *dock = m_window->findChild<QDockWidget *>(QStringLiteral("inspectorDock"));
        const QPoint place(table()->viewport()->width() - 4, rowPlace(3).y());
        const QPoint onWindow = table()->viewport()->mapTo(m_window, place);
        const QString job = table()->indexAt(place).siblingAtColumn(0).data().toString();
        const QHash<QString, QPoint> before = places();
        const QSignalSpy opened(table(), &TableView::opened);
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, place);
        QCoreApplication::processEvents();
        QVERIFY(dock->isVisible());
        QCOMPARE(places(), before);
        QWidget *under = m_window->childAt(onWindow);
        QCOMPARE(under, table()->viewport());
        QTest::mouseDClick(under, Qt::LeftButton, {}, under->mapFrom(m_window, onWindow));
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened.front().front().toModelIndex().siblingAtColumn(0).data().toString(), job);
    }

    void aNarrowWindowOpensTheInspectorOnlyWhenARowIsOpened()
    {
        m_window->resize(1000, 600);
        QTRY_COMPARE(m_window->width(), 1000);
        auto *dock = m_window->findChild<QDockWidget *>(QStringLiteral("inspectorDock"));
        QTRY_VERIFY(!dock->isVisible());
        settle();
        const QHash<QString, QPoint> before = places();
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, rowPlace(1));
        QCoreApplication::processEvents();
        QVERIFY(!dock->isVisible());
        QCOMPARE(places(), before);
        QTest::keyClick(table(), Qt::Key_Return);
        QVERIFY(dock->isVisible());
    }

    /// If the inspector covers most of the page, there is a visible way back, and Escape works too.
    void anInspectorWithoutRoomCanBeLeft()
    {
        auto *dock = m_window->findChild<QDockWidget *>(QStringLiteral("inspectorDock"));
        auto *close = m_window->findChild<QPushButton *>(QStringLiteral("closeInspector"));
        m_window->resize(1280, 720);
        settle();
        QVERIFY(dock->isVisible() && !close->isVisible());
        m_window->resize(900, 720);
        settle();
        QVERIFY(!dock->isVisible());
        for (const bool byKey : {false, true}) {
            QTest::keyClick(m_window, Qt::Key_F9);
            QTRY_VERIFY(dock->isVisible() && close->isVisible());
            if (byKey) {
                QTest::keyClick(m_window, Qt::Key_Escape);
            } else {
                QTest::mouseClick(close, Qt::LeftButton);
            }
            QTRY_VERIFY(!dock->isVisible());
            QVERIFY(table() != nullptr);
            QCOMPARE(m_window->focusWidget(), table());
        }
    }

    void rowsStayWhileThePointerIsOverThePage()
    {
        QTest::mouseMove(m_window, m_window->mapFromGlobal(widget("depthChart")->mapToGlobal(QPoint(40, 40))));
        QTRY_VERIFY(widget("depthChart")->underMouse());
        const QString first = cell(0);
        m_fixture->jobShift = 5;
        tick();
        QCOMPARE(cell(0), first);
        QTest::mouseMove(m_window, QPoint(3, 3));
        QTRY_VERIFY(!widget("depthChart")->underMouse());
        tick();
        QVERIFY(cell(0) != first);
    }

    void rowsStayWhileADialogIsOpen()
    {
        QDialog dialog(m_window);
        dialog.setWindowModality(Qt::WindowModal);
        dialog.open();
        const QString first = cell(0);
        m_fixture->jobShift = 5;
        tick();
        QCOMPARE(cell(0), first);
        dialog.close();
        tick();
        QVERIFY(cell(0) != first);
    }

    void controlsKeepTheirPlacesWhenCountsGrow()
    {
        auto *chooser = m_window->findChild<QComboBox *>(QStringLiteral("stateChooser"));
        const int width = chooser->width();
        const QPoint dead = widget("deadLettersButton")->mapTo(m_window, QPoint());
        const QString before = chooser->itemText(3);
        m_fixture->staleJobs = 12'345;
        m_fixture->deadJobs = 12'345;
        tick();
        QVERIFY(chooser->itemText(3) != before);
        QCOMPARE(qobject_cast<QAbstractButton *>(widget("deadLettersButton"))->text(),
                 QStringLiteral("Dead letters 12,345"));
        QCoreApplication::processEvents();
        QCOMPARE(chooser->width(), width);
        QCOMPARE(widget("deadLettersButton")->mapTo(m_window, QPoint()), dead);
    }

    void escapeClearsTheSelectionAndThenLeaves()
    {
        auto *dock = m_window->findChild<QDockWidget *>(QStringLiteral("inspectorDock"));
        table()->setFocus();
        table()->selectRow(2);
        QTest::keyClick(table(), Qt::Key_Escape);
        QCOMPARE(m_window->currentPage(), QStringLiteral("queue"));
        QVERIFY(table()->selectedRows().isEmpty());
        QVERIFY(dock->isVisible());
        QVERIFY(!widget("inspectorTitle")->isVisible()); // it has nothing to show any more
        QTest::keyClick(table(), Qt::Key_Escape);
        QCOMPARE(m_window->currentPage(), QStringLiteral("overview"));
    }

    /// Escape clears the selection; the current row that remains is invisible.
    void enterOpensWhatIsSelectedAndNothingElse()
    {
        const QSignalSpy opened(table(), &TableView::opened);
        table()->setFocus();
        table()->selectRow(2);
        QTest::keyClick(table(), Qt::Key_Escape);
        QVERIFY(table()->selectedRows().isEmpty());
        const testing::Calls &asked = m_session->services.operations.requests;
        for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Delete}) {
            QTest::keyClick(table(), key);
        }
        QCOMPARE(opened.count(), 0);
        QCOMPARE(asked.count(), 0);
        table()->selectRow(2);
        QTest::keyClick(table(), Qt::Key_Return);
        QCOMPARE(opened.count(), 1);
    }

    /// The row that was clicked last may be the one that was taken out of the selection.
    void theInspectorShowsARowThatIsSelected()
    {
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, rowPlace(1));
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, Qt::ControlModifier, rowPlace(3));
        const QSignalSpy moved(table(), &TableView::currentMoved);
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, Qt::ControlModifier, rowPlace(3));
        QCOMPARE(table()->selectedRows().size(), 1);
        QCOMPARE(moved.back().front().toModelIndex().row(), 1);
    }

    void enterPressesTheButtonThatHasTheFocus()
    {
        auto *button = m_window->findChild<QAbstractButton *>(QStringLiteral("deadLettersButton"));
        const QSignalSpy clicked(button, &QAbstractButton::clicked);
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Return);
        QCOMPARE(clicked.count(), 1);
        QVERIFY(!button->hasFocus()); // the dead letters have it, for the next key
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Enter, Qt::KeypadModifier);
        QCOMPARE(clicked.count(), 2);
        auto *next = qobject_cast<QAbstractButton *>(widget("nextPage"));
        next->setFocus();
        QTest::keyClick(next, Qt::Key_Return);
        QVERIFY(qobject_cast<QAbstractButton *>(widget("previousPage"))->isEnabled());
    }

    void focusComesBackFromADialog()
    {
        auto *button = m_window->findChild<QAbstractButton *>(QStringLiteral("deadLettersButton"));
        for (const bool isOff : {false, true}) {
            button->setFocus();
            QVERIFY(button->hasFocus());
            QDialog dialog(m_window);
            dialog.setWindowModality(Qt::WindowModal);
            dialog.open();
            QVERIFY(QTest::qWaitForWindowActive(&dialog));
            button->setEnabled(!isOff);
            dialog.reject();
            QTRY_COMPARE(m_window->focusWidget(), isOff ? table() : static_cast<QWidget *>(button));
            button->setEnabled(true);
        }
    }

    /// Every stop of Tab is there, can be seen, and is no frame around something else.
    void everyStopOfTabCanBeSeen()
    {
        table()->setFocus();
        QSet<QWidget *> stops;
        for (int i = 0; i < 200; ++i) {
            QTest::keyClick(m_window->focusWidget(), Qt::Key_Tab);
            QWidget *stop = m_window->focusWidget();
            if (stops.contains(stop)) {
                break;
            }
            stops.insert(stop);
            const QString name =
                stop->objectName() + QLatin1Char(' ') + QString::fromLatin1(stop->metaObject()->className());
            QVERIFY2(stop->isVisible() && stop->width() > 4 && stop->height() > 4, qPrintable(name));
            QVERIFY2(qobject_cast<QScrollArea *>(stop) == nullptr, qPrintable(name));
            if (FocusRing::isFor(stop)) {
                auto *ring = m_window->findChild<FocusRing *>();
                QVERIFY2(ring != nullptr && ring->isVisible(), qPrintable(name));
                QCOMPARE(ring->geometry(), stop->geometry());
                const QImage picture = ring->grab().toImage();
                QCOMPARE(picture.pixelColor(picture.width() / 2, 0).alpha() > 0, true);
            }
        }
        QVERIFY2(stops.size() > 8, qPrintable(QString::number(stops.size())));
    }

    void nothingIsBlueThatDestroysOrOnAHealthyPage()
    {
        const auto blue = [this] {
            QStringList names;
            for (const QPushButton *each : m_window->findChildren<QPushButton *>()) {
                if (each->isVisible() && each->property("role").toString() == QLatin1String("primary")) {
                    names.append(each->text());
                }
            }
            return names;
        };
        for (const char *page : {"queue", "schedule", "leaderboard", "presence", "members"}) {
            m_window->showPage(QLatin1StringView(page));
            tick();
            QCOMPARE(blue(), QStringList());
        }
        m_fixture->staleJobs = 41;
        m_window->showPage(QStringLiteral("queue"));
        tick();
        QCOMPARE(blue(), QStringList{QStringLiteral("Requeue 41 stale")});
    }

    void headersSortWhereAllIsOnThePageAndSayWhyNotElsewhere()
    {
        const auto press = [this](int column) {
            QHeaderView *header = table()->horizontalHeader();
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              QPoint(header->sectionViewportPosition(column) + 10, header->height() / 2));
        };
        const QString first = cell(0);
        press(0);
        QCOMPARE(cell(0), first); // 100 of 1,165 jobs are loaded
        QVERIFY(table()->selectedRows().isEmpty());
        QVERIFY(table()->unsortedReason().contains(QStringLiteral("a page at a time")));
        m_fixture->readyJobs = 12;
        tick();
        QTest::mouseMove(m_window, QPoint(3, 3));
        tick();
        QCOMPARE(table()->model()->rowCount(), 12);
        QVERIFY(table()->unsortedReason().isEmpty());
        press(0);
        press(0);
        QVERIFY2(cell(0) > cell(11), qPrintable(cell(0)));
        press(0); // as the server has them
        QCOMPARE(cell(0), first);
    }

    void theFilterSaysThatItLooksAtThisPageAlone()
    {
        auto *filter = m_window->findChild<QLineEdit *>(QStringLiteral("filter"));
        const auto *foot = m_window->findChild<ElidedLabel *>(QStringLiteral("newRowsText"));
        filter->setText(QStringLiteral("stale"));
        QCOMPARE(table()->model()->rowCount(), 3);
        QVERIFY(foot->isVisible());
        QCOMPARE(foot->fullText(), QStringLiteral("3 of 100 here, 1,165 in all"));
        filter->setText(QStringLiteral("nowhere <b>"));
        QCoreApplication::processEvents();
        QVERIFY(table() == nullptr); // never a blank table: what there is says why
        const Notice *notice = nullptr;
        for (const Notice *each : m_window->findChildren<Notice *>()) {
            notice = each->isVisible() ? each : notice;
        }
        QVERIFY(notice != nullptr);
        QCOMPARE(notice->heading(), QStringLiteral("No row of this page has “nowhere <b>”"));
        QVERIFY2(notice->text().contains(QStringLiteral("1,165")), qPrintable(notice->text()));
        tick();
        QVERIFY(notice->isVisible());
        filter->clear();
        QVERIFY(table() != nullptr);
        QVERIFY(!foot->isVisible());
    }

    void theFilterDoesNotFollowToOtherPages()
    {
        auto *filter = m_window->findChild<QLineEdit *>(QStringLiteral("filter"));
        filter->setText(QStringLiteral("stale"));
        m_window->showPage(QStringLiteral("schedule"));
        QCOMPARE(filter->text(), QString());
        QVERIFY(table()->model()->rowCount() > 3);
        m_window->showPage(QStringLiteral("queue"));
        QCOMPARE(filter->text(), QString());
        QCOMPARE(table()->model()->rowCount(), 100);
    }

private:
    void tick() { m_session->tick(m_fixture->tick()); }

    /// Until what was asked of the layouts is done.
    void settle() const
    {
        QHash<QString, QPoint> before;
        do {
            before = places();
            for (int i = 0; i < 3; ++i) {
                QCoreApplication::sendPostedEvents();
                QCoreApplication::processEvents();
            }
        } while (places() != before);
    }

    [[nodiscard]] QWidget *widget(const char *name) const
    {
        return m_window->findChild<QWidget *>(QLatin1StringView(name));
    }

    /// The table of the page on screen.
    [[nodiscard]] TableView *table() const
    {
        for (TableView *each : m_window->findChildren<TableView *>(QStringLiteral("elements"))) {
            if (each->isVisible()) {
                return each;
            }
        }
        return nullptr;
    }

    [[nodiscard]] QPoint rowPlace(int row) const
    {
        return {40, table()->rowViewportPosition(row) + table()->rowHeight(row) / 2};
    }

    [[nodiscard]] QString cell(int row) const { return table()->model()->index(row, 0).data().toString(); }

    [[nodiscard]] QRect onWindow(const QWidget *each) const { return {each->mapTo(m_window, QPoint()), each->size()}; }

    /// Positions of everything that the user may be about to click.
    [[nodiscard]] QHash<QString, QPoint> places() const
    {
        QHash<QString, QPoint> all;
        const auto note = [&](const QString &name, const QWidget *each) {
            all.insert(name, each->mapTo(m_window, QPoint()));
        };
        note(QStringLiteral("row"), table()->viewport());
        for (const char *name : {"tile0", "tile5", "depthChart", "deadLettersButton", "moreButton", "stateChooser",
                                 "nextPage", "navigation"}) {
            note(QLatin1StringView(name), widget(name));
        }
        return all;
    }

    QTemporaryDir m_settings;
    Theme m_theme;
    std::unique_ptr<testing::PageFixture> m_fixture;
    std::unique_ptr<testing::MadeSession> m_session;
    SessionView *m_window = nullptr; ///< window of m_session
};

QTEST_MAIN(TestStill)
#include "tst_still.moc"
