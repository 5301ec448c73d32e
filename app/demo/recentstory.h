// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"

namespace plimsoll::demo {

/// The last things three times: a shop's last orders in a list, by one script; what a few customers looked at last in
/// sorted sets by time, where what is looked at again moves to the front instead of being there twice; and the last
/// pages of each visitor, in a list each that has to be found, and that an old client fills over its bound.
class RecentStory final : public Story {
public:
    explicit RecentStory(quint32 seed) : m_random(seed) { }

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;

private:
    void order(Batch &batch);
    void visit(Batch &batch);
    void look(Batch &batch, milliseconds time);

    Random m_random;
    int m_orders = 0;
};

} // namespace plimsoll::demo
