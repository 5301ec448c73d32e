// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/browse/streamentries.h"

namespace plimsoll::redis {

/// The entries of the stream itself, from which end on; the state in which they are asked for from the other one.
enum class EntryOrder { NewestFirst, OldestFirst };
constexpr QLatin1StringView oldestFirst("oldest");

/// Where reading goes on, in which of several keys: "0 (1795175811118-0" as a cursor, empty at the beginning.
struct StreamPosition {
    std::size_t at = 0;
    QByteArray from; ///< an id, or behind "(" one that has been read; empty: the beginning

    static StreamPosition of(const QByteArray &cursor);
    [[nodiscard]] QByteArray cursor() const { return QByteArray::number(qulonglong(at)) + ' ' + from; }
};

/// Of one stream: from which id on.
struct EntryRange {
    QByteArray key;
    EntryOrder order = EntryOrder::NewestFirst;
    QByteArray from; ///< "+", "-", "(id" or an id
};
struct StretchRead {
    std::vector<StreamEntry> entries;
    QByteArray next; ///< where the next begins; empty: that was all
};
/// At most `limit` entries, and few more bytes than a MiB: the first question is small, and what comes of large entries
/// is short.
Result<StretchRead> readStretch(const Asking &asking, const EntryRange &stretch, qint64 limit);

/// The streams that a state is about, and of which role. An error names a state that the collection has not.
struct StreamsOf {
    const RoleKeys *role = nullptr;
    std::vector<HeldKey> held;
    bool isPending = false; ///< of consumers, and not what is in the stream

    [[nodiscard]] qint64 length() const;
    /// The first of them from `at` on that has anything.
    [[nodiscard]] std::size_t present(std::size_t at) const;
    /// The state of entries that are listed there: one that nothing can be done to has the name of the role.
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
    /// As a row, without what it says.
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
/// The groups of all of them, of one stream after the other.
Result<std::vector<GroupPlace>> placesOf(const Asking &asking, const std::vector<HeldKey> &streams,
                                         const QByteArray &only = {});

} // namespace plimsoll::redis
