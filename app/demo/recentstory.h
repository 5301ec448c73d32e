// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"

namespace plimsoll::demo {

/// Three kinds of recent items: a shop's last orders in a list, kept by one script; the items a few customers viewed
/// last, in sorted sets by time, where viewing an item again moves it to the front; and each visitor's last pages, in a
/// list per visitor that an old client fills beyond its bound.
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
