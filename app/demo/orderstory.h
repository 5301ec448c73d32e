// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"

#include <array>
#include <optional>

namespace plimsoll::demo {

/// The events of a shop's orders in a stream: three groups read it. A consumer of billing dies now and then with what
/// it holds, and nobody looks after that for a while; then another claims its entries (XAUTOCLAIM) and goes on. A
/// refund that always fails becomes poison. Analytics reads too slowly for what comes.
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
    /// Entries of a reply of XREADGROUP or XAUTOCLAIM are done, but for refunds that fail.
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

} // namespace plimsoll::demo
