// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/keytemplate.h"

#include <span>

namespace plimsoll {

/// Source of the keys of a role: a literal, a template (period, shards), or a list of either, as written in the
/// workspace. Callers expand it now, and again from nextChange() on; observations of keys that remain stay valid
/// (Collector::expand). Templates with {id} provide no keys. Value; reentrant.
///
/// Keys that are searched for on the server are found by KeyScan (redis/collections/keyscan.h), using KeyPattern.
class KeySource {
public:
    /// Invalid templates have no keys: redis/workspace has already reported them.
    explicit KeySource(std::span<const QByteArray> templates, int periods = 1);

    /// Returns the keys at this server time, in the order written, for `periods` periods, the current one first.
    [[nodiscard]] std::vector<QByteArray> keys(std::chrono::milliseconds serverTime) const;
    /// Returns the constant number of keys.
    [[nodiscard]] qint64 count() const;
    /// Returns the Unix time of the next change; max() if there is none.
    [[nodiscard]] std::chrono::milliseconds nextChange(std::chrono::milliseconds serverTime) const;

private:
    std::vector<KeyTemplate> m_templates;
    int m_periods;
};

} // namespace plimsoll
