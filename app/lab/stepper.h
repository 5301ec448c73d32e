// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/labworker.h"

#include <QHash>
#include <QString>

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>

namespace plimsoll::lab {

/// Slow motion: a gate that each client passes before each command, and a clock that moves only while all clients are
/// asleep or at the gate. A director thread releases one client at a time; the others wait. Thread-safe.
class Stepper final {
public:
    /// Real time on the server for each unit of time of the run: 1 ms lasts a minute. A lease of 20 ms outlasts 20
    /// minutes of talk at one step.
    static constexpr int stretch = 60'000;
    static constexpr Milliseconds commandTime{0.1}; ///< time of the run that one command takes

    /// A client at the gate, with the command that it sends next.
    struct Waiting {
        Side side = Side::Wrong;
        QString who, command;
    };

    // Called by clients.
    void pass(int client, const Waiting &waiting); ///< returns when the client is released
    /// Sleeps to the end of a whole ms: clients that wake in the same ms come to the gate together, as two that ask at
    /// the same time do. Else each would be done before the next one wakes.
    void sleepUntil(int client, Milliseconds time);
    /// Tells what the released client has sent and received. The same reply to the same command as before, with nothing
    /// else in between, is no news.
    bool isNews(int client, const QString &command, const QString &reply);
    void leave(); ///< the client has ended

    // Called by the director.
    void expect(int clients) { m_running = clients; }
    /// Waits until no client runs; returns early after end().
    void settle();
    [[nodiscard]] std::optional<Waiting> next() const;
    void release(); ///< lets the first client at the gate send its command
    [[nodiscard]] bool hadNews(); ///< since the previous call
    /// Time at which the first sleeper wakes; nullopt if none sleeps.
    [[nodiscard]] std::optional<Milliseconds> wakesAt() const;
    void advance(Milliseconds to); ///< wakes the sleepers whose time has come
    void end(); ///< lets all clients go

    [[nodiscard]] Milliseconds time() const; ///< simulated time since the start of the run

private:
    enum class Stage : quint8 { Asleep, AtGate, Released };
    struct Client {
        Stage stage = Stage::Released;
        Milliseconds wakesAt{};
        Waiting waiting;
        QHash<QString, QString> said; ///< replies by command, since the last news
    };
    void stay(std::unique_lock<std::mutex> &lock, int client);
    [[nodiscard]] bool isRunning() const { return m_running > 0 && !m_over; }

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::map<int, Client> m_clients;
    std::map<std::pair<int, int>, int> m_gate; ///< clients in order: by round and number
    int m_round = 0; ///< number of settle(): clients that arrive in one round are ordered by their number
    int m_running = 0;
    bool m_news = false;
    bool m_over = false;
    Milliseconds m_time{};
};

} // namespace plimsoll::lab
