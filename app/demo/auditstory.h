// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"

namespace plimsoll::demo {

/// A shop's audit trail, by time. The rate follows the shop's traffic, an import writes hundreds of events at once
/// every few minutes, and a janitor removes events older than a day.
class AuditStory final : public Story {
public:
    explicit AuditStory(quint32 seed) : m_random(seed) { }

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;

private:
    void write(Batch &batch, milliseconds time, QByteArrayView what);

    Random m_random;
    int m_made = 0;
};

} // namespace plimsoll::demo
