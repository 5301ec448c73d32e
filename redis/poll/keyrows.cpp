// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/keyrows.h"

#include <QHashFunctions>

#include <bit>
#include <utility>

namespace plimsoll::redis {

namespace {

constexpr std::size_t fewest = 16; ///< entries
constexpr int hashBits = 32;

quint32 hashOf(QByteArrayView key)
{
    const quint64 hash = qHash(key);
    return static_cast<quint32>((hash >> hashBits) ^ hash);
}

} // namespace

/// The upper bits of the hash choose the place.
std::size_t KeyRows::homeOf(quint32 hash) const
{
    return static_cast<std::size_t>(hash) >> (hashBits - std::countr_zero(m_entries.size()));
}

void KeyRows::add(QByteArrayView key, quint32 row)
{
    if (m_entries.empty() || m_size >= m_entries.size() / 4 * 3) {
        grow();
    }
    insert({hashOf(key), row + 1});
}

/// Does nothing if it is there already.
void KeyRows::insert(const Entry &entry)
{
    std::size_t place = homeOf(entry.hash);
    for (; m_entries[place].rowAfter != 0; place = after(place)) {
        if (m_entries[place].hash == entry.hash && m_entries[place].rowAfter == entry.rowAfter) {
            return;
        }
    }
    m_entries[place] = entry;
    ++m_size;
}

std::span<const quint32> KeyRows::take(QByteArrayView key)
{
    m_taken.clear();
    if (m_entries.empty()) {
        return m_taken;
    }
    const quint32 hash = hashOf(key);
    for (std::size_t place = homeOf(hash); m_entries[place].rowAfter != 0;) {
        if (m_entries[place].hash == hash) {
            m_taken.push_back(m_entries[place].rowAfter - 1);
            remove(place); // the next one may now be here
        } else {
            place = after(place);
        }
    }
    return m_taken;
}

/// Moves up those behind that are not at home, so that no gap is before them.
void KeyRows::remove(std::size_t place)
{
    const std::size_t mask = m_entries.size() - 1;
    for (std::size_t next = after(place); m_entries[next].rowAfter != 0; next = after(next)) {
        const std::size_t fromHome = (next - homeOf(m_entries[next].hash)) & mask;
        if (fromHome >= ((next - place) & mask)) {
            m_entries[place] = m_entries[next];
            place = next;
        }
    }
    m_entries[place] = {};
    --m_size;
}

void KeyRows::grow()
{
    const std::vector<Entry> before =
        std::exchange(m_entries, std::vector<Entry>(m_entries.empty() ? fewest : 2 * m_entries.size()));
    m_size = 0;
    for (const Entry &entry : before) {
        if (entry.rowAfter != 0) {
            insert(entry);
        }
    }
}

} // namespace plimsoll::redis
