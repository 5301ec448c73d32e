// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/story.h"

#include <QCoreApplication>

#include <array>
#include <list>

namespace plimsoll::demo {

namespace {

struct LockWords {
    Q_DECLARE_TR_FUNCTIONS(demo)
};

constexpr std::array<QByteArrayView, 14> exclusiveJobs{
    "export:eu", "export:us",   "invoice:5521", "invoice:5522", "report:daily", "report:weekly", "sync:crm",
    "sync:erp",  "mail:digest", "index:search", "index:images", "backup:db",    "billing:run",   "cleanup:tmp"};
constexpr double takesASecond = 0.9;
constexpr milliseconds lockLease{20'000};
constexpr milliseconds forgetsAfter{240'000}; ///< story time
constexpr int lockWorkers = 6;

/// Jobs that only one worker may do at a time. A worker takes a lease with its own token and releases it by comparing
/// the token. Some run longer than their lease and lose the lock; one old script sets no expiry and dies.
class LockStory final : public Story {
public:
    explicit LockStory(quint32 seed) : m_random(seed) { }

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;

private:
    struct Held {
        QByteArray lock, token;
        milliseconds until{}; ///< story time at which the work is done
    };
    void acquire(Batch &batch, const Moment &moment);

    Random m_random;
    std::list<Held> m_held;
    bool m_hasForgotten = false; ///< whether the lock without an expiry was left
};

void LockStory::acquire(Batch &batch, const Moment &moment)
{
    const QByteArray lock = "lock:" + m_random.of<QByteArrayView>(exclusiveJobs).toByteArray();
    const QByteArray token = "worker-" + QByteArray::number(m_random.between(1, lockWorkers)) + ':' + m_random.hex(8);
    const milliseconds work = m_random.chance(0.04) ? lockLease * 5 / 4 : milliseconds(m_random.between(1'500, 16'000));
    batch.add({"SET", lock, token, "NX", "PX", stamp(moment.onServer(lockLease))},
              [this, lock, token, until = moment.story + work](const redis::Reply &reply, Batch & /*next*/) {
                  if (reply.bytes == "OK") {
                      m_held.push_back({lock, token, until});
                  }
              });
}

void LockStory::begin(Batch &batch, const Moment &moment)
{
    for (int i = 0; i < 5; ++i) {
        acquire(batch, moment);
    }
}

void LockStory::step(Batch &batch, const Moment &moment)
{
    for (int i = m_random.arrivals(takesASecond); i > 0; --i) {
        acquire(batch, moment);
    }
    for (auto held = m_held.begin(); held != m_held.end();) {
        if (held->until > moment.story) {
            ++held;
            continue;
        }
        batch.add(
            {"EVALSHA", unlockScript().sha, "1", held->lock, held->token},
            [lock = held->lock](const redis::Reply &reply, Batch &next) {
                if (reply.integer == 0) {
                    next.tellMinor(
                        LockWords::tr("The holder of %1 overran its lease, and did not free that of the next holder")
                            .arg(QString::fromLatin1(lock)));
                }
            });
        held = m_held.erase(held);
    }
    if (!m_hasForgotten && moment.story >= forgetsAfter) {
        m_hasForgotten = true;
        batch.tell(LockWords::tr("An old script locked report:monthly without an expiry and died: nothing frees it"));
        batch.add({"SET", "lock:report:monthly", "cron-1:" + m_random.hex(8), "NX"});
    }
}

} // namespace

std::unique_ptr<Story> makeLockStory(quint32 seed)
{
    return std::make_unique<LockStory>(seed);
}

} // namespace plimsoll::demo
