// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/cookbook.h"
#include "redis/wire/client.h"

#include <chrono>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

namespace plimsoll::lab {

class Bench;

enum class Side : quint8 { Wrong, Right };

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;
using Words = std::initializer_list<QByteArrayView>;

/// One client of an experiment: a connection and a thread that runs commands one at a time. A failed command ends the
/// whole run; its reply and all later ones are nil.
class LabWorker final {
public:
    LabWorker(Bench &bench, Side side, QByteArray name, int number);
    Q_DISABLE_COPY_MOVE(LabWorker)
    ~LabWorker() = default;

    redis::Reply command(Words words);
    redis::Reply script(const Script &script, Words keys, Words arguments);
    redis::Reply script(const Script &script, const std::vector<QByteArray> &keys,
                        const std::vector<QByteArray> &arguments);
    /// Sends a command of the demonstrated code as a script that also counts its effect atomically; show() displays the
    /// original command.
    redis::Reply counted(const Script &script, Words keys, Words arguments, Words shown);
    void show(Words words, const redis::Reply &reply) { note(std::span(words.begin(), words.size()), reply); }
    /// MULTI … EXEC in one round trip; returns the replies in order. `evaluated`: the script of an EVAL among them.
    std::vector<redis::Reply> transaction(std::initializer_list<Words> commands, const Script *evaluated = nullptr);
    /// Sends the same command for each key, in chunks that do not block the server.
    std::vector<redis::Reply> each(QByteArrayView command, const std::vector<QByteArray> &keys);
    /// Sends the commands of a producer, which feeds both sides, in one round trip.
    void send(const redis::Pipeline &pipeline);

    /// Returns early if the run ends.
    void sleep(Milliseconds duration);
    void sleepUntil(Clock::time_point time);

    /// Closes the connection and forgets what the client held. The caller must return at once; the client restarts with
    /// a new connection 10 ms later.
    void crash(const QByteArray &held = {});
    [[nodiscard]] bool isCrashed() const { return m_crashed; }
    void revive();
    [[nodiscard]] int lives() const { return m_lives; }

    void setIndex(int index) { m_index = index; }
    [[nodiscard]] int index() const { return m_index; } ///< unique among the clients of a run; -1: outside the run
    [[nodiscard]] int number() const { return m_number; } ///< index among the clients of its side
    [[nodiscard]] Side side() const { return m_side; }
    [[nodiscard]] const QByteArray &name() const { return m_name; }
    /// Number of the next turn, for draws in closed loops; equal for the client of this number on the other side.
    quint64 nextTurn() { return (static_cast<quint64>(m_number) << 32U) | m_turn++; }

private:
    void note(std::span<const QByteArrayView> words, const redis::Reply &reply, const Script *evaluated = nullptr);
    redis::Reply evaluate(const Script &script, std::vector<QByteArrayView> words);
    redis::Reply noted(const Script &script, const std::vector<QByteArrayView> &words);
    std::vector<redis::Reply> exchange(const redis::Pipeline &pipeline);
    bool open();

    Bench &m_bench;
    Side m_side;
    QByteArray m_name;
    int m_number;
    int m_index = -1;
    int m_lives = 1;
    quint64 m_turn = 0;
    bool m_crashed = false;
    redis::Client m_client;
};

/// The client's own clock, as an application reads it, in Unix milliseconds.
inline qint64 clientNow()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}
/// Converts the reply of TIME to microseconds.
qint64 microsecondsOf(const redis::Reply &time);

} // namespace plimsoll::lab
