// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch/pages.h"
#include "redis/wire/reply.h"

#include <optional>

/// Reading the escrows that batches left on the server.
namespace plimsoll::redis {

/// Reads one escrow page by page. Must not outlive the server.
class EscrowReader final {
public:
    /// `from`: index of the first string.
    EscrowReader(Server &server, QByteArray key, qint64 from, std::stop_token stop);

    /// Next strings, about `bytes` in size, in whole records of `width` strings; empty at the end.
    Result<std::vector<Reply>> next(qint64 bytes, qint64 width);
    [[nodiscard]] qint64 at() const { return m_at; }
    [[nodiscard]] bool hasEnded() const { return m_ended; }

private:
    ListPages m_pages;
    qint64 m_at;
    bool m_ended = false;
};

/// Number of strings in the escrow if the script's answer was too large to return (prelude.lua), else nullopt.
std::optional<qint64> heldStrings(const Reply &answer);
/// Reads an escrow; fails if it holds fewer than `strings`.
Result<std::vector<Reply>> readEscrow(Server &server, const QByteArray &escrow, qint64 strings,
                                      const std::stop_token &stop = {});

} // namespace plimsoll::redis
