// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/story.h"

#include <QCoreApplication>

#include <array>
#include <deque>

namespace plimsoll::demo {

using redis::Reply;

namespace {

constexpr QByteArrayView reminderDelayed = "schedule:reminders";
constexpr QByteArrayView reminderProcessing = "schedule:reminders:processing";
constexpr QByteArrayView reminderDead = "schedule:reminders:dead";
constexpr std::array<QByteArrayView, 4> reminderClasses{"PaymentReminder", "TrialEnds", "ReviewRequest",
                                                        "RenewalNotice"};
constexpr std::array<QByteArrayView, 3> reminderErrors{
    "webhook answered 503 Service Unavailable",
    "could not resolve host hooks.example.net",
    "customer has unsubscribed",
};
struct ReminderWords {
    Q_DECLARE_TR_FUNCTIONS(demo)
};

constexpr int reminderMaxAttempts = 5;
constexpr double reminderFailureRate = 0.18;
constexpr milliseconds reminderVisibility{20'000};
constexpr milliseconds reminderTime{1'200};

/// The schedule "reminders": entries due over the next hour, claimed by a script when due, retried with growing
/// backoff, dead after the fifth failure. Every other minute the scheduler pauses for some seconds, as in a deployment,
/// so that the lag shows.
class ReminderStory final : public Story {
public:
    explicit ReminderStory(quint32 seed) : m_random(seed) { }

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;

private:
    struct Running {
        QByteArray id;
        milliseconds until{};
    };

    void schedule(Batch &batch, milliseconds created, milliseconds due);
    void finish(const QByteArray &id, Batch &batch, const Moment &moment);

    Random m_random;
    std::deque<Running> m_running; ///< earliest first
    milliseconds m_awayUntil{}, m_nextAway{60'000};
    int m_made = 0;
};

void ReminderStory::schedule(Batch &batch, milliseconds created, milliseconds due)
{
    const QByteArray id = "r-" + m_random.hex(3) + '-' + QByteArray::number(++m_made);
    const QByteArray record = "reminder:" + id;
    batch.add({"HSET", record, "class", m_random.of<QByteArrayView>(reminderClasses), "created_at", stamp(created),
               "attempts", "0", "max_attempts", QByteArray::number(reminderMaxAttempts), "payload",
               R"({"customer":)" + QByteArray::number(m_random.between(1'000, 9'999)) + R"(,"channel":"mail"})"});
    batch.add({"ZADD", reminderDelayed, stamp(due), id});
}

void ReminderStory::begin(Batch &batch, const Moment &moment)
{
    // Starts with the usual number of entries due within 40 s.
    for (int i = 0; i < 18; ++i) {
        schedule(batch, moment.server, moment.server + std::chrono::seconds(m_random.between(1, 40)));
    }
    for (int i = 0; i < 240; ++i) {
        const auto created = std::chrono::duration_cast<milliseconds>(std::chrono::minutes(m_random.between(5, 600)));
        // Two peaks, like mails sent on the hour, and a steady part.
        const int seconds = i % 3 == 0 ? m_random.between(1'400, 1'700)
                                       : (i % 3 == 1 ? m_random.between(2'900, 3'300) : m_random.between(5, 3'500));
        schedule(batch, moment.server - created, moment.server + std::chrono::seconds(seconds));
    }
}

void ReminderStory::step(Batch &batch, const Moment &moment)
{
    for (int i = m_random.arrivals(0.9); i > 0; --i) {
        const int ahead = m_random.chance(0.93) ? m_random.between(4, 40) : m_random.between(60, 3'500);
        schedule(batch, moment.server, moment.server + moment.onServer(std::chrono::seconds(ahead)));
    }
    while (!m_running.empty() && m_running.front().until <= moment.story) {
        finish(m_running.front().id, batch, moment);
        m_running.pop_front();
    }
    if (moment.story >= m_nextAway) {
        m_awayUntil = moment.story + milliseconds(9'000);
        batch.tell(ReminderWords::tr("The worker of reminders is away for 9 s: due jobs wait"));
        m_nextAway = moment.story + milliseconds(m_random.between(100'000, 140'000));
    }
    if (moment.story < m_awayUntil || moment.story % milliseconds(500) != milliseconds(0)) {
        return;
    }
    batch.add({"EVALSHA", claimDueScript().sha, "2", reminderDelayed, reminderProcessing, stamp(moment.server),
               stamp(moment.server + moment.onServer(reminderVisibility)), "4"},
              [this, moment](const Reply &taken, Batch &next) {
                  for (const Reply &entry : taken.elements) {
                      m_running.push_back({entry.bytes, moment.story + reminderTime});
                      next.add({"HSET", "reminder:" + entry.bytes, "started_at", stamp(moment.server)});
                  }
              });
}

void ReminderStory::finish(const QByteArray &id, Batch &batch, const Moment &moment)
{
    const QByteArray record = "reminder:" + id;
    if (!m_random.chance(reminderFailureRate)) {
        batch.add({"ZREM", reminderProcessing, id});
        batch.add({"UNLINK", record});
        return;
    }
    batch.add({"HSET", record, "last_error", m_random.of<QByteArrayView>(reminderErrors)});
    batch.add({"HINCRBY", record, "attempts", "1"}, [id, moment](const Reply &attempts, Batch &next) {
        const int tries = static_cast<int>(attempts.toInteger().value_or(reminderMaxAttempts));
        if (tries >= reminderMaxAttempts) {
            next.add({"LPUSH", reminderDead, id});
            next.tellMinor(ReminderWords::tr("%1 failed %2 times and is among the dead letters of reminders")
                               .arg(QString::fromLatin1(id), QString::number(reminderMaxAttempts)));
            next.add({"LTRIM", reminderDead, "0", "199"});
        } else {
            const milliseconds backoff = moment.onServer(std::chrono::seconds(2LL << tries)); // 4, 8, 16, 32 s
            next.add({"ZADD", reminderDelayed, stamp(moment.server + backoff), id});
        }
        next.add({"ZREM", reminderProcessing, id});
    });
}

} // namespace

std::unique_ptr<Story> makeReminderStory(quint32 seed)
{
    return std::make_unique<ReminderStory>(seed);
}

} // namespace plimsoll::demo
