// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/pages.h"
#include "redis/wire/reply.h"

#include <optional>

/// Reading what batches have left on the server.
namespace plimsoll::redis {

/// Reads one escrow page by page. Lives as long as its server.
class EscrowReader final {
public:
    /// `from`: the string to begin with.
    EscrowReader(Server &server, QByteArray key, qint64 from, std::stop_token stop);

    /// About `bytes` more, in whole records of `width` strings; empty at the end.
    Result<std::vector<Reply>> next(qint64 bytes, qint64 width);
    [[nodiscard]] qint64 at() const { return m_at; }
    [[nodiscard]] bool hasEnded() const { return m_ended; }

private:
    ListPages m_pages;
    qint64 m_at;
    bool m_ended = false;
};

/// A script's answer that is too much for one (prelude.lua) says how many strings are in its escrow; nullopt: any
/// other.
std::optional<qint64> heldStrings(const Reply &answer);
/// The strings of an escrow, so many at least.
Result<std::vector<Reply>> readEscrow(Server &server, const QByteArray &escrow, qint64 strings,
                                      const std::stop_token &stop = {});

} // namespace plimsoll::redis
