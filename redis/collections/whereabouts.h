// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/keypattern.h"
#include "redis/types/result.h"
#include "redis/types/workspace.h"

#include <vector>

namespace plimsoll::redis {

/// An id is looked for in whole lists, by one command each: some 10 ns an element. Of longer ones it is not known
/// whether they hold it.
inline constexpr qint64 mostListed = 100'000;

/// Whether it can be told that a job is in none of the collection's keys: not where they change with a period, since
/// what came before is in others.
Outcome canTellNowhere(const CollectionDefinition &definition);
/// Also fails if the lists have too many elements (`listed` in all).
Outcome canTellNowhere(const CollectionDefinition &definition, qint64 listed);

/// Collections of a workspace that share the keys of job records; a job of one may be in any of the others.
std::vector<const CollectionDefinition *> sharingRecords(const Workspace &workspace,
                                                         const CollectionDefinition &definition);

/// Keys of job records that other collections also match with a different template. Whether their jobs are queued
/// there is not checked. Value; reentrant.
class OthersRecords {
public:
    OthersRecords(const Workspace &workspace, const CollectionDefinition &definition,
                  std::chrono::milliseconds serverTime);

    [[nodiscard]] bool has(const QByteArray &key) const;

private:
    std::vector<KeyPattern> m_patterns;
};

} // namespace plimsoll::redis
