// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <algorithm>

namespace plimsoll::redis {

/// Number of elements to request next: starts small, grows by at most `growth` times, and keeps a page within its byte
/// limit if elements stay as large as on the last page. Value.
class PageSize final {
public:
    explicit PageSize(qint64 largest = 1'000, qint64 bytes = 1'024LL * 1'024, qint64 first = 8, qint64 growth = 2)
        : m_largest(largest), m_bytes(bytes), m_next(first), m_growth(growth)
    {
    }

    [[nodiscard]] qint64 next() const { return m_next; }
    /// Records the size of the last page.
    void learn(qint64 elements, qint64 bytes)
    {
        if (elements > 0) {
            const qint64 each = std::max<qint64>(1, bytes / elements);
            m_next = std::clamp<qint64>(std::min(m_growth * m_next, m_bytes / each), 1, m_largest);
        }
    }
    /// Announces the size of an element on the next page.
    void expect(qint64 bytes)
    {
        m_next = std::clamp<qint64>(std::min(m_next, m_bytes / std::max<qint64>(1, bytes)), 1, m_largest);
    }
    /// Call when a page was too large for one reply.
    void halve() { m_next = std::max<qint64>(1, m_next / 2); }

private:
    qint64 m_largest, m_bytes, m_next, m_growth;
};

} // namespace plimsoll::redis
