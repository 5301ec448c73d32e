// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/snapshotformat.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/support/snapshotbuilder.h"

#include <QElapsedTimer>

#include <functional>

/// Writing a snapshot of 10,000 collections: it may not take longer than the poll.
namespace plimsoll::benchmarks {

namespace {

constexpr int collections = 10'000;
constexpr int rounds = 21;
constexpr double most = 10; ///< milliseconds

/// 4,000 queues, 2,000 sets of members and 4,000 schedules, every figure known, and 20,000 keys. Figures as servers
/// have them: many small, few alike among the large.
SnapshotPtr makeSnapshot()
{
    QStringList rows;
    for (int i = 0; i < collections; ++i) {
        const char *kind = i % 10 < 4 ? "queue" : i % 10 < 6 ? "members" : "schedule";
        rows += QStringLiteral("collection %1 | %2 | ok | | key:%1=1 other:%1=2").arg(i).arg(QString::fromLatin1(kind));
    }
    test::SnapshotBuilder builder;
    builder.setWorkspace(std::make_shared<const Workspace>());
    const auto made = builder.make(std::chrono::milliseconds(1'700'000'000'000), rows);
    auto snapshot = std::make_shared<Snapshot>(*made);
    for (std::size_t i = 0; i < snapshot->figures.size(); ++i) {
        const std::size_t spread = (i * 7919) % 100'003;
        snapshot->figures[i] = static_cast<double>(i % 3 == 0 ? spread : spread % 100);
    }
    return snapshot;
}

void measure(Report &report, const QString &name, const std::function<QByteArray()> &write)
{
    std::vector<double> times;
    qsizetype size = 0;
    for (int i = 0; i < rounds; ++i) {
        QElapsedTimer timer;
        timer.start();
        size = write().size();
        times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    report.add(QStringLiteral("(f) snapshot as %1, median").arg(name), percentile(times, 0.5), most,
               QStringLiteral("ms"));
    report.note(QStringLiteral("(f) size of it"), static_cast<double>(size) / 1024 / 1024, QStringLiteral("MiB"));
}

void run(Report &report)
{
    const SnapshotPtr snapshot = makeSnapshot();
    using app::JsonWriter;
    measure(report, QStringLiteral("JSON, indented"),
            [&] { return app::snapshotJson(*snapshot, JsonWriter::Layout::Indented); });
    measure(report, QStringLiteral("JSON, one line"),
            [&] { return app::snapshotJson(*snapshot, JsonWriter::Layout::Line); });
    measure(report, QStringLiteral("OpenMetrics"), [&] { return app::snapshotOpenMetrics(*snapshot); });
    measure(report, QStringLiteral("table"), [&] { return app::snapshotTable(*snapshot); });
}

const Registration registration("f", "writing a snapshot of 10,000 collections", &run);

} // namespace

} // namespace plimsoll::benchmarks
