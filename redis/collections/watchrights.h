// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/workspace.h"

#include <chrono>
#include <vector>

/// Permissions that watching needs. A command is tried on a key that does not exist, a key by its TYPE, so that trying
/// costs nothing and changes nothing.
namespace plimsoll::redis {

/// Key of a collection. Stands for all keys of its template that differ in the id or are searched for.
struct WatchedKey {
    QByteArray key;
    QByteArray glob; ///< matches the key, and those of other periods and ids
    const RoleSpec *role = nullptr;
    bool isExample = false; ///< made up, as its id is not known
};

/// Returns the keys of a collection, at most `most`; `now`: server time.
std::vector<WatchedKey> watchedKeys(const CollectionDefinition &definition, std::chrono::milliseconds now,
                                    std::size_t most);

/// Command that polls and pages send, with arguments for trying it.
struct WatchCommand {
    std::vector<QByteArray> words;
    unsigned types = 0; ///< KeyType bits of the keys that it reads; 0: every workspace needs it
};

/// Returns the commands for keys of these types, and for searching keys if `searches`.
std::vector<WatchCommand> watchCommands(unsigned types, bool searches);

} // namespace plimsoll::redis
