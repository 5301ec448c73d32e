// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/keytemplate.h"
#include "redis/types/kind.h"
#include "redis/wire/pipeline.h"
#include "redis/wire/reply.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace plimsoll::redis {

/// Looks for keys by SCAN, one small step whenever it is asked to: pass after pass over all keys of the server, with a
/// rest between two. A key that is there from the beginning of a pass to its end is found by it, so what a whole pass
/// has not found is gone. Each step is so large that the server works for some tenths of a millisecond. Lives with its
/// collector.
class KeyScan final {
public:
    /// `types`: KeyType bits; keys of other types do not match.
    explicit KeyScan(unsigned types) : m_types(types) { }

    /// Sets the patterns to search for; if they changed, the pass restarts.
    void setPatterns(std::vector<KeyPattern> patterns);
    /// Restarts the current pass, as its cursor may be from a different server.
    void restart();
    /// Restarts immediately, without the rest before a pass.
    void hurry()
    {
        restart();
        m_restUntil = {};
    }
    [[nodiscard]] bool isDue(std::chrono::milliseconds now) const { return !m_patterns.empty() && now >= m_restUntil; }
    void append(Pipeline &pipeline) const;

    struct Match {
        QByteArray key, id;
    };
    struct Step {
        std::vector<Match> matches; ///< may contain duplicates
        bool endsPass = false;
        std::chrono::milliseconds begun{}; ///< start of its pass
        std::optional<Error> error; ///< the pass restarts after a delay
    };
    Step read(const Reply &reply, std::chrono::milliseconds now, std::chrono::microseconds work);

    [[nodiscard]] quint32 pass() const { return m_pass; } ///< number of the current or next pass
    /// Share of the keys scanned by the current pass, from 0 to 1.
    [[nodiscard]] double progress() const;
    /// Returns the id in a key that a pass finds if it exists; nullopt if no pattern matches.
    [[nodiscard]] std::optional<QByteArray> idOf(const QByteArray &key) const;
    /// True if there is any pattern.
    [[nodiscard]] bool isAny() const { return !m_patterns.empty(); }

private:
    unsigned m_types;
    std::vector<KeyPattern> m_patterns;
    std::size_t m_at = 0; ///< the pattern that is looked for
    QByteArray m_cursor = "0";
    quint32 m_pass = 1;
    qint64 m_count = 100;
    std::chrono::milliseconds m_begun{}; ///< the pass under way; 0: it has not
    std::chrono::milliseconds m_restUntil{};
};

} // namespace plimsoll::redis
