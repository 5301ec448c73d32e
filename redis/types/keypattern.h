// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/keytemplate.h"

#include <optional>

namespace plimsoll {

/// Glob for SCAN made from a template with {id}, which also checks the keys returned: an id is not empty and equal in
/// all places. Value; reentrant.
class KeyPattern {
public:
    /// For a template without shards; expands periods at `serverTime`.
    KeyPattern(const KeyTemplate &text, std::chrono::milliseconds serverTime);
    /// Uses a glob as it is; the id of a key is the part after the literal beginning of the glob.
    static KeyPattern ofGlob(const QByteArray &glob);

    /// Pattern for MATCH; literal characters are escaped.
    [[nodiscard]] const QByteArray &glob() const { return m_glob; }
    /// Returns the id in a key, or nullopt if the key does not match.
    [[nodiscard]] std::optional<QByteArray> idOf(const QByteArray &key) const;

    friend bool operator==(const KeyPattern &, const KeyPattern &) = default;

private:
    KeyPattern() = default;

    std::vector<QByteArray> m_around; ///< literal text around the ids; for a glob, only its literal beginning
    QByteArray m_glob;
};

} // namespace plimsoll
