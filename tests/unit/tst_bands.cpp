// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/kinds.h"
#include "redis/types/bands.h"
#include "redis/types/snapshot.h"

#include <QJsonDocument>
#include <QTest>

using namespace plimsoll;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds now{1'795'175'477'000}; // 2026-11-20

Bands bandsOf(const QByteArray &option, const char *unit = "auto")
{
    CollectionDefinition definition;
    definition.kind = redis::findKind(u"priority");
    definition.options = QJsonDocument::fromJson("{\"bands\":" + option + ",\"unit\":\"" + unit + "\"}").object();
    return Bands::of(definition);
}

QString wrong(const QByteArray &option)
{
    return Bands::wrong(QJsonDocument::fromJson(option).object());
}

} // namespace

/// Which band a score is in, what time it holds, and the score that another band gives it.
class TestBands final : public QObject {
    Q_OBJECT

private slots:
    void bands_data();
    void bands();
    void eachScoreIsInOneBand_data();
    void eachScoreIsInOneBand();
    void anotherBand_data();
    void anotherBand();
    void before();
    void whatIsWrong_data();
    void whatIsWrong();
};

void TestBands::bands_data()
{
    QTest::addColumn<QByteArray>("option");
    QTest::addColumn<QByteArray>("unit");
    QTest::addColumn<double>("score");
    QTest::addColumn<int>("band");
    QTest::addColumn<qint64>("time"); ///< -1: none
    const auto row = [](const char *name, const char *option, double score, int band, qint64 time,
                        const char *unit = "auto") {
        QTest::newRow(name) << QByteArray(option) << QByteArray(unit) << score << band << time;
    };
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const auto s = double(now.count()) / 1'000;
    const auto ms = double(now.count());
    const char *const named = R"({"low":[2,3],"high":[0,1]})";
    row("first", named, 0, 0, -1);
    row("an end", named, 1, 0, -1);
    row("between", named, 1.5, -1, -1);
    row("second", named, 3, 1, -1);
    row("beyond", named, 4, -1, -1);
    row("infinite", named, infinite, -1, -1);
    row("seconds", R"({"divisor":10000000000})", 3e10 + s, 3, now.count());
    row("milliseconds", R"({"divisor":10000000000000})", 2e13 + ms, 2, now.count());
    row("seconds below a large divisor", R"({"divisor":10000000000000})", 2e13 + s, 2, now.count());
    row("a counter, no time", R"({"divisor":4294967296})", 4294967296.0 * 2 + 17, 2, -1);
    row("small numbers", R"({"divisor":1000000})", 3'000'007, 3, -1);
    row("negative", R"({"divisor":1000000})", -1, -1, -1);
    row("beyond the last", R"({"divisor":10000000000,"names":["a","b"]})", 2e10 + s, -1, -1);
    // A head start of eleven days.
    row("now, in seconds", R"({"divisor":1000000})", s, 0, now.count());
    row("next band, in seconds", R"({"divisor":1000000})", 1e6 + s, 1, now.count());
    row("a clock ahead", R"({"divisor":1000000})", s + 20, 0, now.count() + 20'000);
    row("waited longer than that", R"({"divisor":1000000})", 1e6 + s - 1'000'100, 0, now.count() - 100'000);
    row("in milliseconds", R"({"divisor":1000000})", 2e6 + ms - 500, 2, now.count() - 500);
    row("told", R"({"divisor":300})", 600 + ms - 40, 2, now.count() - 40, "ms");
    row("far in the future", R"({"divisor":1000000})", s * 4, -1, -1);
}

void TestBands::bands()
{
    QFETCH(const QByteArray, option);
    QFETCH(const QByteArray, unit);
    QFETCH(const double, score);
    QFETCH(const int, band);
    QFETCH(const qint64, time);
    const Bands bands = bandsOf(option, unit.constData());
    const std::optional<std::size_t> found = bands.bandOf(score, now);
    QCOMPARE(found ? int(*found) : -1, band);
    const std::optional<milliseconds> arrived = bands.timeOf(score, now);
    QCOMPARE(arrived ? qint64(arrived->count()) : -1, time);
}

void TestBands::eachScoreIsInOneBand_data()
{
    QTest::addColumn<QByteArray>("option");
    for (const char *option : {"1", "300", "60000", "1000000", "1000000000", "4294967296", "10000000000",
                               "1000000000000", "10000000000000"}) {
        QTest::newRow(option) << QByteArray(option);
    }
}

/// Counts like ZCOUNT.
void TestBands::eachScoreIsInOneBand()
{
    QFETCH(const QByteArray, option);
    const double divisor = option.toDouble();
    for (const char *unit : {"auto", "s", "ms"}) {
        const Bands bands = bandsOf("{\"divisor\":" + option + "}", unit);
        for (const double time :
             {0.0, 5.0, 999'999'999.0, 1e9, double(now.count()) / 1'000, 1e11, double(now.count())}) {
            for (int band = 0; band < 10; ++band) {
                for (const double beside : {-1.0, 0.0, 1.0}) {
                    const double score = band * divisor + time + beside;
                    int found = 0;
                    for (std::size_t at = 0; at < bands.size(); ++at) {
                        for (const ScoreRange &range : bands.ranges(at, now)) {
                            const auto edge = [](const QByteArray &text) {
                                return (text.startsWith('(') ? text.sliced(1) : text).toDouble();
                            };
                            found += (range.min.startsWith('(') ? score > edge(range.min) : score >= edge(range.min))
                                    && (range.max.startsWith('(') ? score < edge(range.max) : score <= edge(range.max))
                                ? 1
                                : 0;
                        }
                    }
                    QVERIFY2(found <= 1, qPrintable(QString::number(score, 'g', 17)));
                    QCOMPARE(found == 1, bands.bandOf(score, now).has_value());
                }
            }
        }
    }
}

void TestBands::anotherBand_data()
{
    QTest::addColumn<QByteArray>("option");
    QTest::addColumn<double>("score");
    QTest::addColumn<int>("band");
    QTest::addColumn<QByteArray>("other");
    const char *const named = R"({"high":[0,1],"low":[2,3]})";
    QTest::newRow("raised, the nearest") << QByteArray(named) << 3.0 << 0 << QByteArray("1");
    QTest::newRow("lowered, the nearest") << QByteArray(named) << 0.0 << 1 << QByteArray("2");
    QTest::newRow("with its time") << QByteArray(R"({"divisor":10000000000})") << 31'795'175'477.0 << 1
                                   << QByteArray("11795175477");
    QTest::newRow("from no band") << QByteArray(R"({"divisor":10000000000,"names":["a","b"]})") << 71'795'175'477.0 << 0
                                  << QByteArray("1795175477");
    QTest::newRow("a head start") << QByteArray(R"({"divisor":1000000})") << 1'798'175'477.0 << 0
                                  << QByteArray("1795175477");
    QTest::newRow("without a time") << QByteArray(R"({"divisor":1000000})") << 3'000'007.0 << 0 << QByteArray("7");
}

void TestBands::anotherBand()
{
    QFETCH(const QByteArray, option);
    QFETCH(const double, score);
    QFETCH(const int, band);
    QFETCH(const QByteArray, other);
    QCOMPARE(bandsOf(option).scoreIn(std::size_t(band), score, now), other);
}

void TestBands::before()
{
    const Bands bands = bandsOf(R"({"divisor":10000000000})");
    const std::vector<ScoreRange> ranges = bands.rangesBefore(3, now - 60s, now);
    QCOMPARE(ranges.size(), std::size_t(1));
    QCOMPARE(ranges[0].min, "31000000000");
    QCOMPARE(ranges[0].max, "(31795175417");
    QVERIFY(bandsOf(R"({"high":[0,1]})").rangesBefore(0, now, now).empty());
    QCOMPARE(bands.scoreOfNew(3, 31'795'000'000.0, now), "31795175477");
    QCOMPARE(bands.scoreOfNew(9, unknownFigure, now), "91795175477");
    QCOMPARE(bandsOf(R"({"divisor":10000000000000})").scoreOfNew(1, unknownFigure, now), "11795175477000");
    QCOMPARE(bandsOf(R"({"divisor":1000000})").scoreOfNew(9, 17, now), "9000000");
}

void TestBands::whatIsWrong_data()
{
    QTest::addColumn<QByteArray>("option");
    QTest::addColumn<QString>("text"); ///< a part of it; empty: nothing
    const auto row = [](const char *option, const char *text) {
        QTest::newRow(option) << QByteArray(option) << QString::fromLatin1(text);
    };
    row(R"({"high":[0,1],"low":[2,3]})", "");
    row(R"({"divisor":1000000})", "");
    row(R"({"divisor":[0,1],"names":[2,3]})", "");
    row(R"({"divisor":10,"names":["a","b"]})", "");
    row(R"({})", "must be");
    row(R"({"high":[1,0]})", "\"high\"");
    row(R"({"high":5})", "\"high\"");
    row(R"({"high":[0,1],"low":[1,2]})", "two bands");
    row(R"({"":[0,1]})", "is not a name");
    row(R"({"sehr schön":[0,1]})", "is not a name");
    row(R"({"divisor":0})", "whole number");
    row(R"({"divisor":1.5})", "whole number");
    row(R"({"divisor":"10"})", "whole number");
    row(R"({"divisor":10,"names":[]})", "\"names\"");
    row(R"({"divisor":10,"names":["a","a"]})", "\"names\"");
    row(R"({"divisor":10,"other":1})", "accepts only");
}

void TestBands::whatIsWrong()
{
    QFETCH(const QByteArray, option);
    QFETCH(const QString, text);
    QCOMPARE(wrong(option).isEmpty(), text.isEmpty());
    QVERIFY2(wrong(option).contains(text), qPrintable(wrong(option)));
}

QTEST_GUILESS_MAIN(TestBands)

#include "tst_bands.moc"
