// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/format.h"
#include "tests/support/snapshotbuilder.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QTest>
#include <QTranslator>

#include <limits>

using namespace plimsoll;
using namespace plimsoll::models;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

} // namespace

class TestFormat final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void numbers_data();
    void numbers();
    void durations_data();
    void durations();
    void equalShownDurationsReadTheSame();
    void bytes_data();
    void bytes();
    void rates_data();
    void rates();
    void relativeTimes();
    void figures();
    void events();
    void pluralsAreTranslated();
    void otherLocales();
};

void TestFormat::numbers_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("count");
    QTest::addColumn<QString>("score");
    QTest::newRow("zero") << 0.0 << "0"
                          << "0";
    QTest::newRow("thousands") << 1165.0 << "1,165"
                               << "1,165";
    QTest::newRow("negative") << -1165.0 << "−1,165"
                              << "−1,165";
    QTest::newRow("fraction") << 0.25 << "0"
                              << "0.25";
    QTest::newRow("negative fraction") << -0.25 << "0"
                                       << "−0.25";
    QTest::newRow("tenth") << 1234.1 << "1,234"
                           << "1,234.1";
    QTest::newRow("unknown") << unknownFigure << "–"
                             << "–";
    QTest::newRow("infinite") << infinity << "∞"
                              << "∞";
    QTest::newRow("minus infinite") << -infinity << "−∞"
                                    << "−∞";
    QTest::newRow("huge") << 1e300 << "1E+300"
                          << "1E+300";
    QTest::newRow("milliseconds") << 1'700'000'000'000.0 << "1,700,000,000,000"
                                  << "1,700,000,000,000";
}

void TestFormat::numbers()
{
    QFETCH(const double, value);
    QTEST(formatCount(value), "count");
    QTEST(formatScore(value), "score");
}

void TestFormat::durations_data()
{
    QTest::addColumn<milliseconds>("duration");
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << 0ms << "0 s";
    QTest::newRow("12 ms") << 12ms << "12 ms";
    QTest::newRow("99 ms") << 99ms << "99 ms";
    QTest::newRow("100 ms") << 100ms << "0.1 s";
    QTest::newRow("0.8 s") << 850ms << "0.8 s";
    QTest::newRow("almost 1 s") << 999ms << "0.9 s";
    QTest::newRow("4 s") << 4900ms << "4 s";
    QTest::newRow("1 min") << milliseconds(60s) << "1 min";
    QTest::newRow("3 min 20 s") << milliseconds(200s) << "3 min 20 s";
    QTest::newRow("22 min") << milliseconds(22min + 40s) << "22 min";
    QTest::newRow("1 h") << milliseconds(1h + 30s) << "1 h";
    QTest::newRow("2 h 5 min") << milliseconds(2h + 5min) << "2 h 5 min";
    QTest::newRow("1 day") << milliseconds(24h) << "1 day";
    QTest::newRow("6 days 11 h") << milliseconds(6 * 24h + 11h + 59min) << "6 days 11 h";
    QTest::newRow("45 days") << milliseconds(45 * 24h + 3h) << "45 days";
    QTest::newRow("negative") << -milliseconds(200s) << "−3 min 20 s";
}

void TestFormat::durations()
{
    QFETCH(const milliseconds, duration);
    QTEST(formatDuration(duration), "text");
}

void TestFormat::equalShownDurationsReadTheSame()
{
    const FigureSpec spec{QLatin1StringView("ageMs"), "age", "", Unit::Duration};
    // Across every border of the rounding, in both directions.
    double value = 0.5;
    while (value < 4e9) {
        value = value * 1.003 + 0.7;
        const double shown = shownValue(spec, value);
        QCOMPARE(formatFigure(spec, shown), formatFigure(spec, value));
        const bool sameShown = shownValue(spec, value * 1.001) == shown;
        QCOMPARE(formatFigure(spec, value * 1.001) == formatFigure(spec, value), sameShown);
    }
}

void TestFormat::bytes_data()
{
    QTest::addColumn<qint64>("size");
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << qint64{0} << "0 B";
    QTest::newRow("bytes") << qint64{1000} << "1,000 B";
    QTest::newRow("1 KiB") << qint64{1024} << "1 KiB";
    QTest::newRow("1.2 GiB") << qint64{1'288'490'189} << "1.2 GiB";
    QTest::newRow("almost 1 MiB") << qint64{1024 * 1024 - 1} << "1 MiB";
    QTest::newRow("largest") << std::numeric_limits<qint64>::max() << "8 EiB";
}

void TestFormat::bytes()
{
    QFETCH(const qint64, size);
    QTEST(formatBytes(size), "text");
}

void TestFormat::rates_data()
{
    QTest::addColumn<double>("rate");
    QTest::addColumn<QString>("text");
    QTest::newRow("up") << 24.0 << "+24/min";
    QTest::newRow("down") << -4.0 << "−4/min";
    QTest::newRow("slow") << 0.4 << "+0.4/min";
    QTest::newRow("fast") << 1980.4 << "+1,980/min";
    QTest::newRow("none") << 0.0 << "±0";
    QTest::newRow("next to none") << -0.04 << "±0";
    QTest::newRow("unknown") << unknownFigure << "–";
}

void TestFormat::rates()
{
    QFETCH(const double, rate);
    QTEST(formatPerMinute(rate), "text");
    QCOMPARE(formatPerMinute(shownRate(rate)), formatPerMinute(rate));
}

void TestFormat::relativeTimes()
{
    const milliseconds now = 1'700'000'000'000ms;
    QCOMPARE(formatRelative(now - 181s, now), QStringLiteral("3 min 1 s ago"));
    QCOMPARE(formatRelative(now + 26s, now), QStringLiteral("in 26 s"));
    QCOMPARE(formatRelative(now - 300ms, now), QStringLiteral("now"));
    QCOMPARE(formatRelative(now + 300ms, now), QStringLiteral("now"));
}

void TestFormat::figures()
{
    const KindInfo &queue = *test::testKind(u"queue");
    const auto spec = [&](const char *id) {
        return queue.figures[static_cast<std::size_t>(queue.figureIndex(QString::fromLatin1(id)))];
    };
    QCOMPARE(formatFigure(spec("ready"), 1165), QStringLiteral("1,165"));
    QCOMPARE(formatFigure(spec("oldestReadyMs"), 180'000, true), QStringLiteral("≥ 3 min"));
    QCOMPARE(formatFigure(spec("oldestReadyMs"), unknownFigure, true), QStringLiteral("–"));
    QCOMPARE(formatFigure(spec("growthPerMinute"), -4), QStringLiteral("−4/min"));
    constexpr FigureSpec often{QLatin1StringView("perMinute"), "often", "", Unit::Frequency};
    QCOMPARE(formatFigure(often, 12.4), QStringLiteral("12/min")); // no change: without a sign
    QCOMPARE(formatFigure(often, 0.25), QStringLiteral("0.3/min"));
    QCOMPARE(formatFigure(spec("ready"), 0, true), unknownText()); // at least nothing says nothing
    QCOMPARE(formatFigure(spec("drainMs"), infinity).isEmpty(), false);
}

void TestFormat::events()
{
    const auto at = QDateTime(QDate(2026, 11, 20), QTime(3, 14, 59));
    ServerEvent event{milliseconds(at.toMSecsSinceEpoch()), ServerEvent::Type::Restarted, 326'000, {}};
    QCOMPARE(eventText(event), QStringLiteral("restarted 03:14, 326,000 elements gone"));
    event.elementsGone = 1;
    event.type = ServerEvent::Type::Flushed;
    QCOMPARE(eventText(event), QStringLiteral("flushed 03:14, 1 element gone"));
    event.elementsGone = 0;
    event.type = ServerEvent::Type::Failover;
    QCOMPARE(eventText(event), QStringLiteral("failed over 03:14"));
}

/// A language that has a plural of its own for two.
class Dual final : public QTranslator {
public:
    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] QString translate(const char * /*context*/, const char *text, const char * /*disambiguation*/,
                                    int count) const override
    {
        return count == 2 && QByteArrayView(text) == "%1, %2 elements gone" ? QStringLiteral("%1, both elements gone")
                                                                            : QString();
    }
};

void TestFormat::pluralsAreTranslated()
{
    Dual dual;
    QVERIFY(QCoreApplication::installTranslator(&dual));
    const auto at = QDateTime(QDate(2026, 11, 20), QTime(3, 14, 59));
    QCOMPARE(eventText({milliseconds(at.toMSecsSinceEpoch()), ServerEvent::Type::Flushed, 2, {}}),
             QStringLiteral("flushed 03:14, both elements gone"));
    QCoreApplication::removeTranslator(&dual);
}

void TestFormat::otherLocales()
{
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    QCOMPARE(formatCount(1165), QStringLiteral("1.165"));
    QCOMPARE(formatDuration(800ms), QStringLiteral("0,8 s"));
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
}

QTEST_GUILESS_MAIN(TestFormat)
#include "tst_format.moc"
