// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/discovery.h"
#include "redis/types/result.h"

namespace plimsoll::redis {

/// Compares a discovery with the one kept in the file `path`: sets its `earlier`, and what is new in its templates.
/// Then keeps it in place of one that is at least an hour older, so that looking again compares with the same one.
/// Without all keys of the server nothing is compared or kept. The file holds names of keys and is readable by its
/// owner alone; one that cannot be read is replaced. Blocking. Fails if the file cannot be read or written.
Outcome compareWithEarlier(Discovery &discovery, const QString &path);

} // namespace plimsoll::redis
