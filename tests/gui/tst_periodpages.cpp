// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/windowbench.h"
#include "views/collection/periodbar.h"
#include "views/inspector/inspector.h"
#include "views/kinds/bucketgrid.h"
#include "views/widgets/figuretile.h"

#include <QComboBox>
#include <QLabel>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;

namespace {

constexpr const char *boards =
    R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"pollMs":100,)"
    R"("collections":[{"name":"daily","kind":"leaderboard","keys":{"board":"b:{yyyyMMdd}"}}]})";
constexpr const char *buckets =
    R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"pollMs":100,)"
    R"("collections":[{"name":"events","kind":"dedupe","keys":{"bucket":"d:{yyyyMMdd}:{0..3}"}}]})";

} // namespace

/// An earlier board, and an earlier bucket, on its page: looked at, and nothing more.
class PeriodPagesTest final : public QObject {
    Q_OBJECT

    static QByteArray day(int back)
    {
        return QDateTime::currentDateTimeUtc().addDays(-back).toString(QStringLiteral("yyyyMMdd")).toLatin1();
    }
    static QString title(int back)
    {
        const QDateTime at = QDateTime::currentDateTimeUtc().addDays(-back);
        return views::periodTitle(std::chrono::milliseconds(at.toMSecsSinceEpoch()), 24h);
    }
    static QString tileOf(const WindowBench &bench, int index)
    {
        const auto *shown = bench.find<views::FigureTile>(qPrintable(QStringLiteral("tile%1").arg(index)));
        return shown == nullptr ? QString() : shown->accessibleName() + u' ' + shown->accessibleDescription();
    }
    static QString noteOf(const WindowBench &bench) { return bench.find<QLabel>("periodNote")->text(); }
    static QComboBox *chooserOf(const WindowBench &bench) { return bench.find<QComboBox>("periodChooser"); }
    static void choose(const WindowBench &bench, const QString &text)
    {
        auto *chooser = chooserOf(bench);
        QTRY_VERIFY2(chooser->findText(text) >= 0, qPrintable(text));
        chooser->setCurrentIndex(chooser->findText(text));
        emit chooser->activated(chooser->currentIndex());
    }
    static void openBoards(WindowBench &bench)
    {
        bench.server.run({"ZADD", "b:" + day(0), "5", "today", "3", "both"});
        bench.server.run({"ZADD", "b:" + day(-1), "5", "today", "3", "both"}); // should it be midnight meanwhile
        bench.server.run({"ZADD", "b:" + day(1), "90", "yesterday", "80", "both", "70", "cid"});
        bench.server.run({"ZADD", "b:" + day(4), "1", "long ago"});
        bench.open(boards);
        bench.window->showPage(QStringLiteral("leaderboard"));
        QTRY_COMPARE(bench.cell(0, 1), QStringLiteral("today"));
    }

private slots:
    void earlierBoard()
    {
        WindowBench bench;
        openBoards(bench);
        QTRY_VERIFY(chooserOf(bench)->isVisible());
        const QString yesterday = title(1);
        QVERIFY(chooserOf(bench)->findText(title(4)) > 0);
        QVERIFY(chooserOf(bench)->findText(title(2)) < 0);
        QCOMPARE(noteOf(bench), QString());
        choose(bench, yesterday);
        QVERIFY(noteOf(bench).contains(QLatin1String("can be viewed, but not changed")));
        QTRY_COMPARE(bench.cell(0, 1), QStringLiteral("yesterday"));
        QTRY_VERIFY2(tileOf(bench, 0).startsWith(QLatin1String("members: 3")), qPrintable(tileOf(bench, 0)));
        QVERIFY2(tileOf(bench, 1).contains(QLatin1String("90")), qPrintable(tileOf(bench, 1)));
        // Nothing acts on it, nor on the present one in its place.
        for (const char *name : {"trimButton", "setExpiryButton"}) {
            const auto *button = bench.find<QPushButton>(name);
            QVERIFY(!button->isEnabled());
            QVERIFY2(button->toolTip().contains(QLatin1String("earlier period")), qPrintable(button->toolTip()));
        }
        auto *table = bench.table();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(1, 1)).center());
        QTRY_VERIFY(!bench.find<views::Inspector>("inspector")->isEmpty());
        QVERIFY(bench.find<QPushButton>("inspector.discard") == nullptr);
        QTest::keyClick(table, Qt::Key_Delete);
        QTest::qWait(0);
        QVERIFY(bench.find<QPushButton>("operationConfirm") == nullptr);
        QCOMPARE(bench.server.run({"ZCARD", "b:" + day(0)}).integer, 2);
        // Back.
        choose(bench, chooserOf(bench)->itemText(0));
        emit chooserOf(bench)->activated(0);
        QTRY_COMPARE(bench.cell(0, 1), QStringLiteral("today"));
        QTRY_VERIFY(bench.find<QPushButton>("trimButton")->isEnabled());
        QCOMPARE(noteOf(bench), QString());
        QTRY_VERIFY2(tileOf(bench, 0).startsWith(QLatin1String("members: 2")), qPrintable(tileOf(bench, 0)));
    }

    /// Figures of a period that cannot be read are unknown, and not those of the present one.
    void anEarlierOneThatCannotBeRead()
    {
        WindowBench bench;
        openBoards(bench);
        QTRY_VERIFY(chooserOf(bench)->isVisible());
        bench.server.run({"ACL", "SETUSER", "default", "resetkeys", "~b:" + day(0), "~b:" + day(-1)});
        choose(bench, title(1));
        QTRY_VERIFY2(tileOf(bench, 0).startsWith(QStringLiteral("members: –")), qPrintable(tileOf(bench, 0)));
        QVERIFY2(tileOf(bench, 1).contains(QStringLiteral("–")), qPrintable(tileOf(bench, 1)));
        QTRY_VERIFY2(tileOf(bench, 0).contains(QLatin1String("NOPERM"), Qt::CaseInsensitive)
                         || bench.find<views::FigureTile>("tile0")->toolTip().contains(QLatin1String("permission"),
                                                                                       Qt::CaseInsensitive)
                         || bench.find<views::FigureTile>("tile0")->toolTip().contains(QLatin1String("b:" + day(1))),
                     qPrintable(bench.find<views::FigureTile>("tile0")->toolTip()));
    }

    void noChoiceWhereThereIsNone()
    {
        WindowBench bench;
        bench.server.run({"ZADD", "b:" + day(0), "5", "today"});
        bench.server.run({"ZADD", "b:" + day(-1), "5", "today"});
        bench.open(boards);
        bench.window->showPage(QStringLiteral("leaderboard"));
        QTRY_COMPARE(bench.cell(0, 1), QStringLiteral("today"));
        QVERIFY(!chooserOf(bench)->isVisible());
    }

    void earlierBucket()
    {
        WindowBench bench;
        const auto add = [&bench](int back, int shard, std::initializer_list<QByteArrayView> members) {
            for (const QByteArrayView member : members) {
                bench.server.run({"SADD", "d:" + day(back) + ':' + QByteArray::number(shard), member});
            }
        };
        add(0, 0, {"a"});
        add(-1, 0, {"a"});
        add(5, 1, {"old-1", "old-2", "old-3"});
        add(6, 2, {"older"});
        bench.open(buckets);
        bench.window->showPage(QStringLiteral("dedupe"));
        QTRY_VERIFY(bench.find<views::BucketGrid>("bucketGrid") != nullptr);
        QTRY_VERIFY(chooserOf(bench)->isVisible());
        const QByteArray five = "d:" + day(5) + ":1";
        choose(bench, title(5));
        QTRY_VERIFY2(tileOf(bench, 0).startsWith(QLatin1String("members: 4")), qPrintable(tileOf(bench, 0)));
        const auto *grid = bench.find<views::BucketGrid>("bucketGrid");
        QCOMPARE(grid->rows()[0].buckets[1].key, five);
        QCOMPARE(grid->rows()[0].buckets[1].members, 3.0);
        QCOMPARE(grid->rows()[0].title, title(5));
        QCOMPARE(grid->rows()[1].buckets[2].members, 1.0);
        QVERIFY(!bench.find<QPushButton>("dropBucketButton")->isEnabled());
        QVERIFY(!bench.find<QPushButton>("setMissingButton")->isEnabled());
        QTRY_VERIFY2(bench.find<QLabel>("bucketSample")->text().contains(QLatin1String("old-")),
                     qPrintable(bench.find<QLabel>("bucketSample")->text()));
    }
};

QTEST_MAIN(PeriodPagesTest)
#include "tst_periodpages.moc"
