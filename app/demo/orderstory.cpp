// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/story.h"

#include <QCoreApplication>

#include <array>
#include <optional>

namespace plimsoll::demo {

namespace {

struct OrderWords {
    Q_DECLARE_TR_FUNCTIONS(demo)
};

constexpr QByteArrayView orderEvents = "stream:order-events";
constexpr QByteArrayView ordersKept = "20000"; // entries, approximately
constexpr double orderRate = 3.2; // per second
constexpr QByteArrayView slowGroup = "analytics"; // falls behind, and catches up at the end of each round
constexpr milliseconds analysis = std::chrono::minutes(45), catchingUp = std::chrono::minutes(9);
constexpr milliseconds death{150'000}; // time for which entries of a dead consumer stay unclaimed
constexpr milliseconds betweenDeaths{260'000};
constexpr milliseconds betweenClaims{15'000};
constexpr QByteArrayView deadFor = "372000";
constexpr int poison = 4;
constexpr milliseconds idleBefore{120'000}; // idle time before entries of a dead consumer are claimed
constexpr int mostRefunds = 8; // stay pending until a user deals with them

bool saysRefund(const redis::Reply &fields)
{
    for (std::size_t i = 0; i + 1 < fields.elements.size(); i += 2) {
        if (fields.elements[i].bytes == "event" && fields.elements[i + 1].bytes == "refund") {
            return true;
        }
    }
    return false;
}

/// Events of a shop's orders in a stream that three groups read. Occasionally a billing consumer dies with pending
/// entries; after a while another consumer claims them (XAUTOCLAIM). A refund that always fails becomes a poison entry.
/// Analytics reads more slowly than entries arrive.
class OrderStory final : public Story {
public:
    explicit OrderStory(quint32 seed) : m_random(seed) { }

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;
    void crashWorker() override;

private:
    struct Consumer {
        QByteArrayView group, name;
        double perSecond;
        milliseconds deadUntil{};
    };

    void order(Batch &batch, std::optional<milliseconds> at = std::nullopt, bool isRefund = false);
    void work(Batch &batch, const Consumer &consumer, const Moment &moment);
    void claimStale(Batch &batch, const Moment &moment);
    /// Acknowledges the entries of an XREADGROUP or XAUTOCLAIM reply, except refunds that fail.
    void finish(const redis::Reply &entries, QByteArrayView group, Batch &next);

    Random m_random;
    std::array<Consumer, 6> m_consumers{
        Consumer{"billing", "billing-1", 1.6},   Consumer{"billing", "billing-2", 1.6},
        Consumer{"billing", "billing-3", 1.6},   Consumer{"shipping", "shipping-1", 2.5},
        Consumer{"shipping", "shipping-2", 2.5}, Consumer{"analytics", "analytics-1", 2.8}};
    int m_orders = 69'000;
    milliseconds m_nextCrash{};
    milliseconds m_nextClaim{};
    bool m_crashNow = false;
    int m_refunds = 0;
};

void OrderStory::order(Batch &batch, std::optional<milliseconds> at, bool isRefund)
{
    ++m_orders;
    const bool isBad = isRefund || (m_refunds < mostRefunds && m_random.chance(0.002));
    m_refunds += isBad ? 1 : 0;
    static constexpr std::array<QByteArrayView, 3> events{"paid", "receipt", "shipped"};
    const QByteArray amount = (isBad ? "-" : "") + QByteArray::number(m_random.between(500, 14'000) / 100.0, 'f', 2);
    const QByteArray meta = R"({"source":")" + QByteArray(m_random.chance(0.7) ? "web" : "app") + R"(","attempt":1})";
    batch.add({"XADD", orderEvents, "MAXLEN", "~", ordersKept,
               at ? stamp(*at) + "-" + QByteArray::number(m_orders) : "*", "order", QByteArray::number(m_orders),
               "event", isBad ? QByteArrayView("refund") : m_random.of<QByteArrayView>(events), "amount", amount,
               "card", "4000" + QByteArray::number(m_random.between(100'000, 999'999)), "meta", meta});
}

void OrderStory::begin(Batch &batch, const Moment &moment)
{
    for (const QByteArrayView group :
         {QByteArrayView("billing"), QByteArrayView("shipping"), QByteArrayView("analytics")}) {
        batch.add({"XGROUP", "CREATE", orderEvents, group, "0", "MKSTREAM"});
    }
    constexpr int past = 900;
    for (int i = past; i > 0; --i) {
        order(batch, moment.server - milliseconds(i * 1'000), i > past - poison);
    }
    // A consumer died some minutes ago; its pending entries include refunds that always fail.
    batch.add({"XREADGROUP", "GROUP", "billing", m_consumers[1].name, "COUNT", "38", "STREAMS", orderEvents, ">"},
              [name = m_consumers[1].name](const redis::Reply &reply, Batch &next) {
                  if (reply.elements.empty() || reply.elements[0].elements.size() != 2) {
                      return;
                  }
                  int left = poison;
                  for (const redis::Reply &entry : reply.elements[0].elements[1].elements) {
                      next.add({"XCLAIM", orderEvents, "billing", name, "0", entry.elements[0].bytes, "IDLE", deadFor,
                                "RETRYCOUNT", left-- > 0 ? "7" : "1", "JUSTID"});
                  }
              });
    m_consumers[1].deadUntil = moment.story + death;
    m_nextClaim = moment.story + death;
    m_nextCrash = moment.story + death + betweenDeaths;
    for (const Consumer &consumer : m_consumers) {
        if (consumer.deadUntil > moment.story) {
            continue;
        }
        const bool isSlow = consumer.group == slowGroup;
        batch.add({"XREADGROUP", "GROUP", consumer.group, consumer.name, "COUNT", isSlow ? "250" : "900", "STREAMS",
                   orderEvents, ">"},
                  [this, group = consumer.group](const redis::Reply &reply, Batch &next) {
                      if (!reply.elements.empty() && reply.elements[0].elements.size() == 2) {
                          finish(reply.elements[0].elements[1], group, next);
                      }
                  });
    }
}

void OrderStory::finish(const redis::Reply &entries, QByteArrayView group, Batch &next)
{
    for (const redis::Reply &entry : entries.elements) {
        const bool isRead = entry.elements.size() == 2;
        if (isRead && (group != QByteArrayView("billing") || !saysRefund(entry.elements[1]))) {
            next.add({"XACK", orderEvents, group, entry.elements[0].bytes});
        }
    }
}

void OrderStory::work(Batch &batch, const Consumer &consumer, const Moment &moment)
{
    const bool catchesUp = consumer.group == slowGroup && moment.story % analysis >= analysis - catchingUp;
    const int count = m_random.arrivals(catchesUp ? 2 * consumer.perSecond : consumer.perSecond);
    if (count == 0) {
        return;
    }
    batch.add({"XREADGROUP", "GROUP", consumer.group, consumer.name, "COUNT", QByteArray::number(count), "STREAMS",
               orderEvents, ">"},
              [this, group = consumer.group](const redis::Reply &reply, Batch &next) {
                  if (!reply.elements.empty() && reply.elements[0].elements.size() == 2) {
                      finish(reply.elements[0].elements[1], group, next);
                  }
              });
}

/// Live consumers claim entries that others left pending and retry those that failed.
void OrderStory::claimStale(Batch &batch, const Moment &moment)
{
    if (moment.story < m_nextClaim) {
        return;
    }
    m_nextClaim = moment.story + betweenClaims;
    batch.add(
        {"XAUTOCLAIM", orderEvents, "billing", "billing-3", stamp(moment.onServer(idleBefore)), "0", "COUNT", "100"},
        [this](const redis::Reply &reply, Batch &next) {
            if (reply.elements.size() < 2 || reply.elements[1].elements.empty()) {
                return;
            }
            next.tellMinor(OrderWords::tr("%1 entries of a consumer that died are claimed by billing-3")
                               .arg(reply.elements[1].elements.size()));
            finish(reply.elements[1], "billing", next);
        });
}

void OrderStory::crashWorker()
{
    m_crashNow = true;
}

void OrderStory::step(Batch &batch, const Moment &moment)
{
    for (int i = m_random.arrivals(orderRate); i > 0; --i) {
        order(batch);
    }
    Consumer &mortal = m_consumers[1];
    if (m_crashNow || moment.story >= m_nextCrash) {
        m_crashNow = false;
        m_nextCrash = moment.story + betweenDeaths;
        mortal.deadUntil = moment.story + death;
        // The entries it reads become its pending entries.
        batch.add({"XREADGROUP", "GROUP", mortal.group, mortal.name, "COUNT", "38", "STREAMS", orderEvents, ">"});
        batch.tell(
            OrderWords::tr("billing-2 died with entries it had read: they are pending, and no one works on them"));
    }
    for (const Consumer &consumer : m_consumers) {
        if (consumer.deadUntil <= moment.story) {
            work(batch, consumer, moment);
        }
    }
    claimStale(batch, moment);
}

} // namespace

std::unique_ptr<Story> makeOrderStory(quint32 seed)
{
    return std::make_unique<OrderStory>(seed);
}

} // namespace plimsoll::demo
