// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/collectionmodel.h"
#include "models/rows/collectionsortmodel.h"
#include "models/history/history.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/support/snapshotbuilder.h"

#include <QElapsedTimer>

#include <functional>

/// A tick's way through the models: apply of 10,000 changed rows under a sorted and filtered proxy; and what goes with
/// it: history a tick, re-sorting, memory of the rings.
namespace plimsoll::benchmarks {

namespace {

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

void measure(Report &report, const std::vector<SnapshotPtr> &snapshots, const KindInfo *kind, const QString &filter,
             const char *name)
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
    const auto titled = [name](const char *what) {
        return QStringLiteral("(b) %1, %2").arg(QString::fromLatin1(what), QString::fromLatin1(name));
    };
    const QString ms = QStringLiteral("ms");
    report.add(titled("apply under a sorted proxy"), percentile(applyTimes, 0.5), 10, ms);
    report.note(titled("worst of it"), percentile(applyTimes, 1), ms);
    report.note(titled("signals of one apply"), static_cast<double>(signalCount) / (rounds - 1), {});
    report.add(titled("history of a tick"), percentile(historyTimes, 0.5), 5, ms);
    report.add(titled("re-sorting when idle"), percentile(sortTimes, 0.5), 50, ms);
    report.note(titled("rings"), static_cast<double>(history.memoryBytes()) / 1024 / 1024, QStringLiteral("MiB"));
}

void run(Report &report)
{
    const std::vector<SnapshotPtr> snapshots = makeSnapshots();
    measure(report, snapshots, nullptr, {}, "every kind");
    measure(report, snapshots, test::testKind(u"queue"), {}, "one kind");
    measure(report, snapshots, nullptr, QStringLiteral("key:1"), "filtered");
}

const Registration registration("b", "apply of 10,000 changed rows", &run);

} // namespace

} // namespace plimsoll::benchmarks
