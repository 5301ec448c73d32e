// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/wire/pipeline.h"
#include "redis/wire/reply.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <functional>
#include <initializer_list>
#include <memory>
#include <random>
#include <span>
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

/// Commands of one step of the workload, each with a handler for its reply. A handler may add commands to the batch of
/// the next step, like a worker that acts on the job it received.
class Batch {
public:
    using Handler = std::function<void(const redis::Reply &reply, Batch &next)>;

    void add(std::initializer_list<QByteArrayView> arguments, Handler handler = {})
    {
        m_pipeline.add(arguments);
        m_handlers.push_back(std::move(handler));
    }
    void add(std::span<const QByteArrayView> arguments, Handler handler = {})
    {
        m_pipeline.add(arguments);
        m_handlers.push_back(std::move(handler));
    }
    [[nodiscard]] const redis::Pipeline &pipeline() const { return m_pipeline; }

    /// Describes the step to the user. A minor caption is shown only if no other was shown recently.
    struct Caption {
        QString text;
        bool minor = false;
    };
    void tell(const QString &text) { m_told.push_back({text, false}); }
    void tellMinor(const QString &text) { m_told.push_back({text, true}); }
    [[nodiscard]] const std::vector<Caption> &told() const { return m_told; }

    /// Hands each reply to its handler; an error reply goes to `failed` instead.
    void deliver(std::span<const redis::Reply> replies, Batch &next,
                 const std::function<void(const redis::Reply &)> &failed) const
    {
        for (std::size_t i = 0; i < replies.size() && i < m_handlers.size(); ++i) {
            if (replies[i].isError()) {
                failed(replies[i]);
            } else if (m_handlers[i]) {
                m_handlers[i](replies[i], next);
            }
        }
    }

private:
    redis::Pipeline m_pipeline;
    std::vector<Handler> m_handlers;
    std::vector<Caption> m_told;
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

// Each story has a file of its own, which makes it.
std::unique_ptr<Story> makeMailStory(quint32 seed);
std::unique_ptr<Story> makeInvoiceStory(quint32 seed);
std::unique_ptr<Story> makeThumbnailStory(quint32 seed);
std::unique_ptr<Story> makeReminderStory(quint32 seed);
std::unique_ptr<Story> makeGameStory(quint32 seed);
std::unique_ptr<Story> makeLobbyStory(quint32 seed);
std::unique_ptr<Story> makeTenantStory(quint32 seed);
std::unique_ptr<Story> makeEditorStory(quint32 seed);
std::unique_ptr<Story> makePublisherStory(quint32 seed);
std::unique_ptr<Story> makeAuditStory(quint32 seed);
std::unique_ptr<Story> makeCheckoutStory(quint32 seed);
std::unique_ptr<Story> makePaymentStory(quint32 seed);
std::unique_ptr<Story> makeRecentStory(quint32 seed);
std::unique_ptr<Story> makeLimiterStory(quint32 seed);
std::unique_ptr<Story> makeLockStory(quint32 seed);
std::unique_ptr<Story> makeCacheStory(quint32 seed);
std::unique_ptr<Story> makeOrderStory(quint32 seed);
std::unique_ptr<Story> makeQuoteStory(quint32 seed);

/// Returns all stories, in the order in which they play.
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
