// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/alertstore.h"
#include "redis/history/recorder.h"
#include "redis/storage/sqlitefile.h"
#include "tests/unit/historybench.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QSqlQuery>
#include <QThread>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::test;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

/// Keeps what it is given and reads it again, through restarts, renames and clocks that jump.
class TestHistoryStore final : public HistoryBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void readsWhatWasWritten();
    void readsAfterARestart();
    void stepsHoldAllSamples();
    void gapsAreGaps();
    void pointsOfAChart();
    void momentsOfThePast();
    void clockSetBackAndForward();
    void renamedKeepsItsHistory();
    void otherFiguresLater();
    void sizeIsKept();
    void ageIsKept();
    void oneWriter();
    void damagedFile();
    void fileOfAnother();
    void identity();
    void onAThreadOfItsOwn();
};

void TestHistoryStore::readsWhatWasWritten()
{
    HistoryWriter writer(m_path);
    tick(writer, start, {QStringLiteral("email | queue | ok | ready=5 dead=0")});
    tick(writer, start + seconds(1), {QStringLiteral("email | queue | ok | ready=7")});
    const CollectionHistory history = read();
    QCOMPARE(history.columns.size(), std::size_t(2));
    const auto at = std::size_t(history.figures.indexOf(ready));
    const auto dead = std::size_t(history.figures.indexOf(QStringLiteral("dead")));
    QCOMPARE(history.columns.times[1].count(), (start + seconds(1)).count());
    QCOMPARE(history.columns.figures[at].low[0], 5.0);
    QCOMPARE(history.columns.figures[at].mean[1], 7.0);
    QCOMPARE(history.columns.figures[dead].high[0], 0.0);
    QVERIFY(std::isnan(history.columns.figures[dead].low[1]));
    QCOMPARE(read(QStringLiteral("other")).columns.size(), std::size_t(0));
}

void TestHistoryStore::readsAfterARestart()
{
    for (int run = 0; run < 5; ++run) {
        HistoryWriter writer(m_path);
        for (int i = 0; i < 400; ++i) {
            const int n = run * 400 + i;
            tick(writer, start + seconds(n), {QStringLiteral("email | queue | ok | ready=%1").arg(n)});
        }
    }
    const CollectionHistory history = read();
    QCOMPARE(history.columns.size(), std::size_t(2000));
    for (std::size_t i = 0; i < 2000; ++i) {
        QCOMPARE(history.columns.figures[std::size_t(history.figures.indexOf(ready))].low[i], double(i));
        QCOMPARE(history.columns.times[i].count(), (start + seconds(qint64(i))).count());
    }
}

/// Two days of a tick every ten seconds: whichever step is read, each has left its mark in its ten minutes.
void TestHistoryStore::stepsHoldAllSamples()
{
    constexpr int ticks = 2 * 24 * 360;
    std::mt19937 random(1);
    std::vector<double> values;
    HistoryWriter writer(m_path);
    for (int i = 0; i < ticks; ++i) {
        values.push_back(double(random() % 1000));
        tick(writer, start + seconds(10 * i), {QStringLiteral("email | queue | ok | ready=%1").arg(values.back())});
    }
    for (std::size_t step = 1; step < historySteps.size(); ++step) {
        const milliseconds width = historySteps.at(step).width;
        const CollectionHistory history = read(email, width);
        const auto &band = history.columns.figures[std::size_t(history.figures.indexOf(ready))];
        const milliseconds longest = historySteps.back().width; // what is old is there in longer steps alone
        std::map<milliseconds, std::pair<double, double>> expected;
        for (int i = 0; i < ticks; ++i) {
            const milliseconds time = start + seconds(10 * i);
            const milliseconds begin = time - time % longest;
            const auto [at, isNew] = expected.try_emplace(begin, values[std::size_t(i)], values[std::size_t(i)]);
            at->second = {std::min(at->second.first, values[std::size_t(i)]),
                          std::max(at->second.second, values[std::size_t(i)])};
        }
        std::map<milliseconds, std::pair<double, double>> got;
        for (std::size_t i = 0; i < history.columns.size(); ++i) {
            const milliseconds begin = history.columns.times[i] - history.columns.times[i] % longest;
            const auto [at, isNew] = got.try_emplace(begin, band.low[i], band.high[i]);
            at->second = {std::min(at->second.first, band.low[i]), std::max(at->second.second, band.high[i])};
            QVERIFY(band.low[i] <= band.mean[i] && band.mean[i] <= band.high[i]);
        }
        QVERIFY(got == expected);
    }
    const CollectionHistory all = read();
    QVERIFY(all.columns.size() > 360); // the last hour as it was polled
    QVERIFY(all.columns.size() < std::size_t(ticks)); // but not the first
}

void TestHistoryStore::gapsAreGaps()
{
    HistoryWriter writer(m_path);
    for (int i = 0; i < 4000; ++i) {
        if (i < 1000 || i >= 2500) {
            tick(writer, start + seconds(i), {QStringLiteral("email | queue | ok | ready=%1").arg(i)});
        }
    }
    const auto reader = HistoryReader::open(m_path);
    const auto points = (*reader)->points(email, queue, ready, {start, start + seconds(4000)}, 400);
    QVERIFY(!points->points.empty());
    for (const FigurePoints::Point &point : points->points) {
        QVERIFY(point.time < start + seconds(1000) || point.time >= start + seconds(2490));
        QCOMPARE(point.gapBefore,
                 &point != &points->points.front() && point.time >= start + seconds(2490)
                     && (&point - 1)->time < start + seconds(1000));
    }
    // Several figures at once have the same times, and what is no figure is nothing.
    const auto several = (*reader)->points(email, queue, QStringList{ready, QStringLiteral("none"), ready},
                                           {start, start + seconds(4000)}, 400);
    QVERIFY(several && several->size() == 3 && several->at(1).points.empty());
    QCOMPARE(several->at(2).points.size(), points->points.size());
}

void TestHistoryStore::pointsOfAChart()
{
    HistoryWriter writer(m_path);
    for (int i = 0; i < 1000; ++i) {
        tick(writer, start + seconds(i), {QStringLiteral("email | queue | ok | ready=%1").arg(i % 10)});
    }
    const auto reader = HistoryReader::open(m_path);
    const auto points = (*reader)->points(email, queue, ready, {start, start + seconds(999)}, 50);
    QVERIFY(points->points.size() <= 50 && points->points.size() >= 48);
    for (const FigurePoints::Point &point : points->points) {
        QCOMPARE(point.low, 0.0);
        QCOMPARE(point.high, 9.0);
        QVERIFY(std::abs(point.mean - 4.5) < 0.6);
    }
    QCOMPARE((*reader)->points(email, queue, QStringLiteral("none"), {start, start + seconds(9)}, 50)->points.size(),
             std::size_t(0));
    const auto range = (*reader)->range();
    QVERIFY(range && *range && (*range)->from == start && (*range)->to == start + seconds(999));
}

void TestHistoryStore::momentsOfThePast()
{
    HistoryWriter writer(m_path);
    for (int i = 0; i < 2000; ++i) {
        tick(writer, start + seconds(i),
             {QStringLiteral("email | queue | ok | ready=%1").arg(i),
              QStringLiteral("sms | queue | ok | ready=%1").arg(2 * i)});
    }
    const auto reader = HistoryReader::open(m_path);
    for (const int i : {0, 1, 17, 150, 299, 300, 301, 640, 1500, 1998, 1999}) {
        const auto moment = (*reader)->at(start + seconds(i) + milliseconds(300));
        QVERIFY(moment);
        QCOMPARE(moment->collections.size(), std::size_t(2));
        for (const MomentFigures &one : moment->collections) {
            QCOMPARE(one.values[std::size_t(one.figures.indexOf(ready))], double(one.collection == email ? i : 2 * i));
        }
    }
    for (const milliseconds time : {start - seconds(1), start + seconds(2010)}) {
        const auto moment = (*reader)->at(time);
        const MomentFigures &first = moment->collections.front();
        QVERIFY(std::isnan(first.values[std::size_t(first.figures.indexOf(ready))]));
    }
}

/// Every tick has its own value; each is there once, whatever the clock did, in all steps.
void TestHistoryStore::clockSetBackAndForward()
{
    HistoryWriter writer(m_path);
    milliseconds time = start;
    int n = 0;
    std::map<milliseconds, int> perHour;
    const auto go = [&](int ticks) {
        for (int i = 0; i < ticks; ++i, time += seconds(1)) {
            tick(writer, time, {QStringLiteral("email | queue | ok | ready=%1").arg(n++)});
        }
    };
    go(700);
    time += hours(24);
    go(700);
    time -= hours(24);
    go(700);
    time -= hours(24);
    go(333);
    time += hours(24);
    go(700);
    const auto isComplete = [&] {
        const CollectionHistory history = read();
        std::vector<double> values = history.columns.figures[std::size_t(history.figures.indexOf(ready))].low;
        std::sort(values.begin(), values.end());
        std::vector<double> expected(std::size_t(n), 0.0);
        std::iota(expected.begin(), expected.end(), 0.0);
        return values == expected && std::is_sorted(history.columns.times.begin(), history.columns.times.end());
    };
    QVERIFY(isComplete());
    go(300);
    QVERIFY(isComplete());
    go(900);
    // Gathered, they still are all there: the highest of all and the lowest of all.
    const CollectionHistory steps = read(email, seconds(10));
    const auto &band = steps.columns.figures[std::size_t(steps.figures.indexOf(ready))];
    QCOMPARE(*std::min_element(band.low.begin(), band.low.end()), 0.0);
    QCOMPARE(*std::max_element(band.high.begin(), band.high.end()), double(n - 1));
}

void TestHistoryStore::renamedKeepsItsHistory()
{
    const auto named = [&](const char *name) {
        auto workspace = std::make_shared<Workspace>();
        CollectionDefinition collection;
        collection.name = QLatin1String(name);
        collection.kind = test::testKind(queue);
        collection.keys = {{&collection.kind->roles.front(), {QByteArray("queue:email")}}};
        workspace->collections = {collection};
        m_builder = {};
        m_builder.setWorkspace(workspace);
        return QStringLiteral("%1 | queue | ok | ready=1").arg(QLatin1String(name));
    };
    HistoryWriter writer(m_path);
    const QString before = named("email");
    tick(writer, start, {before});
    const QString after = named("letters");
    tick(writer, start + seconds(1), {after});
    QCOMPARE(read(email).columns.size(), std::size_t(0));
    QCOMPARE(read(QStringLiteral("letters")).columns.size(), std::size_t(2));
}

void TestHistoryStore::otherFiguresLater()
{
    HistoryWriter writer(m_path);
    tick(writer, start, {QStringLiteral("email | queue | ok | ready=1")});
    tick(writer, start + seconds(1),
         {QStringLiteral("other | queue | ok | ready=3"), QStringLiteral("email | queue | ok | ready=2")});
    tick(writer, start + seconds(2), {QStringLiteral("other | queue | ok | ready=4")});
    tick(writer, start + seconds(3), {QStringLiteral("email | queue | ok | ready=5")});
    writer.settle();
    QCOMPARE(read().columns.size(), std::size_t(3));
    QCOMPARE(read(QStringLiteral("other")).columns.size(), std::size_t(2));
}

void TestHistoryStore::sizeIsKept()
{
    HistoryOptions options;
    options.bytes = 384 * 1024;
    std::mt19937 random(1);
    HistoryWriter writer(m_path, options);
    milliseconds time = start;
    for (int i = 0; i < 9'000; ++i, time += seconds(60)) {
        QStringList rows;
        for (int c = 0; c < 6; ++c) {
            rows << QStringLiteral("c%1 | queue | ok | ready=%2 processing=%3").arg(c).arg(random()).arg(random());
        }
        tick(writer, time, rows);
    }
    const auto file = HistoryFile::open(m_path, HistoryFile::For::Reading);
    QVERIFY(*(*file)->bytes() < 500 * 1024);
    // The newest are all there.
    const CollectionHistory newest = read(QStringLiteral("c3"), {}, {time - minutes(60), time});
    QCOMPARE(newest.columns.size(), std::size_t(60));
}

void TestHistoryStore::ageIsKept()
{
    HistoryOptions options;
    options.age = milliseconds(0); // by this computer's clock all is too old at once; the server's says how much is
    HistoryWriter writer(m_path, options);
    for (int i = 0; i < 400; ++i) {
        tick(writer, start + seconds(i), {QStringLiteral("email | queue | ok | ready=%1").arg(i)});
    }
    QVERIFY(read().columns.size() < 400);
    // Ticks that are in no chunk yet stay.
    QVERIFY(read().columns.times.back() == start + seconds(399));
}

void TestHistoryStore::oneWriter()
{
    auto first = std::make_unique<HistoryWriter>(m_path);
    HistoryWriter second(m_path);
    tick(*first, start, {QStringLiteral("email | queue | ok | ready=1")});
    QCOMPARE(second.apply(*m_builder.make(start + seconds(1), {QStringLiteral("email | queue | ok | ready=2")})).is,
             HistoryState::Is::Elsewhere);
    QCOMPARE(read().columns.size(), std::size_t(1)); // and others read
    first.reset();
    tick(second, start + seconds(2), {QStringLiteral("email | queue | ok | ready=3")});
    QCOMPARE(read().columns.size(), std::size_t(2));
}

/// Monitoring goes on: it is a state, and nothing is thrown away.
/// Some other program's database in its place is left as it is, whatever number it has.
void TestHistoryStore::fileOfAnother()
{
    QVERIFY(QDir().mkpath(QFileInfo(m_path).absolutePath()));
    for (const int version : {0, 1}) {
        {
            SqliteFile file(m_path, seconds(1));
            QVERIFY(file.open());
            QSqlQuery query(file.database());
            QVERIFY(query.exec(QStringLiteral("CREATE TABLE IF NOT EXISTS theirs (a)")));
            QVERIFY(query.exec(QStringLiteral("PRAGMA user_version = %1").arg(version)));
        }
        QVERIFY(QFile::setPermissions(m_path, QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther));
        const auto bytesOf = [this] {
            QFile file(m_path);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        const QByteArray before = bytesOf();
        HistoryWriter writer(m_path);
        const HistoryState state =
            writer.apply(*m_builder.make(start, {QStringLiteral("email | queue | ok | ready=5")}));
        QCOMPARE(state.text, m_path + QStringLiteral(": not a history of Plimsoll"));
        QVERIFY(!AlertStore::open(m_path, AlertStore::For::People));
        QVERIFY(QFile::permissions(m_path) & QFile::ReadOther);
        QCOMPARE(bytesOf(), before);
    }
}

void TestHistoryStore::damagedFile()
{
    QDir().mkpath(m_folder->filePath(QStringLiteral("history")));
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(20'000, 'x'));
    file.close();
    HistoryWriter writer(m_path);
    const HistoryState state = writer.apply(*m_builder.make(start, {QStringLiteral("email | queue | ok | ready=1")}));
    QCOMPARE(state.is, HistoryState::Is::Failing);
    QVERIFY(state.text.contains(m_path));
    QCOMPARE(QFile(m_path).size(), 20'000);
}

void TestHistoryStore::identity()
{
    const auto path = [](const char *url, const char *workspace) {
        return historyPath(QStringLiteral("/data"), *Endpoint::parse(QLatin1String(url)), QLatin1String(workspace));
    };
    const QString one = path("redis://127.0.0.1:6379/0", "orders");
    QCOMPARE(path("redis://ada:secret@127.0.0.1:6379", "orders"), one);
    QVERIFY(path("redis://127.0.0.1:6379/1", "orders") != one);
    QVERIFY(path("redis://127.0.0.1:6380/0", "orders") != one);
    QVERIFY(path("redis://127.0.0.1:6379/0", "other") != one);
}

/// It says how it is once, and when that changes.
void TestHistoryStore::onAThreadOfItsOwn()
{
    auto other = std::make_unique<HistoryWriter>(m_path);
    tick(*other, start, {QStringLiteral("email | queue | ok | ready=1")});
    QThread thread;
    auto *recorder = new Recorder;
    recorder->moveToThread(&thread);
    connect(&thread, &QThread::finished, recorder, &QObject::deleteLater);
    thread.start();
    QSignalSpy said(recorder, &Recorder::stateChanged);
    const auto keep = [&](int second) {
        const SnapshotPtr snapshot =
            m_builder.make(start + seconds(second), {QStringLiteral("email | queue | ok | ready=2")});
        QMetaObject::invokeMethod(
            recorder, [=] { recorder->keep(snapshot); }, Qt::BlockingQueuedConnection);
    };
    keep(1); // nothing is open
    QMetaObject::invokeMethod(recorder, [=, this] { recorder->open(m_path, {}); });
    keep(2);
    keep(3);
    other.reset();
    keep(4);
    keep(5);
    thread.quit();
    thread.wait();
    QTRY_COMPARE(said.size(), 2);
    QCOMPARE(said.at(0).at(0).value<HistoryState>().is, HistoryState::Is::Elsewhere);
    QCOMPARE(said.at(1).at(0).value<HistoryState>().is, HistoryState::Is::Kept);
    QCOMPARE(read().columns.size(), std::size_t(3));
}

QTEST_GUILESS_MAIN(TestHistoryStore)

#include "tst_historystore.moc"
