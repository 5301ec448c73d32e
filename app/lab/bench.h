// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/draw.h"
#include "app/lab/hand.h"
#include "models/lab.h"
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

/// What a person does to a run that goes on. Thread-safe.
struct Reins {
    std::atomic<bool> paused = false;
    std::atomic<int> kills = 0; ///< not yet done
};

/// How an experiment is run.
struct Settings {
    double seconds = 5; ///< of load
    double settling = 2.5; ///< seconds at the most, in which what was begun comes to its end
    quint64 seed = 1;
    int producers = 1; ///< each gives both sides the load that the experiment states
    int contention = 8; ///< clients a side
    double crash = 0.02; ///< of attempts
    bool guarded = true; ///< false: the right way without what makes it right
    bool watched = false; ///< commands are kept as they go by
    bool switched = false; ///< the switch of the experiment, where it has one
    std::optional<int> dial{}; ///< the number of the experiment, where it has one, in ms
    std::shared_ptr<Reins> reins{};
    std::stop_token abandoned{}; ///< nobody needs the server any more: what is left on it stays
};

inline constexpr std::array bothSides{Side::Wrong, Side::Right};

/// Something for each side.
template <typename T> class Both {
public:
    T &operator[](Side side) { return m_each[static_cast<std::size_t>(side)]; }
    const T &operator[](Side side) const { return m_each[static_cast<std::size_t>(side)]; }

private:
    std::array<T, 2> m_each{};
};

/// What one client plays: by the second, each of which is put in order when its time has come. To do that for the whole
/// run at once would take longer than whoever stops it waits.
template <typename Event> class Part {
public:
    void add(Event event)
    {
        const auto second = static_cast<std::size_t>(event.at.count() / 1'000);
        m_seconds.resize(std::max(m_seconds.size(), second + 1));
        m_seconds[second].push_back(std::move(event));
    }
    /// Good until the next() behind pass(); null at the end.
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

/// Where the clients of one run work: their threads, the clock of the run, chance, and what ends it. Thread-safe.
class Bench final {
public:
    enum class Until { Loaded, Settled }; ///< loaded: no new load any more; settled: what was begun had its time
    using Turn = std::function<void(Hand &hand)>;

    Bench(QByteArray experiment, redis::Endpoint endpoint, const Settings &settings, std::stop_token stop);
    ~Bench();
    Q_DISABLE_COPY_MOVE(Bench)

    [[nodiscard]] const Settings &settings() const { return m_settings; }
    [[nodiscard]] const redis::Endpoint &endpoint() const { return m_endpoint; }
    [[nodiscard]] const std::stop_token &stop() const { return m_stop; }
    /// To be asked in every loop that is as long as the load is: who stops a run waits for it.
    [[nodiscard]] bool isStopped() const { return m_stop.stop_requested(); }
    /// "lab:{queue:wrong}:ready": a slot a side.
    [[nodiscard]] QByteArray key(Side side, QByteArrayView name) const;

    [[nodiscard]] double draw(std::string_view what, quint64 id, quint64 attempt = 0) const
    {
        return lab::draw(m_settings.seed, what, id, attempt);
    }
    [[nodiscard]] bool strikes(double rate, std::string_view what, quint64 id, quint64 attempt = 0) const
    {
        return draw(what, id, attempt) < rate;
    }
    /// Drawn; or a person's will, which strikes the same attempt on both sides, too.
    [[nodiscard]] bool crashes(std::string_view where, quint64 id, quint64 attempt = 0);
    /// The same of closed loops, in which nobody knows who will come to an attempt: the next one of each side.
    [[nodiscard]] bool crashesNext(Side side, std::string_view where, quint64 id);
    void kill();

    /// Before start(). A client that takes turns until then.
    void add(Side side, const QByteArray &name, int number, Until until, Turn turn);
    /// As many of them a side as there is contention.
    void addClients(Until until, const Turn &turn);
    /// What the producers give in all, at so many a second each.
    [[nodiscard]] int planned(double perSecond) const
    {
        return m_settings.producers * static_cast<int>(m_settings.seconds * perSecond);
    }
    /// Clients that feed both sides: `each` with 0, 1, 2, … so many times a second as long as there is load.
    void addFeed(double perSecond, const std::function<void(Hand &hand, int number)> &each);
    /// The clients of both sides play what has a time (`at` in ms after the start) and a client, in that order.
    template <typename Event, typename Act> void play(std::vector<Event> events, const Act &act);

    void start();
    /// No new load from now on; then, nobody begins a turn any more.
    void endLoad() { advance(Phase::Settling); }
    void endAll();

    /// What a client has begun it ends; then all stand still, as does the clock of the run.
    void pause();
    void resume();
    [[nodiscard]] bool isPaused() const { return m_paused; }
    [[nodiscard]] Milliseconds pausedFor() const { return m_pausedFor.load(); } ///< in all

    [[nodiscard]] bool isLoading() const { return m_phase == Phase::Loading; }
    [[nodiscard]] Clock::time_point begin() const { return m_begin; }
    /// So long after the start.
    [[nodiscard]] Clock::time_point at(Milliseconds time) const
    {
        return begin() + std::chrono::duration_cast<Clock::duration>(time);
    }
    void sleepUntil(Clock::time_point time);
    /// The run is of no use any more; the first error is kept.
    void fail(const Error &error);
    [[nodiscard]] std::optional<Error> failure() const;

    /// A command that went by; kept only where somebody watches.
    void note(const Hand &hand, std::span<const QByteArrayView> words, const redis::Reply &reply);
    /// Commands a second of the clients of that side, since it was asked last, or of the whole run.
    [[nodiscard]] double rate(Side side, bool whole);
    void noteDeath(const Hand &hand, const QString &held);
    [[nodiscard]] std::vector<models::LabLine> lines(Side side) const;

private:
    enum class Phase { Waiting, Loading, Settling, Over };

    void advance(Phase phase);
    void keep(Side side, models::LabLine line);
    [[nodiscard]] bool goesOn(Until until) const;
    void live(Side side, const QByteArray &name, int number, Until until, const Turn &turn);

    QByteArray m_experiment;
    redis::Endpoint m_endpoint;
    Settings m_settings;
    std::stop_token m_stop;
    std::atomic<Clock::time_point> m_begin{};
    std::atomic<bool> m_paused = false;
    Clock::time_point m_pausedAt;
    std::atomic<Milliseconds> m_pausedFor{};
    std::mutex m_killing;
    quint64 m_latest = 0; ///< the last attempt that chance was asked about
    std::set<quint64> m_doomed;
    Both<std::atomic<bool>> m_killed{};
    std::atomic<Phase> m_phase = Phase::Waiting;
    std::atomic<int> m_toOpen = 0; ///< clients whose connection is not open yet
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::optional<Error> m_error;
    Both<std::vector<models::LabLine>> m_lines;
    Both<std::atomic<qint64>> m_commands{};
    Both<std::pair<Clock::time_point, qint64>> m_asked; ///< when, and how many there were
    std::vector<std::function<void()>> m_planned;
    std::vector<std::jthread> m_threads; // last: ends first
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
                [this, own = each[static_cast<std::size_t>(number)], act](Hand &hand) mutable {
                    const Event *next = own.next();
                    if (next == nullptr) {
                        hand.sleep(Milliseconds(20));
                        return;
                    }
                    hand.sleepUntil(at(next->at));
                    if (isLoading() && !isPaused()) {
                        own.pass();
                        act(hand, *next);
                    }
                });
        }
    }
}

} // namespace plimsoll::lab
