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

/// One client of an experiment: a connection and a thread, which sends one command or script, waits for its reply, and
/// goes on. A command that fails ends the whole run: its reply is then nil, as are all that follow.
class Hand final {
public:
    Hand(Bench &bench, Side side, QByteArray name, int number);
    Q_DISABLE_COPY_MOVE(Hand)
    ~Hand() = default;

    redis::Reply command(Words words);
    redis::Reply script(const Script &script, Words keys, Words arguments);
    redis::Reply script(const Script &script, const std::vector<QByteArray> &keys,
                        const std::vector<QByteArray> &arguments);
    /// A command of the way itself, sent as a script that counts in the same moment what it does; and the command that
    /// it stands for, as those who watch see it.
    redis::Reply counted(const Script &script, Words keys, Words arguments);
    void show(Words words, const redis::Reply &reply) { note(std::span(words.begin(), words.size()), reply); }
    /// MULTI … EXEC in one go: the replies, in order. `evaluated`: what is in an EVAL among them.
    std::vector<redis::Reply> transaction(std::initializer_list<Words> commands, const Script *evaluated = nullptr);
    /// The same command of each key, so many in one go as never keep the server busy.
    std::vector<redis::Reply> each(QByteArrayView command, const std::vector<QByteArray> &keys);
    /// Commands for both sides in one go.
    void send(const redis::Pipeline &pipeline);

    /// Ends early when the run does.
    void sleep(Milliseconds duration);
    void sleepUntil(Clock::time_point time);

    /// The connection is closed and what it held forgotten: whoever calls this returns at once, and comes back as a new
    /// client 10 ms later.
    void crash(const QByteArray &held = {});
    [[nodiscard]] bool isCrashed() const { return m_crashed; }
    void revive();
    [[nodiscard]] int lives() const { return m_lives; }

    [[nodiscard]] int number() const { return m_number; } ///< among the clients of its side
    [[nodiscard]] Side side() const { return m_side; }
    [[nodiscard]] const QByteArray &name() const { return m_name; }
    /// Counts what it does, for draws of closed loops: the same for the client of that number on the other side.
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
    int m_lives = 1;
    quint64 m_turn = 0;
    bool m_crashed = false;
    redis::Client m_client;
};

/// The client's own clock, as a program reads it, in Unix milliseconds.
inline qint64 clientNow()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}
/// What the command TIME answers, in microseconds.
qint64 microsecondsOf(const redis::Reply &time);

} // namespace plimsoll::lab
