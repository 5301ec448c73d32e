// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/story.h"

#include <QCoreApplication>

#include <array>
#include <cmath>
#include <numbers>

namespace plimsoll::demo {

namespace {

struct AuditWords {
    Q_DECLARE_TR_FUNCTIONS(demo)
};

constexpr QByteArrayView auditEvents = "audit:events";
constexpr std::array<QByteArrayView, 6> deeds{"login",         "logout",         "price changed",
                                              "order changed", "refund granted", "role granted"};
constexpr milliseconds auditKept = std::chrono::hours(24);
constexpr int pastEvents = 3'000; // events of the previous day
constexpr double usualRate = 0.9; // per second
constexpr milliseconds auditWave{180'000};
constexpr milliseconds importEvery{240'000};
constexpr milliseconds cutEvery{20'000};
constexpr int imported = 60;

/// A shop's audit trail, by time. The rate follows the shop's traffic, an import writes hundreds of events at once
/// every few minutes, and a janitor removes events older than a day.
class AuditStory final : public Story {
public:
    explicit AuditStory(quint32 seed) : m_random(seed) { }

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;

private:
    void write(Batch &batch, milliseconds time, QByteArrayView what);

    Random m_random;
    int m_made = 0;
};

void AuditStory::write(Batch &batch, milliseconds time, QByteArrayView what)
{
    const QByteArray event = R"({"id":)" + QByteArray::number(++m_made) + R"(,"what":")" + what.toByteArray()
        + R"(","user":"user-)" + QByteArray::number(m_random.below(60)) + R"("})";
    batch.add({"ZADD", auditEvents, stamp(time), event});
}

void AuditStory::begin(Batch &batch, const Moment &moment)
{
    for (int i = pastEvents; i > 0; --i) {
        // Half of the events fall into the last hour, the rest are spread over the day before.
        const bool lately = i < pastEvents / 2;
        const int length = lately ? 3'600'000 : static_cast<int>(auditKept.count()) - 3'600'000;
        const int back = lately ? m_random.below(length) : 3'600'000 + m_random.below(length);
        write(batch, moment.server - milliseconds(back), m_random.of<QByteArrayView>(deeds));
    }
}

void AuditStory::step(Batch &batch, const Moment &moment)
{
    const double phase = 2 * std::numbers::pi * static_cast<double>(moment.story.count() % auditWave.count())
        / static_cast<double>(auditWave.count());
    for (int i = m_random.arrivals(usualRate * (1 + 0.8 * std::sin(phase))); i > 0; --i) {
        write(batch, moment.server, m_random.of<QByteArrayView>(deeds));
    }
    if (moment.story % importEvery == importEvery / 2) {
        for (int i = 0; i < imported; ++i) {
            write(batch, moment.server, "price imported");
        }
        batch.tellMinor(
            AuditWords::tr("An import of prices writes %1 events into the audit trail at once").arg(imported));
    }
    if (moment.story % cutEvery == milliseconds(0)) {
        batch.add({"ZREMRANGEBYSCORE", auditEvents, "-inf", stamp(moment.server - auditKept)});
    }
}

} // namespace

std::unique_ptr<Story> makeAuditStory(quint32 seed)
{
    return std::make_unique<AuditStory>(seed);
}

} // namespace plimsoll::demo
