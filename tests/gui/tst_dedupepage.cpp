// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/windowbench.h"
#include "views/kinds/bucketgrid.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/figuretile.h"

#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QSignalSpy>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;

namespace {

constexpr const char *events =
    R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"pollMs":100,)"
    R"("collections":[{"name":"events","kind":"dedupe","keys":{"bucket":)"
    R"("d:{yyyyMMddHH}:{0..3}"},"options":{"periods":3}}]})";

QByteArray bucket(int back, int shard)
{
    const QDateTime time = QDateTime::currentDateTimeUtc().addSecs(-back * 3'600);
    return "d:" + time.toString(QStringLiteral("yyyyMMddHH")).toLatin1() + ':' + QByteArray::number(shard);
}

} // namespace

/// The page of deduplication, clicked: which buckets live for ever, which shard is hot, and what can be done to one.
class DedupePageTest final : public QObject {
    Q_OBJECT

    static void fill(WindowBench &bench, const QByteArray &key, int count, bool expires)
    {
        redis::Pipeline pipeline;
        for (int i = 0; i < count; ++i) {
            pipeline.add({"SADD", key, "evt_" + QByteArray::number(i)});
        }
        if (expires) {
            pipeline.add({"EXPIRE", key, "7200"});
        }
        bench.server.run(pipeline);
    }
    static QString tileOf(const WindowBench &bench, int index)
    {
        const auto *shown = bench.find<views::FigureTile>(qPrintable(QStringLiteral("tile%1").arg(index)));
        return shown == nullptr ? QString() : shown->accessibleName() + u' ' + shown->accessibleDescription();
    }
    static views::BucketGrid *gridOf(const WindowBench &bench) { return bench.find<views::BucketGrid>("bucketGrid"); }
    static void open(WindowBench &bench)
    {
        fill(bench, bucket(0, 0), 4, true);
        fill(bench, bucket(0, 1), 5, true);
        fill(bench, bucket(1, 2), 90, false);
        fill(bench, bucket(1, 3), 6, true);
        bench.open(events);
        bench.window->showPage(QStringLiteral("dedupe"));
        QTRY_VERIFY(gridOf(bench) != nullptr && gridOf(bench)->rows().size() == 3);
    }

private slots:
    /// A million members in a bucket: there within 200 ms of the click, and nothing that is asked takes the server
    /// long.
    void opensFast()
    {
        WindowBench bench;
        bench.server.run({"EVAL", "for i = 1, 1000000 do redis.call('SADD', KEYS[1], i) end", "1", bucket(0, 0)});
        const QByteArray json =
            QByteArray(events).chopped(2) + R"(,{"name":"other","kind":"members","keys":{"set":"x"}}]})";
        const QStringList slow = slowCommands(bench.server, 1ms, [&bench, &json] {
            QVERIFY(bench.opensAtOnce(json, "dedupe", "members", [&bench] {
                return gridOf(bench) != nullptr && bench.find<QLabel>("bucketSample") != nullptr
                    && bench.find<QLabel>("bucketSample")->text().startsWith(QLatin1String("Random sample"))
                    && gridOf(bench)->rows().size() == 3 && gridOf(bench)->rows()[0].buckets[0].members == 1'000'000;
            }));
        });
        QCOMPARE(slow, QStringList());
    }

    void init()
    {
        const auto left = static_cast<int>(3'600 - QDateTime::currentSecsSinceEpoch() % 3'600);
        if (left < 30) { // not over the hour
            QTest::qWait(left * 1'000 + 100);
        }
    }

    void saysWhatNeedsAPerson()
    {
        WindowBench bench;
        open(bench);
        QTRY_VERIFY2(tileOf(bench, 0).startsWith(QLatin1String("members: 105")), qPrintable(tileOf(bench, 0)));
        QTRY_VERIFY2(tileOf(bench, 1).startsWith(QLatin1String("buckets: 4 of 12")), qPrintable(tileOf(bench, 1)));
        QTRY_VERIFY2(tileOf(bench, 2).contains(QLatin1String("without expiry: 1 90 members")),
                     qPrintable(tileOf(bench, 2)));
        QVERIFY2(tileOf(bench, 3).contains(QStringLiteral("skew: 3.4 ×")), qPrintable(tileOf(bench, 3)));
        QVERIFY2(tileOf(bench, 4).contains(QLatin1String("next to expire: 1 h 59 min")), qPrintable(tileOf(bench, 4)));
        QVERIFY2(tileOf(bench, 5).contains(QLatin1String("never")), qPrintable(tileOf(bench, 5)));
        // A bucket that never expires is selected first.
        QTRY_COMPARE(bench.find<QLabel>("bucketKey")->text().toLatin1(), bucket(1, 2));
        QVERIFY(bench.find<QLabel>("bucketFacts")->text().contains(QLatin1String("Never expires")));
        // The button and the text next to it use the same verb.
        QCOMPARE(bench.find<QPushButton>("dropBucketButton")->text(), QStringLiteral("Purge…"));
        QVERIFY(bench.find<QLabel>("bucketFacts")->text().contains(QLatin1String("Purging it lets")));
        QTRY_VERIFY(bench.find<QLabel>("bucketSample")->text().contains(QLatin1String("evt_")));

        // Another one, by a click and by keys.
        auto *grid = gridOf(bench);
        QTest::mouseClick(grid, Qt::LeftButton, {}, grid->cellOf(0, 1).center().toPoint());
        QCOMPARE(bench.find<QLabel>("bucketKey")->text().toLatin1(), bucket(0, 1));
        QTest::keyClick(grid, Qt::Key_Left);
        QCOMPARE(bench.find<QLabel>("bucketKey")->text().toLatin1(), bucket(0, 0));
        QTest::keyClick(grid, Qt::Key_Down);
        QCOMPARE(bench.find<QLabel>("bucketKey")->text().toLatin1(), bucket(1, 0));
        QVERIFY(!bench.find<QPushButton>("dropBucketButton")->isEnabled()); // it is not there

        auto *member = bench.find<QLineEdit>("memberField");
        QTest::keyClicks(member, QStringLiteral("evt_89"));
        QTest::keyClick(member, Qt::Key_Return);
        QTRY_VERIFY(bench.find<QLabel>("memberAnswer")->text().contains(QLatin1String("was seen before")));
    }

    /// With too many shards for labels in the cells, the labels next to the grid do not overlap.
    void aHundredShards()
    {
        views::Theme theme;
        theme.install(*qobject_cast<QApplication *>(QCoreApplication::instance()), views::Theme::Choice::Light);
        views::BucketGrid grid(&theme);
        grid.resize(900, 200);
        views::BucketGrid::Row row{QStringLiteral("today"), {}};
        QStringList shards;
        for (int i = 0; i < 100; ++i) {
            const double ends = i < 3 ? std::numeric_limits<double>::infinity() : 60'000;
            row.buckets.push_back({QByteArray::number(i), i == 7 ? 500.0 : 3.0, ends});
            shards.append(QString::number(i));
        }
        grid.show({row}, shards, std::chrono::milliseconds(0));
        const std::vector<double> labels = grid.meanLabels();
        QCOMPARE(labels.size(), std::size_t(2));
        QVERIFY(labels[1] - labels[0] >= 14);
        QCOMPARE(grid.expiresText(row), QStringLiteral("1 min, 3 never"));
    }

    void setsTheMissingExpiry()
    {
        WindowBench bench;
        open(bench);
        auto *button = bench.find<QPushButton>("setMissingButton");
        QTRY_COMPARE(button->text(), QStringLiteral("Set expiry on 1…"));
        QTRY_VERIFY(button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(bench.find<QRadioButton>("expireLikeOthers") != nullptr);
        QVERIFY(bench.find<QRadioButton>("expireLikeOthers")->isChecked());
        bench.confirm(); // what is asked; then the plan
        QTRY_VERIFY(bench.find<views::ElidedLabel>("operationTitle")->fullText().contains(QLatin1String("Set expiry")));
        const QString key = QString::fromLatin1(bucket(1, 2));
        const auto says = [&bench](const QString &begin) { // once the plan is there
            const auto *sentence = bench.find<QLabel>("operationSentence");
            return sentence != nullptr && sentence->text().startsWith(begin);
        };
        QTRY_VERIFY(says(key + QLatin1String(" will expire in ")));
        bench.confirm();
        QTRY_VERIFY(bench.server.run({"TTL", key.toLatin1()}).integer > 7'000);
        QVERIFY(bench.server.run({"TTL", bucket(0, 0)}).integer > 7'000);
        // Back to what it was, which the preview says.
        const auto *undo = bench.find<QPushButton>("operationUndoButton");
        QTRY_VERIFY(undo->isVisible() && undo->isEnabled());
        QTest::mouseClick(bench.find<QPushButton>("operationUndoButton"), Qt::LeftButton);
        QTRY_VERIFY(says(key + QLatin1String(" will no longer expire")));
        QVERIFY(bench.find<views::ElidedLabel>("operationTitle")
                    ->fullText()
                    .startsWith(QLatin1String("Undo: Set expiry, 1 key of events, ")));
        bench.confirm();
        QTRY_COMPARE(bench.server.run({"TTL", key.toLatin1()}).integer, -1);
    }

    void tilesAreOfTheCollectionThatIsOpen()
    {
        WindowBench bench;
        fill(bench, bucket(0, 0), 4, false);
        fill(bench, "other", 3, true);
        bench.open(
            QByteArray(events).replace("}]}", R"(},{"name":"other","kind":"dedupe","keys":{"bucket":"other"}}]})"));
        const auto isForEver = [&] { return tileOf(bench, 5).contains(QLatin1String("never")); };
        QTRY_VERIFY2((bench.window->openCollection(0), isForEver()), qPrintable(tileOf(bench, 5)));
        bench.window->openCollection(1);
        QVERIFY2(!isForEver(), qPrintable(tileOf(bench, 5)));
    }

    void dropsABucket()
    {
        WindowBench bench;
        open(bench);
        auto *grid = gridOf(bench);
        QTest::mouseClick(grid, Qt::LeftButton, {}, grid->cellOf(1, 3).center().toPoint());
        auto *drop = bench.find<QPushButton>("dropBucketButton");
        QTRY_VERIFY(drop->isEnabled());
        QTest::mouseClick(drop, Qt::LeftButton);
        bench.confirm();
        QTRY_COMPARE(bench.server.run({"EXISTS", bucket(1, 3)}).integer, 0);
        QCOMPARE(bench.server.run({"SCARD", bucket(1, 2)}).integer, 90);
        const auto *undo = bench.find<QPushButton>("operationUndoButton");
        QTRY_VERIFY(undo->isVisible() && undo->isEnabled());
        QTest::mouseClick(bench.find<QPushButton>("operationUndoButton"), Qt::LeftButton);
        bench.confirm();
        QTRY_COMPARE(bench.server.run({"SCARD", bucket(1, 3)}).integer, 6);
    }
};

QTEST_MAIN(DedupePageTest)
#include "tst_dedupepage.moc"
