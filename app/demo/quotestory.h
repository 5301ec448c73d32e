// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"

namespace plimsoll::demo {

/// Draft quotes that are given up after a while: each is a key with its place in an index by time. Some are worked on
/// and put off; a cleaner takes what has expired, key and entry in one, and is away for a while now and then, so that
/// some wait for it. A few drafts were deleted by hand: their entries stand for nothing.
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
