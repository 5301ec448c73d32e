// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/rollup.h"
#include "tests/unit/historybench.h"

#include <QFile>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::test;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// The history says no more than was known and loses nothing, even if the file is removed or data come fast.
class TestHistoryTruth final : public HistoryBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void removedFile();
    void lowerBounds();
    void meansByTime();
    void nothingIsLostWhereMuchWaits();
    void farApart();

private:
    /// Number of rows in a table of the file.
    std::optional<qint64> rows(const char *table)
    {
        const auto file = HistoryFile::open(m_path, HistoryFile::For::Reading);
        const auto count = file ? (*file)->number(QStringLiteral("SELECT COUNT(*) FROM ") + QLatin1String(table))
                                : Result<qint64>(file.error());
        return count ? std::optional(*count) : std::nullopt;
    }
};

/// A removed file is replaced by a new one rather than written to; packed ticks are deleted.
void TestHistoryTruth::removedFile()
{
    HistoryWriter writer(m_path);
    const auto write = [&](int first, int last) {
        for (int i = first; i < last; ++i) {
            tick(writer, start + seconds(i), {QStringLiteral("email | queue | ok | ready=%1").arg(i)});
        }
    };
    write(0, 1000);
    for (const char *end : {"", "-wal", "-shm"}) {
        QVERIFY(QFile::remove(m_path + QLatin1String(end)));
    }
    write(1000, 2000);
    QCOMPARE(read().columns.size(), std::size_t(1000));
    QVERIFY(*rows("ticks") < 400);
}

/// "≥ 5" is not 5, however it is read; and what is read piece by piece is no dip.
void TestHistoryTruth::lowerBounds()
{
    {
        HistoryWriter writer(m_path);
        for (int i = 0; i < 7200; ++i) {
            const bool bound = i < 3000 || i >= 7000;
            tick(writer, start + seconds(i),
                 {QStringLiteral("email | queue | ok | ready%1%2 dead=1")
                      .arg(bound ? QStringLiteral(">=") : QStringLiteral("="))
                      .arg(i)});
        }
    }
    const CollectionHistory history = read();
    QVERIFY(std::none_of(history.figures.begin(), history.figures.end(),
                         [](const QString &id) { return id.contains(u'≥'); }));
    const auto &bands = history.columns.figures;
    const HistoryBand &band = bands[std::size_t(history.figures.indexOf(ready))];
    const HistoryBand &dead = bands[std::size_t(history.figures.indexOf(QStringLiteral("dead")))];
    for (std::size_t i = 0; i < history.columns.size(); ++i) {
        const qint64 second = (history.columns.times[i] - start).count() / 1000;
        if (second % 10 == 0 && (second < 2990 || second > 3000)) { // what is older is there in steps
            QCOMPARE(band.atLeast[i] != 0, second < 3000 || second >= 7000);
        }
        QVERIFY(dead.atLeast.empty() || dead.atLeast[i] == 0);
    }
    const auto reader = HistoryReader::open(m_path);
    const auto points = (*reader)->points(email, queue, ready, {start, start + seconds(7199)}, 7);
    QVERIFY(points->points.front().isAtLeast && points->points.back().isAtLeast && !points->points[4].isAtLeast);
    for (const auto &[second, expected] : {std::pair(10, true), std::pair(5000, false), std::pair(7100, true)}) {
        const auto moment = (*reader)->at(start + seconds(second));
        QCOMPARE(moment->collections.size(), std::size_t(1));
        const MomentFigures &first = moment->collections.front();
        const auto at = std::size_t(first.figures.indexOf(ready));
        QCOMPARE(first.atLeast[at] != 0, expected);
        QVERIFY(!std::isnan(first.values[at]));
    }
}

/// A point stands for as long as it lasts: an hour of samples weighs no more than one of longer steps.
void TestHistoryTruth::meansByTime()
{
    HistoryWriter writer(m_path);
    for (int i = 0; i < 4 * 3600; ++i) {
        tick(writer, start + seconds(i), {QStringLiteral("email | queue | ok | ready=%1").arg(i < 7200 ? 0 : 1000)});
    }
    const auto reader = HistoryReader::open(m_path);
    const auto points = (*reader)->points(email, queue, ready, {start, start + seconds(4 * 3600 - 1)}, 1);
    QCOMPARE(points->points.size(), std::size_t(1));
    QVERIFY2(std::abs(points->points[0].mean - 500) < 5, qPrintable(QString::number(points->points[0].mean)));
    CollectionHistory history = read(email, std::chrono::hours(4));
    QVERIFY(history.columns.size() < 4 * 3600); // of several steps
    RollUp all(start * 2, milliseconds::min(), milliseconds::max()); // one step
    all.add(history.columns);
    const HistoryColumns day = all.take();
    const double mean = day.figures[std::size_t(history.figures.indexOf(ready))].mean.front();
    QVERIFY2(std::abs(mean - 500) < 5, qPrintable(QString::number(mean)));
}

/// More than may wait is packed before its time, and read again by the next process.
void TestHistoryTruth::nothingIsLostWhereMuchWaits()
{
    HistoryOptions options;
    options.waiting = 2'000;
    std::mt19937 random(1);
    std::map<milliseconds, double> expected;
    for (int run = 0; run < 3; ++run) {
        HistoryWriter writer(m_path, options);
        for (int i = 0; i < 170; ++i) {
            const milliseconds time = start + seconds(run * 170 + i);
            QStringList rows;
            for (int row = 0; row < 10; ++row) {
                const auto value = double(random());
                rows << QStringLiteral("c%1 | queue | ok | ready=%2").arg(row).arg(value, 0, 'f', 0);
                if (row == 7) {
                    expected[time] = value;
                }
            }
            tick(writer, time, rows);
        }
    }
    const CollectionHistory history = read(QStringLiteral("c7"));
    std::map<milliseconds, double> got;
    for (std::size_t i = 0; i < history.columns.size(); ++i) {
        got[history.columns.times[i]] = history.columns.figures[std::size_t(history.figures.indexOf(ready))].low[i];
    }
    QVERIFY(got == expected);
}

/// A poll an hour is no gap an hour.
void TestHistoryTruth::farApart()
{
    HistoryWriter writer(m_path);
    for (int i = 0; i < 400; ++i) {
        tick(writer, start + std::chrono::hours(i), {QStringLiteral("email | queue | ok | ready=%1").arg(i)});
    }
    QCOMPARE(read().columns.size(), std::size_t(400));
    QVERIFY(*rows("chunks0") <= 3);
}

QTEST_GUILESS_MAIN(TestHistoryTruth)

#include "tst_historytruth.moc"
