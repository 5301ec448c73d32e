// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"

namespace plimsoll::demo {

/// The calls of many customers, each let in so often within a minute: at the API by one script; at the search by
/// counting first and adding after, where those who ask at the same time all find the same place free.
class LimiterStory final : public Story {
public:
    explicit LimiterStory(quint32 seed) : m_random(seed) { }

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;

private:
    void call(Batch &batch, milliseconds time, const QByteArray &who);
    void search(Batch &batch, milliseconds time, const QByteArray &who);
    [[nodiscard]] QByteArray someCustomer();
    [[nodiscard]] QByteArray nextCall();

    Random m_random;
    int m_calls = 0;
    int m_over = 0; ///< searches let in beyond the limit
};

} // namespace plimsoll::demo
