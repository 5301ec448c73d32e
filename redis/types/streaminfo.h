// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <chrono>
#include <compare>
#include <optional>

/// What there is to know of a stream besides its entries, as values.
namespace plimsoll {

/// The consumer that entries are released to: whoever claims what is idle may have them.
inline constexpr QByteArrayView neutralConsumer = "plimsoll";

/// The id of an entry, "1795175811118-0".
struct StreamId {
    quint64 time = 0, sequence = 0;

    static std::optional<StreamId> parse(QByteArrayView text);
    /// The first of a time as a person writes it, "2026-11-23T12:00", in UTC unless it says otherwise.
    static std::optional<StreamId> ofTime(const QString &text);
    [[nodiscard]] QByteArray text() const;
    /// When the entry was added, Unix; nullopt where its id was given by hand and is no time.
    [[nodiscard]] std::optional<std::chrono::milliseconds> addedAt() const;
    /// The one that comes next; of the last there is, itself.
    [[nodiscard]] StreamId next() const;
    /// The one that comes before; of 0-0, itself.
    [[nodiscard]] StreamId before() const;

    friend auto operator<=>(const StreamId &, const StreamId &) = default;
};

/// A group of consumers.
struct StreamGroup {
    QByteArray name, lastDelivered;
    qint64 consumers = 0, pending = 0;
    std::optional<qint64> lag{}; ///< nullopt: the server does not know, or is older than Redis 7
    std::optional<qint64> read{}; ///< how many entries it has read in all; nullopt likewise
    std::optional<qint64> stale{}; ///< of those pending; nullopt: the workspace does not say when one is
    bool staleAtLeast = false;
};

/// A group that leaks a consumer with each restart has thousands: of more, XINFO CONSUMERS would hold the server.
inline constexpr qint64 mostConsumers = 1'000;

struct StreamConsumer {
    QByteArray name;
    qint64 pending = 0;
    std::chrono::milliseconds idle{}; ///< since it last asked for anything

    /// It holds entries and has asked for nothing for longer than `staleAfter`.
    [[nodiscard]] bool isDead(std::optional<std::chrono::milliseconds> staleAfter) const
    {
        return staleAfter && pending > 0 && idle > *staleAfter && name != neutralConsumer;
    }
};

} // namespace plimsoll
