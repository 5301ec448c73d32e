// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/story.h"

#include <QCoreApplication>

#include <array>
#include <cmath>
#include <numbers>

namespace plimsoll::demo {

namespace {

struct CheckoutWords {
    Q_DECLARE_TR_FUNCTIONS(demo)
};

constexpr QByteArrayView bare = "pq:checkout";
constexpr QByteArrayView fair = "pq:checkout:aged";
constexpr qint64 divisor = 10'000'000'000; // separates bands; same as in the workspace
constexpr milliseconds bandHeadStart{60'000}; // head start of each band over the next one, as in the workspace

struct Band {
    double arrivals; ///< average per second
    double wave; ///< amplitude of the arrivals, relative to their average
    int waiting; ///< jobs waiting at the beginning
    std::array<QByteArrayView, 2> classes;
};
constexpr std::array bands{
    Band{0.6, 0, 1, {"ConfirmOrder", "ReleaseHold"}}, Band{2.5, 0, 4, {"CapturePayment", "ReserveStock"}},
    Band{4.3, 0.6, 40, {"PackingList", "UpdateStock"}}, Band{1.0, 0, 160, {"SendReceipt", "Loyalty"}}};
constexpr milliseconds checkoutWave{480'000};
constexpr double workerRate = 9.2; // jobs per second on each side

/// A shop's jobs by priority, played on two queues with the same jobs and workers. Strict priority starves the low
/// bands whenever the others have enough jobs; arrival time with a head start for each band does not.
class CheckoutStory final : public Story {
public:
    explicit CheckoutStory(quint32 seed) : m_random(seed) { }

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;

private:
    void add(Batch &batch, int band, milliseconds time);

    Random m_random;
    int m_made = 0;
    double m_capacity = 0; ///< jobs the workers can take now, including a fraction
};

void CheckoutStory::add(Batch &batch, int band, milliseconds time)
{
    ++m_made;
    const QByteArray job = R"({"id":")" + m_random.hex(4) + '-' + QByteArray::number(m_made, 16) + R"(","class":")"
        + m_random.of<QByteArrayView>(bands.at(static_cast<std::size_t>(band)).classes).toByteArray()
        + R"(","created_at":)" + stamp(time) + R"(,"order":)" + QByteArray::number(68'000 + m_made) + "}";
    batch.add({"ZADD", bare, QByteArray::number(band * divisor + time.count() / 1'000), job});
    batch.add({"ZADD", fair, stamp(time + band * bandHeadStart), job});
}

void CheckoutStory::begin(Batch &batch, const Moment &moment)
{
    for (std::size_t band = 0; band < bands.size(); ++band) {
        const int waiting = bands.at(band).waiting;
        for (int i = waiting; i > 0; --i) {
            add(batch, static_cast<int>(band),
                moment.server - milliseconds(static_cast<qint64>(1'000 * i / bands.at(band).arrivals)));
        }
    }
}

void CheckoutStory::step(Batch &batch, const Moment &moment)
{
    const double turn =
        static_cast<double>(moment.story.count() % checkoutWave.count()) / static_cast<double>(checkoutWave.count());
    for (std::size_t band = 0; band < bands.size(); ++band) {
        const Band &one = bands.at(band);
        const double rate = one.arrivals * (1 + one.wave * std::sin(2 * std::numbers::pi * turn));
        for (int i = m_random.arrivals(rate); i > 0; --i) {
            add(batch, static_cast<int>(band), moment.server);
        }
    }
    m_capacity += workerRate * std::chrono::duration<double>(stepLength).count();
    if (const int take = static_cast<int>(m_capacity); take > 0) {
        m_capacity -= take;
        for (const QByteArrayView queue : {bare, fair}) {
            batch.add({"ZPOPMIN", queue, QByteArray::number(take)});
        }
    }
    if (moment.story % checkoutWave == checkoutWave / 8) {
        batch.tellMinor(
            CheckoutWords::tr("Many orders at the checkout: with strict priority, receipts are no longer sent"));
    }
}

} // namespace

std::unique_ptr<Story> makeCheckoutStory(quint32 seed)
{
    return std::make_unique<CheckoutStory>(seed);
}

} // namespace plimsoll::demo
