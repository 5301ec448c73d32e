// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"
#include "redis/types/workspace.h"

namespace plimsoll::redis {

/// An id is looked for in whole lists, by one command each: some 10 ns an element. Of longer ones it is not known
/// whether they hold it.
inline constexpr qint64 mostListed = 100'000;

/// Whether it can be told that a job is in none of the collection's keys: not where they change with a period, since
/// what came before is in others.
Outcome canTellNowhere(const CollectionDefinition &definition);
/// The same of lists with so many elements in all.
Outcome canTellNowhere(const CollectionDefinition &definition, qint64 listed);

} // namespace plimsoll::redis
