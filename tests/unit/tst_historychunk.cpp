// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/chunk.h"
#include "redis/history/figuredeltas.h"
#include "redis/history/rollup.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <limits>
#include <random>

using namespace plimsoll::redis;
using std::chrono::milliseconds;

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr qint64 now = 1'700'000'000'123;

using Make = std::function<double(std::mt19937 &, int)>;

struct Shape {
    const char *name;
    Make make;
};

double whole(std::mt19937 &random, qint64 from, qint64 to)
{
    return static_cast<double>(std::uniform_int_distribution<qint64>(from, to)(random));
}

const std::vector<Shape> &shapes()
{
    static double walk = 0;
    static const std::vector<Shape> all{
        {"constant", [](std::mt19937 &, int) { return 7.0; }},
        {"never known", [](std::mt19937 &, int) { return unknown; }},
        {"known at times", [](std::mt19937 &r, int) { return whole(r, 0, 3) == 0 ? unknown : whole(r, 0, 9); }},
        {"known once", [](std::mt19937 &, int i) { return i == 3 ? 12.5 : unknown; }},
        {"counter", [](std::mt19937 &, int i) { return 1e12 + i * 1000.0; }},
        {"walk", [](std::mt19937 &r, int i) { return walk = (i == 0 ? 1000 : walk) + whole(r, -20, 20); }},
        {"duration", [](std::mt19937 &r, int) { return whole(r, 0, 86'400'000); }},
        {"negative", [](std::mt19937 &r, int) { return whole(r, -1'000'000, -1); }},
        {"huge whole", [](std::mt19937 &r, int) { return whole(r, -(1LL << 53), 1LL << 53); }},
        {"beyond whole", [](std::mt19937 &r, int) { return whole(r, 0, 1LL << 62) * 1e200; }},
        {"tiny", [](std::mt19937 &r, int) { return whole(r, 1, 1000) * 1e-300; }},
        {"price", [](std::mt19937 &r, int) { return whole(r, 0, 100'000) / 100; }},
        {"any real", [](std::mt19937 &r, int) { return std::uniform_real_distribution<>(-1e6, 1e6)(r); }},
        {"endless at times",
         [](std::mt19937 &r, int) {
             const double some[]{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), 1.0,
                                 unknown};
             return some[whole(r, 0, 3) > 2 ? 3 : static_cast<int>(whole(r, 0, 2))];
         }},
        {"any bits",
         [](std::mt19937 &r, int) {
             const double value = std::bit_cast<double>(std::uniform_int_distribution<quint64>()(r));
             return std::isnan(value) ? 1.0 : value;
         }},
        {"whole and large decimal", [](std::mt19937 &r, int i) { return i % 2 == 0 ? 9e15 : whole(r, 0, 9) / 10; }},
    };
    return all;
}

bool same(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

} // namespace

class TestHistoryChunk final : public QObject {
    Q_OBJECT

private slots:
    void samples_data() { rows(); }
    void samples();
    void bands_data() { rows(); }
    void bands();
    void timesOfAnyDistance();
    void deltas_data() { rows(); }
    void deltas();
    void damagedBytes();
    void gathersIntoSteps();
    void beginsOfSteps();

private:
    static void rows();
};

void TestHistoryChunk::rows()
{
    QTest::addColumn<int>("shape");
    for (std::size_t i = 0; i < shapes().size(); ++i) {
        QTest::newRow(shapes()[i].name) << int(i);
    }
}

void TestHistoryChunk::samples()
{
    QFETCH(const int, shape);
    std::mt19937 random(1);
    for (const std::size_t count :
         {std::size_t(0), std::size_t(1), std::size_t(2), std::size_t(17), std::size_t(300)}) {
        HistoryColumns columns;
        columns.figures.resize(2);
        for (std::size_t i = 0; i < count; ++i) {
            columns.times.emplace_back(now + qint64(i) * 1000 + qint64(random() % 5));
            columns.figures[0].low.push_back(shapes()[std::size_t(shape)].make(random, int(i)));
            columns.figures[1].low.push_back(double(random() % 3));
        }
        const auto back = unpackChunk(packChunk(columns, 0), 0);
        QVERIFY(back);
        QVERIFY(back->times == columns.times);
        QCOMPARE(back->figures.size(), std::size_t(2));
        for (std::size_t figure = 0; figure < 2; ++figure) {
            QCOMPARE(back->figures[figure].low.size(), count);
            for (std::size_t i = 0; i < count; ++i) {
                QVERIFY(same(back->figures[figure].low[i], columns.figures[figure].low[i]));
            }
        }
    }
}

void TestHistoryChunk::bands()
{
    QFETCH(const int, shape);
    std::mt19937 random(2);
    for (std::size_t step = 1; step < historySteps.size(); ++step) {
        RollUp gathered(historySteps.at(step).width, milliseconds::min(), milliseconds::max());
        HistoryColumns samples;
        samples.figures.resize(1);
        for (int i = 0; i < 5000; ++i) {
            samples.times.emplace_back(now + i * (historySteps.at(step).width.count() / 10));
            samples.figures[0].low.push_back(shapes()[std::size_t(shape)].make(random, i));
        }
        gathered.add(samples);
        const HistoryColumns columns = gathered.take();
        const auto back = unpackChunk(packChunk(columns, step), step);
        QVERIFY(back);
        QVERIFY(back->times == columns.times);
        const HistoryBand &was = columns.figures[0];
        const HistoryBand &is = back->figures[0];
        for (std::size_t i = 0; i < columns.size(); ++i) {
            QVERIFY(same(is.low[i], was.low[i]));
            QVERIFY(same(is.high[i], was.high[i]));
            const double height = was.high[i] - was.low[i];
            if (std::isfinite(height)) {
                QVERIFY(std::abs(is.mean[i] - was.mean[i]) <= height / double(meanParts));
            }
        }
    }
}

void TestHistoryChunk::timesOfAnyDistance()
{
    HistoryColumns columns;
    for (const qint64 time : {qint64(0), qint64(0), qint64(1), now, now + 86'400'000, now * 1000}) {
        columns.times.emplace_back(time);
    }
    QVERIFY(unpackChunk(packChunk(columns, 0), 0)->times == columns.times);
}

void TestHistoryChunk::deltas()
{
    QFETCH(const int, shape);
    std::mt19937 random(3);
    const std::size_t count = 40;
    std::vector<double> before;
    std::vector<double> read(count, unknown);
    for (int tick = 0; tick < 200; ++tick) {
        std::vector<double> figures = before;
        figures.resize(count, unknown);
        for (double &figure : figures) {
            figure = random() % 3 == 0 ? shapes()[std::size_t(shape)].make(random, tick) : figure;
        }
        ByteWriter out;
        writeFigures(out, figures, before);
        ByteReader in(out.bytes());
        QVERIFY(readFigures(in, read));
        QVERIFY(in.atEnd());
        for (std::size_t i = 0; i < count; ++i) {
            QVERIFY(same(read[i], figures[i]));
        }
        before = figures;
    }
}

/// Random damage to a chunk is either reported or read as some values; nothing worse happens.
void TestHistoryChunk::damagedBytes()
{
    std::mt19937 random(4);
    HistoryColumns columns;
    columns.figures.resize(3);
    for (int i = 0; i < 100; ++i) {
        columns.times.emplace_back(now + i * 10'000);
        for (HistoryBand &band : columns.figures) {
            band.low.push_back(double(random() % 100));
            band.high.push_back(band.low.back() + double(random() % 10));
            band.mean.push_back(band.low.back());
        }
    }
    for (const std::size_t step : {std::size_t(0), std::size_t(1)}) {
        const QByteArray plain = qUncompress(packChunk(columns, step));
        for (int i = 0; i < 5000; ++i) {
            QByteArray bytes = plain.left(i % 3 == 0 ? qsizetype(random() % std::size_t(plain.size())) : plain.size());
            for (unsigned hits = random() % 4 + 1; hits > 0 && !bytes.isEmpty(); --hits) {
                bytes[qsizetype(random() % std::size_t(bytes.size()))] = char(random());
            }
            const auto read = unpackChunk(qCompress(bytes), step);
            QVERIFY(!read || read->size() <= mostPoints);
        }
    }
    QVERIFY(!unpackChunk({}, 0));
    QVERIFY(!unpackChunk(QByteArray(20, '\xff'), 0));
}

void TestHistoryChunk::gathersIntoSteps()
{
    HistoryColumns samples;
    samples.figures.resize(2);
    const std::vector<std::pair<qint64, double>> all{
        {10'000, 1}, {12'000, 3}, {19'999, unknown}, {20'000, 8}, {45'000, unknown}};
    for (const auto &[time, value] : all) {
        samples.times.emplace_back(time);
        samples.figures[0].low.push_back(value);
        samples.figures[1].low.push_back(5);
    }
    RollUp gathered(std::chrono::seconds(10), milliseconds(0), milliseconds(50'000));
    gathered.add(samples);
    const HistoryColumns columns = gathered.take();
    QVERIFY(columns.times
            == (std::vector<milliseconds>{milliseconds(10'000), milliseconds(20'000), milliseconds(40'000)}));
    QCOMPARE(columns.figures[0].low[0], 1.0);
    QCOMPARE(columns.figures[0].mean[0], 2.0);
    QCOMPARE(columns.figures[0].high[0], 3.0);
    QCOMPARE(columns.figures[0].mean[1], 8.0);
    QVERIFY(std::isnan(columns.figures[0].low[2]));
    QCOMPARE(columns.figures[1].low[2], 5.0);
}

void TestHistoryChunk::beginsOfSteps()
{
    QCOMPARE(stepBegin(milliseconds(19'999), std::chrono::seconds(10)).count(), 10'000);
    QCOMPARE(stepBegin(milliseconds(20'000), std::chrono::seconds(10)).count(), 20'000);
    QCOMPARE(stepBegin(milliseconds(-1), std::chrono::seconds(10)).count(), -10'000);
}

QTEST_APPLESS_MAIN(TestHistoryChunk)

#include "tst_historychunk.moc"
