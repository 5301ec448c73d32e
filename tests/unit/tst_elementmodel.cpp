// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/elementmodel.h"
#include "tests/support/modeldump.h"
#include "tests/support/snapshotbuilder.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QTest>

#include <algorithm>
#include <map>

using namespace plimsoll;
using namespace plimsoll::models;
using namespace std::chrono_literals;
using std::chrono::milliseconds;
using test::elementsPage;

namespace {

constexpr milliseconds now = 10'000'000ms;

using Shown = ElementModel::Shown;
using Column = ElementModel::Column;
constexpr std::array scheduled{Shown{Column::Job},   Shown{Column::State},    Shown{Column::Due},
                               Shown{Column::Class}, Shown{Column::Attempts}, Shown{Column::LastError}};
constexpr std::array named{Shown{Column::Member}};
constexpr std::array seen{Shown{Column::Member}, Shown{Column::State}, Shown{Column::Due, "last seen"}};

const QStringList jobs{
    QStringLiteral("8f31-77 | stale | key=p class=SendWelcome created=9780000 due=9810000 attempts=1/3"),
    QStringLiteral("8f32-19 | processing | key=p class=SendWelcome age=4000 due=10026000 attempts=1/3"),
    QStringLiteral("8f30-c4 | dead | key=d class=SendInvoice observed=1320000 attempts=3 error=550"),
    QStringLiteral("8f30-b1 | ready | key=r"),
};

} // namespace

class TestElementModel final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void jobColumns();
    void scheduleColumns();
    void memberAndPresenceColumns();
    void roles();
    void binaryAndLongElements();
    void timeMovesAgesOn();
    void changedCellsFlashOnce();
    void samePageAgainSignalsNothing();
    void newPageSignalsOnlyWhatReadsDifferently();
    void clipboard();
    void duplicatesAreRowsOfTheirOwn();
    void clearAndEmpty();
    void randomPages_data();
    void randomPages();
};

void TestElementModel::jobColumns()
{
    ElementModel model(models::jobColumns);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.apply(elementsPage(now, jobs));
    QCOMPARE(test::dump(model),
             QStringLiteral("8f31-77 | stale | SendWelcome | 3 min 40 s | 3 min 10 s ago | 1 of 3 | –\n"
                            "8f32-19 | processing | SendWelcome | 4 s | in 26 s | 1 of 3 | –\n"
                            "8f30-c4 | dead | SendInvoice | ≥ 22 min | – | 3 | 550\n"
                            "8f30-b1 | ready | – | – | – | – | –\n"));
    QCOMPARE(model.headerData(6, Qt::Horizontal).toString(), QStringLiteral("last error"));
}

void TestElementModel::scheduleColumns()
{
    ElementModel model(scheduled);
    model.apply(elementsPage(now,
                             {QStringLiteral("j1 | due | due=9999200 class=Retry attempts=2/5 error=timeout"),
                              QStringLiteral("j2 | delayed | due=10002000")}));
    QCOMPARE(test::dump(model),
             QStringLiteral("j1 | due | now | Retry | 2 of 5 | timeout\n"
                            "j2 | delayed | in 2 s | – | – | –\n"));
}

void TestElementModel::memberAndPresenceColumns()
{
    ElementModel members(named);
    members.apply(elementsPage(now, {QStringLiteral("tenant-1"), QStringLiteral("tenant-2")}));
    QCOMPARE(test::dump(members), QStringLiteral("tenant-1\ntenant-2\n"));
    ElementModel presence(seen);
    presence.apply(elementsPage(now, {QStringLiteral("ann | active | due=9998000"), QStringLiteral("bob | ghost |")}));
    QCOMPARE(test::dump(presence), QStringLiteral("ann | active | 2 s ago\nbob | ghost | –\n"));
    QCOMPARE(presence.headerData(2, Qt::Horizontal).toString(), QStringLiteral("last seen"));
}

void TestElementModel::roles()
{
    ElementModel model(models::jobColumns);
    model.apply(elementsPage(now, jobs));
    const auto severity = [&](int row) { return model.index(row, 1).data(ElementModel::SeverityRole).toInt(); };
    QCOMPARE(severity(0), static_cast<int>(State::Critical));
    QCOMPARE(severity(1), static_cast<int>(State::Ok));
    QCOMPARE(severity(2), static_cast<int>(State::Warning));
    QCOMPARE(model.index(0, 0).data(ElementModel::IdRole).toByteArray(), QByteArrayLiteral("8f31-77"));
    QVERIFY(model.index(0, 0).data(ElementModel::MonospaceRole).toBool());
    QVERIFY(!model.index(0, 1).data(ElementModel::MonospaceRole).toBool());
    QCOMPARE(model.index(0, 3).data(ElementModel::SortRole).toDouble(), 220'000.0);
    QVERIFY(!model.index(3, 3).data(ElementModel::SortRole).isValid());
    QCOMPARE(model.elementAt(0).state, QLatin1StringView("stale"));
}

void TestElementModel::binaryAndLongElements()
{
    ElementModel model(named);
    ElementsPage page;
    page.readAt = now;
    Element element;
    element.element = QByteArray("\x00\xff\n", 3);
    page.elements.push_back(element);
    element.element = QByteArray(10LL * 1024 * 1024, 'x');
    page.elements.push_back(element);
    model.apply(page);
    QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("\\x00\\xff\\x0a"));
    QVERIFY(model.index(1, 0).data().toString().size() < 400);
    QVERIFY(model.index(1, 0).data(Qt::ToolTipRole).toString().size() < 2100);
    QCOMPARE(model.index(1, 0).data(ElementModel::IdRole).toByteArray().size(), 10 * 1024 * 1024);
}

void TestElementModel::timeMovesAgesOn()
{
    ElementModel model(models::jobColumns);
    model.apply(elementsPage(now, jobs));
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setNow(now + 1s);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed[0][0].toModelIndex(), model.index(0, 3));
    QCOMPARE(changed[0][1].toModelIndex(), model.index(1, 4)); // "≥ 22 min" stays
    QCOMPARE(model.index(1, 3).data().toString(), QStringLiteral("5 s"));
    QCOMPARE(model.index(1, 4).data().toString(), QStringLiteral("in 25 s"));
    changed.clear();
    model.setNow(now + 1001ms);
    model.setNow(now + 1001ms);
    QVERIFY(changed.count() <= 1);
}

void TestElementModel::changedCellsFlashOnce()
{
    ElementModel model(models::jobColumns);
    ElementsPage page = elementsPage(now, jobs);
    model.apply(page);
    const auto isChanged = [&model](int row, int column) {
        return model.index(row, column).data(ElementModel::ChangedRole).toBool();
    };
    QVERIFY(!isChanged(0, 5));
    page.elements[0].attempts = 7;
    model.apply(page);
    QVERIFY(isChanged(0, 5));
    QVERIFY(!isChanged(0, 0) && !isChanged(1, 5));
    model.apply(page);
    QVERIFY(!isChanged(0, 5));
}

void TestElementModel::samePageAgainSignalsNothing()
{
    ElementModel model(models::jobColumns);
    model.apply(elementsPage(now, jobs));
    const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    const QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    const QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    const QSignalSpy moved(&model, &QAbstractItemModel::layoutChanged);
    model.apply(elementsPage(now, jobs));
    QCOMPARE(changed.count() + inserted.count() + removed.count() + moved.count(), 0);
}

void TestElementModel::newPageSignalsOnlyWhatReadsDifferently()
{
    ElementModel model(models::jobColumns);
    model.apply(elementsPage(now, jobs));
    const QPersistentModelIndex processing = model.index(1, 0);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QStringList next = jobs;
    next[1].replace(QStringLiteral("| processing |"), QStringLiteral("| stale |"));
    model.apply(elementsPage(now, next));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed[0][0].toModelIndex().row(), 1);
    QCOMPARE(changed[0][1].toModelIndex().row(), 1);
    QVERIFY(processing.isValid());
    QCOMPARE(processing.sibling(processing.row(), 1).data().toString(), QStringLiteral("stale"));
    // In a later page the same job is two seconds older: only the times change.
    changed.clear();
    next[1].replace(QStringLiteral("age=4000"), QStringLiteral("age=6000"));
    next[2].replace(QStringLiteral("observed=1320000"), QStringLiteral("observed=1322000"));
    model.apply(elementsPage(now + 2s, next));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed[0][0].toModelIndex().column(), 3);
    QCOMPARE(model.index(1, 3).data().toString(), QStringLiteral("6 s"));
}

void TestElementModel::clipboard()
{
    ElementModel model(models::jobColumns);
    ElementsPage page = elementsPage(now, jobs);
    page.elements[1].error = QStringLiteral("line one\n\tline two");
    model.apply(page);
    QCOMPARE(model.asText({model.index(1, 0), model.index(1, 3), model.index(0, 0)}),
             QStringLiteral("8f31-77\tstale\tSendWelcome\t3 min 40 s\t3 min 10 s ago\t1 of 3\t–\n"
                            "8f32-19\tprocessing\tSendWelcome\t4 s\tin 26 s\t1 of 3\tline one line two\n"));
    QCOMPARE(model.asText({}), QString());
}

void TestElementModel::duplicatesAreRowsOfTheirOwn()
{
    ElementModel model(models::jobColumns);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.apply(elementsPage(now, {QStringLiteral("x"), QStringLiteral("y"), QStringLiteral("x")}));
    const QPersistentModelIndex second = model.index(2, 0);
    model.apply(elementsPage(now, {QStringLiteral("x"), QStringLiteral("x"), QStringLiteral("y")}));
    QCOMPARE(second.row(), 1);
    model.apply(elementsPage(now, {QStringLiteral("x")}));
    QVERIFY(!second.isValid());
    QCOMPARE(test::dump(model), QStringLiteral("x | – | – | – | – | – | –\n"));
}

void TestElementModel::clearAndEmpty()
{
    ElementModel model(named);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.clear();
    model.setNow(now);
    model.apply(elementsPage(now, {QStringLiteral("a")}, 0, 1));
    model.clear();
    QCOMPARE(model.rowCount(), 0);
    model.apply(elementsPage(now, {}));
    QCOMPARE(model.rowCount(), 0);
}

void TestElementModel::randomPages_data()
{
    QTest::addColumn<quint32>("seed");
    for (quint32 seed = 1; seed <= 5; ++seed) {
        QTest::addRow("seed %u", seed) << seed;
    }
}

void TestElementModel::randomPages()
{
    QFETCH(const quint32, seed);
    QRandomGenerator random(seed);
    ElementModel model(models::jobColumns);
    QSortFilterProxyModel sorted;
    sorted.setSortRole(ElementModel::SortRole);
    sorted.setSourceModel(&model);
    sorted.sort(3, Qt::DescendingOrder);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const QAbstractItemModelTester proxyTester(&sorted, QAbstractItemModelTester::FailureReportingMode::Fatal);
    std::map<QString, QPersistentModelIndex> selected;
    QStringList present;
    for (int round = 0; round < 200; ++round) {
        present.removeIf([&](const QString &) { return random.bounded(6) == 0; });
        for (int i = random.bounded(4); i > 0; --i) {
            const QString name = QStringLiteral("j%1").arg(random.bounded(25));
            if (!present.contains(name)) {
                present.insert(random.bounded(present.size() + 1), name);
            }
        }
        if (random.bounded(4) == 0) {
            std::shuffle(present.begin(), present.end(), random);
        }
        QStringList rows;
        QString expected;
        for (const QString &name : std::as_const(present)) {
            const int attempts = random.bounded(3);
            rows += QStringLiteral("%1 | ready | key=k age=%2 attempts=%3")
                        .arg(name)
                        .arg(random.bounded(9000))
                        .arg(attempts);
            expected += QStringLiteral("%1 %2\n").arg(name).arg(attempts);
        }
        model.apply(elementsPage(now + round * 100ms, rows));
        model.setNow(now + round * 100ms + 50ms);
        QString shown;
        for (int row = 0; row < model.rowCount(); ++row) {
            shown += model.index(row, 0).data().toString() + QLatin1Char(' ') + model.index(row, 5).data().toString()
                + QLatin1Char('\n');
        }
        QCOMPARE(shown, expected);
        for (auto it = selected.begin(); it != selected.end();) {
            QCOMPARE(it->second.isValid(), present.contains(it->first));
            if (it->second.isValid()) {
                QCOMPARE(it->second.data().toString(), it->first);
            }
            it = it->second.isValid() ? std::next(it) : selected.erase(it);
        }
        if (sorted.rowCount() > 0) {
            const QModelIndex chosen = sorted.index(random.bounded(sorted.rowCount()), 0);
            selected.insert_or_assign(chosen.data().toString(), QPersistentModelIndex(chosen));
        }
    }
}

QTEST_GUILESS_MAIN(TestElementModel)
#include "tst_elementmodel.moc"
