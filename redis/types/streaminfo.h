// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <chrono>
#include <compare>
#include <optional>

/// Values about a stream, apart from its entries.
namespace plimsoll {

/// Consumer to which entries are released: any consumer that claims idle entries may take them.
inline constexpr QByteArrayView neutralConsumer = "plimsoll";

/// Id of an entry, "1795175811118-0".
struct StreamId {
    quint64 time = 0, sequence = 0;

    static std::optional<StreamId> parse(QByteArrayView text);
    /// Returns the first id of a time in the user's notation, "2026-11-23T12:00", UTC unless specified.
    static std::optional<StreamId> ofTime(const QString &text);
    [[nodiscard]] QByteArray text() const;
    /// Returns when the entry was added, Unix; nullopt if its id is not a time.
    [[nodiscard]] std::optional<std::chrono::milliseconds> addedAt() const;
    /// Returns the next id; the last possible id returns itself.
    [[nodiscard]] StreamId next() const;
    /// Returns the previous id; 0-0 returns itself.
    [[nodiscard]] StreamId before() const;

    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the 0 that an ordering is compared with for a pointer
    friend auto operator<=>(const StreamId &, const StreamId &) = default;
};

/// Consumer group.
struct StreamGroup {
    QByteArray name, lastDelivered;
    qint64 consumers = 0, pending = 0;
    std::optional<qint64> lag{}; ///< nullopt: unknown to the server, or Redis before 7
    std::optional<qint64> read{}; ///< total entries read; nullopt: unknown to the server, or Redis before 7
    std::optional<qint64> stale{}; ///< stale pending entries; nullopt: the workspace does not define stale
    bool staleAtLeast = false;
    qint64 staleDeleted =
        0; ///< of `stale`: no longer in the stream, known of the oldest; they can only be acknowledged
};

/// A group that leaks a consumer at each restart has thousands; XINFO CONSUMERS would then block the server.
inline constexpr qint64 mostConsumers = 1'000;

struct StreamConsumer {
    QByteArray name;
    qint64 pending = 0;
    std::chrono::milliseconds idle{}; ///< time since its last request
    qint64 deleted = 0; ///< of `pending`: no longer in the stream, as far as known

    /// True if it has pending entries, but made no request for longer than `staleAfter`.
    [[nodiscard]] bool isDead(std::optional<std::chrono::milliseconds> staleAfter) const
    {
        return staleAfter && pending > 0 && idle > *staleAfter && name != neutralConsumer;
    }
};

} // namespace plimsoll
