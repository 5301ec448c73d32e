// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/keytemplate.h"
#include "redis/types/result.h"
#include "redis/types/workspace.h"

#include <vector>

namespace plimsoll::redis {

/// Limit of elements in lists that are searched for an id, by one command each at about 10 ns an element. Longer lists
/// are not searched.
inline constexpr qint64 mostListed = 100'000;

/// Succeeds if a job's absence from all of the collection's keys can be determined. Fails if the keys change with a
/// period, as earlier jobs are in other keys.
Outcome canTellNowhere(const CollectionDefinition &definition);
/// Fails if the collection's lists have more than mostListed elements in all (`listed`).
Outcome canTellNowhere(const CollectionDefinition &definition, qint64 listed);

/// Other collections of a workspace with the same keys of job records; a job may be in any of these.
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
