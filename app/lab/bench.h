// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/draw.h"
#include "app/lab/labworker.h"
#include "app/lab/stepper.h"
#include "models/text/lab.h"
#include "redis/types/endpoint.h"
#include "redis/types/result.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <functional>
#include <optional>
#include <mutex>
#include <set>
#include <span>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace plimsoll::lab {

/// Controls of a running experiment, set by the user. Thread-safe.
struct RunControl {
    std::atomic<bool> paused = false;
    std::atomic<int> kills = 0; ///< kills requested and not yet done
    std::atomic<int> steps = 0; ///< steps of slow motion still to do, or toNextFault
};
inline constexpr int toNextFault = -1; ///< run until a fault is counted

/// Settings of one run.
struct Settings {
    double seconds = 5; ///< duration of the load
    double settling = 2.5; ///< maximum duration in seconds for work in flight to finish after the load
    quint64 seed = 1;
    int producers = 1; ///< each feeds both sides with the load that the experiment states
    int contention = 8; ///< clients per side
    double crash = 0.02; ///< fraction of attempts
    bool guarded = true; ///< false: the right way without its guards
    bool watched = false; ///< records commands for display
    bool slow = false; ///< slow motion, see Stepper; needs `runControl`
    bool switched = false; ///< state of the experiment's switch, if it has one
    std::optional<int> dial{}; ///< value of the experiment's dial in ms, if it has one
    std::shared_ptr<RunControl> runControl{};
    std::stop_token abandoned{}; ///< stopped if the server is no longer needed; keys are then not removed
};

inline constexpr std::array bothSides{Side::Wrong, Side::Right};

/// One value per side.
template <typename T> class Both {
public:
    T &operator[](Side side) { return m_each[static_cast<std::size_t>(side)]; }
    const T &operator[](Side side) const { return m_each[static_cast<std::size_t>(side)]; }

private:
    std::array<T, 2> m_each{};
};

/// The events of one client, grouped by second. Each second is sorted when it is reached: sorting a whole run at once
/// would delay a stop for too long.
template <typename Event> class Part {
public:
    void add(Event event)
    {
        const auto second = static_cast<std::size_t>(event.at.count() / 1'000);
        m_seconds.resize(std::max(m_seconds.size(), second + 1));
        m_seconds[second].push_back(std::move(event));
    }
    /// Returns the next event, or null at the end. The pointer is valid until the next call of next() after pass().
    const Event *next()
    {
        while (m_second < m_seconds.size() && m_next == m_seconds[m_second].size()) {
            ++m_second;
            m_next = 0;
            m_inOrder = false;
        }
        if (m_second == m_seconds.size()) {
            return nullptr;
        }
        std::vector<Event> &now = m_seconds[m_second];
        if (!m_inOrder) {
            std::stable_sort(now.begin(), now.end(), [](const Event &a, const Event &b) { return a.at < b.at; });
            m_inOrder = true;
        }
        return &now[m_next];
    }
    void pass() { ++m_next; }

private:
    std::vector<std::vector<Event>> m_seconds;
    std::size_t m_second = 0;
    std::size_t m_next = 0;
    bool m_inOrder = false;
};

/// The shared state of one run: client threads, clock, random draws and the end of the run. Thread-safe.
class Bench final {
public:
    enum class Until { Loaded, Settled }; ///< Loaded: until the load ends; Settled: until work in flight has finished
    using Turn = std::function<void(LabWorker &worker)>;

    Bench(QByteArray experiment, redis::Endpoint endpoint, const Settings &settings, std::stop_token stop);
    ~Bench();
    Q_DISABLE_COPY_MOVE(Bench)

    [[nodiscard]] const Settings &settings() const { return m_settings; }
    [[nodiscard]] const redis::Endpoint &endpoint() const { return m_endpoint; }
    [[nodiscard]] const std::stop_token &stop() const { return m_stop; }
    /// Check this in every loop whose length depends on the load: stopping a run waits for the loop to end.
    [[nodiscard]] bool isStopped() const { return m_stop.stop_requested(); }
    /// Key of a side, such as "lab:{queue:wrong}:ready"; the tag keeps each side in one slot.
    [[nodiscard]] QByteArray key(Side side, QByteArrayView name) const;

    [[nodiscard]] double draw(std::string_view what, quint64 id, quint64 attempt = 0) const
    {
        return lab::draw(m_settings.seed, what, id, attempt);
    }
    [[nodiscard]] bool strikes(double rate, std::string_view what, quint64 id, quint64 attempt = 0) const
    {
        return draw(what, id, attempt) < rate;
    }
    /// True if the attempt crashes, by draw or by kill(). Both sides crash at the same attempts.
    [[nodiscard]] bool crashes(std::string_view where, quint64 id, quint64 attempt = 0);
    /// Like crashes(), for closed loops, where attempts have no fixed client: kill() crashes the next one of each side.
    [[nodiscard]] bool crashesNext(Side side, std::string_view where, quint64 id);
    void kill();

    /// Adds a client that takes turns until `until`. Call before start().
    void add(Side side, const QByteArray &name, int number, Until until, Turn turn);
    /// Adds Settings::contention clients per side.
    void addClients(Until until, const Turn &turn);
    /// Number of items that all producers add, at `perSecond` each.
    [[nodiscard]] int planned(double perSecond) const
    {
        return m_settings.producers * static_cast<int>(m_settings.seconds * paced(perSecond));
    }
    /// Rate of a paced load. Slow motion has a fortieth, so that a lease runs out after a few dozen steps.
    [[nodiscard]] double paced(double perSecond) const { return m_settings.slow ? perSecond / 40 : perSecond; }
    /// Adds clients that feed both sides: they call `each` with 0, 1, 2, … `perSecond` times a second while load runs.
    void addFeed(double perSecond, const std::function<void(LabWorker &worker, int number)> &each);
    /// Clients of both sides play `events`, which have a time (`at` in ms after the start) and a client, in that order.
    template <typename Event, typename Act> void play(std::vector<Event> events, const Act &act);

    void start();
    /// Stops new load, while work in flight continues; endAll() then stops all clients.
    void endLoad() { advance(Phase::Settling); }
    void endAll();

    /// Clients finish their current turn and stop; the clock of the run stops with them.
    void pause();
    void resume();
    [[nodiscard]] bool isPaused() const { return m_paused; }
    [[nodiscard]] Milliseconds pausedFor() const { return m_pausedFor.load(); } ///< total

    /// The time of the run. Real, but for slow motion.
    [[nodiscard]] Clock::time_point now() const { return m_stepper ? at(m_stepper->time()) : Clock::now(); }
    /// Converts a duration for the server, in ms.
    [[nodiscard]] qint64 lasting(qint64 ms) const { return m_stepper ? ms * Stepper::stretch : ms; }
    [[nodiscard]] QByteArray lastingText(qint64 ms) const { return QByteArray::number(lasting(ms)); }
    /// Converts a time of the server or of a client's clock, Unix ms, to the run's: the same but for slow motion.
    [[nodiscard]] qint64 runTime(qint64 unixMs) const;
    [[nodiscard]] Stepper *stepper() { return m_stepper.get(); }
    /// Moves the clock of slow motion and all times on the server, while no client runs.
    void moveTime(LabWorker &control, Milliseconds to);
    /// Notes the keys that exist at the start, whose times moveTime() moves; it learns the others from commands.
    void learnKeys(LabWorker &control);
    /// Marks the newest line of a side as that at which a fault was counted.
    void markFault(Side side, const QString &fault);

    [[nodiscard]] bool isLoading() const { return m_phase == Phase::Loading; }
    [[nodiscard]] Clock::time_point begin() const { return m_begin; }
    /// Time point `time` after the start.
    [[nodiscard]] Clock::time_point at(Milliseconds time) const
    {
        return begin() + std::chrono::duration_cast<Clock::duration>(time);
    }
    void sleepUntil(Clock::time_point time); ///< real time
    void sleepUntil(const LabWorker &worker, Clock::time_point time); ///< time of the run
    /// Waits at the gate of slow motion before a command of a client.
    void passGate(const LabWorker &worker, std::span<const QByteArrayView> words);
    /// Ends the run; the first error is kept.
    void fail(const Error &error);
    [[nodiscard]] std::optional<Error> failure() const;

    /// Records a command if the run is watched.
    void note(const LabWorker &worker, std::span<const QByteArrayView> words, const redis::Reply &reply);
    /// Commands per second of the clients of `side`, since the previous call or, with `whole`, of the whole run.
    [[nodiscard]] double rate(Side side, bool whole);
    void noteDeath(const LabWorker &worker, const QString &held);
    [[nodiscard]] std::vector<models::LabLine> lines(Side side) const;

private:
    enum class Phase { Waiting, Loading, Settling, Over };

    void advance(Phase phase);
    void keep(Side side, models::LabLine line);
    [[nodiscard]] bool goesOn(Until until) const;
    [[nodiscard]] bool learn(const LabWorker &worker, std::span<const QByteArrayView> words, const redis::Reply &reply);
    void live(int index, Side side, const QByteArray &name, int number, Until until, const Turn &turn);

    QByteArray m_experiment;
    redis::Endpoint m_endpoint;
    Settings m_settings;
    std::stop_token m_stop;
    std::atomic<Clock::time_point> m_begin{};
    std::atomic<bool> m_paused = false;
    Clock::time_point m_pausedAt;
    std::atomic<Milliseconds> m_pausedFor{};
    std::mutex m_killing;
    quint64 m_latest = 0; ///< highest attempt passed to crashes()
    std::set<quint64> m_doomed;
    Both<std::atomic<bool>> m_killed{};
    std::unique_ptr<Stepper> m_stepper; ///< null but for slow motion
    std::set<QByteArray> m_keys; ///< keys used, in slow motion
    Script m_shift;
    qint64 m_shifted = 0; ///< ms by which moveTime() has moved the times on the server
    qint64 m_beginUnix = 0; ///< Unix ms; slow motion only
    std::atomic<Phase> m_phase = Phase::Waiting;
    std::atomic<int> m_toOpen = 0; ///< clients not yet connected
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::optional<Error> m_error;
    Both<std::vector<models::LabLine>> m_lines;
    Both<std::atomic<qint64>> m_commands{};
    Both<std::pair<Clock::time_point, qint64>> m_asked; ///< time and count at the previous call of rate()
    std::vector<std::function<void()>> m_planned;
    std::vector<std::jthread> m_threads; // last: joined first
};

template <typename Event, typename Act> void Bench::play(std::vector<Event> events, const Act &act)
{
    std::vector<Part<Event>> each(static_cast<std::size_t>(m_settings.contention));
    for (Event &event : events) {
        if (isStopped()) {
            return;
        }
        const auto client = static_cast<std::size_t>(event.client);
        each[client].add(std::move(event));
    }
    for (const Side side : bothSides) {
        for (int number = 0; number < m_settings.contention; ++number) {
            add(side, QByteArray::number(number + 1), number, Until::Loaded,
                [this, own = each[static_cast<std::size_t>(number)], act](LabWorker &worker) mutable {
                    const Event *next = own.next();
                    if (next == nullptr) {
                        worker.sleep(Milliseconds(20));
                        return;
                    }
                    worker.sleepUntil(at(next->at));
                    if (isLoading() && !isPaused()) {
                        own.pass();
                        act(worker, *next);
                    }
                });
        }
    }
}

} // namespace plimsoll::lab
