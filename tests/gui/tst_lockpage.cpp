// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/windowbench.h"
#include "views/operations/operationbar.h"
#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/figuretile.h"

#include <QClipboard>
#include <QLabel>
#include <QLineEdit>

using namespace plimsoll;
using namespace plimsoll::testing;

namespace {

constexpr const char *locks =
    "{\"plimsoll\":1,\"name\":\"shop\",\"connection\":{\"url\":\"redis://127.0.0.1:6379\"},\"pollMs\":100,"
    "\"collections\":[{\"name\":\"jobs\",\"kind\":\"lock\",\"keys\":{\"lock\":\"lock:{id}\"}}]}";

} // namespace

/// The page of locks, clicked: who holds what, what never ends, and releasing one.
class LockPageTest final : public QObject {
    Q_OBJECT

    static QString tileOf(const WindowBench &bench, int index)
    {
        const auto *shown = bench.find<views::FigureTile>(qPrintable(QStringLiteral("tile%1").arg(index)));
        return shown == nullptr ? QString() : shown->accessibleName() + u' ' + shown->accessibleDescription();
    }
    static views::TableView *table(const WindowBench &bench) { return bench.find<views::TableView>("locks"); }
    static QString cell(const WindowBench &bench, int row, int column = 0)
    {
        return table(bench) == nullptr ? QString() : table(bench)->model()->index(row, column).data().toString();
    }
    static void open(WindowBench &bench)
    {
        bench.server.run({"SET", "lock:export", "worker-1:aa", "EX", "600"});
        bench.server.run({"SET", "lock:report", "cron-1:bb"});
        bench.server.run({"SET", "lock:sync", "worker-2:cc", "EX", "60"});
        bench.open(locks);
        bench.window->showPage(QStringLiteral("lock"));
        QTRY_COMPARE(cell(bench, 2), QStringLiteral("export"));
    }
    static QString factsOf(const WindowBench &bench) { return bench.find<QLabel>("lockFacts")->text(); }

    /// Not by its colour alone: what runs along its middle is broken by lines, what runs out is one piece.
    static void theEndlessBarIsHatched(const WindowBench &bench)
    {
        const auto changesIn = [&bench](int row) {
            const QRect place = table(bench)->visualRect(table(bench)->model()->index(row, 3));
            const QImage image = table(bench)->viewport()->grab(place).toImage();
            const int y = image.height() / 2;
            int changes = 0;
            for (int x = 12; x < image.width() * 3 / 4; ++x) {
                changes += image.pixel(x, y) != image.pixel(x - 1, y) ? 1 : 0;
            }
            return changes;
        };
        QVERIFY2(changesIn(0) > 10, qPrintable(QString::number(changesIn(0))));
        QVERIFY2(changesIn(1) <= 2, qPrintable(QString::number(changesIn(1))));
    }

private slots:
    /// A lock goes from hand to hand, is free for a while, and taken again without an expiry.
    void whoHeldItBefore()
    {
        WindowBench bench;
        open(bench);
        const auto *strip = bench.find<QWidget>("holderStrip");
        QVERIFY(!strip->isVisible()); // there was no earlier holder
        const auto select = [&bench] {
            for (int row = 0; row < table(bench)->model()->rowCount(); ++row) {
                if (cell(bench, row) == QLatin1String("sync")) {
                    QTest::mouseClick(table(bench)->viewport(), Qt::LeftButton, {},
                                      table(bench)->visualRect(table(bench)->model()->index(row, 0)).center());
                }
            }
            return bench.find<QLabel>("lockName")->text() == QLatin1String("lock:sync");
        };
        QTRY_VERIFY(select());
        const auto told = [strip] { return strip->accessibleDescription(); };
        bench.server.run({"SET", "lock:sync", "worker-3:dd", "EX", "60"});
        QTRY_VERIFY2(told().startsWith(QLatin1String("worker-3: once")), qPrintable(told()));
        QVERIFY(strip->isVisible());
        QVERIFY2(told().contains(QLatin1String("worker-2: once")), qPrintable(told()));
        bench.server.run({"UNLINK", "lock:sync"});
        QTRY_COMPARE(factsOf(bench), QStringLiteral("not held now"));
        bench.server.run({"SET", "lock:sync", "worker-2:ee"});
        QTRY_VERIFY2(told().startsWith(QLatin1String("worker-2: 2 times")), qPrintable(told()));
        QVERIFY(bench.find<QLabel>("lockWhy")->text().contains(QLatin1String("no expiry")));
    }

    void whoHoldsWhat()
    {
        WindowBench bench;
        open(bench);
        QCOMPARE(cell(bench, 0), QStringLiteral("report")); // what never ends
        QCOMPARE(cell(bench, 0, 1), QStringLiteral("cron-1:bb"));
        QCOMPARE(cell(bench, 0, 4), QStringLiteral("no expiry"));
        theEndlessBarIsHatched(bench);
        QCOMPARE(cell(bench, 1), QStringLiteral("sync"));
        QVERIFY2(cell(bench, 1, 4).contains(QStringLiteral(" of ≥ ")), qPrintable(cell(bench, 1, 4)));
        QVERIFY2(cell(bench, 1, 2).startsWith(QStringLiteral("≥")), qPrintable(cell(bench, 1, 2)));
        QTRY_VERIFY2(tileOf(bench, 0).startsWith(QLatin1String("held: 3 all seen")), qPrintable(tileOf(bench, 0)));
        QVERIFY2(tileOf(bench, 1).startsWith(QLatin1String("without expiry: 1")), qPrintable(tileOf(bench, 1)));
        QVERIFY2(tileOf(bench, 2).contains(QLatin1String("sync")), qPrintable(tileOf(bench, 2)));
        QTRY_COMPARE(bench.find<QLabel>("lockName")->text(), QStringLiteral("lock:report"));
        QVERIFY(factsOf(bench).contains(QLatin1String("does not expire")));
        QVERIFY(bench.find<QLabel>("lockWhy")->text().contains(QLatin1String("nothing frees it")));
        QTest::mouseClick(bench.find<QPushButton>("copyToken"), Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("cron-1:bb"));
        // Another holder.
        bench.server.run({"SET", "lock:sync", "worker-9:dd", "EX", "60"});
        QTRY_COMPARE(cell(bench, 1, 1), QStringLiteral("worker-9:dd"));
        QTRY_COMPARE(cell(bench, 1, 6), QStringLiteral("1"));
        QTRY_VERIFY2(tileOf(bench, 4).startsWith(QLatin1String("most often: 1 sync")), qPrintable(tileOf(bench, 4)));
    }

    /// An empty token does not name its holder, but the lock is not free.
    void whatIsNotKnownIsNotFree()
    {
        WindowBench bench;
        bench.server.run({"SET", "lock:odd", "", "EX", "600"});
        bench.open(locks);
        bench.window->showPage(QStringLiteral("lock"));
        QTRY_COMPARE(cell(bench, 0), QStringLiteral("odd"));
        QTRY_COMPARE(factsOf(bench), QStringLiteral("holder unknown"));
        bench.server.run({"DEL", "lock:odd"});
        QTRY_COMPARE_WITH_TIMEOUT(factsOf(bench), QStringLiteral("not held now"), 15'000);
    }

    /// A token that was not read in full cannot be used to release the lock.
    void aLongTokenIsNotReleased()
    {
        WindowBench bench;
        bench.server.run({"SET", "lock:odd", QByteArray(300, 'x'), "EX", "600"});
        bench.open(locks);
        bench.window->showPage(QStringLiteral("lock"));
        QTRY_COMPARE(cell(bench, 0), QStringLiteral("odd"));
        QTRY_VERIFY(factsOf(bench).startsWith(QLatin1String("holder xxx")));
        QVERIFY(!bench.find<QPushButton>("copyToken")->isEnabled());
        const auto *release = bench.find<QPushButton>("releaseLockButton");
        QTRY_VERIFY2(release->toolTip().contains(QLatin1String("longer than 256 bytes")),
                     qPrintable(release->toolTip()));
        QVERIFY(!release->isEnabled());
    }

    /// The first is shown, and not what a person has chosen.
    void releasesNoneThatNobodyChose()
    {
        WindowBench bench;
        open(bench);
        const auto *release = bench.find<QPushButton>("releaseLockButton");
        QTRY_COMPARE(bench.find<QLabel>("lockName")->text(), QStringLiteral("lock:report"));
        QTRY_COMPARE(release->toolTip(), QStringLiteral("Select a lock first."));
        QVERIFY(!release->isEnabled());
        const auto says = [&bench] {
            return bench.find<QLabel>("lockWhy")->text().contains(QLatin1String("select its row"));
        };
        QVERIFY(says());
        table(bench)->selectRow(2);
        QTRY_VERIFY(release->isEnabled());
        QVERIFY(!says());
        bench.find<QLineEdit>("filter")->setText(QStringLiteral("syn")); // and the one that was chosen is hidden
        QTRY_COMPARE(bench.find<QLabel>("lockName")->text(), QStringLiteral("lock:sync"));
        QVERIFY(!release->isEnabled());
        QVERIFY(table(bench)->selectedRows().isEmpty());
    }

    void releasesOne()
    {
        WindowBench bench;
        open(bench);
        QTest::mouseClick(table(bench)->viewport(), Qt::LeftButton, {},
                          table(bench)->visualRect(table(bench)->model()->index(2, 0)).center());
        QCOMPARE(bench.find<QLabel>("lockName")->text(), QStringLiteral("lock:export"));
        auto *release = bench.find<QPushButton>("releaseLockButton");
        QTRY_VERIFY(release->isEnabled());
        QTest::mouseClick(release, Qt::LeftButton);
        bench.confirm();
        QTRY_COMPARE(bench.server.run({"EXISTS", "lock:export"}).integer, 0);
        QCOMPARE(bench.server.run({"EXISTS", "lock:report"}).integer, 1);
        const auto *undo = bench.find<QPushButton>("operationUndoButton");
        QTRY_VERIFY(undo->isVisible() && undo->isEnabled());
        QTest::mouseClick(bench.find<QPushButton>("operationUndoButton"), Qt::LeftButton);
        bench.confirm();
        QTRY_COMPARE(bench.server.run({"GET", "lock:export"}).bytes, "worker-1:aa");
        QVERIFY(bench.server.run({"PTTL", "lock:export"}).integer > 500'000);
    }

    /// A lease ends while the dialog is open: no tick for a lock that was not released, and the reason.
    void releasesNoneThatEnded()
    {
        WindowBench bench;
        open(bench);
        QTest::mouseClick(table(bench)->viewport(), Qt::LeftButton, {},
                          table(bench)->visualRect(table(bench)->model()->index(2, 0)).center());
        auto *release = bench.find<QPushButton>("releaseLockButton");
        QTRY_VERIFY(release->isEnabled());
        QTest::mouseClick(release, Qt::LeftButton);
        QTRY_VERIFY(bench.find<QPushButton>("operationConfirm") != nullptr
                    && bench.find<QPushButton>("operationConfirm")->isVisible());
        bench.server.run({"DEL", "lock:export"});
        bench.confirm();
        QTRY_COMPARE(
            bench.find<views::ElidedLabel>("operationBarText")->fullText(),
            QStringLiteral("Release, jobs: nothing was changed · 1: its lease had ended, or another holds it"));
        const auto *bar = bench.find<views::OperationBar>("operationBar");
        const auto *icon = bench.find<QLabel>("operationIcon");
        QVERIFY(bar->isVisible() && icon->isVisible());
        const QColor good = bench.theme.tokens().good;
        const QImage shown = icon->pixmap().toImage();
        for (int x = 0; x < shown.width(); ++x) {
            for (int y = 0; y < shown.height(); ++y) {
                QVERIFY(qAlpha(shown.pixel(x, y)) < 128 || shown.pixelColor(x, y).rgb() != good.rgb());
            }
        }
    }
};

QTEST_MAIN(LockPageTest)
#include "tst_lockpage.moc"
