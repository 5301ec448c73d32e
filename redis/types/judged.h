// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/workspace.h"

#include <QByteArray>

#include <optional>

/// Stores the definitions that figures are judged by, so that a past moment is judged by its own limits. Compact JSON;
/// equal definitions give equal bytes.
namespace plimsoll {

/// Serialises limits, bound and options that are durations or numbers (staleAfter, maxAttempts, window …).
QByteArray judgedBy(const CollectionDefinition &collection);
/// Serialises the settings common to all collections: the timeout for unknown states and the poll interval.
QByteArray judgedBy(const Workspace &workspace);

/// Returns `now` with the stored definitions; skips limits of figures that no longer exist. Returns nullopt for invalid
/// data.
std::optional<CollectionDefinition> asJudgedBy(const QByteArray &kept, const CollectionDefinition &now);
/// Applies the common settings; returns false for invalid data.
bool judgeBy(const QByteArray &kept, Workspace &workspace);

} // namespace plimsoll
