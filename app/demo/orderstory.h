// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"

#include <array>
#include <optional>

namespace plimsoll::demo {

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

} // namespace plimsoll::demo
