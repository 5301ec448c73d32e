// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"

namespace plimsoll::demo {

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

} // namespace plimsoll::demo
