// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"

namespace plimsoll::demo {

/// Calls of many customers, each with a limit per minute. The API checks the limit in one script. The search counts
/// first and adds later, so concurrent callers all find the same slot free.
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
    int m_over = 0; ///< searches allowed beyond the limit
};

} // namespace plimsoll::demo
