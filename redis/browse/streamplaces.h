// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/browse/streamentries.h"

namespace plimsoll::redis {

/// Order of the stream's own entries. `oldestFirst` is the state that requests the non-default order.
enum class EntryOrder { NewestFirst, OldestFirst };
constexpr QLatin1StringView oldestFirst("oldest");

/// Read position in one of several keys; as a cursor "0 (1795175811118-0", empty at the beginning.
struct StreamPosition {
    std::size_t at = 0;
    QByteArray from; ///< an id, or "(" and the last id read; empty: the beginning

    static StreamPosition of(const QByteArray &cursor);
    [[nodiscard]] QByteArray cursor() const { return QByteArray::number(qulonglong(at)) + ' ' + from; }
};

/// Range of one stream, starting at an id.
struct EntryRange {
    QByteArray key;
    EntryOrder order = EntryOrder::NewestFirst;
    QByteArray from; ///< "+", "-", "(id" or an id
};
struct StretchRead {
    std::vector<StreamEntry> entries;
    QByteArray next; ///< start of the next stretch; empty: no more entries
};
/// Reads at most `limit` entries and little more than a MiB: the first command is small, and stretches of large
/// entries are short.
Result<StretchRead> readStretch(const Asking &asking, const EntryRange &stretch, qint64 limit);

/// Streams and role that a state refers to. A state that the collection lacks is an error.
struct StreamsOf {
    const RoleKeys *role = nullptr;
    std::vector<HeldKey> held;
    bool isPending = false; ///< entries pending at consumers instead of the stream's own

    [[nodiscard]] qint64 length() const;
    /// Index of the first non-empty stream from `at` on.
    [[nodiscard]] std::size_t present(std::size_t at) const;
    /// State of the listed entries; entries without operations have the name of the role.
    [[nodiscard]] QLatin1StringView shown() const;
};
Result<StreamsOf> streamsOf(const Asking &asking, const QString &state);

/// Which of the pending entries are wanted, and what each is.
class WantedPending final {
public:
    WantedPending(const Asking &asking, const QString &state);

    /// Not all: they have to be looked through.
    [[nodiscard]] bool isPart() const { return m_stale || m_poison; }
    [[nodiscard]] bool canTell() const { return (!m_stale || m_staleAfter) && (!m_poison || m_most); }
    [[nodiscard]] bool takes(const PendingEntry &entry) const
    {
        return (!m_stale || isStale(entry)) && (!m_poison || isPoison(entry));
    }
    /// A row without the entry's contents.
    [[nodiscard]] Element elementOf(const PendingEntry &entry, const QByteArray &key, const QByteArray &group) const;

private:
    [[nodiscard]] bool isStale(const PendingEntry &entry) const { return m_staleAfter && entry.idle > *m_staleAfter; }
    [[nodiscard]] bool isPoison(const PendingEntry &entry) const { return m_most && entry.deliveries > *m_most; }

    std::chrono::milliseconds m_now;
    std::optional<std::chrono::milliseconds> m_staleAfter;
    std::optional<qint64> m_most;
    bool m_stale, m_poison;
};

/// A group of one of the streams.
struct GroupPlace {
    QByteArray key;
    StreamGroup group;
    std::size_t stream = 0; ///< which of the streams
};
/// Groups of all streams, ordered by stream.
Result<std::vector<GroupPlace>> placesOf(const Asking &asking, const std::vector<HeldKey> &streams,
                                         const QByteArray &only = {});

} // namespace plimsoll::redis
