// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/collectionmodel.h"
#include "models/history/history.h"
#include "redis/collections/kinds.h"
#include "tests/gui/complaints.h"
#include "tests/gui/notedservices.h"
#include "tests/support/sampleworkspace.h"
#include "views/charts/timeplot.h"
#include "views/page/actions.h"
#include "views/pages/kindpage.h"
#include "views/theme/theme.h"
#include "views/widgets/card.h"
#include "views/widgets/elidedlabel.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMainWindow>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace plimsoll;
using namespace plimsoll::views;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using support::SampleWorkspace;
using L1 = QLatin1StringView;

/// The list of a kind: what is wrong in it is marked, a click opens, and a few collections leave no empty page.
class TestKindPage final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_theme.install(*qobject_cast<QApplication *>(qApp), Theme::Choice::Light); }

    void init()
    {
        testing::failOnComplaints();
        qRegisterMetaType<BrowseRequest>();
        m_workspace = std::make_unique<SampleWorkspace>();
        m_history = std::make_unique<models::History>();
        m_host = std::make_unique<PageHost>();
        m_window = std::make_unique<QMainWindow>();
        m_actions = makeActions(m_window.get());
        m_page = new KindPage(redis::findKind(u"queue"_s),
                              m_services.context(m_theme, m_history.get(), m_host.get(), &m_actions));
        m_window->setCentralWidget(m_page);
        m_window->resize(1104, 646);
        m_window->show();
    }

    void cleanup()
    {
        m_window.reset();
        m_host.reset();
        m_history.reset();
    }

    void aClickOpensARow()
    {
        addQueues(3);
        tick();
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, table()->visualRect(cell(1, 0)).center());
        QVERIFY(!table()->isVisible());
        QCOMPARE(m_page->currentCollection(), cell(1, 0).data(models::CollectionModel::RowRole).value<std::size_t>());
    }

    /// Marked by a colour and an icon in its cell; other cells do not change.
    void theFigureInTroubleIsMarked()
    {
        addQueues(2);
        m_workspace->addLimit(1, L1("stale"), 5, 25);
        m_workspace->set(1, L1("stale"), 41);
        m_workspace->setState(1, State::Critical, u"41 stale, limit 25"_s,
                              redis::findKind(u"queue"_s)->figureIndex(u"stale"));
        tick();
        const int row = cell(0, 0).data().toString() == u"queue 1"_s ? 0 : 1;
        const auto red = [&](int figure) {
            const QModelIndex index = cell(row, models::CollectionModel::FirstFigureColumn + figure);
            const QImage picture = table()->viewport()->grab(table()->visualRect(index)).toImage();
            int count = 0;
            for (int y = 0; y < picture.height(); ++y) {
                for (int x = 0; x < picture.width(); ++x) {
                    const QColor is = picture.pixelColor(x, y);
                    count += is.red() - is.green() > 80 && is.red() - is.blue() > 80 ? 1 : 0;
                }
            }
            return count;
        };
        const KindInfo *kind = redis::findKind(u"queue"_s);
        const int stale = kind->figureIndex(u"stale");
        QTRY_VERIFY2(red(stale) > 40, qPrintable(QString::number(red(stale)))); // digits alone are fewer
        QCOMPARE(red(kind->mainFigure), 0);
        const QModelIndex marked = cell(row, models::CollectionModel::FirstFigureColumn + stale);
        QCOMPARE(marked.data(Qt::AccessibleTextRole).toString(), u"41, critical"_s);
        QVERIFY2(marked.data(Qt::ToolTipRole).toString().startsWith(u"41 stale, limit 25"_s),
                 qPrintable(marked.data(Qt::ToolTipRole).toString()));
    }

    /// Charts of all, and the elements of the worst.
    void aFewAreSummedUp()
    {
        addQueues(3);
        m_workspace->addLimit(2, L1("ready"), 3, 4);
        QSignalSpy asked(m_host.get(), &PageHost::asked);
        tick();
        tick();
        const auto *summary = m_page->findChild<QWidget *>(u"kindSummary"_s);
        QTRY_VERIFY(summary->isVisible());
        const auto *plot = m_page->findChild<TimeChart *>(u"kindChart"_s)->findChild<TimePlot *>();
        QTRY_VERIFY2(plot->accessibleDescription().contains(u"queue 0"_s)
                         && plot->accessibleDescription().contains(u"queue 2"_s),
                     qPrintable(plot->accessibleDescription()));
        const auto *elements = m_page->findChild<Card *>(u"kindElements"_s);
        QTRY_VERIFY(elements->isVisible());
        m_window->resize(1104, 570); // 1280×720 less a title bar and the demonstration's bar
        QTRY_COMPARE(m_page->height(), 570);
        QVERIFY(elements->isVisible());
        QVERIFY(plot->height() >= 80);
        QVERIFY(m_page->findChild<QTableView *>(u"kindElementsTable"_s)->viewport()->height() >= 60);
        QVERIFY2(elements->title().startsWith(u"queue 2: "_s), qPrintable(elements->title()));
        QVERIFY(!asked.isEmpty());
        const auto request = asked.back().front().value<BrowseRequest>();
        QCOMPARE(request.collection, 2U);
        const auto *query = std::get_if<ElementsQuery>(&request.query);
        QVERIFY(query != nullptr && query->limit <= 20);
        ElementsPage page;
        page.elements.resize(2);
        page.elements[0].element = page.elements[0].id = "job-7";
        page.elements[1].element = page.elements[1].id = "job-8";
        BrowseResult result;
        result.id = request.id;
        result.collection = request.collection;
        result.answer = page;
        emit m_host->answered(result);
        auto *rows = m_page->findChild<QTableView *>(u"kindElementsTable"_s);
        QTRY_COMPARE(rows->model()->rowCount(), 2);
        QCOMPARE(rows->model()->index(0, 0).data().toString(), u"job-7"_s);
        QTest::mouseClick(rows->viewport(), Qt::LeftButton, {}, rows->visualRect(rows->model()->index(1, 0)).center());
        QVERIFY(!table()->isVisible());
        QCOMPARE(m_page->currentCollection(), std::optional<std::size_t>(2));
    }

    void countsThoseInTrouble()
    {
        addQueues(3);
        for (const std::size_t at : {0, 1}) {
            m_workspace->setState(at, State::Warning, u"5 ready"_s);
        }
        m_workspace->setState(2, State::Critical, u"5 ready"_s);
        tick();
        const auto *counts = m_page->findChild<ElidedLabel *>(u"counts"_s);
        QCOMPARE(counts->fullText(), u"3 collections · 1 critical, 2 warnings"_s);
    }

    /// The table has the page, where it can use it, and where there is no room below.
    void manyAreATable()
    {
        addQueues(30);
        tick();
        const auto *summary = m_page->findChild<QWidget *>(u"kindSummary"_s);
        QTRY_VERIFY(table()->height() > 500);
        QVERIFY(!summary->isVisible());
        m_page->setFilter(u"queue 29"_s);
        QTRY_VERIFY(summary->isVisible());
        m_window->resize(1104, 300);
        QTRY_VERIFY(!summary->isVisible());
    }

    /// Also while polling is paused, and no snapshot comes after the inspector took the room.
    void aTitleEndsInAnEllipsisAtOnce()
    {
        const QString name(40, u'W');
        m_workspace->add(name, redis::findKind(u"queue"_s));
        addQueues(1);
        tick();
        QWidget window; // lays out nothing: the page is as narrow as it is told
        window.resize(1104, 646);
        window.show();
        m_page->setParent(&window);
        m_page->resize(1104, 646);
        m_page->show();
        m_page->openCollection(0);
        const auto *title = m_page->findChild<QLabel *>(u"collectionTitle"_s);
        QVERIFY(title != nullptr);
        QTRY_VERIFY(title->fontMetrics().horizontalAdvance(title->text()) <= title->width());
        m_page->resize(640, 646);
        QTRY_COMPARE(m_page->width(), 640);
        QTRY_VERIFY2(title->text().endsWith(u'…')
                         && title->fontMetrics().horizontalAdvance(title->text()) <= title->width()
                         && title->mapTo(m_page, QPoint(title->width(), 0)).x() < 500,
                     qPrintable(title->text()));
        m_page->setParent(nullptr);
        m_window->setCentralWidget(m_page);
    }

private:
    void addQueues(int count)
    {
        for (int i = 0; i < count; ++i) {
            const auto at = m_workspace->add(u"queue %1"_s.arg(i), redis::findKind(u"queue"_s));
            m_workspace->set(at, L1("ready"), 5);
            m_workspace->set(at, L1("stale"), 0);
        }
    }
    void tick()
    {
        m_history->apply(m_workspace->snapshot(m_time += 1s));
        m_page->apply(m_history->judged());
    }
    [[nodiscard]] QTableView *table() const { return m_page->findChild<QTableView *>(u"collections"_s); }
    [[nodiscard]] QModelIndex cell(int row, int column) const { return table()->model()->index(row, column); }

    Theme m_theme;
    std::chrono::milliseconds m_time{1'795'000'000'000};
    std::unique_ptr<SampleWorkspace> m_workspace;
    std::unique_ptr<models::History> m_history;
    std::unique_ptr<PageHost> m_host;
    testing::NotedServices m_services;
    std::unique_ptr<QMainWindow> m_window;
    Actions m_actions;
    KindPage *m_page = nullptr;
};

QTEST_MAIN(TestKindPage)
#include "tst_kindpage.moc"
