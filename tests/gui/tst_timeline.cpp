// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/browser.h"
#include "tests/gui/windowbench.h"
#include "tests/server/kindfixture.h"
#include "tests/server/operationbench.h"
#include "views/charts/barchart.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/figuretile.h"

#include <QRadioButton>
#include <QRegularExpression>
#include <QSpinBox>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr const char *audit = "{'kind': 'timeline', 'keys': {'events': 'audit'}, 'options': {'window': '5m'}}";
constexpr const char *auditJson = R"({"name":"audit","kind":"timeline","keys":{"events":"audit"}})";

} // namespace

/// Events by time: figures, pages, trims and the window's page, on a real server.
class TimelineTest final : public KindFixture {
    Q_OBJECT

    void add(milliseconds shift, QByteArrayView event, bool inSeconds = false)
    {
        command({"ZADD", "audit", inSeconds ? seconds(shift) : ms(shift), event});
    }
    QByteArrayList left()
    {
        QByteArrayList names;
        for (const redis::Reply &member : m_server.run({"ZRANGE", "audit", "0", "-1"}).elements) {
            names += member.bytes;
        }
        return names;
    }
    template <typename Answer> Answer ask(const WorkspacePtr &workspace, const BrowseRequest::Query &query)
    {
        redis::Standalone server(m_server.local(), {});
        if (!server.connect()) {
            QTest::qFail("no connection", __FILE__, __LINE__);
        }
        const BrowseResult result = redis::browse(server, {1, workspace, 0, query});
        const auto *answer = std::get_if<Answer>(&result.answer);
        return answer == nullptr ? (QTest::qFail("no answer", __FILE__, __LINE__), Answer()) : *answer;
    }

private slots:
    void init() { m_server.flush(); }

    void figures_data()
    {
        QTest::addColumn<bool>("inSeconds");
        QTest::addColumn<QByteArray>("unit");
        QTest::newRow("milliseconds") << false << QByteArray("auto");
        QTest::newRow("seconds") << true << QByteArray("auto");
        QTest::newRow("seconds, told") << true << QByteArray("s");
    }

    void figures()
    {
        QFETCH(const bool, inSeconds);
        QFETCH(const QByteArray, unit);
        for (const milliseconds ago : {milliseconds(2h), milliseconds(1h), milliseconds(6min)}) {
            add(-ago, "before " + QByteArray::number(ago.count()), inSeconds);
        }
        for (int i = 0; i < 10; ++i) {
            add(-i * 20s, "within " + QByteArray::number(i), inSeconds);
        }
        add(1min, "ahead", inSeconds); // a clock that is wrong: it has not happened yet
        command({"ZADD", "audit", "-inf", "always", "+inf", "never"});
        const QByteArray json =
            "{'kind': 'timeline', 'keys': {'events': 'audit'}, 'options': {'unit': '" + unit + "'}}";
        const auto snapshot = snapshotOf(m_server, workspace(json.constData()));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "events"), 16.0);
        QCOMPARE(figure(snapshot, 0, "inWindow"), 10.0);
        QCOMPARE(figure(snapshot, 0, "perMinute"), 2.0); // of the five minutes that hold unless others are given
        QVERIFY(isNear(figure(snapshot, 0, "oldestMs"), 7'200'000));
        QCOMPARE(problemTexts(snapshot, 0), QStringList());
    }

    void windowAndShards()
    {
        for (const char *key : {"a:0", "a:1"}) {
            command({"ZADD", key, ms(-30s), "now", ms(-90s), "then"});
        }
        const auto snapshot = snapshotOf(
            m_server, workspace("{'kind': 'timeline', 'keys': {'events': 'a:{0..2}'}, 'options': {'window': '1m'}}"));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "events"), 4.0);
        QCOMPARE(figure(snapshot, 0, "inWindow"), 2.0);
        QCOMPARE(figure(snapshot, 0, "perMinute"), 2.0);
        QVERIFY(isNear(figure(snapshot, 0, "oldestMs"), 90'000));
        QCOMPARE(partOf(snapshot, "a:1"), 2.0);
        QCOMPARE(partOf(snapshot, "a:2"), 0.0);
    }

    /// Events before the period began are in a key that is not read: the figure is a lower bound.
    void aWindowOverTwoPeriods()
    {
        const QByteArray hour = QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyyMMddHH")).toLatin1();
        command({"ZADD", "a:" + hour, ms(-1s), "now"});
        const auto across = snapshotOf(m_server,
                                       workspace("{'kind': 'timeline', 'keys': {'events': 'a:{yyyyMMddHH}'},"
                                                 " 'options': {'window': '2h'}}"));
        QVERIFY(across);
        const KindInfo &kind = *across->layout->rows[0].kind;
        QCOMPARE(figure(across, 0, "inWindow"), 1.0);
        QVERIFY(across->isAtLeast(0, kind.figureIndex(u"inWindow")));
        QVERIFY(across->isAtLeast(0, kind.figureIndex(u"perMinute")));
    }

    void nothingThereAndAnotherType()
    {
        auto snapshot = snapshotOf(m_server, workspace(audit));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "events"), 0.0);
        QCOMPARE(figure(snapshot, 0, "perMinute"), 0.0);
        QVERIFY(!isKnown(figure(snapshot, 0, "oldestMs")));
        command({"LPUSH", "audit", "no event"});
        snapshot = snapshotOf(m_server, workspace(audit));
        QVERIFY(snapshot);
        QCOMPARE(snapshot->rows[0].state, State::Error);
        for (const char *id : {"events", "inWindow", "perMinute", "oldestMs"}) {
            QVERIFY2(!isKnown(figure(snapshot, 0, id)), id);
        }
    }

    void theOldestIsReadAnewWhenSomeWent()
    {
        add(-2h, "first");
        add(-1h, "second");
        redis::PollSession poll(workspace(audit), m_server.local(), redis::PollOptions{});
        QVERIFY(isNear(figure(tick(poll), 0, "oldestMs"), 7'200'000));
        const qint64 reads = m_server.calls("zrangebyscore");
        add(0s, "third");
        tick(poll);
        tick(poll);
        QCOMPARE(m_server.calls("zrangebyscore"), reads); // what comes in is no older
        command({"ZREM", "audit", "first"});
        tick(poll);
        QVERIFY(isNear(figure(tick(poll), 0, "oldestMs"), 3'600'000));
        command({"UNLINK", "audit"});
        QVERIFY(!isKnown(figure(tick(poll), 0, "oldestMs")));
        add(-1min, "anew");
        tick(poll);
        QVERIFY(isNear(figure(tick(poll), 0, "oldestMs"), 60'000));
    }

    void boundByAge()
    {
        add(-2h, "old");
        WorkspacePtr plain = workspace(audit);
        auto bounded = std::make_shared<Workspace>(*plain);
        bounded->collections[0].bound.emplace().maxAge = 1h;
        QCOMPARE(problemTexts(snapshotOf(m_server, bounded), 0), QStringList{QStringLiteral("oldest 2 h, bound 1 h")});
        bounded = std::make_shared<Workspace>(*plain);
        bounded->collections[0].limits.push_back({2, 0.5, std::nullopt, true});
        QCOMPARE(problemTexts(snapshotOf(m_server, bounded), 0),
                 QStringList{QStringLiteral("event rate 0/min, lower limit 0.5/min")});
    }

    void newestFirstAndLookingBack()
    {
        for (int i = 1; i <= 250; ++i) {
            add(-i * 10s, "event " + QByteArray::number(i));
        }
        add(1min, "ahead");
        add(-3h, "long ago");
        const WorkspacePtr collections = workspace(audit);
        const auto page = ask<ElementsPage>(collections, ElementsQuery{{}, 0, 3, {}, {}});
        QCOMPARE(page.total, 252);
        QCOMPARE(page.elements.size(), std::size_t{3});
        QCOMPARE(page.elements[0].element, "ahead");
        QCOMPARE(page.elements[1].element, "event 1");
        QVERIFY(isNear(static_cast<double>((page.readAt - *page.elements[1].due).count()), 10'000));
        const auto when = ask<Histogram>(collections, HistogramQuery{1h, 60});
        QCOMPARE(when.counts.size(), std::size_t{60});
        QCOMPARE(when.before, 1);
        QCOMPARE(when.after, 1);
        QCOMPARE(std::accumulate(when.counts.begin(), when.counts.end(), qint64(0)), 250);
        QVERIFY(when.counts[59] > 0 && when.counts[0] == 0); // the newest are at the right
        QVERIFY(isNear(when.edges.back(), static_cast<double>(page.readAt.count())));
    }

    void trimsAndUndo_data()
    {
        QTest::addColumn<int>("keep");
        QTest::addColumn<int>("olderThan");
        QTest::newRow("the newest") << 3 << 0;
        QTest::newRow("what is not older") << -1 << 35;
    }

    void trimsAndUndo()
    {
        QFETCH(const int, keep);
        QFETCH(const int, olderThan);
        for (int i = 0; i < 10; ++i) {
            add(-i * 10min - 5min, QByteArray::number(i));
        }
        const QByteArray before = m_server.run({"DUMP", "audit"}).bytes;
        Bench bench(m_server, auditJson);
        OperationRequest trim = bench.request(Action::Trim);
        if (keep >= 0) {
            trim.keep = keep;
        } else {
            trim.olderThan = std::chrono::minutes(olderThan);
        }
        const OperationReport report = bench.run(trim);
        QCOMPARE(report.matched, 7);
        QCOMPARE(report.removed, 7);
        QCOMPARE(left(), (QByteArrayList{"2", "1", "0"}));
        QCOMPARE(bench.undo(report.id).state, OperationState::Done);
        QCOMPARE(m_server.run({"DUMP", "audit"}).bytes, before);
        QCOMPARE(m_server.run({"KEYS", "plimsoll:*"}).elements.size(), std::size_t{0});
    }

    void page()
    {
        WindowBench bench;
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        redis::Pipeline pipeline;
        for (int i = 0; i < 300; ++i) {
            const QByteArray name = R"({"id":)" + QByteArray::number(i) + R"(,"what":"login"})";
            pipeline.add({"ZADD", "audit", QByteArray::number(now - 1'000 - i * 10'000), name});
        }
        bench.server.run(pipeline);
        bench.open(QByteArray(R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},)"
                              R"("pollMs":100,"collections":[)")
                   + auditJson + "]}");
        bench.window->showPage(QStringLiteral("timeline"));
        QTRY_COMPARE(bench.names().size(), 100);
        QVERIFY2(bench.cell(0).startsWith(QLatin1String(R"({"id":0,)")), qPrintable(bench.cell(0)));
        QVERIFY2(bench.cell(9, 1).endsWith(QLatin1String(" ago")), qPrintable(bench.cell(9, 1)));
        const auto tile = [&bench](int index) {
            const auto *shown = bench.find<views::FigureTile>(qPrintable(QStringLiteral("tile%1").arg(index)));
            return shown == nullptr ? QString() : shown->accessibleName() + u' ' + shown->accessibleDescription();
        };
        static const QRegularExpression rate(QStringLiteral("^event rate: (6|5[.]\\d)/min average of 5 min$"));
        QTRY_VERIFY2(tile(0).contains(rate), qPrintable(tile(0)));
        QVERIFY2(tile(1).endsWith(QLatin1String("in the last 5 min")), qPrintable(tile(1)));
        QVERIFY2(tile(2).startsWith(QLatin1String("events: 300")), qPrintable(tile(2)));
        QVERIFY2(tile(3).startsWith(QLatin1String("oldest: 49 min")), qPrintable(tile(3)));
        QVERIFY(bench.find<views::BarChart>("whenHistogram")->isVisible());

        // Its score is a time, and its place no rank.
        bench.table()->selectRow(0);
        const auto fields = [&bench] {
            QStringList names;
            for (const auto *label : bench.find<QWidget>("inspector")->findChildren<views::ElidedLabel *>()) {
                names += label->fullText();
            }
            return names;
        };
        QTRY_VERIFY2(fields().contains(QStringLiteral("happened")), qPrintable(fields().join(u' ')));
        QVERIFY2(!fields().contains(QStringLiteral("rank")), qPrintable(fields().join(u' ')));

        // Cut to the newest hundred, and put back.
        QTest::mouseClick(bench.find<QPushButton>("trimButton"), Qt::LeftButton);
        QTRY_VERIFY(bench.find<QSpinBox>("keepNumber") != nullptr);
        QVERIFY(bench.find<QRadioButton>("byAge") != nullptr);
        bench.find<QSpinBox>("keepNumber")->setValue(100);
        bench.confirm(); // what is asked; then the plan
        QTRY_COMPARE(bench.find<views::ElidedLabel>("operationTitle")->fullText(),
                     QStringLiteral("Trim 200 elements of audit"));
        bench.confirm();
        QTRY_COMPARE(bench.server.run({"ZCARD", "audit"}).integer, 100);
        const auto *undo = bench.find<QPushButton>("operationUndoButton");
        QTRY_VERIFY(undo->isVisible() && undo->isEnabled());
        QTest::mouseClick(bench.find<QPushButton>("operationUndoButton"), Qt::LeftButton);
        QTRY_VERIFY(bench.find<views::ElidedLabel>("operationTitle")->fullText().startsWith(QLatin1String("Undo: ")));
        bench.confirm();
        QTRY_COMPARE(bench.server.run({"ZCARD", "audit"}).integer, 300);
    }
};

QTEST_MAIN(TimelineTest)
#include "tst_timeline.moc"
