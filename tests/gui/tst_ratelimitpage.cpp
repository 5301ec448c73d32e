// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/foundkeysmodel.h"
#include "tests/gui/windowbench.h"
#include "views/kinds/windowstrip.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/figuretile.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QRandomGenerator>
#include <QScrollBar>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;

namespace {

constexpr const char *limits =
    "{\"plimsoll\":1,\"name\":\"shop\",\"connection\":{\"url\":\"redis://127.0.0.1:6379\"},\"pollMs\":100,"
    "\"collections\":[{\"name\":\"api\",\"kind\":\"ratelimit\",\"keys\":{\"subject\":\"rl:{id}\"},"
    "\"options\":{\"window\":\"1m\",\"limit\":10}}]}";

} // namespace

/// The page of limiters, clicked: who is at the limit, the entries of one, and what can be done to them.
class RatelimitPageTest final : public QObject {
    Q_OBJECT

    static void enter(WindowBench &bench, const QByteArray &who, int count, int secondsAgo)
    {
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        redis::Pipeline pipeline;
        for (int i = 0; i < count; ++i) {
            pipeline.add({"ZADD", "rl:" + who, QByteArray::number(now - secondsAgo * 1'000 - i),
                          QByteArray::number(secondsAgo) + '-' + QByteArray::number(i)});
        }
        pipeline.add({"EXPIRE", "rl:" + who, "600"});
        bench.server.run(pipeline);
    }
    static QString tileOf(const WindowBench &bench, int index)
    {
        const auto *shown = bench.find<views::FigureTile>(qPrintable(QStringLiteral("tile%1").arg(index)));
        return shown == nullptr ? QString() : shown->accessibleName() + u' ' + shown->accessibleDescription();
    }
    static views::TableView *subjects(const WindowBench &bench) { return bench.find<views::TableView>("subjects"); }
    static QString subject(const WindowBench &bench, int row, int column = 0)
    {
        return subjects(bench) == nullptr ? QString() : subjects(bench)->model()->index(row, column).data().toString();
    }
    static void open(WindowBench &bench)
    {
        enter(bench, "full", 10, 5);
        enter(bench, "busy", 7, 5);
        enter(bench, "busy", 4, 90);
        enter(bench, "calm", 1, 5);
        bench.open(limits);
        bench.window->showPage(QStringLiteral("ratelimit"));
        QTRY_COMPARE(subject(bench, 2), QStringLiteral("calm"));
    }
    static QString stripOf(const WindowBench &bench)
    {
        return bench.find<views::WindowStrip>("windowStrip")->accessibleDescription();
    }

private slots:
    void model()
    {
        static constexpr std::array columns{models::FoundKeysModel::Shown{models::FoundKeysModel::Column::Id},
                                            models::FoundKeysModel::Shown{models::FoundKeysModel::Column::Used},
                                            models::FoundKeysModel::Shown{models::FoundKeysModel::Column::FreeAt},
                                            models::FoundKeysModel::Shown{models::FoundKeysModel::Column::TimeLeft}};
        models::FoundKeysModel model(columns);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QRandomGenerator random(7);
        for (int i = 0; i < 200; ++i) {
            auto found = std::make_shared<KeysFound>();
            for (int key = 0; key < 20; ++key) {
                if (random.bounded(3) > 0) {
                    FoundKey &one = found->first.emplace_back();
                    one.key = one.id = QByteArray::number(key);
                    one.count = random.bounded(4) == 0 ? unknownFigure : random.bounded(12);
                    one.expiresAt = random.bounded(3) == 0 ? std::numeric_limits<double>::infinity() : i * 1'000.0;
                }
            }
            std::shuffle(found->first.begin(), found->first.end(), random);
            if (i % 3 == 0) { // held: no row moves, each has what is known now, and the new ones are there as well
                QByteArrayList before;
                for (const FoundKey &row : model.rows()) {
                    before.append(row.key);
                }
                model.apply(found, i * 1s, 10, true);
                for (qsizetype row = 0; row < before.size(); ++row) {
                    QCOMPARE(model.rows()[std::size_t(row)].key, before[row]);
                }
                for (const FoundKey &one : found->first) {
                    QVERIFY(model.rowOf(one.key) >= 0);
                    const FoundKey &row = model.rows()[std::size_t(model.rowOf(one.key))];
                    QVERIFY(row.expiresAt == one.expiresAt);
                }
                QVERIFY(model.rowCount() >= static_cast<int>(found->first.size()));
            }
            model.apply(found, i * 1s, 10);
            QCOMPARE(model.rowCount(), static_cast<int>(found->first.size()));
            for (int row = 0; row < model.rowCount(); ++row) {
                QCOMPARE(model.index(row, 0).data().toByteArray(), found->first[std::size_t(row)].id);
            }
        }
        model.apply(nullptr, 0ms);
        QCOMPARE(model.rowCount(), 0);
    }

    /// A subject is never shown as at the limit and allowed at the same time.
    void theNextIsNotLetInNow()
    {
        FoundKey key;
        key.count = 10;
        key.freeAt = 50'000;
        QCOMPARE(models::atLimitText(key, 0ms), QStringLiteral("at the limit; next call allowed in 50 s"));
        QCOMPARE(models::atLimitText(key, 49'500ms), QStringLiteral("at the limit; next call allowed within a second"));
        QCOMPARE(models::atLimitText(key, 50'100ms),
                 QStringLiteral("was at the limit when it was read; the next call is allowed by now"));
        key.freeAt = unknownFigure;
        QCOMPARE(models::atLimitText(key, 0ms), QStringLiteral("at the limit"));
    }

    /// However long the names and the times: each column is on the card, or is offered in the menu of the header.
    void allColumnsAreOnTheCard_data()
    {
        QTest::addColumn<int>("idLength");
        QTest::addColumn<int>("width");
        for (const int width : {1280, 1024}) {
            for (const int length : {8, 36, 120}) {
                QTest::addRow("%d at %d", length, width) << length << width;
            }
        }
    }

    void allColumnsAreOnTheCard()
    {
        QFETCH(const int, idLength);
        QFETCH(const int, width);
        WindowBench bench;
        for (int i = 0; i < 12; ++i) {
            const QByteArray id = QByteArray::number(i).rightJustified(idLength, 'u');
            enter(bench, id, 10 - i % 8, 5);
            enter(bench, id, 3'000, 90);
            bench.server.run({"EXPIRE", "rl:" + id, "86399"});
        }
        bench.open(limits);
        bench.window->resize(width, 720);
        bench.window->showPage(QStringLiteral("ratelimit"));
        QTRY_VERIFY(!subject(bench, 11).isEmpty());
        QTRY_VERIFY(!subject(bench, 11, 6).isEmpty() && subject(bench, 11, 6) != QStringLiteral("–"));
        const views::TableView *table = subjects(bench);
        const auto fits = [&] {
            return table->horizontalHeader()->length() <= table->viewport()->width()
                && table->horizontalScrollBar()->maximum() == 0;
        };
        QTRY_VERIFY2(
            fits(),
            qPrintable(
                QStringLiteral("%1 of %2").arg(table->horizontalHeader()->length()).arg(table->viewport()->width())));
        for (int column = 1; column < table->model()->columnCount(); ++column) { // figures are not cut
            const QString text = table->model()->index(0, column).data().toString();
            QVERIFY2(table->isColumnHidden(column)
                         || table->columnWidth(column) >= table->fontMetrics().horizontalAdvance(text),
                     qPrintable(text));
        }
    }

    void whoIsAtTheLimit()
    {
        WindowBench bench;
        open(bench);
        QCOMPARE(subject(bench, 0), QStringLiteral("full"));
        QCOMPARE(subject(bench, 0, 2), QStringLiteral("10"));
        QCOMPARE(subject(bench, 1), QStringLiteral("busy"));
        QCOMPARE(subject(bench, 1, 4), QStringLiteral("4"));
        QCOMPARE(subject(bench, 1, 5), QStringLiteral("now"));
        QTRY_VERIFY2(subject(bench, 0, 5).startsWith(QLatin1String("in 5")), qPrintable(subject(bench, 0, 5)));
        QTRY_VERIFY2(tileOf(bench, 0).startsWith(QLatin1String("subjects: 3 all seen")), qPrintable(tileOf(bench, 0)));
        QVERIFY2(tileOf(bench, 1).startsWith(QLatin1String("at the limit: 1 33.3 %")), qPrintable(tileOf(bench, 1)));
        QVERIFY2(tileOf(bench, 2).contains(QStringLiteral("–")), qPrintable(tileOf(bench, 2))); // not counted
        QVERIFY2(tileOf(bench, 4).startsWith(QLatin1String("outside the window: 4")), qPrintable(tileOf(bench, 4)));
        // The subject whose next call comes first is selected; others by a click, and by name.
        QTRY_COMPARE(bench.find<QLabel>("subjectName")->text(), QStringLiteral("rl:full"));
        QVERIFY(bench.find<QLabel>("subjectFacts")->text().contains(QLatin1String("next call allowed in 5")));
        auto *table = subjects(bench);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(1, 0)).center());
        QCOMPARE(bench.find<QLabel>("subjectName")->text(), QStringLiteral("rl:busy"));
        QTRY_COMPARE(stripOf(bench), QStringLiteral("in the window: 7 of 10, outside, still stored: 4"));
        QVERIFY2(tileOf(bench, 3).contains(QLatin1String("limit 10 in 1 min")), qPrintable(tileOf(bench, 3)));
        enter(bench, "busy", 5, 3); // more than its limit: no share of it
        QTRY_COMPARE(stripOf(bench), QStringLiteral("in the window: 12, limit 10, outside, still stored: 4"));
        auto *field = bench.find<QLineEdit>("subjectField");
        QTest::keyClicks(field, QStringLiteral("nobody"));
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_VERIFY(bench.find<QLabel>("subjectFacts")->text().contains(QLatin1String("the key does not exist")));
        QVERIFY(!bench.find<QPushButton>("resetSubjectButton")->isEnabled());
    }

    /// A subject that cannot be read is not shown as absent, nor is anything said before it is read.
    void whatCannotBeReadIsNotEmpty()
    {
        WindowBench bench;
        open(bench);
        bench.server.run({"ACL", "SETUSER", "default", "resetkeys", "~rl:full", "~rl:busy", "~rl:calm"});
        enter(bench, "secret", 3, 5);
        auto *field = bench.find<QLineEdit>("subjectField");
        QTest::keyClicks(field, QStringLiteral("secret"));
        QTest::keyClick(field, Qt::Key_Return);
        const auto facts = [&bench] { return bench.find<QLabel>("subjectFacts")->text(); };
        QCOMPARE(facts(), QStringLiteral("Loading…"));
        QCOMPARE(stripOf(bench), QStringLiteral("in the window: – of 10, outside, still stored: –"));
        const auto *reset = bench.find<QPushButton>("resetSubjectButton");
        QVERIFY2(reset->toolTip().contains(QLatin1String("not been read yet")), qPrintable(reset->toolTip()));
        QTRY_VERIFY2(facts().contains(QLatin1String("could not be read")), qPrintable(facts()));
        QVERIFY(!facts().contains(QLatin1String("not there")));
        QCOMPARE(stripOf(bench), QStringLiteral("in the window: – of 10, outside, still stored: –"));
        QVERIFY(!reset->isEnabled());
        QVERIFY2(reset->toolTip().contains(QLatin1String("could not be read")), qPrintable(reset->toolTip()));
        bench.server.run({"ACL", "SETUSER", "default", "allkeys"});
        QTRY_COMPARE(stripOf(bench), QStringLiteral("in the window: 3 of 10, outside, still stored: 0"));
        QTRY_VERIFY(reset->isEnabled());
    }

    /// Entries whose scores are no times are there as well.
    void scoresThatAreNoTimes()
    {
        WindowBench bench;
        open(bench);
        bench.server.run({"ACL", "SETUSER", "default", "-scan"}); // it is not found, but named
        bench.server.run({"ZADD", "rl:odd", "inf", "a", "-inf", "b"});
        auto *field = bench.find<QLineEdit>("subjectField");
        QTest::keyClicks(field, QStringLiteral("odd"));
        QTest::keyClick(field, Qt::Key_Return);
        const auto facts = [&bench] { return bench.find<QLabel>("subjectFacts")->text(); };
        QTRY_VERIFY2(facts().contains(QLatin1String("the scores of 2 entries are not times")), qPrintable(facts()));
        QVERIFY(!facts().contains(QLatin1String("not there")));
        QCOMPARE(stripOf(bench), QStringLiteral("in the window: – of 10, outside, still stored: –"));
        QTRY_VERIFY(bench.find<QPushButton>("resetSubjectButton")->isEnabled());
    }

    void prunesOfAll()
    {
        WindowBench bench;
        open(bench);
        auto *button = bench.find<QPushButton>("pruneButton");
        QTRY_COMPARE(button->text(), QStringLiteral("Prune 4 outside…"));
        QTest::mouseClick(button, Qt::LeftButton);
        bench.confirm(); // how long they stay is known: nothing is asked
        QTRY_COMPARE(bench.server.run({"ZCARD", "rl:busy"}).integer, 7);
        QCOMPARE(bench.server.run({"ZCARD", "rl:full"}).integer, 10);
        QTRY_VERIFY(!button->isEnabled());
    }

    /// One operation takes a thousand keys: what the button says is not what all of them hold.
    void prunesAThousandAtATime()
    {
        WindowBench bench;
        bench.server.run({"EVAL",
                          "for i = 1, 1100 do redis.call('ZADD', 'rl:' .. i, ARGV[1], 'c') "
                          "redis.call('EXPIRE', 'rl:' .. i, 600) end",
                          "0", QByteArray::number(QDateTime::currentMSecsSinceEpoch() - 120'000)});
        bench.open(limits);
        bench.window->showPage(QStringLiteral("ratelimit"));
        QTRY_VERIFY2(tileOf(bench, 4).startsWith(QLatin1String("outside the window: 1,100")),
                     qPrintable(tileOf(bench, 4)));
        QTRY_COMPARE(bench.find<QPushButton>("pruneButton")->text(), QStringLiteral("Prune outside…"));
    }

    void resetsOne()
    {
        WindowBench bench;
        open(bench);
        auto *reset = bench.find<QPushButton>("resetSubjectButton");
        QVERIFY(!reset->isEnabled()); // the first is shown, and not what a person has chosen
        const auto says = [&bench] {
            return bench.find<QLabel>("subjectFacts")->text().contains(QLatin1String("select the row"));
        };
        QTRY_VERIFY(says());
        bench.find<views::TableView>("subjects")->selectRow(0);
        QTRY_VERIFY(reset->isEnabled());
        QVERIFY(!says());
        QTest::mouseClick(reset, Qt::LeftButton);
        bench.confirm();
        QTRY_COMPARE(bench.server.run({"EXISTS", "rl:full"}).integer, 0);
        QCOMPARE(bench.server.run({"ZCARD", "rl:busy"}).integer, 11);
        QTRY_COMPARE(subject(bench, 0), QStringLiteral("busy"));
        const auto *undo = bench.find<QPushButton>("operationUndoButton");
        QTRY_VERIFY(undo->isVisible() && undo->isEnabled());
        QTest::mouseClick(bench.find<QPushButton>("operationUndoButton"), Qt::LeftButton);
        bench.confirm();
        QTRY_COMPARE(bench.server.run({"ZCARD", "rl:full"}).integer, 10);
        QTRY_VERIFY(bench.server.run({"PTTL", "rl:full"}).integer > 500'000);
    }

    /// A hundred thousand of them: the page is there at once, with what was seen of how many.
    void aHundredThousand()
    {
        WindowBench bench;
        bench.server.run({"EVAL",
                          "for i = 1, 100000 do redis.call('ZADD', 'rl:' .. i, ARGV[1], 'c') "
                          "redis.call('EXPIRE', 'rl:' .. i, 600) end",
                          "0", QByteArray::number(QDateTime::currentMSecsSinceEpoch())});
        const auto isThere = [&bench] {
            return subjects(bench) != nullptr && subjects(bench)->model()->rowCount() > 0;
        };
        QVERIFY(bench.opensAtOnce(limits, "ratelimit", "overview", isThere));
        QTRY_VERIFY2(tileOf(bench, 0).contains(QLatin1String("of about")), qPrintable(tileOf(bench, 0)));
    }

    /// Among more subjects than the table has room for: those a tile counts are found, however empty they are.
    void findsThoseThatATileCounts()
    {
        WindowBench bench;
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        bench.server.run({"EVAL",
                          "for i = 1, 1100 do local key = 'rl:s' .. i redis.call('ZADD', key, ARGV[1], 'a', ARGV[1], "
                          "'b', ARGV[2], 'old') redis.call('EXPIRE', key, 600) end",
                          "0", QByteArray::number(now), QByteArray::number(now - 600'000)});
        for (const char *who : {"rl:forever1", "rl:forever2", "rl:forever3"}) {
            bench.server.run({"ZADD", who, QByteArray::number(now), "a"});
        }
        bench.open(limits);
        bench.window->showPage(QStringLiteral("ratelimit"));
        const auto rows = [&] {
            QStringList shown;
            for (int row = 0; row < subjects(bench)->model()->rowCount(); ++row) {
                if (!subjects(bench)->isRowHidden(row)) {
                    shown += subject(bench, row);
                }
            }
            shown.sort();
            return shown;
        };
        QTRY_VERIFY_WITH_TIMEOUT(tileOf(bench, 5).contains(QLatin1String(": 3")), 30'000);
        QTRY_COMPARE(rows().size(), 1'000);
        auto *which = bench.find<QComboBox>("subjectChooser");
        which->setCurrentText(QStringLiteral("without expiry"));
        QTRY_COMPARE_WITH_TIMEOUT(
            rows(), (QStringList{QStringLiteral("forever1"), QStringLiteral("forever2"), QStringLiteral("forever3")}),
            30'000);
        QTRY_COMPARE(bench.find<QLabel>("seenOf")->text(), QStringLiteral("3 of 3"));
        which->setCurrentText(QStringLiteral("at the limit"));
        QCOMPARE(rows(), QStringList());

        // More keys have old entries than are pruned at once; the preview names the key of each entry.
        auto *prune = bench.find<QPushButton>("pruneButton");
        QTRY_VERIFY(prune->isEnabled());
        QTest::mouseClick(prune, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(bench.find<QPushButton>("operationConfirm") != nullptr
                                     && bench.find<QPushButton>("operationConfirm")->isVisible(),
                                 30'000);
        const QString said = bench.find<QLabel>("operationSentence")->text();
        QVERIFY2(said.contains(QLatin1String("At most 1,000 keys at once, those with most to remove")),
                 qPrintable(said));
        const QAbstractItemModel *sample = bench.find<QTableView>("operationSample")->model();
        QCOMPARE(sample->headerData(0, Qt::Horizontal).toString(), QStringLiteral("key"));
        QVERIFY(sample->index(0, 0).data().toString().startsWith(QLatin1String("rl:s")));
    }
};

QTEST_MAIN(RatelimitPageTest)
#include "tst_ratelimitpage.moc"
