// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/story.h"

#include <QCoreApplication>

#include <array>

namespace plimsoll::demo {

namespace {

struct LimiterWords {
    Q_DECLARE_TR_FUNCTIONS(demo)
};

constexpr milliseconds window{60'000}; // as in the workspace
constexpr int callLimit = 30;
constexpr int searchLimit = 20;
constexpr QByteArrayView twoWindows = "120000";

/// A customer that calls far more often than others, with calls per second.
struct Heavy {
    QByteArrayView name;
    double aSecond;
};
constexpr std::array<Heavy, 3> heavy{{{"svc-export", 1.3}, {"partner-11", 0.7}, {"user-98172", 0.55}}};
constexpr double callsASecond = 6;
constexpr double burstsASecond = 0.25; ///< concurrent searches
constexpr int customerCount = 220;
constexpr int before = 420; ///< calls within the last 90 s
constexpr milliseconds tellLimitedEvery{75'000};

QByteArray callsOf(const QByteArray &who)
{
    return "ratelimit:api:" + who;
}

QByteArray searchesOf(const QByteArray &who)
{
    return "ratelimit:search:" + who;
}

/// Calls of many customers, each with a limit per minute. The API checks the limit in one script. The search counts
/// first and adds later, so concurrent callers all find the same slot free.
class LimiterStory final : public Story {
public:
    explicit LimiterStory(quint32 seed) : m_random(seed) { }

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;

private:
    void call(Batch &batch, milliseconds time, const QByteArray &who);
    void search(Batch &batch, milliseconds time, const QByteArray &who);
    [[nodiscard]] QByteArray someCustomer();
    [[nodiscard]] QByteArray nextCall();

    Random m_random;
    int m_calls = 0;
    int m_over = 0; ///< searches allowed beyond the limit
};

QByteArray LimiterStory::nextCall()
{
    return "call-" + QByteArray::number(++m_calls, 36);
}

/// Low customer numbers are drawn more often than high ones.
QByteArray LimiterStory::someCustomer()
{
    const int number = m_random.below(1 + m_random.below(customerCount));
    return (number % 9 == 0 ? "partner-" : "user-") + QByteArray::number(1'000 + number * 37);
}

void LimiterStory::call(Batch &batch, milliseconds time, const QByteArray &who)
{
    batch.add({"EVALSHA", limitScript().sha, "2", callsOf(who), "refused:api:" + who, stamp(time), stamp(window),
               QByteArray::number(callLimit), nextCall()});
}

void LimiterStory::search(Batch &batch, milliseconds time, const QByteArray &who)
{
    const QByteArray key = searchesOf(who);
    batch.add({"ZREMRANGEBYSCORE", key, "-inf", stamp(time - window)});
    batch.add({"ZCARD", key}, [this, key, time](const redis::Reply &reply, Batch &next) {
        if (reply.integer >= searchLimit) {
            return;
        }
        next.add({"ZADD", key, stamp(time), nextCall()});
        next.add({"PEXPIRE", key, twoWindows});
        next.add({"ZCARD", key}, [this](const redis::Reply &after, Batch & /*then*/) {
            m_over += after.integer > searchLimit ? 1 : 0;
        });
    });
}

void LimiterStory::begin(Batch &batch, const Moment &moment)
{
    const auto some = [&](const QByteArray &key, milliseconds longest) {
        const milliseconds time = moment.server - milliseconds(m_random.below(static_cast<int>(longest.count())));
        batch.add({"ZADD", key, stamp(time), nextCall()});
        batch.add({"PEXPIRE", key, twoWindows});
    };
    for (int i = 0; i < before; ++i) {
        some(callsOf(someCustomer()), window * 3 / 2);
    }
    for (const Heavy &one : heavy) {
        for (int i = 0; i < callLimit; ++i) {
            some(callsOf(one.name.toByteArray()), window);
        }
    }
    for (int i = 0; i < before / 10; ++i) {
        some(searchesOf(someCustomer()), window);
    }
}

void LimiterStory::step(Batch &batch, const Moment &moment)
{
    for (const Heavy &one : heavy) {
        for (int i = m_random.arrivals(one.aSecond); i > 0; --i) {
            call(batch, moment.server, one.name.toByteArray());
        }
    }
    for (int i = m_random.arrivals(callsASecond); i > 0; --i) {
        call(batch, moment.server, someCustomer());
    }
    for (int i = m_random.arrivals(burstsASecond); i > 0; --i) {
        const QByteArray who = "user-" + QByteArray::number(1'000 + m_random.below(4) * 37);
        for (int many = m_random.between(3, 8); many > 0; --many) {
            search(batch, moment.server, who);
        }
    }
    if (moment.story % tellLimitedEvery == tellLimitedEvery / 2 && m_over > 0) {
        batch.tellMinor(
            LimiterWords::tr("%1 searches were let in beyond the limit: counted first, added after").arg(m_over));
    }
}

} // namespace

std::unique_ptr<Story> makeLimiterStory(quint32 seed)
{
    return std::make_unique<LimiterStory>(seed);
}

} // namespace plimsoll::demo
