// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <cstddef>
#include <span>
#include <vector>

namespace plimsoll::redis {

/// Rows by the keys that a server will tell of. Keeps a hash of each key, in one table without a node for each, so that
/// a million keys take 16 MiB; of two keys with the same hash (32 bits), each is told as a change of both. A value;
/// reentrant.
class KeyRows {
public:
    /// Notes that the row reads the key.
    void add(QByteArrayView key, quint32 row);
    /// Removes the key; returns the rows that read it, valid until the next call.
    std::span<const quint32> take(QByteArrayView key);
    void clear() { *this = {}; }
    [[nodiscard]] std::size_t size() const { return m_size; }

private:
    struct Entry {
        quint32 hash = 0;
        quint32 rowAfter = 0; ///< the row, plus 1; 0: nothing here
    };

    [[nodiscard]] std::size_t homeOf(quint32 hash) const;
    [[nodiscard]] std::size_t after(std::size_t place) const { return (place + 1) & (m_entries.size() - 1); }
    void insert(const Entry &entry);
    void remove(std::size_t place);
    void grow();

    std::vector<Entry> m_entries; ///< a power of two; each is behind its home, without a gap between
    std::size_t m_size = 0;
    std::vector<quint32> m_taken;
};

} // namespace plimsoll::redis
