// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"

namespace plimsoll::demo {

/// A shop's jobs by priority, twice: with the priority before all else, where the low ones starve whenever there is
/// enough of the others, and with the time of arrival and a head start for each priority, where they get their turn.
/// The same jobs and as many workers on both sides.
class CheckoutStory final : public Story {
public:
    explicit CheckoutStory(quint32 seed) : m_random(seed) { }

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;

private:
    void add(Batch &batch, int band, milliseconds time);

    Random m_random;
    int m_made = 0;
    double m_capacity = 0; ///< jobs the workers have been idle for, and a part of one
};

} // namespace plimsoll::demo
