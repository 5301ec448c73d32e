// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"

#include <optional>

namespace plimsoll::demo {

/// Cached pages of a shop. Search pages and the start page get a randomized TTL; product pages, all built by one
/// deployment, share a TTL of an hour. One popular page is rebuilt by one reader at a time.
class CacheStory final : public Story {
public:
    explicit CacheStory(quint32 seed) : m_random(seed) { }

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;

private:
    void keep(Batch &batch, const QByteArray &page, milliseconds time);
    [[nodiscard]] QByteArray somePage();
    void regenerate(Batch &batch, milliseconds now);

    Random m_random;
    milliseconds m_goneAt{}; ///< server time at which the popular page expires
    std::optional<milliseconds> m_builtAt{}; ///< server time at which it is rebuilt; nullopt: not being built
};

} // namespace plimsoll::demo
