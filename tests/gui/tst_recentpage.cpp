// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/foundkeysmodel.h"
#include "tests/gui/windowbench.h"
#include "views/inspector/inspector.h"
#include "views/widgets/elidedlabel.h"

#include <QScopeGuard>

using namespace plimsoll;
using namespace plimsoll::testing;

namespace {

constexpr const char *visitors =
    "{\"plimsoll\":1,\"name\":\"shop\",\"connection\":{\"url\":\"redis://127.0.0.1:6379\"},\"pollMs\":100,"
    "\"collections\":[{\"name\":\"visitors\",\"kind\":\"recent\",\"keys\":{\"items\":\"seen:{id}\"},"
    "\"bound\":{\"keep\":3}}]}";

} // namespace

/// Recent things of a key each visitor, clicked: the fullest first, cut to the bound and given an expiry.
class RecentPageTest final : public QObject {
    Q_OBJECT

    static QString cell(const WindowBench &bench, int row, int column = 0)
    {
        const auto *table = bench.find<views::TableView>("recentKeys");
        return table == nullptr ? QString() : table->model()->index(row, column).data().toString();
    }
    static void open(WindowBench &bench)
    {
        bench.server.run({"RPUSH", "seen:few", "1", "2"});
        bench.server.run({"RPUSH", "seen:many", "1", "2", "3", "4", "5", "6"});
        bench.server.run({"ZADD", "seen:times", "1", "a", "2", "b", "3", "c", "4", "d"});
        bench.open(visitors);
        bench.window->showPage(QStringLiteral("recent"));
        QTRY_COMPARE(cell(bench, 0), QStringLiteral("many"));
        QTRY_COMPARE(cell(bench, 2), QStringLiteral("few"));
    }

private slots:
    void allOverTheBound()
    {
        WindowBench bench;
        open(bench);
        QCOMPARE(cell(bench, 0, 2), QStringLiteral("6"));
        QCOMPARE(cell(bench, 0, 3), QStringLiteral("3"));
        QCOMPARE(cell(bench, 1), QStringLiteral("times"));
        // Bars show the length of each list; only those beyond the bound of 3 have the colour of a warning.
        const auto bar = [&bench](int row) {
            using Model = models::FoundKeysModel;
            const QModelIndex at = bench.find<views::TableView>("recentKeys")->model()->index(row, 1);
            return std::pair(at.data(Model::ShareRole).toDouble(), at.data(Model::SeriesRole).toInt());
        };
        QCOMPARE(bar(0), std::pair(1.0, 3));
        QCOMPARE(bar(1), std::pair(4.0 / 6, 3));
        QCOMPARE(bar(2), std::pair(2.0 / 6, 0));
        auto *trim = bench.find<QPushButton>("trimButton");
        QTRY_VERIFY(trim->isEnabled());
        QTest::mouseClick(trim, Qt::LeftButton);
        bench.confirm(); // to the bound
        QTRY_VERIFY(bench.find<views::ElidedLabel>("operationTitle")->fullText()
                    == QStringLiteral("Trim 4 elements of visitors"));
        bench.confirm();
        QTRY_COMPARE(bench.server.run({"LLEN", "seen:many"}).integer, 3);
        QTRY_COMPARE(bench.server.run({"ZCARD", "seen:times"}).integer, 3);
        QCOMPARE(bench.server.run({"LLEN", "seen:few"}).integer, 2);
        QTRY_COMPARE(bar(0), std::pair(1.0, 0)); // exactly at the bound: all that may be
    }

    /// The label of the bound stays whole where the bound is near the left edge, as the bars reach far beyond it.
    void theLabelOfTheBoundIsWhole()
    {
        WindowBench bench;
        const auto push = [&bench](int count) {
            bench.server.run({"EVAL", "for i = 1, ARGV[1] do redis.call('RPUSH', KEYS[1], i) end", "1", "seen:a",
                              QByteArray::number(count)});
        };
        push(1'500);
        bench.server.run({"RPUSH", "seen:b", "1"});
        bench.open(R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"pollMs":100,)"
                   R"("collections":[{"name":"visitors","kind":"recent","keys":{"items":"seen:{id}"},)"
                   R"("bound":{"keep":1000}}]})");
        bench.window->showPage(QStringLiteral("recent"));
        const auto shows = [&bench](const QString &text) {
            const auto *bars = bench.find<QWidget>("fillBars");
            return bars != nullptr && bars->isVisible() && bars->accessibleDescription().contains(text);
        };
        const auto labelWidth = [&bench] {
            auto *bars = bench.find<QWidget>("fillBars");
            const QImage drawn = bars->grab().toImage();
            int first = drawn.width();
            int last = -1;
            for (int y = drawn.height() - 12; y < drawn.height(); ++y) {
                for (int x = 0; x < drawn.width(); ++x) {
                    if (drawn.pixel(x, y) != drawn.pixel(drawn.width() - 1, drawn.height() - 1)) {
                        first = std::min(first, x);
                        last = std::max(last, x);
                    }
                }
            }
            return last - first;
        };
        QTRY_VERIFY(shows(QStringLiteral("1,500")));
        const int whole = labelWidth();
        QVERIFY(whole > 20);
        push(200'000);
        QTRY_VERIFY(shows(QStringLiteral("201,500")));
        QVERIFY2(labelWidth() >= whole - 1, qPrintable(QStringLiteral("%1 of %2").arg(labelWidth()).arg(whole)));

        // Its line grows with the zoom like the others.
        const int height = bench.find<QWidget>("fillBars")->height();
        const auto restore = qScopeGuard([&bench] { bench.theme.setZoom(100); });
        bench.theme.setZoom(150);
        push(1);
        QTRY_VERIFY(shows(QStringLiteral("201,501")));
        QCOMPARE(bench.find<QWidget>("fillBars")->height(), height * 3 / 2);
    }

    /// A key of another type holds nothing to trim: its button says what it is.
    void nothingIsDoneToAnotherType()
    {
        WindowBench bench;
        bench.server.run({"SADD", "visits", "a", "b"});
        bench.open(R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"pollMs":100,)"
                   R"("collections":[{"name":"visits","kind":"recent","keys":{"items":"visits"}}]})");
        bench.window->showPage(QStringLiteral("recent"));
        QTRY_VERIFY(bench.find<QPushButton>("trimButton") != nullptr);
        const auto *trim = bench.find<QPushButton>("trimButton");
        QTRY_VERIFY2(!trim->isEnabled() && trim->toolTip().contains(QLatin1String("another type")),
                     qPrintable(trim->toolTip()));
    }

    /// New elements come before it: table and inspector show the same rank.
    void theInspectorMovesWithTheRow()
    {
        WindowBench bench;
        bench.server.run({"RPUSH", "visits", "a", "b"});
        bench.open(R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"pollMs":100,)"
                   R"("collections":[{"name":"visits","kind":"recent","keys":{"items":"visits"}}]})");
        bench.window->showPage(QStringLiteral("recent"));
        QTRY_COMPARE(bench.names().size(), 2);
        bench.table()->selectRow(0);
        const auto *inspector = bench.find<views::Inspector>("inspector");
        QTRY_VERIFY(!inspector->isEmpty());
        const auto rankOf = [inspector] { return inspector->element().rank.value_or(-1); };
        QCOMPARE(rankOf(), 0);
        const QByteArray chosen = inspector->element().element;
        bench.server.run({"LPUSH", "visits", "c", "d"});
        QTRY_COMPARE(rankOf(), 2);
        QCOMPARE(inspector->element().element, chosen);
    }

    void theChosen()
    {
        WindowBench bench;
        open(bench);
        auto *trim = bench.find<QPushButton>("trimKeysButton");
        QVERIFY(!trim->isEnabled());
        bench.find<views::TableView>("recentKeys")->selectRow(1);
        QTRY_VERIFY(trim->isEnabled());
        QTest::mouseClick(trim, Qt::LeftButton);
        bench.confirm();
        QTRY_COMPARE(bench.server.run({"ZCARD", "seen:times"}).integer, 3);
        QCOMPARE(bench.server.run({"LLEN", "seen:many"}).integer, 6);
    }
};

QTEST_MAIN(RecentPageTest)
#include "tst_recentpage.moc"
