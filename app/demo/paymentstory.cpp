// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/story.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <set>

namespace plimsoll::demo {

namespace {

struct PaymentWords {
    Q_DECLARE_TR_FUNCTIONS(demo)
};

constexpr milliseconds hour{3'600'000};
constexpr milliseconds paymentsKept = 4 * hour;
constexpr int periods = 4;
constexpr int busyShard = 5;
constexpr double paymentRate = 3; // per second, each for payments and webhooks
constexpr double again = 0.3; // fraction of events that are duplicates
constexpr double crashes = 0.15; // fraction of new buckets whose client dies before EXPIRE
constexpr std::size_t mostRecent = 200;
constexpr milliseconds tellPaymentsEvery{90'000};

/// Key prefix of the buckets and the number of shards.
struct Notes {
    QByteArrayView prefix;
    int shards;
};
constexpr Notes payments{"dedupe:pay:", 8};
constexpr Notes calls{"dedupe:webhook:", 4};

QByteArray bucketOf(const Notes &notes, milliseconds time, int shard)
{
    const QDateTime utc = QDateTime::fromMSecsSinceEpoch(time.count(), Qt::UTC);
    return notes.prefix.toByteArray() + utc.toString(QStringLiteral("yyyyMMddHH")).toLatin1() + ':'
        + QByteArray::number(shard);
}

/// The hot shard gets three times the events of any other, from one shop.
int shardOf(const Notes &notes, const QByteArray &id)
{
    const auto at = static_cast<int>(qHash(id, 0) % static_cast<std::size_t>(notes.shards + 2));
    return at < notes.shards ? at : std::min(busyShard, notes.shards - 1);
}

/// Events that arrive more than once, recognized with one set per hour and shard. Payments use SADD, then EXPIRE if the
/// set is new: a client that dies between the two leaves a set that never expires. Webhooks use one script. One shop
/// sends far too many events, so its shard is hot.
class PaymentStory final : public Story {
public:
    explicit PaymentStory(quint32 seed) : m_random(seed) { }

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;

private:
    void note(Batch &batch, const Moment &moment, const QByteArray &id);
    QByteArray nextId();

    Random m_random;
    int m_made = 0;
    std::vector<QByteArray> m_recent; ///< IDs that may be sent again
    std::set<QByteArray> m_known; ///< buckets of payments whose expiry was or should have been set
    int m_caught = 0; ///< duplicates recognized
};

QByteArray PaymentStory::nextId()
{
    if (!m_recent.empty() && m_random.chance(again)) {
        return m_recent[static_cast<std::size_t>(m_random.below(static_cast<int>(m_recent.size())))];
    }
    ++m_made;
    QByteArray id = "evt_" + m_random.hex(6) + QByteArray::number(m_made, 16);
    if (m_recent.size() < mostRecent) {
        m_recent.push_back(id);
    } else {
        m_recent[static_cast<std::size_t>(m_random.below(static_cast<int>(mostRecent)))] = id;
    }
    return id;
}

void PaymentStory::begin(Batch &batch, const Moment &moment)
{
    const milliseconds begun = moment.server - moment.server % hour;
    for (const Notes &notes : {payments, calls}) {
        for (int back = 0; back < periods; ++back) {
            const milliseconds time = begun - back * hour;
            const int usual = back == 0 ? 20 + static_cast<int>((moment.server - begun) / milliseconds(15'000)) : 320;
            for (int shard = 0; shard < notes.shards; ++shard) {
                const QByteArray key = bucketOf(notes, time, shard);
                std::vector<QByteArray> ids;
                for (int i = (shard == busyShard ? 3 : 1) * usual + m_random.below(usual / 8 + 1); i > 0; --i) {
                    ids.push_back("evt_" + m_random.hex(12));
                }
                std::vector<QByteArrayView> words{"SADD", key};
                words.insert(words.end(), ids.begin(), ids.end());
                batch.add(words);
                batch.add(
                    {"PEXPIRE", key, QByteArray::number(qlonglong((time + paymentsKept - moment.server).count()))});
                m_known.insert(key);
            }
        }
    }
    // Two clients died some hours ago, each between SADD and EXPIRE.
    batch.add({"PERSIST", bucketOf(payments, begun - hour, 2)});
    batch.add({"PERSIST", bucketOf(payments, begun - 2 * hour, 6)});
}

void PaymentStory::note(Batch &batch, const Moment &moment, const QByteArray &id)
{
    const auto count = [this](const redis::Reply &reply, Batch & /*next*/) { m_caught += reply.integer == 0 ? 1 : 0; };
    const QByteArray time = QByteArray::number(qlonglong(paymentsKept.count()));
    const QByteArray bucket = bucketOf(payments, moment.server, shardOf(payments, id));
    batch.add({"SADD", bucket, id}, count);
    if (m_known.insert(bucket).second) {
        if (m_random.chance(crashes)) {
            batch.tell(
                PaymentWords::tr("A payments client died between SADD and EXPIRE: its bucket will stay forever"));
        } else {
            batch.add({"PEXPIRE", bucket, time});
        }
    }
    const int shard = shardOf(calls, id);
    batch.add({"EVALSHA", seenScript().sha, "2", bucketOf(calls, moment.server, shard),
               bucketOf(calls, moment.server - hour, shard), id, time},
              count);
}

void PaymentStory::step(Batch &batch, const Moment &moment)
{
    for (int i = m_random.arrivals(paymentRate); i > 0; --i) {
        note(batch, moment, nextId());
    }
    if (moment.story % tellPaymentsEvery == tellPaymentsEvery / 2) {
        batch.tellMinor(PaymentWords::tr("%1 events came a second time and were caught").arg(m_caught));
    }
}

} // namespace

std::unique_ptr<Story> makePaymentStory(quint32 seed)
{
    return std::make_unique<PaymentStory>(seed);
}

} // namespace plimsoll::demo
