// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"

namespace plimsoll::demo {

/// Draft quotes with a time limit: each is a key plus an entry in an index by time. Some are edited and postponed. A
/// cleaner removes expired keys and entries together, and pauses occasionally, so that some wait. A few drafts were
/// deleted by hand, which leaves index entries without a key.
class QuoteStory final : public Story {
public:
    explicit QuoteStory(quint32 seed) : m_random(seed) { }

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;

private:
    void write(Batch &batch, int number, milliseconds expires);
    void clean(Batch &batch, const Moment &moment);

    Random m_random;
    int m_next = 1;
    milliseconds m_cleans{}; ///< story time of the cleaner's next round
};

} // namespace plimsoll::demo
