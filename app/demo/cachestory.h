// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"

#include <optional>

namespace plimsoll::demo {

/// The pages of a shop, kept for a while once they were built: those of searches and the start page for a time with
/// some chance in it, those of products, which a deployment built all at once, for the same hour each. One that
/// all want is built by one reader at a time.
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
    milliseconds m_goneAt{}; ///< when the page that all want expires
    std::optional<milliseconds> m_builtAt{}; ///< when it is there again; nullopt: nobody builds it
};

} // namespace plimsoll::demo
