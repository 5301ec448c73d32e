// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"

#include <set>

namespace plimsoll::demo {

/// Events that come more than once, and are known again by sets of an hour each. Payments are noted by SADD, and EXPIRE
/// behind it when the bucket is new: a client that dies between the two leaves one that lives for ever. Webhooks are
/// noted by one script. One shop sends far too many, so that its shard is hot.
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
    std::vector<QByteArray> m_recent; ///< that may come again
    std::set<QByteArray> m_known; ///< buckets of payments whose expiry was set, or was to be
    int m_caught = 0; ///< that came again
};

} // namespace plimsoll::demo
