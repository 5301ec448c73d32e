// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/keypattern.h"
#include "redis/types/kind.h"
#include "redis/wire/pipeline.h"
#include "redis/wire/reply.h"

#include <optional>
#include <vector>

namespace plimsoll::redis {

/// Looks for keys by SCAN, one small step whenever it is asked to: pass after pass over all keys of the server, with a
/// rest between two. A key that is there from the beginning of a pass to its end is found by it, so what a whole pass
/// has not found is gone. Each step is so large that the server works for some tenths of a millisecond. Lives with its
/// collector.
class KeyScan final {
public:
    /// `types`: KeyType bits; keys of others are no matches.
    explicit KeyScan(unsigned types) : m_types(types) { }

    /// Looks for these from now on; where they are others, from the beginning.
    void setPatterns(std::vector<KeyPattern> patterns);
    /// The pass under way begins anew: its place in it is of another server, maybe.
    void restart();
    /// And at once, without the rest before it.
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
        std::vector<Match> matches; ///< one may come more than once
        bool endsPass = false;
        std::chrono::milliseconds begun{}; ///< of the pass it is of
        std::optional<Error> error; ///< the pass begins anew, after a while
    };
    Step read(const Reply &reply, std::chrono::milliseconds now, std::chrono::microseconds work);

    [[nodiscard]] quint32 pass() const { return m_pass; } ///< the one under way, or that comes next
    /// How much of the keys the pass under way has been through, from 0 to 1.
    [[nodiscard]] double progress() const;
    /// Looks for anything at all.
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
