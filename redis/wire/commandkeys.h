// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <optional>

namespace plimsoll::redis {

/// Positions of the keys among the arguments of a command; its name is argument 0. Either every `step`-th argument from
/// `first` to `last` (negative counts from the end: -1 is the last), or, after the argument at `counted`, the number of
/// keys which that argument gives, or the first half of the arguments after STREAMS. All 0: no keys.
struct KeyPositions {
    int first = 0;
    int last = 0;
    int step = 0;
    int counted = 0;
    bool behindStreams = false;
};

/// Looks a command up as Pipeline names it ("ZCOUNT", "MEMORY|USAGE", "EVALSHA:…") in a table of the commands we send,
/// which the tests compare with the server's COMMAND INFO. Returns nothing for other commands: their keys are unknown.
/// Reentrant.
std::optional<KeyPositions> keyPositions(QByteArrayView command);

} // namespace plimsoll::redis
