// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/bench.h"

#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace plimsoll::lab {

/// One figure of both sides; which one, says its place in the experiment's table.
struct Figure {
    double wrong = 0;
    double right = 0;
    std::optional<double> bound{};

    double &operator[](Side side) { return side == Side::Wrong ? wrong : right; }
};

/// What an experiment does while it runs. Made, asked and destroyed on one thread; its clients live on theirs.
class Trial {
public:
    explicit Trial(Bench &bench) : m_bench(bench) { }
    virtual ~Trial() = default;
    Q_DISABLE_COPY_MOVE(Trial)

    /// What is there before the start; then those who take part.
    virtual void prepare(Hand &control) { Q_UNUSED(control) }
    virtual void cast() = 0;
    /// Behind it, whatever became of it: puts back what is not a key of its own, which are removed anyway.
    virtual void tidy(Hand &control) { Q_UNUSED(control) }
    /// Whether everything that was begun is at its end, so that nobody need wait any longer.
    virtual bool isQuiet(Hand &control)
    {
        Q_UNUSED(control)
        return true;
    }
    /// In the order of the experiment's table. `last`: nobody works any more.
    virtual std::vector<Figure> count(Hand &control, bool last) = 0;
    /// What is where on that side, now: for who watches.
    virtual std::vector<models::LabPlace> places(Hand &control, Side side) = 0;
    /// What each side was given, or how often it came round.
    [[nodiscard]] virtual Figure load() = 0;

protected:
    /// A collection by its name, which is no text; or what has none.
    static models::LabPlace place(Hand &control, QByteArrayView sizeCommand, const QByteArray &key, bool flows = true);
    static models::LabPlace place(const char *title, double count, bool flows = true);

    Bench &m_bench; // NOLINT(cppcoreguidelines-avoid-const-or-ref-data-members)
};

struct CounterSpec {
    QLatin1StringView id;
    const char *title; ///< in context "lab"
    models::LabRole role;
};

struct Experiment {
    QLatin1StringView id;
    const char *title; ///< all in context "lab"
    const char *question;
    std::vector<CounterSpec> counters;
    std::unique_ptr<Trial> (*make)(Bench &bench);
    bool settles = true; ///< false: the verdict is what was when the load ended
    int heldSeconds = 0; ///< as models::LabPattern has it
};

template <typename T> std::unique_ptr<Trial> makeTrial(Bench &bench)
{
    return std::make_unique<T>(bench);
}

/// Of what is seen in two looks, one after the other, while clients are between a command and what they note of it.
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

/// Numbers that stand for ids in Redis.
inline QByteArray idOf(int number)
{
    return QByteArray::number(number);
}
inline int numberOf(const QByteArray &id)
{
    return id.toInt();
}
/// Of an array reply whose elements are ids.
std::set<int> numbersIn(const redis::Reply &reply);

/// The same of so many as a long run has, each of which is there or not.
using Marks = std::vector<bool>;
void mark(Marks &marks, const redis::Reply &reply);

/// What is known of jobs that a side was given, by number: kept by those who work on them, unseen by either side.
class JobTruth {
public:
    void expect(int jobs);
    void give(int job);
    [[nodiscard]] int given() const { return m_given; }

    void take(int job);
    void drop(int job, bool workedButNotNoted); ///< its worker died
    void work(int job); ///< to the end
    void release(int job); ///< its worker is done with it
    void overrun() { ++m_overruns; } ///< somebody worked for longer than he was allowed
    void giveBack(int job); ///< a reaper

    struct Job {
        bool given = false;
        int taken = 0;
        int inHands = 0;
        int worked = 0;
        int givenBack = 0;
    };
    [[nodiscard]] std::vector<Job> jobs() const; ///< all that are expected
    [[nodiscard]] int inHands() const;
    /// How many times more than once something happened, at the most.
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
inline constexpr int headStart = 300; ///< of a band of `priority`, ms: its dial
inline constexpr int cacheGuard = 100; ///< of `cache`, ms: its dial
/// The switch of `ratelimit`: two of the same millisecond are one member.
inline constexpr Patch timeAsMember{"ARGV[3])", "now)"};
/// The same of all that are paced: four producers for a minute. With twice as much, the fullest of them (`queue`, 64
/// bytes for each job that was recorded, on both sides) would need more than the server has beside the demonstration.
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
