// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/history.h"
#include "redis/collections/kinds.h"
#include "tests/gui/complaints.h"
#include "tests/gui/notedservices.h"
#include "tests/support/sampleworkspace.h"
#include "views/charts/timeplot.h"
#include "views/collection/collectioncard.h"
#include "views/page/actions.h"
#include "views/pages/eventline.h"
#include "views/pages/overviewpage.h"
#include "views/theme/theme.h"
#include "views/widgets/card.h"
#include "views/widgets/elidedlabel.h"

#include <QAbstractItemModelTester>
#include <QAbstractButton>
#include <QAction>
#include <QHelpEvent>
#include <QLabel>
#include <QListView>
#include <QMainWindow>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTest>
#include <QToolTip>

#include <cstdlib>
#include <memory>

using namespace plimsoll;
using namespace plimsoll::views;
using namespace std::chrono_literals;
using support::SampleWorkspace;
using L1 = QLatin1StringView;

namespace {

const KindInfo *queue()
{
    return redis::findKind(QStringLiteral("queue"));
}
const KindInfo *members()
{
    return redis::findKind(QStringLiteral("members"));
}

} // namespace

/// The page everyone looks at first: cards ranked by trouble that keep still, and what it says when there is nothing.
class TestOverview final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_theme.install(*qobject_cast<QApplication *>(QCoreApplication::instance()), Theme::Choice::Light);
        qRegisterMetaType<std::size_t>("std::size_t");
    }

    void init()
    {
        testing::failOnComplaints();
        m_time = 1'795'000'000'000ms;
        m_history = std::make_unique<models::History>();
        m_window = std::make_unique<QMainWindow>();
        m_actions = makeActions(m_window.get());
        m_page = new OverviewPage(m_services.context(m_theme, m_history.get(), &m_host, &m_actions), m_window.get());
        m_page->setStillness({.afterTouch = 1h, .afterState = 0ms, .afterGrowth = 0ms, .afterTrouble = 0ms});
        m_window->setCentralWidget(m_page);
        m_window->resize(1100, 740);
        m_window->show();
        m_cards = m_page->findChild<QListView *>(QStringLiteral("collectionCards"));
        QVERIFY(m_cards != nullptr);
        m_tester = std::make_unique<QAbstractItemModelTester>(m_cards->model(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_workspace = std::make_unique<SampleWorkspace>();
    }

    void cleanup()
    {
        m_tester.reset();
        m_window.reset();
        m_history.reset();
    }

    /// Tab goes as the eye does: the cards, then the chart below them.
    void tabGoesFromTheCardsToTheChart()
    {
        addQueues({"one", "two"});
        tick();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        const auto *chart = m_page->findChild<QWidget *>(QStringLiteral("deepestQueues"));
        m_page->setFocus();
        QTest::keyClick(m_page, Qt::Key_Tab);
        QCOMPARE(m_window->focusWidget(), m_cards);
        QTest::keyClick(m_cards, Qt::Key_Tab);
        QVERIFY2(chart->isAncestorOf(m_window->focusWidget()), qPrintable(m_window->focusWidget()->objectName()));
    }

    /// The pointer rests on a card while it changes, and while it goes.
    void theTipFollowsItsCard()
    {
        addQueues({"one"});
        m_workspace->setState(0, State::Warning, QStringLiteral("over 10"));
        tick();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get())); // which would hide the tip
        QWidget *port = m_cards->viewport();
        const QPoint there = m_cards->visualRect(m_cards->model()->index(0, m_cards->modelColumn())).center();
        QHelpEvent hover(QEvent::ToolTip, there, port->mapToGlobal(there));
        QCoreApplication::sendEvent(port, &hover);
        QVERIFY2(QToolTip::text().contains(QStringLiteral("over 10")), qPrintable(QToolTip::text()));
        m_workspace->setState(0, State::Critical, QStringLiteral("over 100"));
        tick();
        QTRY_VERIFY2(QToolTip::text().contains(QStringLiteral("over 100")), qPrintable(QToolTip::text()));
        QEvent away(QEvent::Leave);
        QCoreApplication::sendEvent(port, &away);
        QTRY_VERIFY(!QToolTip::isVisible());
        m_workspace->setState(0, State::Ok);
        tick();
        QCoreApplication::processEvents();
        QVERIFY(!QToolTip::isVisible());
    }

    void ranksByTroubleThenGrowth()
    {
        addQueues({"calm", "growing", "warned", "broken", "critical", "warned too"});
        m_workspace->setState(2, State::Warning, QStringLiteral("over 10"));
        m_workspace->setState(3, State::Error, QStringLiteral("wrong type"));
        m_workspace->setState(4, State::Critical, QStringLiteral("over 100"));
        m_workspace->setState(5, State::Warning, QStringLiteral("over 10"));
        for (int tick = 0; tick < 60; ++tick) {
            for (std::size_t i = 0; i < 6; ++i) {
                m_workspace->set(i, L1("ready"), i == 1 ? tick * 10 : 5);
            }
            this->tick();
        }
        const QStringList order = names();
        QCOMPARE(order.mid(4), (QStringList{QStringLiteral("growing"), QStringLiteral("calm")}));
        QVERIFY(order.indexOf(QStringLiteral("warned")) < 4 && order.indexOf(QStringLiteral("warned too")) < 4);
        QVERIFY(order.indexOf(QStringLiteral("critical")) < 2 && order.indexOf(QStringLiteral("broken")) < 2);
        QCOMPARE(counts(), QStringLiteral("6 collections · 1 critical, 2 warnings, 1 cannot be read"));
    }

    /// Behind what is in trouble, before what is well, and not all well.
    void unknownIsSaid()
    {
        addQueues({"growing", "unknown", "warned"});
        m_workspace->setState(1, State::Unknown, QStringLiteral("lag unknown, limit 5"));
        m_workspace->setState(2, State::Warning, QStringLiteral("over 10"));
        for (int tick = 0; tick < 60; ++tick) {
            for (std::size_t i = 0; i < 3; ++i) {
                m_workspace->set(i, L1("ready"), i == 0 ? tick * 10 : 5);
            }
            this->tick();
        }
        QCOMPARE(names(),
                 (QStringList{QStringLiteral("warned"), QStringLiteral("unknown"), QStringLiteral("growing")}));
        QCOMPARE(counts(), QStringLiteral("3 collections · 1 warning, 1 unknown"));
        m_workspace->setState(2, State::Ok);
        tick();
        QCOMPARE(counts(), QStringLiteral("3 collections · 1 unknown"));
    }

    void noCardIsCutByTheChart_data()
    {
        QTest::addColumn<int>("collections");
        QTest::addColumn<int>("trouble");
        QTest::addColumn<int>("rows"); // that are seen, whole
        QTest::newRow("three rows") << 12 << 7 << 3;
        QTest::newRow("more than there is room for") << 30 << 30 << 3;
        QTest::newRow("one row") << 2 << 0 << 1;
        QTest::newRow("few are all cards") << 6 << 0 << 2;
        QTest::newRow("those that are well are lines") << 30 << 0 << 1;
    }

    /// The page's size in a window of 1280×720.
    void noCardIsCutByTheChart()
    {
        QFETCH(const int, collections);
        QFETCH(const int, trouble);
        QFETCH(const int, rows);
        m_window->resize(1104, 646);
        for (int i = 0; i < collections; ++i) {
            addQueues({qPrintable(QStringLiteral("queue %1").arg(i))});
            m_workspace->setState(static_cast<std::size_t>(i), i < trouble ? State::Warning : State::Ok);
        }
        for (int i = 0; i < 3; ++i) {
            tick();
        }
        const auto *chart = m_page->findChild<TimeChart *>(QStringLiteral("deepestQueues"));
        QTRY_VERIFY(chart->isVisible());
        const int cell = CollectionCardDelegate::cardHeight + CollectionCardDelegate::cardMargins().bottom();
        QTRY_COMPARE(m_cards->viewport()->height(), rows * cell);
        QVERIFY(chart->mapTo(m_page, QPoint()).y() >= m_cards->mapTo(m_page, QPoint(0, m_cards->height())).y());
        QVERIFY(chart->height() >= 150);
    }

    void troubleComesFirstInALowWindow_data()
    {
        QTest::addColumn<int>("height");
        QTest::addColumn<bool>("lines");
        QTest::newRow("1920×1080 at 200 %") << 424 << true;
        QTest::newRow("the same with a bar below") << 378 << false;
        QTest::newRow("the lowest window") << 281 << false;
    }

    /// Where not all cards of what is in trouble have room, what is well has a line, or comes behind them.
    void troubleComesFirstInALowWindow()
    {
        QFETCH(const int, height);
        QFETCH(const bool, lines);
        m_window->resize(784, height);
        for (int i = 0; i < 23; ++i) {
            addQueues({qPrintable(QStringLiteral("queue %1").arg(i))});
            m_workspace->setState(static_cast<std::size_t>(i), i < 5 ? State::Warning : State::Ok);
        }
        tick();
        const int cell = CollectionCardDelegate::cardHeight + CollectionCardDelegate::cardMargins().bottom();
        const auto *others = m_page->findChild<QListView *>(QStringLiteral("collectionLines"));
        QTRY_COMPARE(others->isVisible(), lines);
        QCOMPARE(m_cards->model()->rowCount(), lines ? 6 : 23);
        if (lines) {
            QCOMPARE(m_cards->viewport()->height(), 2 * cell); // none is cut
            QVERIFY(others->height() >= CollectionLineDelegate::lineHeight);
            QVERIFY(others->mapTo(m_page, QPoint(0, others->height())).y() <= m_page->height());
        } else {
            QVERIFY(m_cards->mapTo(m_page, QPoint(0, m_cards->height())).y() > m_page->height() - cell / 4);
        }
    }

    /// The event is shown next to the title, where there is room: nothing moves, and it is not truncated.
    void whatHappenedIsTold()
    {
        addQueues({"mail", "sms", "push"});
        tick();
        const auto *line = m_page->findChild<EventLine *>();
        const auto *what = line->findChild<QWidget *>(QStringLiteral("eventTitle"));
        auto snapshot = std::make_shared<Snapshot>(*m_workspace->snapshot(m_time += 1s));
        snapshot->events.push_back({m_time, ServerEvent::Type::Restarted, 326'000, {}});
        m_window->resize(1104, 726); // of 800
        tick();
        QCoreApplication::processEvents(); // laid out
        const auto places = [this] {
            QList<QRect> all;
            for (const char *name : {"collectionCards", "deepestQueues", "pageTitle", "overviewCounts"}) {
                const auto *widget = m_page->findChild<QWidget *>(QLatin1StringView(name));
                all.append({widget->mapTo(m_page, QPoint()), QSize(0, widget->height())});
            }
            return all;
        };
        const QList<QRect> before = places();
        QVERIFY(!line->isVisible());
        m_history->apply(snapshot);
        tick();
        QTRY_VERIFY(line->isVisible() && line->event());
        QTRY_VERIFY(what->width() >= what->sizeHint().width());
        QVERIFY(line->geometry().bottom() < m_cards->mapTo(m_page, QPoint()).y());
        QCOMPARE(places(), before);
        // Dismissed, it takes no space either.
        QTest::mouseClick(line->findChild<QAbstractButton *>(QStringLiteral("eventDismiss")), Qt::LeftButton);
        tick();
        QTRY_VERIFY(!line->isVisible());
        QCOMPARE(places(), before);
    }

    /// With the inspector open, the loss is shown in full and the descriptions are shortened.
    void whatHappenedFitsBesideTheInspector()
    {
        addQueues({"mail", "sms", "push"});
        m_workspace->setState(0, State::Critical, QStringLiteral("over 100"));
        auto snapshot =
            std::make_shared<Snapshot>(*m_workspace->snapshot(m_time += 1min)); // after the one dismissed above
        snapshot->events.push_back({m_time, ServerEvent::Type::Restarted, 326'000, {}});
        m_window->resize(784, 646);
        m_history->apply(snapshot);
        tick();
        const auto *line = m_page->findChild<EventLine *>();
        QTRY_VERIFY(line->isVisible());
        tick();
        QCOMPARE(counts(), QStringLiteral("1 critical"));
        const auto *states = m_page->findChild<QWidget *>(QStringLiteral("overviewCounts"));
        QTRY_VERIFY(states->width() >= states->sizeHint().width());
        const auto *what = line->findChild<ElidedLabel *>(QStringLiteral("eventTitle"));
        const QString number = what->fullText().left(what->fullText().indexOf(QStringLiteral("326,000")) + 7);
        QVERIFY2(what->width() > what->fontMetrics().horizontalAdvance(number + QStringLiteral("…")),
                 qPrintable(what->fullText()));
    }

    /// Collections in trouble are cards, filled up to a whole row; the others are lines below the last column.
    void thoseThatAreWellAreLines()
    {
        m_window->resize(1104, 646);
        addQueues({"a", "b", "c", "d", "e", "f", "g", "h", "i"});
        m_workspace->setState(7, State::Critical, QStringLiteral("over 100"));
        m_workspace->setState(8, State::Warning, QStringLiteral("over 10"));
        tick();
        QCOMPARE(names(2), (QStringList{QStringLiteral("h"), QStringLiteral("i")}));
        QCOMPARE(m_cards->model()->rowCount(), 3);
        auto *lines = m_page->findChild<QListView *>(QStringLiteral("collectionLines"));
        const auto *card = m_page->findChild<Card *>(QStringLiteral("collectionLinesCard"));
        QTRY_VERIFY(lines->isVisible());
        QCOMPARE(lines->model()->rowCount(), 6);
        QCOMPARE(card->title(), QStringLiteral("6 more, all well"));
        QCOMPARE(lines->visualRect(lines->model()->index(0, 0)).top(), 0);
        // Aligned to the pixel with the last column of cards, whose border is painted.
        const auto leftOfLast = [this] {
            const QRect cell = m_cards->visualRect(m_cards->model()->index(2, 0));
            return m_cards->viewport()->mapTo(m_page, cell.topLeft()).x()
                + CollectionCardDelegate::cardMargins().left();
        };
        QTRY_COMPARE(card->mapTo(m_page, QPoint()).x(), leftOfLast()); // laid out
        const QImage page = m_page->grab().toImage();
        const QRect last = m_cards->visualRect(m_cards->model()->index(2, 0));
        const int top = m_cards->viewport()->mapTo(m_page, last.center()).y();
        const QRect below(card->mapTo(m_page, QPoint()), card->size());
        const auto isFrame = [&page, this](int x, int y) {
            return page.pixelColor(x, y) != page.pixelColor(2, m_page->height() / 2);
        };
        for (const int edge : {below.left(), below.right()}) {
            const int out = edge == below.left() ? -1 : 1;
            QVERIFY(isFrame(edge, top) && isFrame(edge, below.center().y()));
            QVERIFY(!isFrame(edge + out, top) && !isFrame(edge + out, below.center().y()));
        }

        QSignalSpy opened(&m_host, &PageHost::collectionRequested);
        QTest::mouseClick(lines->viewport(), Qt::LeftButton, {},
                          lines->visualRect(lines->model()->index(1, 0)).center());
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened.back().front().value<std::size_t>(),
                 lines->model()->index(1, 0).data(models::CollectionModel::RowRole).value<std::size_t>());
        // The keyboard moves from the cards to the lines and back.
        m_cards->setCurrentIndex(m_cards->model()->index(1, 0));
        m_cards->setFocus();
        QTest::keyClick(m_cards, Qt::Key_Down);
        QTRY_VERIFY(lines->hasFocus());
        QCOMPARE(lines->currentIndex().row(), 0);
        QVERIFY(!m_cards->currentIndex().isValid()); // one of all is current
        QTest::keyClick(lines, Qt::Key_Down);
        QCOMPARE(lines->currentIndex().row(), 1);
        QTest::keyClick(lines, Qt::Key_Return);
        QCOMPARE(opened.size(), 2);
        QCOMPARE(m_page->currentCollection(), opened.back().front().value<std::size_t>());
        QTest::keyClick(lines, Qt::Key_Up);
        QTest::keyClick(lines, Qt::Key_Up);
        QTRY_VERIFY(m_cards->hasFocus());
        QCOMPARE(m_cards->currentIndex().row(), 2);
    }

    /// A figure that goes back and forth around its limit does not move the chart up and down.
    void aRowOfCardsStaysForAWhile()
    {
        m_window->resize(1104, 646);
        addQueues({"a", "b", "c", "d", "e", "f", "g", "h", "i"});
        for (const std::size_t row : {4, 5, 6, 7}) {
            m_workspace->setState(row, State::Warning, QStringLiteral("over 10"));
        }
        tick();
        QCOMPARE(m_cards->model()->rowCount(), 6); // two rows
        m_page->setStillness({.afterTouch = 0ms, .afterState = 0ms, .afterGrowth = 0ms, .afterTrouble = 1h});
        m_workspace->setState(7, State::Ok);
        tick();
        QCOMPARE(m_cards->model()->rowCount(), 6);
        m_page->setStillness({.afterTouch = 0ms, .afterState = 0ms, .afterGrowth = 0ms, .afterTrouble = 0ms});
        tick();
        QCOMPARE(m_cards->model()->rowCount(), 3);
    }

    /// A window opens before it has its size: what was needed in two columns is not kept in three.
    void theRowsFollowTheColumns()
    {
        m_page->setStillness({.afterTouch = 0ms, .afterState = 0ms, .afterGrowth = 0ms, .afterTrouble = 1h});
        m_window->resize(660, 646);
        addQueues({"a", "b", "c", "d", "e", "f", "g", "h", "i"});
        for (std::size_t row = 0; row < 5; ++row) {
            m_workspace->setState(row, State::Warning, QStringLiteral("over 10"));
        }
        tick();
        QCOMPARE(m_cards->model()->rowCount(), 6); // three rows of two
        m_window->resize(1104, 646);
        QTRY_COMPARE(m_cards->model()->rowCount(), 6); // two rows of three
        tick();
        QCOMPARE(m_cards->model()->rowCount(), 6);
    }

    /// A line in trouble says so at once, and becomes a card when the pointer leaves the page.
    void aLineInTroubleBecomesACard()
    {
        addQueues({"a", "b", "c", "d", "e", "f", "g", "h", "i"});
        tick();
        auto *lines = m_page->findChild<QListView *>(QStringLiteral("collectionLines"));
        const auto *card = m_page->findChild<Card *>(QStringLiteral("collectionLinesCard"));
        QTRY_VERIFY(lines->isVisible());
        const auto ill = lines->model()->index(2, 0).data(models::CollectionModel::RowRole).value<std::size_t>();
        const QString name = lines->model()->index(2, 0).data().toString();
        QTest::mouseMove(lines->viewport(), QPoint(30, 30)); // one of the two is a move
        QTest::mouseMove(lines->viewport(), QPoint(20, 20));
        lines->setCurrentIndex(lines->model()->index(2, 0));
        lines->setFocus();
        m_workspace->setState(ill, State::Critical, QStringLiteral("over 100"));
        tick();
        QCOMPARE(lines->model()->index(2, 0).data().toString(), name);
        QCOMPARE(card->title(), QStringLiteral("6 more, 1 critical"));
        QEvent left(QEvent::Leave);
        QCoreApplication::sendEvent(lines->viewport(), &left);
        tick();
        QCOMPARE(names(1).front(), name);
        QCOMPARE(card->title(), QStringLiteral("6 more, all well"));
        QCOMPARE(m_page->currentCollection(), std::optional(ill)); // with the keyboard
        QTRY_VERIFY(m_cards->hasFocus());
        m_page->setOld(true);
        QCOMPARE(card->title(), QStringLiteral("6 more")); // who knows
    }

    /// After a restart all are in trouble, and the one with the keyboard is far down.
    void theWorstStayInViewWhenTheCurrentMoves()
    {
        for (int i = 0; i < 40; ++i) {
            m_workspace->set(m_workspace->add(QString::number(i), queue()), L1("ready"), 5);
        }
        tick();
        auto *lines = m_page->findChild<QListView *>(QStringLiteral("collectionLines"));
        QTRY_VERIFY(lines->isVisible());
        lines->setCurrentIndex(lines->model()->index(3, 0));
        const auto current = m_page->currentCollection();
        QVERIFY(current);
        for (std::size_t row = 0; row < 40; ++row) {
            m_workspace->setState(row, row == *current ? State::Warning : State::Critical, QStringLiteral("over 100"));
        }
        tick();
        QTRY_VERIFY(m_cards->currentIndex().isValid());
        QCOMPARE(m_page->currentCollection(), current);
        QTRY_VERIFY(m_cards->verticalScrollBar()->maximum() > 0);
        QCOMPARE(m_cards->verticalScrollBar()->value(), 0);
        QTest::keyClick(m_cards, Qt::Key_Up); // it goes on from there
        QTRY_VERIFY(m_cards->verticalScrollBar()->value() > 0);
    }

    /// In a window too low for lines, all are cards: the keyboard stays on the collection that it was on.
    void theKeyboardStaysInALowWindow()
    {
        m_window->resize(1104, 646);
        addQueues({"a", "b", "c", "d", "e", "f", "g", "h", "i"});
        tick();
        auto *lines = m_page->findChild<QListView *>(QStringLiteral("collectionLines"));
        QTRY_VERIFY(lines->isVisible());
        auto *next = new QPushButton(m_window->statusBar()); // takes the keyboard of lines that are hidden
        next->setFocusPolicy(Qt::StrongFocus);
        m_window->statusBar()->addWidget(next);
        QWidget::setTabOrder(lines, next);
        lines->setCurrentIndex(lines->model()->index(2, 0));
        lines->setFocus();
        QTRY_VERIFY(lines->hasFocus());
        const auto current = m_page->currentCollection();
        QVERIFY(current);
        m_window->resize(784, 281);
        QTRY_VERIFY(!lines->isVisible());
        QCOMPARE(m_page->currentCollection(), current);
        QTRY_VERIFY(m_cards->hasFocus());
        m_window->resize(1104, 646);
        QTRY_VERIFY(lines->isVisible());
        QCOMPARE(m_page->currentCollection(), current);
        QTRY_VERIFY(lines->hasFocus());
    }

    /// Also of the time when another page was on screen, although no snapshot follows; and old figures foretell
    /// nothing.
    void theChartIsUpToDateOnceItIsSeen()
    {
        addQueues({"mail"});
        const auto *plot = m_page->findChild<TimeChart *>(QStringLiteral("deepestQueues"))->findChild<TimePlot *>();
        const auto grow = [this](int from, int to) {
            for (int ready = from; ready < to; ready += 10) {
                m_workspace->set(0, L1("ready"), ready);
                tick();
            }
        };
        grow(0, 600);
        QTRY_VERIFY2(plot->accessibleDescription().startsWith(QStringLiteral("mail: 590")),
                     qPrintable(plot->accessibleDescription()));
        QVERIFY(plot->ticks().back().text.startsWith(u'+'));
        m_page->hide();
        grow(600, 800);
        m_page->setOld(true);
        m_page->show();
        QTRY_VERIFY2(plot->accessibleDescription().startsWith(QStringLiteral("mail: 790")),
                     qPrintable(plot->accessibleDescription()));
        QCOMPARE(plot->ticks().back().text, QStringLiteral("now"));
        QVERIFY2(!plot->accessibleDescription().contains(QStringLiteral("/min")),
                 qPrintable(plot->accessibleDescription()));
    }

    /// Its sparkline has the limit that was passed as a dashed line in the colour of the state.
    void theLimitIsInTheSparkline()
    {
        addQueues({"mail", "sms"});
        m_workspace->addLimit(0, L1("ready"), 100, 500);
        m_workspace->set(0, L1("ready"), 800);
        m_workspace->set(1, L1("ready"), 800);
        for (int i = 0; i < 30; ++i) {
            tick();
        }
        m_page->apply(m_history->judged());
        const auto limitAt = [this](int row) {
            return m_cards->model()->index(row, 0).data(models::CollectionModel::LimitRole).toDouble();
        };
        QCOMPARE(names(2), (QStringList{QStringLiteral("mail"), QStringLiteral("sms")}));
        QCOMPARE(limitAt(0), 500.0);
        QVERIFY(!isKnown(limitAt(1)));
        const QImage cards = m_cards->viewport()->grab().toImage();
        const auto dashes = [&](int row) {
            const QRect card = m_cards->visualRect(m_cards->model()->index(row, 0));
            int red = 0;
            for (int y = card.top() + 40; y < card.bottom() - 30; ++y) {
                for (int x = card.center().x(); x < card.right() - 10; ++x) {
                    const QColor is = cards.pixelColor(x, y);
                    const QColor wanted = m_theme.tokens().critical;
                    red += std::abs(is.red() - wanted.red()) + std::abs(is.green() - wanted.green())
                                + std::abs(is.blue() - wanted.blue())
                            < 40
                        ? 1
                        : 0;
                }
            }
            return red;
        };
        QTRY_VERIFY2(dashes(0) > 20, qPrintable(QString::number(dashes(0))));
        QCOMPARE(dashes(1), 0);
    }

    void staysStillUnderThePointer()
    {
        addQueues({"first", "second", "third"});
        tick();
        const QStringList before = names();
        QCOMPARE(before.front(), QStringLiteral("first"));

        QTest::mouseMove(m_cards->viewport(), QPoint(60, 60));
        m_workspace->setState(2, State::Critical, QStringLiteral("over 100"));
        tick();
        QCOMPARE(names(), before);
        QCOMPARE(m_cards->model()->index(2, models::CollectionModel::StateColumn).data().toString(),
                 QStringLiteral("critical"));

        QEvent left(QEvent::Leave);
        QCoreApplication::sendEvent(m_cards->viewport(), &left);
        tick();
        QCOMPARE(names().front(), QStringLiteral("third"));
    }

    void keepsTheCurrentCardWhileItMoves()
    {
        addQueues({"first", "second", "third"});
        tick();
        m_cards->setCurrentIndex(m_cards->model()->index(2, 0));
        QCOMPARE(m_page->currentCollection(), std::optional<std::size_t>(2));
        m_workspace->setState(2, State::Critical, QStringLiteral("over 100"));
        tick();
        QCOMPARE(m_cards->currentIndex().row(), 0);
        QCOMPARE(m_page->currentCollection(), std::optional<std::size_t>(2));
    }

    void opensByClickAndByKey()
    {
        addQueues({"first", "second"});
        tick();
        QSignalSpy opened(&m_host, &PageHost::collectionRequested);
        QTest::mouseClick(m_cards->viewport(), Qt::LeftButton, {},
                          m_cards->visualRect(m_cards->model()->index(1, 0)).center());
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened.front().front().value<std::size_t>(), 1U);
        m_cards->setCurrentIndex(m_cards->model()->index(0, 0));
        QTest::keyClick(m_cards, Qt::Key_Return);
        QCOMPARE(opened.size(), 2);
        QCOMPARE(opened.back().front().value<std::size_t>(), 0U);
    }

    void movesOverCardsByKey()
    {
        addQueues({"a", "b", "c", "d", "e", "f"});
        tick();
        m_cards->setCurrentIndex(m_cards->model()->index(0, 0));
        QTest::keyClick(m_cards, Qt::Key_Right);
        QCOMPARE(m_cards->currentIndex().row(), 1);
        QTest::keyClick(m_cards, Qt::Key_Down);
        QCOMPARE(m_cards->currentIndex().row(), 4); // three columns
    }

    void filters()
    {
        addQueues({"mail", "mailbox", "invoices"});
        tick();
        m_page->setFilter(QStringLiteral("mail"));
        QCOMPARE(m_cards->model()->rowCount(), 2);
        QCOMPARE(counts(), QStringLiteral("2 of 3 collections · all well"));
        m_page->setFilter(QStringLiteral("nowhere <b>"));
        QTRY_VERIFY(!m_cards->isVisible());
        const auto *notice = m_page->findChild<QLabel *>(QStringLiteral("overviewNotice"));
        QVERIFY(notice->isVisible());
        QVERIFY(notice->text().contains(QStringLiteral("nowhere")));
        QCOMPARE(notice->textFormat(), Qt::PlainText); // what was typed is no markup
        m_page->setFilter({});
        QVERIFY(m_cards->isVisible());
    }

    void saysThatItWaits()
    {
        addQueues({"mail"});
        emit m_host.workspaceChanged(m_workspace->workspace());
        QVERIFY(!m_cards->isVisible());
        QVERIFY(m_page->findChild<QLabel *>(QStringLiteral("overviewNotice"))
                    ->text()
                    .startsWith(QStringLiteral("Waiting")));
        tick();
        QVERIFY(m_cards->isVisible());
    }

    void teachesWhenThereIsNothing()
    {
        emit m_host.workspaceChanged(m_workspace->workspace());
        auto *add = m_page->findChild<QAbstractButton *>(QStringLiteral("addCollectionActionButton"));
        QVERIFY(add != nullptr && add->isVisible());
        QSignalSpy asked(m_actions.addCollection, &QAction::triggered);
        add->click();
        QCOMPARE(asked.size(), 1);
        tick();
        QVERIFY(add->isVisible());
        QCOMPARE(counts(), QString());
    }

    void showsOldFiguresAsOld()
    {
        addQueues({"mail"});
        tick();
        QVERIFY(!m_cards->model()->index(0, 0).data(models::CollectionModel::StaleRole).toBool());
        m_page->setOld(true);
        QVERIFY(m_cards->model()->index(0, 0).data(models::CollectionModel::StaleRole).toBool());
        QVERIFY2(counts().contains(QStringLiteral("figures of ")), qPrintable(counts()));
        m_page->setOld(false);
        QVERIFY(!counts().contains(QStringLiteral("figures of ")));
    }

    void chartsQueuesOnly()
    {
        m_workspace->add(QStringLiteral("tags"), members());
        tick();
        auto *chart = m_page->findChild<QWidget *>(QStringLiteral("deepestQueues"));
        QVERIFY(!chart->isVisible());
        addQueues({"mail"});
        tick();
        QVERIFY(chart->isVisible());
        m_window->resize(1100, 400);
        QTRY_VERIFY(!chart->isVisible()); // the cards need the room
    }

    void aSteadyCourseIsForetold()
    {
        addQueues({"steady", "jumps"});
        const auto *plot = m_page->findChild<TimeChart *>(QStringLiteral("deepestQueues"))->findChild<TimePlot *>();
        const auto foretold = [plot] {
            return std::ranges::count_if(plot->chart()->series(), [](const QAbstractSeries *series) {
                const auto *line = qobject_cast<const QLineSeries *>(series);
                return line != nullptr && line->isVisible() && line->points().last().x() > 0;
            });
        };
        for (int tick = 0; tick < 90; ++tick) {
            m_workspace->set(0, L1("ready"), 100 + 10 * tick);
            m_workspace->set(1, L1("ready"), tick < 60 ? 50 : 5'000);
            this->tick();
        }
        QCOMPARE(foretold(), 1);
        QVERIFY2(plot->accessibleDescription().contains(QStringLiteral("steady: +600/min")),
                 qPrintable(plot->accessibleDescription()));
        QVERIFY(!plot->accessibleDescription().contains(QStringLiteral("jumps: +")));
    }

    /// However deep, and whatever else was edited: another layout, other numbers of collections.
    void aQueueKeepsItsColour()
    {
        addQueues({"mail", "print"});
        const auto show = [this](double mail, double print) {
            m_workspace->set(0, L1("ready"), mail);
            m_workspace->set(1, L1("ready"), print);
            tick();
            tick();
        };
        const auto colourAt = [this](double depth) {
            const auto *plot = m_page->findChild<TimeChart *>(QStringLiteral("deepestQueues"))->findChild<TimePlot *>();
            for (const QAbstractSeries *series : plot->chart()->series()) {
                const auto *line = qobject_cast<const QLineSeries *>(series);
                if (line != nullptr && line->isVisible() && line->points().last().y() == depth) {
                    return line->pen().color();
                }
            }
            return QColor();
        };
        show(50, 10);
        const auto &colours = m_theme.tokens().series;
        QCOMPARE(colourAt(50), colours[0]);
        QCOMPARE(colourAt(10), colours[1]);
        show(50, 90);
        QCOMPARE(colourAt(90), colours[1]);
        m_workspace->add(QStringLiteral("tags"), members());
        show(40, 95);
        QCOMPARE(colourAt(40), colours[0]);
        QCOMPARE(colourAt(95), colours[1]);
    }

    void fitsAnyWidth_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("columns");
        QTest::newRow("narrow") << 560 << 2;
        QTest::newRow("1280 less navigation") << 1104 << 3;
        QTest::newRow("full HD") << 1744 << 4;
        QTest::newRow("4K") << 3600 << 4;
    }

    void fitsAnyWidth()
    {
        QFETCH(int, width);
        QFETCH(int, columns);
        addQueues({"a", "b", "c", "d", "e", "f", "g", "h", "i"});
        for (std::size_t i = 0; i < 9; ++i) {
            m_workspace->setState(i, State::Warning); // all are cards
        }
        tick();
        m_window->resize(width, 740);
        QTRY_COMPARE(m_page->width(), width);
        QTRY_COMPARE(m_cards->visualRect(m_cards->model()->index(columns, 0)).left(),
                     m_cards->visualRect(m_cards->model()->index(0, 0)).left());
        const QRect last = m_cards->visualRect(m_cards->model()->index(columns - 1, 0));
        QVERIFY(last.top() == m_cards->visualRect(m_cards->model()->index(0, 0)).top());
        QVERIFY(last.right() <= m_cards->viewport()->width());
        QVERIFY(last.right() > m_cards->viewport()->width() - 30); // no idle room at the right
    }

    /// A wrong port or database.
    void nothingThereIsNotAllWell()
    {
        addQueues({"mail"});
        auto snapshot = std::make_shared<Snapshot>(*m_workspace->snapshot(m_time += 1s));
        snapshot->server.nodes.resize(1);
        snapshot->server.nodes.front().info.keys = 0;
        m_history->apply(snapshot);
        m_page->apply(snapshot);
        QCOMPARE(counts(), QStringLiteral("1 collection · this database has no keys"));
        snapshot = std::make_shared<Snapshot>(*snapshot);
        snapshot->server.nodes.front().info.keys = 1;
        m_page->apply(snapshot);
        QCOMPARE(counts(), QStringLiteral("1 collection · all well"));
    }

    void aRestartIsNotAllWell()
    {
        addQueues({"mail"});
        tick();
        QCOMPARE(counts(), QStringLiteral("1 collection · all well"));
        auto snapshot = std::make_shared<Snapshot>(*m_workspace->snapshot(m_time += 1s));
        snapshot->events.push_back({m_time, ServerEvent::Type::Restarted, 326'000, {}});
        m_history->apply(snapshot);
        m_page->apply(snapshot);
        QVERIFY2(counts().startsWith(QStringLiteral("1 collection · restarted ")), qPrintable(counts()));
        QVERIFY2(counts().endsWith(QStringLiteral(", 326,000 elements gone")), qPrintable(counts()));
        m_time += 61min; // no news any more
        tick();
        QCOMPARE(counts(), QStringLiteral("1 collection · all well"));
        m_page->setOld(true);
        QVERIFY2(!counts().contains(QStringLiteral("all well")), qPrintable(counts())); // who knows
    }

    void livesWithHugeNames()
    {
        m_workspace->add(QString(300, u'W'), queue());
        m_workspace->add(QStringLiteral("<b>bold</b> & more\n2nd line"), queue());
        tick();
        QVERIFY(m_page->minimumSizeHint().width() < 700);
        QCOMPARE(m_cards->model()->rowCount(), 2);
        // Nothing is painted outside the cards.
        const QImage cards = m_cards->viewport()->grab().toImage();
        const QRect first = m_cards->visualRect(m_cards->model()->index(0, 0));
        const QRect second = m_cards->visualRect(m_cards->model()->index(1, 0));
        QVERIFY(second.left() > first.left());
        const int between = second.left() - 1 + CollectionCardDelegate::cardMargins().left() / 2;
        for (int y = first.top(); y < first.bottom(); ++y) {
            QCOMPARE(cards.pixelColor(between, y), cards.pixelColor(between, first.top()));
        }
        QVERIFY(darkPixels(cards, first) > 200);
        QVERIFY(darkPixels(cards, second) > 200);
    }

    /// The names of all cards begin on one line, in trouble or not.
    void cardsInTroubleAreAligned()
    {
        addQueues({"mail", "mail 2"});
        m_workspace->setState(1, State::Critical, QStringLiteral("over 100"));
        tick();
        const QImage cards = m_cards->viewport()->grab().toImage();
        const auto textBegins = [this, &cards](int row) {
            const QRect card = m_cards->visualRect(m_cards->model()->index(row, 0));
            int x = 0;
            while (x < card.width() && darkPixels(cards, {card.left() + x, card.top(), 1, card.height()}) == 0) {
                ++x;
            }
            return x;
        };
        QCOMPARE(m_cards->model()->index(0, 0).data().toString(), QStringLiteral("mail 2"));
        const int off = std::abs(textBegins(0) - textBegins(1));
        QVERIFY2(off <= 1, qPrintable(QString::number(off))); // columns are of a width but for a pixel
    }

    void livesWithTenThousand()
    {
        m_tester.reset(); // it looks at every row at every signal
        for (int i = 0; i < 10'000; ++i) {
            const auto at = m_workspace->add(QStringLiteral("queue %1").arg(i), queue());
            m_workspace->set(at, L1("ready"), i);
        }
        m_workspace->setState(7'777, State::Critical, QStringLiteral("over 100"));
        tick();
        QCOMPARE(m_cards->model()->rowCount(), 3);
        QCOMPARE(names(1).front(), QStringLiteral("queue 7777"));
        auto *lines = m_page->findChild<QListView *>(QStringLiteral("collectionLines"));
        QCOMPARE(lines->model()->rowCount(), 9'997);
        QCOMPARE(m_page->findChild<Card *>(QStringLiteral("collectionLinesCard"))->title(),
                 QStringLiteral("9,997 more, all well"));
        lines->scrollToBottom();
        const QRect last = lines->visualRect(lines->model()->index(9'996, 0));
        QVERIFY(lines->viewport()->rect().contains(last.center()));
        QVERIFY(darkPixels(lines->viewport()->grab().toImage(), last) > 50); // its name and figure
        tick();
        QCOMPARE(lines->model()->rowCount(), 9'997);
        for (std::size_t i = 0; i < 10'000; ++i) {
            m_workspace->setState(i, State::Critical, QStringLiteral("over 100"));
        }
        tick();
        QCOMPARE(m_cards->model()->rowCount(), 10'000);
        m_cards->scrollToBottom();
        const QRect card = m_cards->visualRect(m_cards->model()->index(9'999, 0));
        QVERIFY(m_cards->viewport()->rect().contains(card.center()));
    }

    void forgetsAnotherWorkspace()
    {
        addQueues({"mail"});
        tick();
        SampleWorkspace other(QStringLiteral("other"));
        other.add(QStringLiteral("elsewhere"), queue());
        emit m_host.workspaceChanged(other.workspace());
        QVERIFY(!m_cards->isVisible());
        QVERIFY(!m_page->currentCollection());
    }

    void limitsAreNamedByTheirQueues()
    {
        const auto mail = m_workspace->add(QStringLiteral("mail"), queue());
        const auto orders = m_workspace->add(QStringLiteral("orders"), queue());
        m_workspace->add(QStringLiteral("quiet"), queue());
        m_workspace->addLimit(mail, L1("ready"), 100, 500);
        m_workspace->addLimit(orders, L1("ready"), 100, 800);
        m_workspace->set(mail, L1("ready"), 120);
        tick();
        QStringList words;
        for (const TimePlot::Word &word : m_page->findChild<TimePlot *>()->words()) {
            words.append(word.text);
        }
        QVERIFY2(words.contains(QStringLiteral("mail, orders: warning 100")), qPrintable(words.join(u'|')));
        QVERIFY2(words.contains(QStringLiteral("↑ mail: critical 500")), qPrintable(words.join(u'|')));
    }

private:
    static int darkPixels(const QImage &image, const QRect &where)
    {
        int dark = 0;
        for (int y = where.top(); y <= where.bottom(); ++y) {
            for (int x = where.left(); x <= where.right(); ++x) {
                dark += image.rect().contains(x, y) && image.pixelColor(x, y).lightness() < 90 ? 1 : 0;
            }
        }
        return dark;
    }

    void addQueues(const std::vector<const char *> &queues)
    {
        for (const char *name : queues) {
            const auto at = m_workspace->add(QLatin1StringView(name), queue());
            m_workspace->set(at, L1("ready"), 5);
        }
    }

    void tick()
    {
        m_time += 1s;
        const SnapshotPtr snapshot = m_workspace->snapshot(m_time);
        m_history->apply(snapshot);
        m_page->apply(snapshot);
    }

    [[nodiscard]] QStringList names(int most = 100) const
    {
        QStringList order;
        for (int row = 0; row < std::min(most, m_cards->model()->rowCount()); ++row) {
            order.append(m_cards->model()->index(row, 0).data().toString());
        }
        return order;
    }

    [[nodiscard]] QString counts() const
    {
        return m_page->findChild<ElidedLabel *>(QStringLiteral("overviewCounts"))->fullText();
    }

    Theme m_theme;
    std::chrono::milliseconds m_time{};
    std::unique_ptr<models::History> m_history;
    std::unique_ptr<QMainWindow> m_window;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
    std::unique_ptr<SampleWorkspace> m_workspace;
    Actions m_actions;
    PageHost m_host;
    testing::NotedServices m_services;
    OverviewPage *m_page = nullptr;
    QListView *m_cards = nullptr;
};

QTEST_MAIN(TestOverview)
#include "tst_overview.moc"
