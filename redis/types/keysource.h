// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/keytemplate.h"

#include <span>

namespace plimsoll {

/// Where the keys of one role come from: a literal, a template (period, shards), or a list of either, as the workspace
/// writes them. Whoever wants the keys of a role now asks here, and again from nextChange() on; what is known of a key
/// that was there before stays known (Collector::expand). What stands for one key an id has none to give. Value;
/// reentrant.
///
/// Keys that are looked for on the server are found by KeyScan (redis/collections/keyscan.h), as KeyPattern says.
class KeySource {
public:
    /// What is no template has no keys: redis/workspace has told.
    explicit KeySource(std::span<const QByteArray> templates, int periods = 1);

    /// The keys at this server time, in the order they are written in; of as many periods as are wanted, the one that
    /// is now first.
    [[nodiscard]] std::vector<QByteArray> keys(std::chrono::milliseconds serverTime) const;
    /// How many there are at any time.
    [[nodiscard]] qint64 count() const;
    /// When they change next (Unix time); max() where they never do.
    [[nodiscard]] std::chrono::milliseconds nextChange(std::chrono::milliseconds serverTime) const;

private:
    std::vector<KeyTemplate> m_templates;
    int m_periods;
};

} // namespace plimsoll
