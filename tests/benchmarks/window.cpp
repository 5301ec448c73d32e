// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/kinds.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/tenthousand.h"
#include "tests/gui/madesession.h"
#include "tests/support/sampleworkspace.h"
#include "views/theme/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

#include <functional>

/// The GUI thread with 10,000 collections at one tick a second: how long the event loop stands still. Snapshots are
/// made beforehand; everything a tick then does in the window (history, models, badges, painting) is measured by a
/// heartbeat that wants to run every millisecond.
namespace plimsoll::benchmarks {

namespace {

using namespace std::chrono_literals;

constexpr int ticks = 20;

std::vector<SnapshotPtr> makeSnapshots(WorkspacePtr &workspace)
{
    support::SampleWorkspace sample(QStringLiteral("ten thousand"));
    const auto addMany = [&sample](int count, const QString &kind) {
        for (int i = 0; i < count; ++i) {
            sample.add(QStringLiteral("%1 %2").arg(kind).arg(i), redis::findKind(kind));
        }
    };
    addMany(lists, QStringLiteral("queue"));
    addMany(sets, QStringLiteral("members"));
    addMany(sortedSets, QStringLiteral("schedule"));
    workspace = sample.workspace();
    const SnapshotPtr pattern = sample.snapshot(1'795'000'000'000ms);
    std::vector<SnapshotPtr> snapshots;
    for (int tick = 0; tick < ticks; ++tick) {
        auto snapshot = std::make_shared<Snapshot>(*pattern);
        snapshot->serverTime += tick * 1s;
        for (std::size_t i = 0; i < snapshot->figures.size(); ++i) {
            snapshot->figures[i] = static_cast<double>((i * 7919 + static_cast<std::size_t>(tick) * 104'729) % 100'003);
        }
        for (std::size_t row = 0; row < snapshot->rows.size(); ++row) {
            // A hundred change their state at every tick.
            snapshot->rows[row].state = (row + static_cast<std::size_t>(tick)) % 100 == 0 ? State::Warning : State::Ok;
        }
        snapshots.push_back(std::move(snapshot));
    }
    return snapshots;
}

double milliseconds(const QElapsedTimer &since)
{
    return static_cast<double>(since.nsecsElapsed()) / 1e6;
}

/// Runs the event loop for these snapshots; a gap between two heartbeats that is longer than wanted is a stall.
std::vector<double> stallsWhile(const std::vector<SnapshotPtr> &snapshots,
                                const std::function<void(const SnapshotPtr &)> &apply)
{
    std::vector<double> stalls;
    stalls.reserve(100'000);
    QEventLoop loop;
    QElapsedTimer beat;
    QTimer heartbeat;
    heartbeat.setTimerType(Qt::PreciseTimer);
    heartbeat.setInterval(1);
    QObject::connect(&heartbeat, &QTimer::timeout, &loop, [&] {
        stalls.push_back(std::max(0.0, milliseconds(beat) - 1));
        beat.start();
    });
    std::size_t next = 0;
    QTimer tick;
    tick.setInterval(1000);
    QObject::connect(&tick, &QTimer::timeout, &loop, [&] {
        if (next == snapshots.size()) {
            loop.quit();
            return;
        }
        apply(snapshots[next++]);
    });
    beat.start();
    heartbeat.start();
    tick.start();
    loop.exec();
    return stalls;
}

void measure(Report &report, const WorkspacePtr &workspace, const std::vector<SnapshotPtr> &snapshots,
             const QString &page)
{
    views::Theme theme;
    theme.install(*qobject_cast<QApplication *>(QCoreApplication::instance()), views::Theme::Choice::Light);
    testing::MadeSession session(theme);
    views::SessionView &window = session.window;
    window.resize(1280, 800);
    window.show();
    window.setWorkspace(workspace);
    window.showPage(page);
    const QString what = QStringLiteral("(c) 10,000 collections, page %1: %2").arg(page);
    const QString ms = QStringLiteral("ms");

    QElapsedTimer first;
    first.start();
    session.tick(snapshots.front());
    QCoreApplication::processEvents();
    report.note(what.arg(QStringLiteral("the first tick")), milliseconds(first), ms);

    const std::vector<SnapshotPtr> rest(snapshots.begin() + 1, snapshots.end());
    std::vector<double> applies;
    const std::vector<double> stalls = stallsWhile(rest, [&](const SnapshotPtr &snapshot) {
        QElapsedTimer timer;
        timer.start();
        session.tick(snapshot);
        applies.push_back(milliseconds(timer));
    });
    report.add(what.arg(QStringLiteral("longest stall")), percentile(stalls, 1), 50, ms);
    report.add(what.arg(QStringLiteral("99th percentile")), percentile(stalls, 0.99), 16, ms);
    report.note(what.arg(QStringLiteral("apply of a tick")), percentile(applies, 0.5), ms);
}

void run(Report &report)
{
    WorkspacePtr workspace;
    const std::vector<SnapshotPtr> snapshots = makeSnapshots(workspace);
    measure(report, workspace, snapshots, QStringLiteral("queue"));
    measure(report, workspace, snapshots, QStringLiteral("overview"));
}

const Registration registration("c", "the window with 10,000 collections", &run);

} // namespace

} // namespace plimsoll::benchmarks
