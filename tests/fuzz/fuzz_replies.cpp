// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/replyreader.h"

#include <cstddef>
#include <cstdint>

using plimsoll::redis::Reply;
using plimsoll::redis::ReplyReader;

namespace {

/// Reads everything, as a caller would.
void visit(const Reply &reply)
{
    if (reply.isError()) {
        (void)reply.toError(reply.bytes);
    }
    (void)reply.toInteger();
    (void)reply.toDouble();
    for (const Reply &element : reply.elements) {
        visit(element);
    }
}

} // namespace

/// Any bytes from a server, in one piece and in pieces of a size the input chooses: no crash, no read beyond the end,
/// no more memory than the limit, and the same result both ways.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 2) {
        return 0;
    }
    const int expected = data[0] % 8;
    const qsizetype piece = 1 + data[1] % 32;
    const QByteArrayView bytes(data + 2, static_cast<qsizetype>(size - 2));
    const ReplyReader::Limits limits{.bytes = 1'000'000, .arrayLength = 1000};

    ReplyReader whole(limits);
    whole.begin(expected);
    const bool wholeFailed = whole.feed(bytes).has_value();

    ReplyReader pieces(limits);
    pieces.begin(expected);
    bool piecesFailed = false;
    for (qsizetype at = 0; at < bytes.size() && !piecesFailed; at += piece) {
        piecesFailed = pieces.feed(bytes.sliced(at, qMin(piece, bytes.size() - at))).has_value();
    }
    if (wholeFailed != piecesFailed || (!wholeFailed && whole.completed() != pieces.completed())) {
        __builtin_trap();
    }
    for (const Reply &reply : whole.take()) {
        visit(reply);
    }
    return 0;
}
