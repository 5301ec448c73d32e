// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/workspace.h"

#include <QByteArray>

#include <optional>

/// What figures are judged by, as it is kept beside them: a past moment is judged by the limits of then. Compact JSON,
/// the same bytes where the same holds.
namespace plimsoll {

/// Its limits, its bound, and those of its options that are durations or numbers (staleAfter, maxAttempts, window …).
QByteArray judgedBy(const CollectionDefinition &collection);
/// What is the same for all of them: how long without an answer is too long, and how often they are polled.
QByteArray judgedBy(const Workspace &workspace);

/// The same as it is now, but judged by that; a limit on a figure that it no longer has is left out. nullopt: that is
/// nothing that was kept so.
std::optional<CollectionDefinition> asJudgedBy(const QByteArray &kept, const CollectionDefinition &now);
/// Sets what is the same for all; false as above.
bool judgeBy(const QByteArray &kept, Workspace &workspace);

} // namespace plimsoll
