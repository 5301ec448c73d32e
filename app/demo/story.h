// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/batch.h"

#include <QByteArray>

#include <chrono>
#include <memory>
#include <random>
#include <vector>

/// The applications that the demonstration plays: each fills and drains a few collections with commands, as a real
/// application would. They do no I/O, so the same seed and replies give the same commands.
namespace plimsoll::demo {

using std::chrono::milliseconds;

/// The clocks of one step: the story's own time, which stops in a pause and follows the pace, and the server's time,
/// which scores use.
struct Moment {
    milliseconds story{};
    milliseconds server{}; ///< Unix
    double pace = 1; ///< story time per unit of server time

    /// Converts a duration in story time to the server's clock.
    [[nodiscard]] milliseconds onServer(milliseconds duration) const
    {
        return std::chrono::duration_cast<milliseconds>(duration / pace);
    }
};

/// Story time of one step.
inline constexpr milliseconds stepLength{100};

/// Seeded random numbers.
class Random {
public:
    explicit Random(quint32 seed) : m_engine(seed) { }

    [[nodiscard]] int below(int bound)
    {
        return static_cast<int>(static_cast<quint32>(m_engine()) % static_cast<quint32>(bound));
    }
    [[nodiscard]] int between(int low, int high) { return low + below(high - low + 1); }
    [[nodiscard]] bool chance(double probability)
    {
        return static_cast<quint32>(m_engine()) < probability * 4294967296.0;
    }
    /// Random number of events in one step, at an average rate of `perSecond`.
    [[nodiscard]] int arrivals(double perSecond)
    {
        const double mean = perSecond * std::chrono::duration<double>(stepLength).count();
        const int whole = static_cast<int>(mean);
        return whole + (chance(mean - whole) ? 1 : 0);
    }
    template <typename T> [[nodiscard]] const T &of(std::span<const T> values)
    {
        return values[static_cast<std::size_t>(below(static_cast<int>(values.size())))];
    }
    [[nodiscard]] QByteArray hex(int digits)
    {
        static constexpr std::string_view alphabet = "0123456789abcdef";
        QByteArray text;
        for (int i = 0; i < digits; ++i) {
            text += alphabet[static_cast<std::size_t>(below(16))];
        }
        return text;
    }

private:
    std::mt19937 m_engine; // NOLINT(cert-msc51-cpp): foreseeable on purpose
};

class Story {
public:
    Story() = default;
    virtual ~Story() = default;
    Q_DISABLE_COPY_MOVE(Story)

    /// Writes the state that an application leaves after running for a while.
    virtual void begin(Batch &batch, const Moment &moment) = 0;
    /// Plays the next stepLength of the story.
    virtual void step(Batch &batch, const Moment &moment) = 0;
    /// Reacts to the user's request; stories that do not support it ignore it.
    virtual void burst() { }
    virtual void crashWorker() { }
};

/// The three mail, invoice and thumbnail queues, the reminders, the game, the lobby, flags and roles.
std::vector<std::unique_ptr<Story>> makeStories(quint32 seed);

/// A script from lua/demo: its text for SCRIPT LOAD and its SHA-1 for EVALSHA.
struct Script {
    QByteArray text;
    QByteArray sha;
};
const Script &claimScript(); ///< moves jobs from lists to a processing zset
const Script &claimDueScript(); ///< moves due entries of a zset to a processing zset
const Script &releaseScript(); ///< moves due entries of a zset to a list
const Script &limitScript(); ///< admits a call within its limit
const Script &recentScript(); ///< prepends the newest item to a list and trims the list
const Script &seenScript(); ///< tests whether an event is new
const Script &unlockScript(); ///< releases a lock if the caller still holds it
const Script &expiredScript(); ///< removes an expired item and its index entry

/// Unix time in milliseconds as text, the format of scores and record fields.
inline QByteArray stamp(milliseconds time)
{
    return QByteArray::number(static_cast<qint64>(time.count()));
}

} // namespace plimsoll::demo
