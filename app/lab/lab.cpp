// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/lab.h"

#include <QCoreApplication>

#include <array>

namespace plimsoll::lab {

namespace {

constexpr Milliseconds lookEvery{200};
constexpr Milliseconds mostSettling{2'500};
constexpr std::chrono::milliseconds obeyEvery{50};

/// What earlier runs left.
void clear(Hand &control, const Experiment &experiment)
{
    QByteArray cursor = "0";
    do {
        const redis::Reply page = control.command(
            {"SCAN", cursor, "MATCH", "lab:{" + QByteArray(experiment.id.data()) + ":*", "COUNT", "1000"});
        if (page.elements.size() != 2) {
            return;
        }
        cursor = page.elements[0].bytes;
        std::vector<QByteArrayView> words{"UNLINK"};
        for (const redis::Reply &key : page.elements[1].elements) {
            words.emplace_back(key.bytes);
        }
        if (words.size() > 1) {
            redis::Pipeline pipeline;
            pipeline.add(words);
            control.send(pipeline);
        }
    } while (cursor != "0");
}

/// Does what a person wants of it; returns when it is to go on.
void obey(Bench &bench, const std::function<void()> &tell, const std::function<bool()> &isOver)
{
    Reins *reins = bench.settings().reins.get();
    if (reins == nullptr) {
        return;
    }
    for (int kills = reins->kills.exchange(0); kills > 0; --kills) {
        bench.kill();
    }
    if (!reins->paused) {
        return;
    }
    bench.pause();
    const auto wait = [&] { bench.sleepUntil(Clock::now() + obeyEvery); };
    wait();
    tell(); // with what was still ended
    while (reins->paused && !isOver()) {
        wait();
    }
    bench.resume();
}

models::LabReport report(const Experiment &experiment, Bench &bench, Trial &trial, Hand &control, bool last)
{
    const Settings &settings = bench.settings();
    const Figure load = trial.load();
    models::LabReport report{experiment.id, settings.seconds, settings.seed, settings.contention, {},
                             load.wrong,    load.right};
    report.wrongLines = bench.lines(Side::Wrong);
    report.rightLines = bench.lines(Side::Right);
    if (settings.watched) {
        report.wrongRate = bench.rate(Side::Wrong, last);
        report.rightRate = bench.rate(Side::Right, last);
        report.wrongPlaces = trial.places(control, Side::Wrong);
        report.rightPlaces = trial.places(control, Side::Right);
    }
    const std::vector<Figure> figures = trial.count(control, last);
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const CounterSpec &spec = experiment.counters[i];
        report.counters.push_back({spec.id, QCoreApplication::translate("lab", spec.title), spec.role, figures[i].wrong,
                                   figures[i].right, figures[i].bound});
    }
    return report;
}

} // namespace

std::span<const Experiment *const> experiments()
{
    static const std::array all{&queueExperiment(),     &delayedExperiment(),     &priorityExperiment(),
                                &ratelimitExperiment(), &dedupeExperiment(),      &recentExperiment(),
                                &presenceExperiment(),  &leaderboardExperiment(), &streamExperiment(),
                                &lockExperiment(),      &cacheExperiment(),       &expiryExperiment()};
    return all;
}

const Experiment *findExperiment(const QString &id)
{
    const auto all = experiments();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Experiment *one) { return one->id == id; });
    return found == all.end() ? nullptr : *found;
}

Result<models::LabReport> run(const Experiment &experiment, const redis::Endpoint &endpoint, const Settings &settings,
                              const std::stop_token &stop,
                              const std::function<void(const models::LabReport &)> &progress)
{
    Bench bench(QByteArray(experiment.id.data()), endpoint, settings, stop);
    Hand control(bench, Side::Wrong, "control", 0);
    clear(control, experiment);
    const std::unique_ptr<Trial> trial = experiment.make(bench);
    trial->prepare(control);
    trial->cast();
    const auto isOver = [&] { return stop.stop_requested() || bench.failure().has_value(); };
    Milliseconds cost{};
    const auto tell = [&] {
        if (progress && !isOver()) {
            const Clock::time_point begin = Clock::now();
            progress(report(experiment, bench, *trial, control, false));
            cost = Clock::now() - begin;
        }
    };
    const auto look = [&](Milliseconds until) {
        // What is counted of long runs takes its time: a tenth of it at the most.
        const Milliseconds rest = std::max(lookEvery, 9 * cost);
        const Clock::time_point next = Clock::now() + std::chrono::duration_cast<Clock::duration>(rest);
        while (!isOver() && Clock::now() < std::min(next, bench.at(until))) {
            bench.sleepUntil(std::min({next, bench.at(until), Clock::now() + obeyEvery}));
            obey(bench, tell, isOver);
        }
        tell();
    };
    bench.start();
    const Milliseconds loaded(1'000 * settings.seconds);
    while (!isOver() && Clock::now() < bench.at(loaded)) {
        look(loaded);
    }
    bench.endLoad();
    const Milliseconds settled = loaded + mostSettling;
    while (experiment.settles && !isOver() && Clock::now() < bench.at(settled) && !trial->isQuiet(control)) {
        look(settled);
    }
    bench.endAll();
    if (const auto error = bench.failure()) {
        return *error;
    }
    models::LabReport last = report(experiment, bench, *trial, control, true);
    if (const auto error = bench.failure()) {
        return *error;
    }
    if (stop.stop_requested()) {
        return Error{ErrorKind::Cancelled, QCoreApplication::translate("lab", "Stopped")};
    }
    return last;
}

} // namespace plimsoll::lab
