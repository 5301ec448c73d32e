// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/story.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <utility>

namespace plimsoll::demo {

using redis::Reply;

namespace {

constexpr QByteArrayView mailProcessing = "queue:email:processing";
constexpr QByteArrayView mailDelayed = "queue:email:delayed";
constexpr QByteArrayView mailDead = "queue:email:failed";
constexpr std::array<QByteArrayView, 3> tiers{"queue:email:high", "queue:email", "queue:email:low"};

constexpr std::array<QByteArrayView, 5> mailClasses{"SendInvoice", "SendReceipt", "SendWelcome", "SendDigest",
                                                    "SendReset"};
constexpr std::array<QByteArrayView, 5> mailErrors{
    "SMTP timeout after 30 s",
    "550 5.1.1 mailbox unavailable",
    "421 4.7.0 try again later",
    "TLS handshake failed: certificate has expired",
    "template 'digest' has no variable 'first_name'",
};
constexpr std::array<QByteArrayView, 8> people{"ada", "bela", "chen", "dora", "emil", "fay", "gus", "hana"};

constexpr int workerCount = 6;
constexpr int prefetch = 4;
constexpr int mailMaxAttempts = 3;
constexpr double mailFailureRate = 0.05;
constexpr int poisonEvery = 60; // one in 60 jobs fails at every attempt and becomes a dead letter
constexpr int helperCount = 3;
constexpr int helpAbove = 1'400, helpUntil = 100; // waiting jobs at which helpers join and leave
constexpr double quietRate = 4; // jobs per second; with the bursts slightly more than the workers can handle
constexpr double burstRate = 55;
constexpr milliseconds mailVisibility{12'000};
constexpr milliseconds restartTime{6'000};
constexpr milliseconds recordLife = std::chrono::hours(24);
constexpr int toleratedStale = 60; // above this the reaper requeues some jobs, as an operator's cron job would

constexpr int mostDead = 260, deadLeft = 60; // dead letters at which an operator cleans up, and the number left

constexpr int burstSteps = 60;

struct MailWords {
    Q_DECLARE_TR_FUNCTIONS(demo)
};

bool isPoison(const QByteArray &job)
{
    return job.mid(job.indexOf('-') + 1).toInt() % poisonEvery == 0;
}

/// The queue "email": three priorities, job records, a processing zset with visibility deadlines, retries with backoff,
/// dead letters. Jobs come in bursts, and a worker is killed occasionally, which leaves its jobs stale. The queue grows
/// to a mark, where helpers join.
class MailStory final : public Story {
public:
    explicit MailStory(quint32 seed);

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;
    void burst() override;
    void crashWorker() override;

private:
    struct Worker {
        QByteArray name;
        std::vector<QByteArray> jobs; ///< claimed, not finished
        milliseconds until{}; ///< story time until which it is busy or restarting
    };

    QByteArray makeRecord(Batch &batch, milliseconds created, int attempts);
    void produce(Batch &batch, const Moment &moment);
    void work(Worker &worker, Batch &batch, const Moment &moment);
    /// Lets helpers join above a mark and leave when the backlog is gone.
    void callHelp(Batch &batch);
    static void clearDead(Batch &batch);
    void tellOfCrash(const Worker &worker, Batch &batch) const;
    static void claim(Worker &worker, Batch &batch, const Moment &moment);
    void finish(const QByteArray &job, Batch &batch, const Moment &moment);

    Random m_random;
    std::vector<Worker> m_workers;
    int m_made = 0;
    int m_burstSteps = 0;
    qint64 m_waiting = 0; ///< jobs waiting in all priorities, as last counted
    bool m_helped = false;
    bool m_burstAsked = false;
    bool m_crash = false;
    milliseconds m_nextBurst{}, m_nextCrash{};
};

MailStory::MailStory(quint32 seed) : m_random(seed)
{
    m_workers.resize(workerCount + helperCount);
    for (int i = 0; i < workerCount + helperCount; ++i) {
        m_workers[static_cast<std::size_t>(i)].name = "worker-" + QByteArray::number(i + 1);
    }
}

QByteArray MailStory::makeRecord(Batch &batch, milliseconds created, int attempts)
{
    QByteArray id = m_random.hex(4) + '-' + QByteArray::number(++m_made).rightJustified(2, '0');
    const QByteArray key = "job:" + id;
    const QByteArray person = m_random.of<QByteArrayView>(people).toByteArray();
    const QByteArray payload = R"({"to":")" + person + R"(@example.org","order":)"
        + QByteArray::number(m_random.between(10'000, 99'999)) + R"(,"locale":")" + (m_random.chance(0.7) ? "en" : "de")
        + R"("})";
    batch.add({"HSET", key, "class", m_random.of<QByteArrayView>(mailClasses), "created_at", stamp(created), "attempts",
               QByteArray::number(attempts), "max_attempts", QByteArray::number(mailMaxAttempts), "payload", payload});
    batch.add({"PEXPIRE", key, stamp(recordLife)});
    return id;
}

void MailStory::begin(Batch &batch, const Moment &moment)
{
    const milliseconds now = moment.server;
    for (int i = 0; i < 36; ++i) {
        const QByteArray id = makeRecord(batch, now - milliseconds(250 * (36 - i)), 0);
        batch.add({"LPUSH", tiers[i % 9 == 0 ? 0 : 1 + (i % 4 == 0)], id});
    }
    // A worker that was killed three minutes ago left these jobs behind.
    for (int i = 0; i < 41; ++i) {
        const milliseconds started = now - std::chrono::minutes(3) - milliseconds(m_random.between(0, 9'000));
        const QByteArray id = makeRecord(batch, started - milliseconds(m_random.between(400, 4'000)), 1);
        batch.add({"HSET", "job:" + id, "worker", "worker-0", "started_at", stamp(started)});
        batch.add({"ZADD", mailProcessing, stamp(started + mailVisibility), id});
    }
    for (int i = 0; i < 7; ++i) {
        const QByteArray id = makeRecord(batch, now - std::chrono::minutes(m_random.between(20, 400)), mailMaxAttempts);
        batch.add({"HSET", "job:" + id, "last_error", mailErrors[static_cast<std::size_t>(i) % mailErrors.size()]});
        batch.add({"LPUSH", mailDead, id});
    }
    m_nextBurst = milliseconds(20'000);
    m_nextCrash = milliseconds(15'000);
}

void MailStory::step(Batch &batch, const Moment &moment)
{
    if (moment.story >= m_nextBurst) {
        burst();
        m_nextBurst = moment.story + milliseconds(m_random.between(50'000, 80'000));
    }
    if (moment.story >= m_nextCrash) {
        crashWorker();
        m_nextCrash = moment.story + milliseconds(m_random.between(35'000, 60'000));
    }
    produce(batch, moment);
    for (std::size_t i = 0; i < m_workers.size(); ++i) {
        // A helper that was dismissed finishes its jobs.
        if (i < workerCount || m_helped || !m_workers[i].jobs.empty()) {
            work(m_workers[i], batch, moment);
        }
    }
    if (moment.story % milliseconds(1'000) == milliseconds(0)) {
        batch.add({"EVALSHA", releaseScript().sha, "2", mailDelayed, tiers[1], stamp(moment.server), "20"});
        callHelp(batch);
        clearDead(batch);
    }
    if (moment.story % milliseconds(10'000) == milliseconds(0)) {
        batch.add({"ZCOUNT", mailProcessing, "-inf", '(' + stamp(moment.server)},
                  [moment](const Reply &stale, Batch &next) {
                      if (stale.toInteger().value_or(0) > toleratedStale) {
                          next.tell(MailWords::tr("More than %1 stale jobs in email: a cron job takes 20 of them back")
                                        .arg(toleratedStale));
                          next.add({"EVALSHA", releaseScript().sha, "2", mailProcessing, tiers[1], stamp(moment.server),
                                    "20"});
                      }
                  });
    }
}

void MailStory::callHelp(Batch &batch)
{
    m_waiting = 0;
    for (const QByteArrayView tier : tiers) {
        batch.add({"LLEN", tier}, [this, isLast = tier == tiers.back()](const Reply &length, Batch &next) {
            m_waiting += length.toInteger().value_or(0);
            const bool helped = m_waiting > (m_helped ? helpUntil : helpAbove);
            if (!isLast || std::exchange(m_helped, helped) == helped) {
                return;
            }
            const QString waiting = QLocale().toString(m_waiting);
            next.tell(helped ? MailWords::tr("%1 mails wait: three more workers start").arg(waiting)
                             : MailWords::tr("%1 mails wait: the three helpers stop").arg(waiting));
        });
    }
}

void MailStory::clearDead(Batch &batch)
{
    batch.add({"LRANGE", mailDead, QByteArray::number(mostDead), QByteArray::number(mostDead)},
              [](const Reply &tooMany, Batch &next) {
                  if (tooMany.elements.empty()) {
                      return;
                  }
                  next.tell(MailWords::tr("Someone goes through the dead letters of email and discards the oldest"));
                  next.add({"LRANGE", mailDead, QByteArray::number(deadLeft), "-1"},
                           [](const Reply &oldest, Batch &last) {
                               for (const Reply &job : oldest.elements) {
                                   last.add({"UNLINK", "job:" + job.bytes});
                                   last.add({"LREM", mailDead, "-1", job.bytes});
                               }
                           });
              });
}

void MailStory::produce(Batch &batch, const Moment &moment)
{
    if (std::exchange(m_burstAsked, false)) {
        m_burstSteps = burstSteps;
        batch.tell(MailWords::tr("A newsletter goes out: about %1 mails within 6 s, more than the workers manage")
                       .arg(static_cast<int>(burstRate) * 6));
    }
    const bool bursting = m_burstSteps > 0;
    m_burstSteps -= bursting ? 1 : 0;
    const int jobs = m_random.arrivals(bursting ? burstRate : quietRate);
    for (int i = 0; i < jobs; ++i) {
        const int draw = m_random.below(10);
        const std::size_t tier = draw == 0 ? 0 : (draw < 8 ? 1 : 2);
        const QByteArray id = makeRecord(batch, moment.server, 0);
        batch.add({"LPUSH", tiers[tier], id});
    }
}

void MailStory::work(Worker &worker, Batch &batch, const Moment &moment)
{
    if (m_crash && !worker.jobs.empty()) {
        // A killed worker sends nothing: its jobs stay in processing, and another worker starts in its place.
        m_crash = false;
        tellOfCrash(worker, batch);
        worker.jobs.clear();
        worker.until = moment.story + restartTime;
        return;
    }
    if (moment.story < worker.until) {
        return;
    }
    if (!worker.jobs.empty()) {
        finish(worker.jobs.back(), batch, moment);
        worker.jobs.pop_back();
        worker.until = moment.story + milliseconds(m_random.between(200, 900));
        return;
    }
    claim(worker, batch, moment);
}

void MailStory::tellOfCrash(const Worker &worker, Batch &batch) const
{
    const QString name = QString::fromLatin1(worker.name);
    const auto held = static_cast<int>(worker.jobs.size());
    batch.tell(held == 1 ? MailWords::tr("%1 died with 1 job; it turns stale within 12 s").arg(name)
                         : MailWords::tr("%1 died with %n jobs; they turn stale within 12 s", nullptr, held).arg(name));
}

void MailStory::claim(Worker &worker, Batch &batch, const Moment &moment)
{
    worker.until = moment.story + stepLength * 3; // asks again if the queue was empty
    Worker *const claiming = &worker; // m_workers is never resized after construction
    batch.add(
        {"EVALSHA", claimScript().sha, "4", mailProcessing, tiers[0], tiers[1], tiers[2],
         stamp(moment.server + moment.onServer(mailVisibility)), QByteArray::number(prefetch)},
        [claiming, moment](const Reply &taken, Batch &next) {
            for (const Reply &job : taken.elements) {
                claiming->jobs.push_back(job.bytes);
                next.add({"HSET", "job:" + job.bytes, "worker", claiming->name, "started_at", stamp(moment.server)});
            }
        });
}

void MailStory::finish(const QByteArray &job, Batch &batch, const Moment &moment)
{
    const QByteArray record = "job:" + job;
    if (!isPoison(job) && !m_random.chance(mailFailureRate)) {
        batch.add({"ZREM", mailProcessing, job});
        batch.add({"UNLINK", record});
        return;
    }
    batch.add({"HSET", record, "last_error", m_random.of<QByteArrayView>(mailErrors)});
    batch.add({"HINCRBY", record, "attempts", "1"}, [job, moment](const Reply &attempts, Batch &next) {
        const qint64 tries = attempts.toInteger().value_or(mailMaxAttempts);
        if (tries >= mailMaxAttempts) {
            next.add({"LPUSH", mailDead, job});
            next.tellMinor(MailWords::tr("%1 failed %2 times and is among the dead letters of email")
                               .arg(QString::fromLatin1(job), QString::number(mailMaxAttempts)));
        } else {
            const milliseconds backoff = moment.onServer(std::chrono::seconds(4) * tries);
            next.add({"ZADD", mailDelayed, stamp(moment.server + backoff), job});
        }
        next.add(
            {"ZREM", mailProcessing, job}); // last, so that a crash in between duplicates the job instead of losing it
    });
}

void MailStory::burst()
{
    m_burstAsked = true;
}

void MailStory::crashWorker()
{
    m_crash = true;
}

} // namespace

std::unique_ptr<Story> makeMailStory(quint32 seed)
{
    return std::make_unique<MailStory>(seed);
}

} // namespace plimsoll::demo
