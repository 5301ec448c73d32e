// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/bandsmodel.h"
#include "models/text/format.h"
#include "tests/gui/windowbench.h"
#include "tests/support/snapshotbuilder.h"
#include "views/inspector/inspector.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/figuretile.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QRadioButton>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QSignalSpy>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;

namespace {

constexpr const char *checkout =
    R"({"name":"checkout","kind":"priority","keys":{"queue":"pq","dead":"dead"},)"
    R"("options":{"starveAfter":"1s","bands":{"divisor":10000000000,"names":["urgent","high","low"]}}})";

constexpr const char *plain = R"({"name":"plain","kind":"priority","keys":{"queue":"pq"}})";
constexpr const char *other = R"(,{"name":"other","kind":"members","keys":{"set":"s"}})";

QByteArray jobOf(int band, int number)
{
    return R"({"id":"b)" + QByteArray::number(band) + '-' + QByteArray::number(number) + R"(","class":"SendReceipt"})";
}

QByteArray workspaceOf(const QByteArray &collections)
{
    return R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"pollMs":100,"collections":[)"
        + collections + "]}";
}

} // namespace

/// The page of priorities, clicked: what it says, its bands, and what can be done to jobs.
class PriorityPageTest final : public QObject {
    Q_OBJECT

    static void fill(WindowBench &bench, int band, int count, int secondsAgo)
    {
        const qint64 now = QDateTime::currentSecsSinceEpoch();
        redis::Pipeline pipeline;
        for (int i = 0; i < count; ++i) {
            pipeline.add(
                {"ZADD", "pq", QByteArray::number(band * 10'000'000'000 + now - secondsAgo + i), jobOf(band, i)});
        }
        bench.server.run(pipeline);
    }
    static QString tileOf(const WindowBench &bench, int index)
    {
        const auto *shown = bench.find<views::FigureTile>(qPrintable(QStringLiteral("tile%1").arg(index)));
        return shown == nullptr ? QString() : shown->accessibleName() + u' ' + shown->accessibleDescription();
    }
    static QString bandCell(const WindowBench &bench, int row, models::BandsModel::Column column)
    {
        const auto *table = bench.find<views::TableView>("bands");
        return table == nullptr ? QString() : table->model()->index(row, static_cast<int>(column)).data().toString();
    }

private slots:
    void model()
    {
        auto parsed = redis::parseWorkspace(workspaceOf(checkout), redis::kindInfos());
        const auto workspace = std::make_shared<const Workspace>(std::get<Workspace>(std::move(parsed)));
        const CollectionDefinition &definition = workspace->collections.front();
        auto layout = std::make_shared<SnapshotLayout>();
        layout->workspace = workspace;
        layout->rows.push_back({definition.name, definition.kind, 0, 0, 0, definition.ownFigures});
        layout->figureCount = int(definition.figures().size());
        models::BandsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        models::History history;
        QRandomGenerator random(7);
        for (int i = 0; i < 200; ++i) {
            auto snapshot = std::make_shared<Snapshot>();
            snapshot->layout = layout;
            snapshot->serverTime = i * 1s;
            snapshot->taken = std::chrono::steady_clock::time_point(i * 1s);
            snapshot->rows.resize(1);
            snapshot->notes.resize(definition.figures().size());
            for (std::size_t figure = 0; figure < definition.figures().size(); ++figure) {
                snapshot->figures.push_back(random.bounded(5) == 0 ? unknownFigure : random.bounded(5'000));
            }
            history.apply(snapshot);
            model.apply(*snapshot, 0, history);
            QCOMPARE(model.rowCount(), 3);
            for (int row = 0; row < 3; ++row) { // the numbers behind the texts, for an export
                const models::BandsModel::Row &band = model.rows()[std::size_t(row)];
                using Column = models::BandsModel::Column;
                for (const auto &[column, value] : {std::pair(Column::Waiting, band.waiting),
                                                    {Column::Longest, band.longestMs},
                                                    {Column::Idle, band.idleMs}}) {
                    const QVariant raw = model.index(row, int(column)).data(models::BandsModel::SortRole);
                    QCOMPARE(raw, isKnown(value) ? QVariant(value) : QVariant());
                }
            }
            if (i == 100) {
                model.clear();
            }
        }
    }

    /// In the smallest of usual windows there is still work to be seen, not only about it.
    void jobsAreSeenInALowWindow()
    {
        WindowBench bench;
        fill(bench, 0, 5, 10);
        fill(bench, 1, 30, 60);
        fill(bench, 2, 150, 900);
        bench.open(workspaceOf(checkout));
        bench.window->resize(1280, 720);
        bench.window->showPage(QStringLiteral("priority"));
        QTRY_COMPARE(bench.names().size(), 100);
        QTRY_VERIFY(bench.find<views::TableView>("bands")->isVisible());
        const auto seen = [&] {
            const views::TableView *table = bench.table();
            int rows = 0;
            for (int row = 0; row < table->model()->rowCount(); ++row) {
                const QRect place = table->visualRect(table->model()->index(row, 0));
                rows += !place.isEmpty() && table->viewport()->visibleRegion().contains(place.topLeft())
                        && table->viewport()->visibleRegion().contains(QPoint(place.left(), place.bottom()))
                    ? 1
                    : 0;
            }
            return rows;
        };
        QTRY_VERIFY2(seen() >= 5, qPrintable(QString::number(seen())));
    }

    void page()
    {
        WindowBench bench;
        fill(bench, 0, 2, 10);
        fill(bench, 1, 30, 60);
        fill(bench, 2, 150, 900);
        bench.open(workspaceOf(checkout));
        bench.window->showPage(QStringLiteral("priority"));
        QTRY_COMPARE(bench.names().size(), 100);
        QCOMPARE(bench.cell(0, 1), QStringLiteral("b0-0"));
        QCOMPARE(bench.cell(2, 1), QStringLiteral("b1-0"));
        QVERIFY2(bench.cell(32, 4).startsWith(QLatin1String("15 min")), qPrintable(bench.cell(32, 4)));
        // Layers of a stack: each says what it has itself.
        const auto depth = [&bench] {
            return bench.find<QWidget>("depthChart")
                ->findChild<QWidget *>(QStringLiteral("timePlot"))
                ->accessibleDescription();
        };
        QTRY_VERIFY2(depth().contains(QLatin1String(": 150; ")) && depth().contains(QLatin1String(": 30; "))
                         && depth().endsWith(QLatin1String(": 2")),
                     qPrintable(depth()));
        QVERIFY2(!depth().contains(u'+'), qPrintable(depth()));
        QTRY_VERIFY2(tileOf(bench, 0).startsWith(QLatin1String("waiting: 182")), qPrintable(tileOf(bench, 0)));
        QVERIFY2(tileOf(bench, 3).startsWith(QLatin1String("longest wait: 15 min")), qPrintable(tileOf(bench, 3)));
        QVERIFY2(tileOf(bench, 4).startsWith(QLatin1String("next to go: urgent")), qPrintable(tileOf(bench, 4)));
        using Column = models::BandsModel::Column;
        QCOMPARE(bandCell(bench, 2, Column::Band), QStringLiteral("low"));
        QCOMPARE(bandCell(bench, 2, Column::Waiting), QStringLiteral("150"));

        // A band, by a click on its row.
        auto *bands = bench.find<views::TableView>("bands");
        QTest::mouseClick(bands->viewport(), Qt::LeftButton, {},
                          bands->visualRect(bands->model()->index(2, 0)).center());
        QTRY_COMPARE(bench.cell(0, 1), QStringLiteral("b2-0"));
        QCOMPARE(bench.cell(0, 0), QStringLiteral("33")); // its rank in the whole queue
        QVERIFY(
            bench.find<QComboBox>("stateChooser")->currentText().startsWith(QLatin1String("low, oldest first (150")));

        // The others are taken, low is not.
        int taken = 0;
        const auto starves = [&] {
            bench.server.run({"ZPOPMIN", "pq"});
            bench.server.run({"ZADD", "pq", "1", "urgent " + QByteArray::number(++taken)}); // each is another
            return bandCell(bench, 2, Column::Verdict) == QLatin1String("starves");
        };
        QTRY_VERIFY_WITH_TIMEOUT(starves(), 20'000);
        const auto *why = bench.find<QLabel>("whyStarving");
        QTRY_VERIFY(why->text().startsWith(QLatin1String("Nothing was taken from high, low for")));

        // Some jobs of high are taken: its rates are shown next to the starving bands.
        const QRegularExpression flow(QStringLiteral("In high, \\S+ arrive and [1-9]\\S* are taken per minute"));
        fill(bench, 1, 9'000, 9'000); // more than the test takes, however long it waits
        const auto served = [&] {
            bench.server.run({"ZREMRANGEBYRANK", "pq", "0", "0"});
            return flow.match(why->text()).hasMatch();
        };
        QTRY_VERIFY2_WITH_TIMEOUT(served(), qPrintable(why->text()), 120'000);
        QVERIFY(bands->isColumnHidden(static_cast<int>(Column::Change)));
        QVERIFY(bandCell(bench, 1, Column::Taken) != models::unknownText());
        for (const int tile : {1, 2}) { // arriving, taken
            QVERIFY2(tileOf(bench, tile).endsWith(QStringLiteral("per min, up to 5 min")),
                     qPrintable(tileOf(bench, tile)));
        }
        QCOMPARE(bandCell(bench, 2, Column::Taken), QStringLiteral("0"));
    }

    /// The bands with jobs may be the last ones.
    void moreBandsThanColours()
    {
        WindowBench bench;
        fill(bench, 0, 2, 10);
        fill(bench, 6, 20, 900);
        fill(bench, 7, 30, 900);
        QByteArray many = checkout;
        many.replace(R"(["urgent","high","low"])", R"(["a","b","c","d","e","f","g","h"])");
        bench.open(workspaceOf(many));
        bench.window->showPage(QStringLiteral("priority"));
        QTRY_COMPARE(bench.names().size(), 52);
        const auto waits = [&bench] {
            return bench.find<QWidget>("waitChart")
                ->findChild<QWidget *>(QStringLiteral("timePlot"))
                ->accessibleDescription();
        };
        QTRY_VERIFY2(waits().contains(QLatin1String("h: 15 min")), qPrintable(waits()));
        QVERIFY(!bench.find<QWidget>("waitChart")->grab().isNull());
    }

    /// In a small window no heading is truncated while other columns are wider than necessary.
    void headingsAreWholeInASmallWindow()
    {
        WindowBench bench;
        fill(bench, 0, 5, 10);
        fill(bench, 2, 150, 900);
        bench.open(workspaceOf(checkout));
        bench.window->resize(960, 540);
        bench.window->showPage(QStringLiteral("priority"));
        QTRY_COMPARE(bench.names().size(), 100);
        const auto *bands = bench.find<views::TableView>("bands");
        const QHeaderView *header = bands->horizontalHeader();
        QTRY_VERIFY(header->length() >= bands->viewport()->width() - 1);
        using Column = models::BandsModel::Column;
        for (const Column column : {Column::Arrive, Column::Taken, Column::Longest, Column::Idle}) {
            QTRY_VERIFY2(
                bands->isColumnHidden(int(column))
                    || header->sectionSize(int(column))
                        >= QFontMetrics(header->font())
                               .horizontalAdvance(bands->model()->headerData(int(column), Qt::Horizontal).toString()),
                qPrintable(QString::number(header->sectionSize(int(column)))));
        }
    }

    /// Three of four bands starve: the text fits the window, and is true of each of them.
    void starvingBandsFitTheWindow()
    {
        WindowBench bench;
        fill(bench, 0, 5, 10);
        fill(bench, 1, 9'000, 9'000); // more than the test takes, however long it waits
        fill(bench, 2, 30, 900);
        fill(bench, 3, 30, 900);
        bench.open(
            workspaceOf(R"({"name":"tasks","kind":"priority","keys":{"queue":"pq"},"options":{"starveAfter":"1s",)"
                        R"("bands":{"divisor":10000000000,"names":["urgent","high","normal","low"]}}})"));
        bench.window->resize(1280, 735);
        bench.window->showPage(QStringLiteral("priority"));
        QTRY_COMPARE(bench.names().size(), 100);
        auto *inspector = bench.find<views::Inspector>("inspector");
        if (!inspector->isVisible()) {
            QTest::keyClick(bench.window, Qt::Key_F9);
        }
        QTRY_VERIFY(inspector->isVisible());
        const auto *why = bench.find<QLabel>("whyStarving");
        const auto starves = [&] { // high is served, past the urgent
            bench.server.run({"EVAL",
                              "redis.call('ZREM', 'pq', redis.call('ZRANGE', 'pq', '10000000000', '+inf', 'BYSCORE', "
                              "'LIMIT', 0, 1)[1])",
                              "0"});
            return why->text().startsWith(QLatin1String("Nothing was taken from urgent, normal, low for"))
                && why->text().contains(QLatin1String("In high"));
        };
        QTRY_VERIFY2_WITH_TIMEOUT(starves(), qPrintable(why->text()), 30'000);
        QVERIFY2(why->text().contains(QLatin1String("No lower score waits before urgent: workers pass it over.")),
                 qPrintable(why->text()));
        QVERIFY2(why->text().contains(QLatin1String("Lower scores go before normal, low.")), qPrintable(why->text()));
        const auto *body = bench.find<QWidget>("pageBody");
        const int room = body->parentWidget()->width();
        QVERIFY2(body->minimumSizeHint().width() <= room,
                 qPrintable(QStringLiteral("%1 of %2").arg(body->minimumSizeHint().width()).arg(room)));
        QTRY_COMPARE(body->width(), room);
    }

    void raisesTheOverdue()
    {
        WindowBench bench;
        fill(bench, 1, 5, 60);
        fill(bench, 2, 20, 900); // in one second each from 900 s ago
        bench.open(workspaceOf(checkout));
        bench.window->showPage(QStringLiteral("priority"));
        QTRY_COMPARE(bench.names().size(), 25);
        QTest::mouseClick(bench.find<QPushButton>("raiseButton"), Qt::LeftButton);
        QTRY_VERIFY(bench.find<QComboBox>("toBand") != nullptr);
        bench.find<QComboBox>("fromBand")->setCurrentText(QStringLiteral("low"));
        bench.find<QRadioButton>("byAge")->setChecked(true);
        bench.find<QComboBox>("toBand")->setCurrentText(QStringLiteral("urgent"));
        bench.confirm(); // what is asked; then the plan
        QTRY_COMPARE(bench.find<views::ElidedLabel>("operationTitle")->fullText(),
                     QStringLiteral("Change priority of 20 jobs of checkout"));
        bench.confirm();
        QTRY_COMPARE(bench.server.run({"ZCOUNT", "pq", "0", "9999999999"}).integer, 20);
        const auto *undo = bench.find<QPushButton>("operationUndoButton");
        QTRY_VERIFY(undo->isVisible() && undo->isEnabled());
        QTest::mouseClick(bench.find<QPushButton>("operationUndoButton"), Qt::LeftButton);
        QTRY_VERIFY(bench.find<views::ElidedLabel>("operationTitle")->fullText().startsWith(QLatin1String("Undo: ")));
        bench.confirm();
        QTRY_COMPARE(bench.server.run({"ZCOUNT", "pq", "20000000000", "+inf"}).integer, 20);
    }

    void withoutBands()
    {
        WindowBench bench;
        fill(bench, 0, 3, 60);
        bench.open(workspaceOf(plain));
        bench.window->showPage(QStringLiteral("priority"));
        QTRY_COMPARE(bench.names().size(), 3);
        QVERIFY(!bench.find<views::TableView>("bands")->isVisible());
        QVERIFY(bench.find<QPushButton>("raiseButton") == nullptr
                || !bench.find<QPushButton>("raiseButton")->isVisible());
        QTRY_VERIFY2(tileOf(bench, 0).startsWith(QLatin1String("waiting: 3")), qPrintable(tileOf(bench, 0)));
    }

    /// A million jobs: there within 200 ms of the click.
    void opensFast()
    {
        WindowBench bench;
        bench.server.run(
            {"EVAL", "for i = 1, 1000000 do redis.call('ZADD', 'pq', (i % 3) * 1e10 + 1795000000 + i, 'job:' .. i) end",
             "0"});
        const QByteArray json = workspaceOf(QByteArray(checkout) + other);
        QVERIFY(bench.opensAtOnce(json, "priority", "members", [&bench] { return bench.names().size() == 100; }));
    }
};

QTEST_MAIN(PriorityPageTest)
#include "tst_prioritypage.moc"
