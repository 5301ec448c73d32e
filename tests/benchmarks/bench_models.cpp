// SPDX-License-Identifier: GPL-3.0-or-later
// Benchmark (b): apply of 10,000 changed rows under a sorted and filtered proxy, at most 10 ms; and what goes with it:
// history a tick, re-sorting, memory of the rings. Prints one line a measurement: name, median, worst, bound.
#include "models/collectionmodel.h"
#include "models/collectionsortmodel.h"
#include "models/history.h"
#include "tests/support/snapshotbuilder.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <algorithm>
#include <cstdio>
#include <functional>

namespace {

using namespace plimsoll;
using namespace plimsoll::models;
using std::chrono::milliseconds;

constexpr int collections = 10'000;
constexpr int rounds = 41;

/// 4,000 queues, 2,000 sets of members and 4,000 schedules; every figure of every row differs from round to round.
std::vector<SnapshotPtr> makeSnapshots()
{
    QStringList rows;
    for (int i = 0; i < collections; ++i) {
        const char *kind = i % 10 < 4 ? "queue" : i % 10 < 6 ? "members" : "schedule";
        rows += QStringLiteral("collection %1 | %2 | ok | | key:%1=1").arg(i).arg(QString::fromLatin1(kind));
    }
    const SnapshotPtr pattern = test::SnapshotBuilder().make(milliseconds(0), rows);
    std::vector<SnapshotPtr> snapshots;
    for (int round = 0; round < rounds; ++round) {
        auto snapshot = std::make_shared<Snapshot>(*pattern);
        snapshot->serverTime = milliseconds(1'700'000'000'000) + round * std::chrono::seconds(1);
        for (std::size_t i = 0; i < snapshot->figures.size(); ++i) {
            snapshot->figures[i] =
                static_cast<double>((i * 7919 + static_cast<std::size_t>(round) * 104'729) % 100'003);
        }
        snapshots.push_back(std::move(snapshot));
    }
    return snapshots;
}

double timeOf(const std::function<void()> &work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

void report(const char *name, std::vector<double> times, double bound)
{
    std::sort(times.begin(), times.end());
    std::printf("%-58s median %7.2f ms   worst %7.2f ms   bound %5.1f ms   %s\n", name, times[times.size() / 2],
                times.back(), bound, times[times.size() / 2] <= bound ? "ok" : "OVER");
}

void measure(const std::vector<SnapshotPtr> &snapshots, const KindInfo *kind, const QString &filter, const char *name)
{
    History history;
    CollectionModel model(&history);
    model.setKind(kind);
    CollectionSortModel sorted;
    sorted.setSourceModel(&model);
    sorted.setFilterText(filter);
    history.apply(snapshots.front());
    model.apply(snapshots.front());
    sorted.sort(CollectionModel::FirstFigureColumn, Qt::DescendingOrder);
    std::vector<double> historyTimes;
    std::vector<double> applyTimes;
    std::vector<double> sortTimes;
    int signalCount = 0;
    QObject::connect(&sorted, &QAbstractItemModel::dataChanged, &model, [&] { ++signalCount; });
    for (std::size_t i = 1; i < snapshots.size(); ++i) {
        historyTimes.push_back(timeOf([&] { history.apply(snapshots[i]); }));
        applyTimes.push_back(timeOf([&] { model.apply(snapshots[i]); }));
        sortTimes.push_back(timeOf([&] { sorted.resortNow(); }));
    }
    std::printf("%s: %d rows, %d shown, %d signals in %d rounds, history %.1f MiB\n", name, model.rowCount(),
                sorted.rowCount(), signalCount, rounds - 1, static_cast<double>(history.memoryBytes()) / 1024 / 1024);
    report("  (b) apply of all rows changed under a sorted proxy", applyTimes, 10);
    report("  history of the tick", historyTimes, 5);
    report("  re-sorting, when the person is idle", sortTimes, 50);
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const std::vector<SnapshotPtr> snapshots = makeSnapshots();
    measure(snapshots, nullptr, {}, "every kind");
    measure(snapshots, test::testKind(u"queue"), {}, "one kind");
    measure(snapshots, nullptr, QStringLiteral("key:1"), "every kind, filtered");
    return 0;
}
