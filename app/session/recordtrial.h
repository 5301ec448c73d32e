// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/topology/server.h"
#include "redis/types/workspace.h"
#include "views/dialogs/keyfinder.h"

#include <chrono>
#include <stop_token>

namespace plimsoll::app {

/// Key and role of the job that a record is tried on.
struct TrialSource {
    const RoleSpec *role = nullptr;
    QByteArray key;
    KeyType type = ListKey;
};

/// Reads the record of the next job of `from` as the poller would, and says which of its fields are known. A few
/// commands in constant time; values are not transferred unless the record is a string. Blocks; for the thread pool.
Result<views::KeyFinding> tryRecord(redis::Server &server, const CollectionDefinition &definition,
                                    const TrialSource &from, std::chrono::milliseconds now,
                                    const std::stop_token &stop);

} // namespace plimsoll::app
