// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/lab.h"

#include <QCoreApplication>

#include <array>
#include <limits>
#include <optional>

namespace plimsoll::lab {

namespace {

constexpr Milliseconds lookEvery{200};
constexpr std::chrono::milliseconds obeyEvery{50};

/// Removes the keys of this run or of an earlier one that did not finish. Scans one page of SCAN at a time.
void clear(LabWorker &control, const Experiment &experiment)
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

void obeyKills(Bench &bench)
{
    for (int kills = bench.settings().runControl->kills.exchange(0); kills > 0; --kills) {
        bench.kill();
    }
}

/// Applies pause and kill requests; returns when the run may continue.
void obey(Bench &bench, const std::function<void()> &tell, const std::function<bool()> &isOver)
{
    RunControl *runControl = bench.settings().runControl.get();
    if (runControl == nullptr) {
        return;
    }
    obeyKills(bench);
    if (!runControl->paused) {
        return;
    }
    bench.pause();
    const auto wait = [&] { bench.sleepUntil(Clock::now() + obeyEvery); };
    wait();
    tell(); // includes what was still in flight
    while (runControl->paused && !isOver()) {
        wait();
    }
    bench.resume();
}

using Is = models::LabReport::Is;

models::LabReport report(const Experiment &experiment, Bench &bench, Trial &trial, LabWorker &control, Is is)
{
    const bool last = is == Is::Over || is == Is::CutOff;
    const Settings &settings = bench.settings();
    const Figure load = trial.load();
    models::LabReport report{experiment.id, settings.seconds, settings.seed, settings.contention, {},
                             load.wrong,    load.right};
    report.is = is;
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

double mostSeconds(const Experiment &experiment, int producers)
{
    return experiment.heldSeconds > 0 ? double(experiment.heldSeconds) / producers
                                      : std::numeric_limits<double>::infinity();
}

namespace {

using Progress = std::function<void(const models::LabReport &)>;

using IsOver = std::function<bool()>;

/// The director of slow motion: lets one client at a time send one command, each time a step is asked for, and moves
/// the clock while all sleep.
class SlowRun final {
public:
    SlowRun(const Experiment &experiment, Bench &bench, Trial &trial, LabWorker &control, Progress progress,
            IsOver isOver)
        : m_experiment(experiment), m_bench(bench), m_trial(trial), m_control(control), m_stepper(*bench.stepper()),
          m_runControl(*bench.settings().runControl), m_progress(std::move(progress)), m_isOver(std::move(isOver))
    {
    }

    void start()
    {
        m_bench.learnKeys(m_control);
        m_bench.start();
        m_stepper.settle();
        m_faults = faultsOf(look());
    }

    /// Runs until the clock is at `until`. `free`: without being asked for steps.
    void run(Milliseconds until, bool free)
    {
        while (!m_isOver() && m_stepper.time() < until) {
            goOn(until, free);
            m_stepper.settle();
        }
    }

private:
    void goOn(Milliseconds until, bool free)
    {
        if (!m_stepper.next()) {
            m_bench.moveTime(m_control, std::min(m_stepper.wakesAt().value_or(until), until));
            return;
        }
        if (m_runControl.steps == 0 && !free) {
            waitForStep();
            return;
        }
        m_bench.moveTime(m_control, m_stepper.time() + Stepper::commandTime);
        m_stepper.settle(); // those who wake meanwhile queue behind
        m_stepper.release();
        m_stepper.settle();
        if (m_stepper.hadNews()) {
            afterStep();
        }
    }

    void waitForStep()
    {
        tell(look());
        while (m_runControl.steps == 0 && !m_isOver()) {
            obeyKills(m_bench);
            m_bench.sleepUntil(Clock::now() + stepEvery);
        }
    }

    void afterStep()
    {
        ++m_steps;
        const models::LabReport now = look();
        const auto faults = faultsOf(now);
        bool isFault = false;
        for (const Side side : bothSides) {
            for (std::size_t i = 0; i < faults[side].size(); ++i) {
                if (faults[side][i] > m_faults[side][i]) {
                    m_bench.markFault(side, now.counters[i].title);
                    isFault = true;
                }
            }
        }
        m_faults = faults;
        if (m_runControl.steps > 0) {
            --m_runControl.steps;
        } else if (isFault) {
            m_runControl.steps = 0;
        }
        if (m_runControl.steps == toNextFault && Clock::now() - m_told > lookEvery) {
            tell(now);
        }
    }

    [[nodiscard]] models::LabReport look()
    {
        m_trial.count(m_control,
                      false); // a lasting fault counts at the second look; the clients stand still between the two
        return report(m_experiment, m_bench, m_trial, m_control, Is::Running);
    }

    void tell(models::LabReport now)
    {
        now.wrongLines = m_bench.lines(Side::Wrong); // with the marks
        now.rightLines = m_bench.lines(Side::Right);
        const auto next = m_stepper.next();
        now.slow = models::LabReport::Slow{m_stepper.time().count(), m_steps, false, {}, {}, m_runControl.steps == 0};
        if (next) {
            now.slow->right = next->side == Side::Right;
            now.slow->who = next->who;
            now.slow->command = next->command;
        }
        m_told = Clock::now();
        if (m_progress && !m_isOver()) {
            m_progress(now);
        }
    }

    using Faults = Both<std::vector<double>>;
    static Faults faultsOf(const models::LabReport &now)
    {
        Faults faults;
        for (const models::LabCounter &counter : now.counters) {
            if (counter.role == models::LabRole::Fault) { // come first
                faults[Side::Wrong].push_back(counter.wrong);
                faults[Side::Right].push_back(counter.right);
            }
        }
        return faults;
    }

    static constexpr std::chrono::milliseconds stepEvery{10};

    const Experiment &m_experiment; // NOLINT(cppcoreguidelines-avoid-const-or-ref-data-members)
    Bench &m_bench; // NOLINT(cppcoreguidelines-avoid-const-or-ref-data-members)
    Trial &m_trial; // NOLINT(cppcoreguidelines-avoid-const-or-ref-data-members)
    LabWorker &m_control; // NOLINT(cppcoreguidelines-avoid-const-or-ref-data-members)
    Stepper &m_stepper; // NOLINT(cppcoreguidelines-avoid-const-or-ref-data-members)
    RunControl &m_runControl; // NOLINT(cppcoreguidelines-avoid-const-or-ref-data-members)
    Progress m_progress;
    IsOver m_isOver;
    Faults m_faults;
    qint64 m_steps = 0;
    Clock::time_point m_told;
};

/// Runs the experiment from the first client to the verdict.
Result<models::LabReport> drive(const Experiment &experiment, Bench &bench, Trial &trial, LabWorker &control,
                                const Progress &progress)
{
    const auto isOver = [&] { return bench.isStopped() || bench.failure().has_value(); };
    Milliseconds cost{};
    Is phase = Is::Running;
    const auto tell = [&] {
        if (progress && !isOver()) {
            const Clock::time_point begin = Clock::now();
            progress(report(experiment, bench, trial, control, phase));
            cost = Clock::now() - begin;
        }
    };
    const auto look = [&](Milliseconds until) {
        // Counting takes long in long runs; limits it to a tenth of the time.
        const Milliseconds rest = std::max(lookEvery, 9 * cost);
        const Clock::time_point next = Clock::now() + std::chrono::duration_cast<Clock::duration>(rest);
        while (!isOver() && Clock::now() < std::min(next, bench.at(until))) {
            bench.sleepUntil(std::min({next, bench.at(until), Clock::now() + obeyEvery}));
            obey(bench, tell, isOver);
        }
        tell();
    };
    std::optional<SlowRun> slow;
    if (bench.settings().slow) {
        slow.emplace(experiment, bench, trial, control, progress, isOver);
    }
    if (!isOver()) {
        slow ? slow->start() : bench.start();
    }
    const Milliseconds loaded(1'000 * bench.settings().seconds);
    if (slow) {
        slow->run(loaded, false);
    }
    while (!slow && !isOver() && Clock::now() < bench.at(loaded)) {
        look(loaded);
    }
    bench.endLoad();
    const Milliseconds settled = loaded + Milliseconds(1'000 * bench.settings().settling);
    phase = Is::Settling;
    bool isQuiet = !experiment.settles || (!isOver() && trial.isQuiet(control));
    while (!isQuiet && !isOver() && bench.now() < bench.at(settled)) {
        slow ? slow->run(bench.stepper()->time() + lookEvery, true) : look(settled);
        isQuiet = !isOver() && trial.isQuiet(control);
    }
    bench.endAll();
    std::optional<models::LabReport> last;
    if (!isOver()) {
        last = report(experiment, bench, trial, control, isQuiet ? Is::Over : Is::CutOff);
    }
    // A stopped run fails with various errors; report only the stop.
    if (bench.isStopped()) {
        return Error{ErrorKind::Cancelled, QCoreApplication::translate("lab", "Stopped")};
    }
    if (const auto error = bench.failure()) {
        return *error;
    }
    return *last;
}

} // namespace

Result<models::LabReport> run(const Experiment &experiment, const redis::Endpoint &endpoint, const Settings &settings,
                              const std::stop_token &stop, const Progress &progress)
{
    const QByteArray id(experiment.id.data());
    Settings held = settings;
    held.seconds = std::min(settings.seconds, mostSeconds(experiment, settings.producers));
    Bench bench(id, endpoint, held, stop);
    const std::unique_ptr<Trial> trial = experiment.make(bench);
    LabWorker control(bench, Side::Wrong, "control", 0);
    clear(control, experiment);
    trial->prepare(control);
    trial->cast();
    Result<models::LabReport> result = drive(experiment, bench, *trial, control, progress);
    // A new connection: those of the run may be stopped, or may have failed because the server is full.
    Bench behind(id, endpoint, {}, settings.abandoned);
    LabWorker tidier(behind, Side::Wrong, "control", 0);
    trial->tidy(tidier);
    clear(tidier, experiment);
    return result;
}

} // namespace plimsoll::lab
