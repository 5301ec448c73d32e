// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"

#include <list>

namespace plimsoll::demo {

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

} // namespace plimsoll::demo
