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
/// The same of lists with so many elements in all.
Outcome canTellNowhere(const CollectionDefinition &definition, qint64 listed);

/// The other collections of a workspace whose jobs have their records under the same keys: a job of one may stand in
/// any of them.
std::vector<const CollectionDefinition *> sharingRecords(const Workspace &workspace,
                                                         const CollectionDefinition &definition);

/// Keys of job records that another collection, by a template of another form, takes for those of its own jobs: as what
/// these are queued there nobody asks. Value; reentrant.
class OthersRecords {
public:
    OthersRecords(const Workspace &workspace, const CollectionDefinition &definition,
                  std::chrono::milliseconds serverTime);

    [[nodiscard]] bool has(const QByteArray &key) const;

private:
    std::vector<KeyPattern> m_patterns;
};

} // namespace plimsoll::redis
