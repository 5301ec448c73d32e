// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/escrow.h"

#include "redis/operations/journal/words.h"
#include "redis/types/printable.h"

#include <utility>

namespace plimsoll::redis {

namespace {

constexpr qint64 largestPage = 5'000;
constexpr qint64 escrowPageBytes = 1'024LL * 1'024;
constexpr qint64 firstEscrowPage = 2; ///< the first strings are small, but large ones may follow

} // namespace

EscrowReader::EscrowReader(Server &server, QByteArray key, qint64 from, std::stop_token stop)
    : m_pages(server, std::move(key), true, std::move(stop), PageSize(largestPage, escrowPageBytes, firstEscrowPage)),
      m_at(from)
{
}

Result<std::vector<Reply>> EscrowReader::next(qint64 bytes, qint64 width)
{
    std::vector<Reply> strings;
    for (qint64 size = 0; size < bytes && !m_ended;) {
        Result<ListPages::Seen> page = m_pages.nextFrom(m_at, width, {});
        if (!page) {
            return page.error();
        }
        std::vector<QByteArray> &read = page->elements;
        m_ended = qint64(read.size()) < width;
        if (!m_ended) {
            read.resize(read.size() - read.size() % static_cast<std::size_t>(width));
        } // an incomplete record shows that the escrow is not ours
        m_at += qint64(read.size());
        for (QByteArray &string : read) {
            size += string.size();
            Reply &reply = strings.emplace_back();
            reply.type = Reply::Type::Bulk;
            reply.bytes = std::move(string);
        }
    }
    return strings;
}

std::optional<qint64> heldStrings(const Reply &answer)
{
    constexpr QByteArrayView held = "PLIMSOLLHELD ";
    if (answer.type != Reply::Type::Status || !answer.bytes.startsWith(held)) {
        return std::nullopt;
    }
    bool isNumber = false;
    const qint64 strings = answer.bytes.sliced(held.size()).toLongLong(&isNumber);
    return isNumber && strings > 0 ? std::optional(strings) : std::nullopt;
}

Result<std::vector<Reply>> readEscrow(Server &server, const QByteArray &escrow, qint64 strings,
                                      const std::stop_token &stop)
{
    std::vector<Reply> held;
    for (EscrowReader reader(server, escrow, 0, stop); qint64(held.size()) < strings;) {
        Result<std::vector<Reply>> more = reader.next(1, 1);
        if (!more) {
            return more.error();
        }
        if (more->empty()) {
            return Error{ErrorKind::Protocol, Words::tr("%1 has become shorter").arg(printable(escrow))};
        }
        std::move(more->begin(), more->end(), std::back_inserter(held));
    }
    return held;
}

} // namespace plimsoll::redis
