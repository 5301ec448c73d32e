// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/historyreader.h"
#include "redis/history/historywriter.h"
#include "tests/support/judgedworkspace.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <random>
#include <thread>

#include <sys/resource.h>

using namespace plimsoll;
using namespace plimsoll::redis;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

constexpr milliseconds start(1'700'000'000'000);
constexpr int collections = 12;
const QString kind = QStringLiteral("queue");

SnapshotPtr snapshot(test::SnapshotBuilder &builder, int n, seconds apart = seconds(1))
{
    QStringList rows;
    for (int i = 0; i < collections; ++i) {
        rows << QStringLiteral("c%1 | queue | ok | ready=%2 processing=%3 dead=4").arg(i).arg(n).arg(n % 7 + i);
    }
    return builder.make(start + n * apart, rows);
}

/// The child: writes one tick after the other and says so, until it is killed.
int write(const QString &path, int from)
{
    HistoryWriter writer(path);
    test::SnapshotBuilder builder;
    for (int n = from;; ++n) {
        if (writer.apply(*snapshot(builder, n)).is != HistoryState::Is::Kept) {
            std::fprintf(stderr, "%s\n", qPrintable(writer.state().text));
            return 1;
        }
        std::printf("%d\n", n);
        std::fflush(stdout);
    }
}

/// The child: writes half a day of ticks without packing them, then packs them all and reports it, until it is killed.
int pack(const QString &path, int ticks)
{
    HistoryOptions lazy;
    lazy.budget = std::chrono::microseconds(0);
    HistoryWriter writer(path, lazy);
    test::SnapshotBuilder builder;
    for (int n = 0; n < ticks; ++n) {
        if (writer.apply(*snapshot(builder, n, seconds(60))).is != HistoryState::Is::Kept) {
            std::fprintf(stderr, "%s\n", qPrintable(writer.state().text));
            return 1;
        }
    }
    std::printf("packing\n");
    std::fflush(stdout);
    writer.settle();
    std::printf("packed\n");
    std::fflush(stdout);
    return 0;
}

constexpr int judgedAlike = 7; ///< ticks

/// The child: changes the limits every few ticks, until it is killed.
int judge(const QString &path, int from)
{
    HistoryWriter writer(path);
    test::SnapshotBuilder builder;
    QStringList names;
    for (int i = 0; i < collections; ++i) {
        names << QStringLiteral("c%1").arg(i);
    }
    for (int n = from;; ++n) {
        if (n == from || n % judgedAlike == 0) {
            builder.setWorkspace(test::judgedWorkspace(names, n / judgedAlike));
        }
        if (writer.apply(*snapshot(builder, n)).is != HistoryState::Is::Kept) {
            std::fprintf(stderr, "%s\n", qPrintable(writer.state().text));
            return 1;
        }
        std::printf("%d\n", n);
        std::fflush(stdout);
    }
}

int killsAsked(int usually)
{
    const int asked = qEnvironmentVariableIntValue("PLIMSOLL_HISTORY_KILLS");
    return asked > 0 ? asked : usually;
}

/// The fault in the history of all ticks up to `last`, empty if there is none; `found` is the last tick in it.
QString faultOf(const QString &path, int last, int &found)
{
    const auto reader = HistoryReader::open(path);
    if (!reader) {
        return reader.error().message;
    }
    for (int i = 0; i < collections; ++i) {
        const auto history =
            (*reader)->collection(QStringLiteral("c%1").arg(i), kind, {milliseconds(0), start * 2}, milliseconds(1));
        if (!history || history->columns.size() == 0) {
            return history ? QStringLiteral("nothing there") : history.error().message;
        }
        const HistoryBand &band =
            history->columns.figures[std::size_t(history->figures.indexOf(QStringLiteral("ready")))];
        double reached = -1;
        for (std::size_t at = 0; at < history->columns.size(); ++at) {
            if (band.low[at] != reached + 1) { // lost, or there twice
                return QStringLiteral("c%1: %2 to %3 after %4")
                    .arg(QString::number(i), QString::number(band.low[at]), QString::number(band.high[at]),
                         QString::number(reached));
            }
            reached = std::max(reached, band.high[at]);
        }
        found = int(reached);
        if (reached < last) {
            return QStringLiteral("c%1: ends at %2, %3 was written").arg(i).arg(reached).arg(last);
        }
    }
    const auto file = HistoryFile::open(path, HistoryFile::For::Reading);
    const auto check = (*file)->firstRow(QStringLiteral("PRAGMA integrity_check"), {},
                                         [](const QSqlQuery &row) { return row.value(0).toString(); });
    if (!check || *check != QLatin1String("ok")) {
        return QStringLiteral("integrity");
    }
    return {};
}

/// Output of a child that continues from `from` and is killed at random; empty if it failed.
QByteArray saidUntilKilled(const char *what, const QString &path, int from, std::mt19937 &random)
{
    QProcess child;
    child.start(QCoreApplication::applicationFilePath(), {QString::fromLatin1(what), path, QString::number(from)});
    if (!child.waitForReadyRead(30'000)) {
        qWarning("the child says nothing");
        return {};
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 60'000)); // when it strikes; nothing waits for it
    child.kill();
    child.waitForFinished();
    if (const QByteArray error = child.readAllStandardError(); !error.isEmpty()) {
        qWarning("%s", error.constData());
        return {};
    }
    return child.readAllStandardOutput();
}

} // namespace

/// The history when its process is killed at random, and when its disk is full.
class TestHistoryCrash final : public QObject {
    Q_OBJECT

private slots:
    void killedAtRandom();
    void killedWhileItPacks();
    void limitsOfThen();
    void diskFull();
};

/// PLIMSOLL_HISTORY_KILLS: how often.
void TestHistoryCrash::killedAtRandom()
{
    const int kills = killsAsked(25);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("one.sqlite"));
    const unsigned seed = std::random_device{}();
    qInfo("seed %u", seed);
    std::mt19937 random(seed);
    int found = -1;
    int steps = 0;
    for (int kill = 0; kill < kills; ++kill) {
        const QByteArray all = saidUntilKilled("--write", path, found + 1, random);
        QVERIFY(!all.isEmpty());
        const QList<QByteArray> said = all.trimmed().split('\n');
        // The last line may have been cut off.
        const int last = said.size() > 1 ? said.at(said.size() - 2).toInt() : found;
        const QString fault = faultOf(path, last, found);
        QVERIFY2(fault.isEmpty(), qPrintable(QStringLiteral("kill %1: ").arg(kill) + fault));
        QVERIFY2(found <= said.back().toInt() * 10 + 20, "more than was written");
        const auto file = HistoryFile::open(path, HistoryFile::For::Reading);
        steps = int(*(*file)->number(QStringLiteral("SELECT COUNT(*) FROM chunks1")));
    }
    qInfo("%d kills, %d ticks, %d chunks of 10 s", kills, found + 1, steps);
}

/// Chunks and what they replace change places: at whatever moment of that it ends, each tick is there once.
void TestHistoryCrash::killedWhileItPacks()
{
    constexpr int ticks = 720;
    const int kills = killsAsked(12);
    const unsigned seed = std::random_device{}();
    qInfo("seed %u", seed);
    std::mt19937 random(seed);
    std::chrono::microseconds whole{};
    int within = 0;
    for (int kill = -1; kill < kills; ++kill) { // the first one lives, to measure the time
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("one.sqlite"));
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--pack"), path, QString::number(ticks)});
        QVERIFY(child.waitForReadyRead(60'000));
        const auto begun = std::chrono::steady_clock::now();
        QByteArray said = child.readAllStandardOutput();
        if (kill >= 0) {
            std::this_thread::sleep_for(std::chrono::microseconds(
                random() % static_cast<unsigned>(whole.count()))); // when it strikes; nothing waits for it
            child.kill();
        }
        QVERIFY(child.waitForFinished());
        whole = kill < 0
            ? std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begun)
            : whole;
        QCOMPARE(child.readAllStandardError(), QByteArray());
        said += child.readAllStandardOutput();
        QVERIFY(said.startsWith("packing"));
        within += said.contains("packed") ? 0 : 1;
        for (const bool isPacked : {false, true}) { // as it is found, and once that is ended
            if (isPacked) {
                HistoryWriter(path).settle();
            }
            int found = 0;
            const QString fault = faultOf(path, ticks - 1, found);
            QVERIFY2(fault.isEmpty(), qPrintable(QStringLiteral("kill %1, %2: ").arg(kill).arg(isPacked) + fault));
            QCOMPARE(found, ticks - 1);
        }
        const auto file = HistoryFile::open(path, HistoryFile::For::Reading);
        QVERIFY(*(*file)->number(QStringLiteral("SELECT COUNT(*) FROM chunks2")) > 0); // it had something to do
    }
    qInfo("%d of %d kills within, of %lld ms", within, kills, static_cast<long long>(whole.count() / 1'000));
    QVERIFY(within > 0); // how many depends on what else the machine does
}

/// Each tick that is there has what it was judged by.
void TestHistoryCrash::limitsOfThen()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("one.sqlite"));
    std::mt19937 random(std::random_device{}());
    int next = 0;
    for (int kill = 0; kill < killsAsked(12); ++kill) {
        QVERIFY(!saidUntilKilled("--judge", path, next, random).isEmpty());
        const auto reader = HistoryReader::open(path);
        const auto range = (*reader)->range();
        QVERIFY(range && *range);
        const int last = int(((*range)->to - start) / seconds(1));
        for (int n = std::max(0, last - 3 * judgedAlike); n <= last; ++n) {
            const auto moment = (*reader)->at(start + n * seconds(1));
            QVERIFY(moment);
            QCOMPARE(moment->collections.size(), std::size_t(collections));
            for (const MomentFigures &each : moment->collections) {
                QCOMPARE(test::keptWarning(*moment, each.collection).value_or(-1), double(n / judgedAlike));
            }
        }
        next = last + 1;
    }
}

/// Values that could not be written wait, and nothing else minds.
void TestHistoryCrash::diskFull()
{
    struct Limit {
        Limit() { ::getrlimit(RLIMIT_FSIZE, &was); }
        ~Limit() { ::setrlimit(RLIMIT_FSIZE, &was); }
        void set(rlim_t bytes) const
        {
            const rlimit now{bytes, was.rlim_max};
            ::setrlimit(RLIMIT_FSIZE, &now);
        }
        rlimit was{};
    };
    std::signal(SIGXFSZ, SIG_IGN);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("one.sqlite"));
    HistoryWriter writer(path);
    test::SnapshotBuilder builder;
    int n = 0;
    {
        const Limit limit;
        limit.set(rlim_t(400) * 1024);
        QString state;
        for (int failed = 0; failed < 700; ++n) {
            if (writer.apply(*snapshot(builder, n)).is == HistoryState::Is::Failing) {
                ++failed;
                QVERIFY(state.isEmpty() || state == writer.state().text); // one state, not a new one a tick
                state = writer.state().text;
                QVERIFY(state.startsWith(path) && !state.contains(u'\n'));
            }
            QVERIFY2(n < 50'000, "the file is never full");
        }
    }
    for (int more = 0; more < 20; ++more, ++n) { // few enough that no chunk is packed
        writer.apply(*snapshot(builder, n));
    }
    QVERIFY2(writer.state().is == HistoryState::Is::Kept, qPrintable(writer.state().text));
    int found = 0;
    const QString fault = faultOf(path, n - 1, found); // as after a kill: it is still open
    QVERIFY2(fault.isEmpty(), qPrintable(fault));
}

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == QLatin1String("--write")) {
        return write(arguments.value(2), arguments.value(3).toInt());
    }
    if (arguments.value(1) == QLatin1String("--judge")) {
        return judge(arguments.value(2), arguments.value(3).toInt());
    }
    if (arguments.value(1) == QLatin1String("--pack")) {
        return pack(arguments.value(2), arguments.value(3).toInt());
    }
    TestHistoryCrash test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_history_crash.moc"
