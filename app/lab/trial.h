// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/bench.h"

#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace plimsoll::lab {

/// One figure for both sides; its index in the experiment's table identifies it.
struct Figure {
    double wrong = 0;
    double right = 0;
    std::optional<double> bound{};

    double &operator[](Side side) { return side == Side::Wrong ? wrong : right; }
};

/// A running experiment. Created, used and destroyed on one thread; its clients have their own threads.
class Trial {
public:
    explicit Trial(Bench &bench) : m_bench(bench) { }
    virtual ~Trial() = default;
    Q_DISABLE_COPY_MOVE(Trial)

    /// Writes the initial keys before the start; cast() then adds the clients.
    virtual void prepare(LabWorker &control) { Q_UNUSED(control) }
    virtual void cast() = 0;
    /// Restores, after any outcome, what is not a key of the experiment; keys are removed anyway.
    virtual void tidy(LabWorker &control) { Q_UNUSED(control) }
    /// True if all work in flight has finished, so that the run need not wait longer.
    virtual bool isQuiet(LabWorker &control)
    {
        Q_UNUSED(control)
        return true;
    }
    /// Figures in the order of the experiment's table. `last`: no client works any more.
    virtual std::vector<Figure> count(LabWorker &control, bool last) = 0;
    /// Current size of each collection of `side`, for display.
    virtual std::vector<models::LabPlace> places(LabWorker &control, Side side) = 0;
    /// Work given to each side, or its number of turns.
    [[nodiscard]] virtual Figure load() = 0;

protected:
    /// A collection, titled by its untranslated name; the second overload titles a count.
    static models::LabPlace place(LabWorker &control, QByteArrayView sizeCommand, const QByteArray &key,
                                  bool flows = true);
    static models::LabPlace place(const char *title, double count, bool flows = true);

    Bench &m_bench; // NOLINT(cppcoreguidelines-avoid-const-or-ref-data-members)
};

struct CounterSpec {
    QLatin1StringView id;
    const char *title; ///< context "lab"
    models::LabRole role;
};

struct Experiment {
    QLatin1StringView id;
    const char *title; ///< context "lab", like all texts here
    const char *question;
    std::vector<CounterSpec> counters;
    std::unique_ptr<Trial> (*make)(Bench &bench);
    bool settles = true; ///< false: the verdict uses the state at the end of the load
    int heldSeconds = 0; ///< see models::LabPattern
};

template <typename T> std::unique_ptr<Trial> makeTrial(Bench &bench)
{
    return std::make_unique<T>(bench);
}

/// Counts only what two consecutive looks saw, because a client may not yet have noted its last command.
class Lasting {
public:
    double count(std::set<int> seen, bool last)
    {
        const auto lasts = std::count_if(seen.begin(), seen.end(), [&](int one) { return m_before.contains(one); });
        const auto all = static_cast<double>(seen.size());
        m_before = std::move(seen);
        return last ? all : static_cast<double>(lasts);
    }

private:
    std::set<int> m_before;
};

/// Text that stands for a number in Redis.
inline QByteArray idOf(int number)
{
    return QByteArray::number(number);
}
inline int numberOf(const QByteArray &id)
{
    return id.toInt();
}
/// Parses an array reply of IDs.
std::set<int> numbersIn(const redis::Reply &reply);

/// A set of numbers, stored as bits because long runs have many.
using Marks = std::vector<bool>;
void mark(Marks &marks, const redis::Reply &reply);

/// The actual state of the jobs of one side, by number. Clients keep it; the demonstrated code does not see it.
class JobTruth {
public:
    void expect(int jobs);
    void give(int job);
    [[nodiscard]] int given() const { return m_given; }

    void take(int job);
    void drop(int job, bool workedButNotNoted); ///< its worker died
    void work(int job); ///< worked to the end
    void release(int job); ///< the worker is done with the job
    void overrun() { ++m_overruns; } ///< a worker exceeded its lease
    void giveBack(int job); ///< returned to the queue by a reaper

    struct Job {
        bool given = false;
        int taken = 0;
        int inHands = 0;
        int worked = 0;
        int givenBack = 0;
    };
    [[nodiscard]] std::vector<Job> jobs() const; ///< all expected jobs
    [[nodiscard]] int inHands() const;
    /// Upper bound on how often work may be repeated.
    [[nodiscard]] double mayRepeat() const { return m_diedAfterWork + m_overruns; }
    [[nodiscard]] double workedAgain() const;

private:
    Job &at(int job) { return m_jobs[static_cast<std::size_t>(job)]; }

    mutable std::mutex m_mutex;
    std::vector<Job> m_jobs;
    std::atomic<int> m_given = 0;
    std::atomic<int> m_diedAfterWork = 0;
    std::atomic<int> m_overruns = 0;
};

inline constexpr Milliseconds workTime{2};
inline constexpr Milliseconds lease{300};
inline constexpr Milliseconds stallTime{600};
inline constexpr double stallRate = 0.003;
inline constexpr Milliseconds reaperEvery{50};
inline constexpr Milliseconds think{1};
inline constexpr int headStart = 300; ///< dial of `priority`: head start of a band, ms
inline constexpr int cacheGuard = 100; ///< dial of `cache`: life of the guard, ms
/// Switch of `ratelimit`: calls in the same millisecond become one member.
inline constexpr Patch timeAsMember{"ARGV[3])", "now)"};
/// For all paced experiments: four producers for a minute. Twice that would exceed the memory of the demonstration's
/// server in the largest experiment (`queue`: 64 bytes per recorded job on each side).
inline constexpr int heldSeconds = 240;

const Experiment &queueExperiment();
const Experiment &delayedExperiment();
const Experiment &priorityExperiment();
const Experiment &ratelimitExperiment();
const Experiment &dedupeExperiment();
const Experiment &recentExperiment();
const Experiment &presenceExperiment();
const Experiment &leaderboardExperiment();
const Experiment &streamExperiment();
const Experiment &lockExperiment();
const Experiment &cacheExperiment();
const Experiment &expiryExperiment();

} // namespace plimsoll::lab
