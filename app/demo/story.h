// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/batch.h"

#include <QByteArray>

#include <chrono>
#include <memory>
#include <random>
#include <vector>

/// The applications that the demonstration plays: each writes and works off a few collections, as a real one would,
/// by commands on the server. No I/O of their own, so that the same seed and replies give the same commands.
namespace plimsoll::demo {

using std::chrono::milliseconds;

/// One step: how far the story's own clock is (it stands still in a pause and runs faster with the pace), and what time
/// the server has, which is what goes into scores.
struct Moment {
    milliseconds story{};
    milliseconds server{}; ///< Unix
    double pace = 1; ///< story time for one unit of server time

    /// How long something of that story time takes on the server's clock.
    [[nodiscard]] milliseconds onServer(milliseconds duration) const
    {
        return std::chrono::duration_cast<milliseconds>(duration / pace);
    }
};

/// How much story time one step is.
inline constexpr milliseconds stepLength{100};

/// Chance by seed.
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
    /// How many of something that happens `perSecond` times a second on average happen in one step.
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

    /// What was there before the demonstration began, as an application that has run for a while leaves it.
    virtual void begin(Batch &batch, const Moment &moment) = 0;
    /// The next stepLength of its life.
    virtual void step(Batch &batch, const Moment &moment) = 0;
    /// A person asks for something to happen, where the story knows of such.
    virtual void burst() { }
    virtual void crashWorker() { }
};

/// The three mail, invoice and thumbnail queues, the reminders, the game, the lobby, flags and roles.
std::vector<std::unique_ptr<Story>> makeStories(quint32 seed);

/// SHA-1 of a script of ours (lua/demo), for EVALSHA, and its text, for SCRIPT LOAD.
struct Script {
    QByteArray text;
    QByteArray sha;
};
const Script &claimScript(); ///< lists to a processing zset
const Script &claimDueScript(); ///< due entries of a zset to a processing zset
const Script &releaseScript(); ///< due entries of a zset to a list
const Script &limitScript(); ///< lets a call in, within its limit
const Script &recentScript(); ///< the newest thing onto a list, within its bound
const Script &seenScript(); ///< whether an event is new
const Script &unlockScript();
const Script &expiredScript(); ///< frees a lock that is still the caller's

/// Unix milliseconds as text, as scores and record fields hold them.
inline QByteArray stamp(milliseconds time)
{
    return QByteArray::number(static_cast<qint64>(time.count()));
}

} // namespace plimsoll::demo
