// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"

#include <set>

namespace plimsoll::demo {

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

} // namespace plimsoll::demo
