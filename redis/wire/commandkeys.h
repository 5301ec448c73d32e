// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <optional>

namespace plimsoll::redis {

/// Where the keys of a command stand among its arguments, its name being the one at 0: at `first`, every `step` until
/// `last` (from the end where negative: -1 is the last argument), or as many as the argument at `counted` says, from
/// the one behind it, or the first half of what follows the word STREAMS. No keys where all are 0.
struct KeyPositions {
    int first = 0;
    int last = 0;
    int step = 0;
    int counted = 0;
    bool behindStreams = false;
};

/// Of a command as Pipeline names it ("ZCOUNT", "MEMORY|USAGE", "EVALSHA:…"). From a table of what we send, which the
/// tests hold against the server's own (COMMAND INFO); nothing for a command that is not in it, whose keys nobody may
/// guess. Reentrant.
std::optional<KeyPositions> keyPositions(QByteArrayView command);

} // namespace plimsoll::redis
