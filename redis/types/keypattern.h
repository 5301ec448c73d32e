// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/keytemplate.h"

#include <optional>

namespace plimsoll {

/// A template with {id} as SCAN is told to look for its keys, and as those that come back are checked: an id is never
/// empty, and the same wherever it stands. Value; reentrant.
class KeyPattern {
public:
    /// Of a template without shards; periods as at that time.
    KeyPattern(const KeyTemplate &text, std::chrono::milliseconds serverTime);
    /// Of a glob as it is; the id of a key is what stands behind what is literal at its beginning.
    static KeyPattern ofGlob(const QByteArray &glob);

    /// For MATCH: what is literal stands for itself alone.
    [[nodiscard]] const QByteArray &glob() const { return m_glob; }
    /// Nullopt: the key is none of these.
    [[nodiscard]] std::optional<QByteArray> idOf(const QByteArray &key) const;

    friend bool operator==(const KeyPattern &, const KeyPattern &) = default;

private:
    KeyPattern() = default;

    std::vector<QByteArray>
        m_around; ///< what stands before, between and behind the ids; of a glob its literal head alone
    QByteArray m_glob;
};

} // namespace plimsoll
