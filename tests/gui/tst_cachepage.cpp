// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/keygroupsmodel.h"
#include "tests/gui/windowbench.h"
#include "views/charts/plot.h"
#include "views/widgets/figuretile.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QRandomGenerator>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;

namespace {

constexpr const char *pages =
    "{\"plimsoll\":1,\"name\":\"shop\",\"connection\":{\"url\":\"redis://127.0.0.1:6379\"},\"pollMs\":100,"
    "\"collections\":[{\"name\":\"pages\",\"kind\":\"cache\",\"keys\":{\"entry\":\"cache:page:*\"},"
    "\"limits\":{\"expiringTogether\":{\"warning\":0.2}}}]}";

} // namespace

/// The page of caches: what expires together, and what never does.
class CachePageTest final : public QObject {
    Q_OBJECT

    using Column = models::KeyGroupsModel::Column;

    static void fill(WindowBench &bench, const QByteArray &prefix, int count, int seconds)
    {
        redis::Pipeline pipeline;
        for (int i = 0; i < count; ++i) {
            const QByteArray key = "cache:page:" + prefix + QByteArray::number(i);
            pipeline.add({"SET", key, "x"});
            if (seconds > 0) {
                pipeline.add({"EXPIRE", key, QByteArray::number(seconds)});
            }
        }
        bench.server.run(pipeline);
    }
    static QString tileOf(const WindowBench &bench, int index)
    {
        const auto *shown = bench.find<views::FigureTile>(qPrintable(QStringLiteral("tile%1").arg(index)));
        return shown == nullptr ? QString() : shown->accessibleName() + u' ' + shown->accessibleDescription();
    }
    static QString cell(const WindowBench &bench, int row, models::KeyGroupsModel::Column column)
    {
        const auto *table = bench.find<views::TableView>("prefixes");
        return table == nullptr ? QString() : table->model()->index(row, static_cast<int>(column)).data().toString();
    }

private slots:
    void model()
    {
        models::KeyGroupsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QRandomGenerator random(7);
        for (int i = 0; i < 100; ++i) {
            std::vector<KeyGroup> groups;
            for (int group = 0; group < 8; ++group) {
                if (random.bounded(3) > 0) {
                    groups.push_back({QByteArray::number(group), random.bounded(9), unknownFigure, 0.3, 0});
                }
            }
            std::shuffle(groups.begin(), groups.end(), random);
            model.apply(groups, 2, 0.2);
            QCOMPARE(model.rowCount(), static_cast<int>(groups.size()));
        }
    }

    /// With a million keys, the page opens within 200 ms with the keys seen until then, and no step of the search holds
    /// the server for long.
    void opensFast()
    {
        WindowBench bench;
        bench.server.run({"EVAL",
                          "for i = 1, 1000000 do redis.call('SET', 'cache:page:' .. i, 'x', 'EX', 600 + i % 3000) end",
                          "0"});
        const QByteArray json =
            QByteArray(pages).chopped(2) + R"(,{"name":"other","kind":"members","keys":{"set":"x"}}]})";
        const QStringList slow = slowCommands(bench.server, 1ms, [&bench, &json] {
            QVERIFY(bench.opensAtOnce(json, "cache", "members", [&bench] {
                return tileOf(bench, 0).contains(QLatin1String("seen")) && !cell(bench, 0, Column::Name).isEmpty();
            }));
            const QSignalSpy polled(bench.connection, &app::ConnectionController::snapshotReady);
            QTRY_VERIFY(polled.size() >= 5);
        });
        QCOMPARE(slow, QStringList());
    }

    void whatGoesAtOnce()
    {
        const int left = 60 - static_cast<int>(QDateTime::currentSecsSinceEpoch() % 60);
        if (left < 10) { // not over the minute
            QTest::qWait(left * 1'000 + 100);
        }
        WindowBench bench;
        fill(bench, "product:", 120, 1'800);
        fill(bench, "search:", 60, 600);
        fill(bench, "admin:", 20, 0);
        bench.open(pages);
        bench.window->showPage(QStringLiteral("cache"));
        QTRY_COMPARE(cell(bench, 0, Column::Name), QStringLiteral("product:"));
        QTRY_COMPARE(cell(bench, 0, Column::Seen), QStringLiteral("120"));
        QTRY_COMPARE(cell(bench, 0, Column::About), QStringLiteral("120"));
        QCOMPARE(cell(bench, 0, Column::Together), QStringLiteral("100 %"));
        QCOMPARE(cell(bench, 2, Column::Name), QStringLiteral("admin:"));
        QCOMPARE(cell(bench, 2, Column::WithoutTtl), QStringLiteral("20"));
        QTRY_VERIFY2(tileOf(bench, 0).startsWith(QLatin1String("keys: 200 all seen")), qPrintable(tileOf(bench, 0)));
        QTRY_VERIFY2(tileOf(bench, 1).startsWith(QLatin1String("expire together: 60 %")), qPrintable(tileOf(bench, 1)));
        QVERIFY2(tileOf(bench, 3).contains(QLatin1String("10 % of the sample")), qPrintable(tileOf(bench, 3)));
        QVERIFY(bench.find<QLabel>("cacheHelp")->text().contains(QLatin1String("up to 120 entries")));
        const auto *share = bench.find<QWidget>("shareChart")->findChild<views::Plot *>();
        QTRY_COMPARE(share->accessibleDescription(), QStringLiteral("share: 60 %"));
        QStringList words;
        for (const models::AxisTick &tick : bench.find<QWidget>("expiryChart")->findChild<views::Plot *>()->ticks()) {
            words.append(tick.text);
        }
        QCOMPARE(words.mid(words.size() - 2), (QStringList{QStringLiteral("later"), QStringLiteral("never")}));
        // Expired entries disappear from the table.
        bench.server.run({"EVAL", "for i = 0, 119 do redis.call('UNLINK', 'cache:page:product:' .. i) end", "0"});
        QTRY_COMPARE_WITH_TIMEOUT(cell(bench, 0, Column::Name), QStringLiteral("search:"), 30'000);
    }
};

QTEST_MAIN(CachePageTest)
#include "tst_cachepage.moc"
