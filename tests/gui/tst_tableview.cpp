// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/elementoutcomes.h"
#include "redis/types/elementstate.h"
#include "tests/gui/complaints.h"
#include "views/table/rowsproxy.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QMenu>
#include <QStandardItemModel>
#include <QTest>
#include <QToolTip>

#include <algorithm>
#include <cstdlib>
#include <vector>

using namespace plimsoll;
using namespace plimsoll::views;

namespace {

/// A table of one job, and what became of it.
struct OneRow {
    OneRow()
    {
        element.key = "q";
        element.element = "job";
        proxy.setSourceModel(&rows);
        proxy.setOutcomes(&outcomes);
    }

    Element element;
    QStandardItemModel rows{1, 1};
    RowsProxy proxy{[this](int) { return &element; }, nullptr};
    models::ElementOutcomes outcomes;
};

} // namespace

/// Which columns a table shows, and how wide, where there is not room for all.
class TestTableView final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        plimsoll::testing::failOnComplaints();
        m_theme.install(*qApp, Theme::Choice::Light);
        m_model.setHorizontalHeaderLabels({QStringLiteral("Id"), QStringLiteral("Error"), QStringLiteral("Age"),
                                           QStringLiteral("Worker"), QStringLiteral("Key")});
        m_model.appendRow({new QStandardItem(QStringLiteral("8f32-02")),
                           new QStandardItem(QStringLiteral("Connection refused by the mail server")),
                           new QStandardItem(QStringLiteral("3 min")),
                           new QStandardItem(QStringLiteral("worker-1 on a host with a name")),
                           new QStandardItem(QStringLiteral("queue:email"))});
    }

    void theWideColumnTakesTheRest()
    {
        TableView table(&m_theme);
        fill(table, 1200);
        const int others = needed(table) - table.columnWidth(0);
        QCOMPARE(table.columnWidth(0), table.viewport()->width() - others);
        table.resize(1300, 200);
        QCOMPARE(needed(table), table.viewport()->width());
        QCOMPARE(needed(table) - table.columnWidth(0), others); // the others as they were
    }

    void cutsTheWidestWhereThereIsNoRoom()
    {
        TableView table(&m_theme);
        fill(table, 1200);
        const int error = table.columnWidth(1);
        const int age = table.columnWidth(2);
        table.resize(440, 200);
        QCOMPARE(needed(table), table.viewport()->width());
        QVERIFY2(table.columnWidth(1) < error, qPrintable(QString::number(table.columnWidth(1))));
        QCOMPARE(table.columnWidth(2), age); // narrow: not touched
        QVERIFY(table.columnWidth(0) >= 90);
        table.resize(1200, 200);
        QCOMPARE(table.columnWidth(1), error); // whole again
    }

    /// A state that is cut says nothing: words are cut first.
    void cutsNoBadgeBeforeWords()
    {
        QStandardItemModel model;
        model.setHorizontalHeaderLabels({QStringLiteral("Id"), QStringLiteral("State"), QStringLiteral("Error")});
        model.setHeaderData(1, Qt::Horizontal, int(models::Cell::Badge), models::StyleRole);
        model.appendRow({new QStandardItem(QStringLiteral("1")),
                         new QStandardItem(QStringLiteral("needs a person at once")),
                         new QStandardItem(QStringLiteral("refused"))});
        model.item(0, 1)->setData(int(State::Critical), models::SeverityRole);
        TableView table(&m_theme);
        table.setWideColumn(0);
        table.resize(1200, 200);
        table.show();
        table.setModel(&model);
        const int badge = table.columnWidth(1);
        const int error = table.columnWidth(2);
        table.resize(badge + 90 + error - 20, 200);
        QCOMPARE(table.columnWidth(1), badge);
        QVERIFY(table.columnWidth(2) < error);
    }

    void leavesTheWideColumnOutForAnother()
    {
        TableView table(&m_theme);
        fill(table, 1100);
        table.setWideColumn(4, 92, 0);
        table.resize(1200, 200);
        QVERIFY(!table.isColumnHidden(4));
        const int id = table.columnWidth(0);
        const int rest = needed(table) - table.columnWidth(4);
        table.resize(rest + 60, 200);
        QVERIFY(table.isColumnHidden(4));
        QVERIFY(table.columnWidth(0) >= id);
        QCOMPARE(needed(table), table.viewport()->width());
        table.resize(1200, 200);
        QVERIFY(!table.isColumnHidden(4));
        QCOMPARE(table.columnWidth(0), id);
    }

    void theArrowPointsUpWhereWhatIsBelowIsMore()
    {
        TableView table(&m_theme);
        table.setModel(&m_model);
        table.setSortingEnabled(true);
        table.resize(1200, 200);
        table.show();
        table.setColumnWidth(2, 120);
        const int right = table.columnViewportPosition(2) + 120;
        const auto widestBelow = [&table, right](Qt::SortOrder order) {
            table.horizontalHeader()->setSortIndicator(-1, order);
            const QImage without = table.horizontalHeader()->grab().toImage();
            table.horizontalHeader()->setSortIndicator(2, order);
            const QImage with = table.horizontalHeader()->grab().toImage();
            std::vector<int> rows; // of the arrow, how wide it is
            for (int y = 0; y < with.height(); ++y) {
                int changed = 0;
                for (int x = right - 24; x < right; ++x) {
                    changed += with.pixel(x, y) != without.pixel(x, y) ? 1 : 0;
                }
                if (changed > 0) {
                    rows.push_back(changed);
                }
            }
            return rows.size() > 2 && rows.back() > rows.front();
        };
        QVERIFY(widestBelow(Qt::AscendingOrder));
        QVERIFY(!widestBelow(Qt::DescendingOrder));
    }

    void aTitleThatIsCutIsWholeOnHover()
    {
        TableView table(&m_theme);
        fill(table, 1200);
        table.setColumnWidth(1, 41);
        QWidget *titles = table.horizontalHeader()->viewport();
        const QPoint place(table.columnViewportPosition(1) + 10, 5);
        QHelpEvent hover(QEvent::ToolTip, place, titles->mapToGlobal(place));
        QCoreApplication::sendEvent(titles, &hover);
        QVERIFY2(QToolTip::text().contains(QStringLiteral("Error")), qPrintable(QToolTip::text()));
        QToolTip::hideText();
    }

    /// Also a cell without a tip of its own; one that is shown whole needs none.
    void aCellThatIsCutIsWholeOnHover()
    {
        TableView table(&m_theme);
        fill(table, 1200);
        QWidget *cells = table.viewport();
        const QModelIndex index = m_model.index(0, 1);
        QVERIFY(!index.data(Qt::ToolTipRole).isValid());
        const auto tipAt = [&] {
            QToolTip::hideText();
            const QPoint place = table.visualRect(index).center();
            QHelpEvent hover(QEvent::ToolTip, place, cells->mapToGlobal(place));
            QCoreApplication::sendEvent(cells, &hover);
            return QToolTip::text();
        };
        QCOMPARE(tipAt(), QString());
        table.setColumnWidth(1, 30);
        QCOMPARE(tipAt(), index.data().toString());
        QToolTip::hideText();
    }

    void aZoomAndBackLeavesTheWidths_data()
    {
        QTest::addColumn<bool>("isOwn");
        QTest::newRow("of the content") << false;
        QTest::newRow("of the person") << true;
    }
    void aZoomAndBackLeavesTheWidths()
    {
        QFETCH(const bool, isOwn);
        TableView table(&m_theme);
        table.setHideableFrom(2);
        table.setWideColumn(0);
        fill(table, 760); // too little for all at 200 %
        if (isOwn) {
            table.setColumnWidth(2, 77);
            table.resize(761, 200); // the others make room
            table.resize(760, 200);
        }
        const auto widths = [&table] {
            std::vector<int> all;
            for (int column = 0; column < table.model()->columnCount(); ++column) {
                all.push_back(table.columnWidth(column));
            }
            return all;
        };
        const std::vector<int> before = widths();
        const auto isAsBefore = [&widths, &before] {
            const std::vector<int> now = widths();
            return std::equal(now.begin(), now.end(), before.begin(), before.end(),
                              [](int a, int b) { return std::abs(a - b) <= 2; }); // rounding
        };
        for (const int zoom : {110, 125, 150, 200}) {
            m_theme.setZoom(zoom);
            QTest::qWait(0);
        }
        QTRY_VERIFY(!isAsBefore());
        m_theme.setZoom(100);
        QTRY_VERIFY2(isAsBefore(), qPrintable(QString::number(table.columnWidth(2))));
    }

    void leavesEveryColumnSomething()
    {
        TableView table(&m_theme);
        fill(table, 150); // too little for all: then it scrolls
        for (int column = 1; column < m_model.columnCount(); ++column) {
            QVERIFY2(table.columnWidth(column) >= 40, qPrintable(QString::number(column)));
        }
    }

    void hidesTheLastOnesFirst()
    {
        TableView table(&m_theme);
        table.setHideableFrom(2);
        fill(table, 480);
        QVERIFY(!table.isColumnHidden(0));
        QVERIFY(!table.isColumnHidden(1)); // not one of those that may be
        QVERIFY(table.isColumnHidden(4));
        QVERIFY(needed(table) <= table.viewport()->width());
    }

    void aLongNameTakesNoColumnAway()
    {
        TableView table(&m_theme);
        QStandardItemModel rows(1, 5);
        for (int column = 0; column < 5; ++column) {
            rows.setItem(0, column, new QStandardItem(QString(column == 0 ? 300 : 8, u'x')));
        }
        table.setHideableFrom(1);
        table.setWideColumn(0, 180);
        table.resize(600, 200);
        table.show();
        table.setModel(&rows);
        for (int column = 0; column < 5; ++column) {
            QVERIFY2(!table.isColumnHidden(column), qPrintable(QString::number(column)));
        }
        QCOMPARE(needed(table), table.viewport()->width());
        QVERIFY(table.columnWidth(0) >= 180);
    }

    void hidesNothingWhereAllFits()
    {
        TableView table(&m_theme);
        table.setHideableFrom(2);
        fill(table, 1200);
        for (int column = 0; column < m_model.columnCount(); ++column) {
            QVERIFY(!table.isColumnHidden(column));
        }
    }

    void whatHadNoRoomComesBackWithIt()
    {
        TableView table(&m_theme);
        table.setHideableFrom(2);
        fill(table, 480);
        QVERIFY(table.isColumnHidden(4));
        table.resize(1200, 200);
        for (int column = 0; column < m_model.columnCount(); ++column) {
            QVERIFY2(!table.isColumnHidden(column), qPrintable(QString::number(column)));
        }
        QCOMPARE(needed(table), table.viewport()->width());
        table.resize(480, 200);
        QVERIFY(table.isColumnHidden(4));
        table.showColumn(4, false); // by program: then room is no reason to show it
        table.resize(1200, 200);
        QVERIFY(table.isColumnHidden(4));
        table.showColumn(4, true);
        QVERIFY(!table.isColumnHidden(4));
        table.setColumnHidden(3, true); // by the person
        table.resize(480, 200);
        table.resize(1200, 200);
        QVERIFY(table.isColumnHidden(3));
    }

    void theHeadersMenuShowsWhatIsHidden()
    {
        TableView table(&m_theme);
        table.setHideableFrom(2);
        fill(table, 480);
        emit table.horizontalHeader()->customContextMenuRequested({5, 5});
        const auto *menu = table.findChild<QMenu *>();
        QVERIFY(menu != nullptr);
        QCOMPARE(menu->actions().size(), 3);
        QAction *key = menu->actions().last();
        QCOMPARE(key->text(), QStringLiteral("Key"));
        QVERIFY(!key->isChecked());
        key->trigger();
        QVERIFY(!table.isColumnHidden(4));
        QCOMPARE(needed(table), table.viewport()->width()); // the others make room
        key->trigger();
        QVERIFY(table.isColumnHidden(4));
    }

    void columnsFollowTheContentUntilThePersonSetsThem()
    {
        TableView table(&m_theme);
        QStandardItemModel rows(1, 2);
        table.setWideColumn(1);
        table.resize(1200, 200);
        table.show();
        rows.setItem(0, 0, new QStandardItem(QStringLiteral("short")));
        table.setModel(&rows);
        const int narrow = table.columnWidth(0);
        rows.item(0, 0)->setText(QStringLiteral("a text that needs much more room"));
        QTRY_VERIFY(table.columnWidth(0) > narrow + 50);
        const int wide = table.columnWidth(0);
        rows.item(0, 0)->setText(QStringLiteral("short")); // what grew stays: nothing moves for less
        QCoreApplication::processEvents();
        QCOMPARE(table.columnWidth(0), wide);
        table.horizontalHeader()->resizeSection(0, 77);
        rows.item(0, 0)->setText(QStringLiteral("a text that needs even more room than the other"));
        QCoreApplication::processEvents();
        table.refit();
        QCOMPARE(table.columnWidth(0), 77);
    }

    void aPressOnAHeaderSelectsNothing()
    {
        TableView table(&m_theme);
        fill(table, 1200);
        QHeaderView *header = table.horizontalHeader();
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, QPoint(20, header->height() / 2));
        QVERIFY(table.selectedRows().isEmpty());
    }

    void theFirstArrowSelectsTheFirstRow()
    {
        TableView table(&m_theme);
        QStandardItemModel rows(3, 2);
        table.setModel(&rows);
        table.show();
        table.setFocus();
        table.activateWindow();
        QTRY_VERIFY(table.hasFocus());
        QVERIFY(!table.selectionModel()->hasSelection());
        QTest::keyClick(&table, Qt::Key_Down);
        QCOMPARE(table.selectionModel()->selectedRows().size(), 1);
        QCOMPARE(table.currentIndex().row(), 0);
        QTest::keyClick(&table, Qt::Key_Down);
        QCOMPARE(table.currentIndex().row(), 1);
        QTest::keyClick(&table, Qt::Key_Escape);
        QTest::keyClick(&table, Qt::Key_Up); // where it was
        QCOMPARE(table.selectionModel()->selectedRows().front().row(), 1);
    }

    /// The arrow of the sorted column is next to its title, to the right of a right-aligned one.
    void theArrowCoversNoLetter()
    {
        QStandardItemModel model(1, 2);
        model.setHorizontalHeaderLabels({QStringLiteral("id"), QStringLiteral("when")});
        model.setHeaderData(1, Qt::Horizontal, int(Qt::AlignRight | Qt::AlignVCenter), Qt::TextAlignmentRole);
        TableView view(&m_theme);
        view.setModel(&model);
        view.resize(400, 120);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QHeaderView *header = view.horizontalHeader();
        header->resizeSection(1, 200);
        header->setSortIndicatorShown(true);
        header->setSortIndicator(1, Qt::AscendingOrder);
        const auto titled = [&](const QString &title) {
            model.setHeaderData(1, Qt::Horizontal, title);
            return header->grab().toImage();
        };
        const QImage arrow = titled(QStringLiteral(" ")), both = titled(QStringLiteral("when"));
        const auto column = [](const QImage &picture, int x) { return picture.copy(x, 2, 1, picture.height() - 6); };
        const int left = header->sectionViewportPosition(1) + 10;
        int width = 0;
        for (int x = left + 1; x < left + 180; ++x) {
            if (column(arrow, x) != column(arrow, left)) {
                ++width;
                QCOMPARE(column(both, x), column(arrow, x));
            }
        }
        QVERIFY(width > 3);
        QVERIFY(both != arrow);
    }

    /// A removed row keeps its text; one that came back and was removed again has the newer one.
    void aRemovedRowKeepsItsLastText()
    {
        OneRow one;
        const auto show = [&one](const QString &text) { one.rows.setData(one.rows.index(0, 0), text); };
        const auto shown = [&one] { return one.proxy.index(0, 0).data().toString(); };
        const auto remove = [&](std::chrono::milliseconds time) {
            one.outcomes.settle(Action::Requeue, ActionVariant::Default, {takenOf(one.element)}, time);
        };
        show(QStringLiteral("1 min"));
        remove(std::chrono::seconds(1));
        QCOMPARE(shown(), QStringLiteral("1 min"));
        show(QStringLiteral("2 min"));
        QCOMPARE(shown(), QStringLiteral("1 min"));
        one.outcomes.forget(std::chrono::seconds(2));
        remove(std::chrono::seconds(3)); // not shown in between
        QCOMPARE(shown(), QStringLiteral("2 min"));
    }

    /// One that an operation had changed, and that leaves later, keeps what it was at last, not what it was before.
    void aRowThatWasReadAgainKeepsItsNewText()
    {
        using std::chrono::seconds;
        OneRow one;
        const auto shown = [&one] { return one.proxy.index(0, 0).data().toString(); };
        one.rows.setData(one.rows.index(0, 0), QStringLiteral("billing-2"));
        one.outcomes.settle(Action::Requeue, ActionVariant::Default, {takenOf(one.element)}, seconds(1));
        QCOMPARE(shown(), QStringLiteral("billing-2"));
        one.outcomes.noteSeen(one.element, seconds(2));
        one.rows.setData(one.rows.index(0, 0), QStringLiteral("billing-1"));
        QCOMPARE(shown(), QStringLiteral("billing-1"));
        one.proxy.setGone({{one.element.key, one.element.element}}, seconds(3));
        QCOMPARE(shown(), QStringLiteral("billing-1"));
    }

    /// A row out of sight is not painted between the operation that takes it and the page without it.
    void aRowThatIsTakenUnseenKeepsItsText()
    {
        using std::chrono::seconds;
        OneRow one;
        one.rows.setData(one.rows.index(0, 0), QStringLiteral("job"));
        one.outcomes.settle(Action::Requeue, ActionVariant::Default, {takenOf(one.element)}, seconds(1));
        one.proxy.setGone({{one.element.key, one.element.element}}, seconds(2));
        QCOMPARE(one.proxy.index(0, 0).data().toString(), QStringLiteral("job"));
    }

    /// A requeued job that a worker took again is not called requeued alone.
    void aJobInWorkAgainIsCalledSo()
    {
        using std::chrono::seconds;
        Element element;
        element.key = "p";
        element.element = "job";
        element.state = stateOf(Holds::Processing).id;
        element.startedAt = seconds(1);
        models::ElementOutcomes outcomes;
        outcomes.expect({element});
        outcomes.settle(Action::Requeue, ActionVariant::Default, {takenOf(element)}, seconds(10));
        const QString before = outcomes.of(element);
        QVERIFY(before.startsWith(QLatin1String("requeued ")));
        element.startedAt = seconds(12);
        outcomes.noteSeen(element, seconds(13));
        QCOMPARE(outcomes.of(element), QStringLiteral("in work again, ") + before);
        outcomes.noteSeen(element, seconds(14));
        QCOMPARE(outcomes.of(element), QStringLiteral("in work again, ") + before);
        outcomes.noteUnseen(element);
        QCOMPARE(outcomes.of(element), before);
    }

    /// So does one that left its page, until it is back; what an operation did to it is told as well.
    void aRowThatLeftKeepsItsLastText()
    {
        using std::chrono::seconds;
        Element element;
        element.key = "q";
        element.element = "job";
        QStandardItemModel rows(1, 2);
        RowsProxy proxy([&element](int) { return &element; }, nullptr);
        models::ElementOutcomes outcomes;
        proxy.setSourceModel(&rows);
        proxy.setOutcomes(&outcomes);
        proxy.setOutcomeColumns(1, 0);
        const auto age = [&rows](const QString &text) { rows.setData(rows.index(0, 0), text); };
        const auto shown = [&proxy](int column) { return proxy.index(0, column).data().toString(); };
        rows.setData(rows.index(0, 1), QStringLiteral("processing"));
        age(QStringLiteral("1 min"));
        const QSet<RowsProxy::Identity> gone{{element.key, element.element}};
        proxy.setGone(gone, seconds(1));
        age(QStringLiteral("2 min")); // painted only now
        proxy.setGone(gone, seconds(2));
        QCOMPARE(shown(0), QStringLiteral("1 min"));
        QCOMPARE(shown(1), QStringLiteral("left this page"));
        QCOMPARE(proxy.leftAt(0), std::optional<std::chrono::milliseconds>(seconds(1)));
        outcomes.settle(Action::Requeue, ActionVariant::Default, {takenOf(element)}, seconds(3));
        QVERIFY2(shown(1).startsWith(QStringLiteral("requeued ")), qPrintable(shown(1)));
        QCOMPARE(shown(0), QStringLiteral("1 min"));
        outcomes.forget(seconds(4));
        proxy.setGone({}, seconds(5));
        QCOMPARE(shown(0), QStringLiteral("2 min"));
        QCOMPARE(shown(1), QStringLiteral("processing"));
        proxy.setGone(gone, seconds(6));
        age(QStringLiteral("3 min"));
        QCOMPARE(shown(0), QStringLiteral("2 min"));
    }

    void homeAndEndGoToTheFirstAndLastRow()
    {
        TableView table(&m_theme);
        QStandardItemModel rows(3, 2);
        table.setModel(&rows);
        table.show();
        table.setCurrentIndex(rows.index(1, 1));
        QTest::keyClick(&table, Qt::Key_End);
        QCOMPARE(table.currentIndex(), rows.index(2, 1));
        QCOMPARE(table.selectedRows().size(), 1);
        QTest::keyClick(&table, Qt::Key_Home);
        QCOMPARE(table.currentIndex(), rows.index(0, 1));
        QTest::keyClick(&table, Qt::Key_End, Qt::ShiftModifier);
        QCOMPARE(table.selectedRows().size(), 3);
    }

private:
    [[nodiscard]] static TakenElement takenOf(const Element &element)
    {
        TakenElement taken;
        taken.key = element.key;
        taken.element = element.element;
        return taken;
    }
    void fill(TableView &table, int width)
    {
        table.setWideColumn(0);
        table.resize(width, 200);
        table.show();
        table.setModel(&m_model);
    }

    [[nodiscard]] static int needed(const TableView &table) { return table.horizontalHeader()->length(); }

    Theme m_theme;
    QStandardItemModel m_model;
};

QTEST_MAIN(TestTableView)
#include "tst_tableview.moc"
