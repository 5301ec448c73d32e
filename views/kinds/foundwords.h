// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <QString>

/// Texts about keys found by a search on the server.
namespace plimsoll::views {

/// "all seen, scan 12:02:41", "seen 20,480 of about 412,000".
QString seenText(const KeysFound &found);
/// "1,200 not read yet"; empty: all were.
QString unreadText(const KeysFound &found);
/// "the first 1,000 of 100,000, read within 12 s".
QString firstText(const KeysFound &found);

} // namespace plimsoll::views
