// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/workspace.h"

#include <QStringList>

#include <cstddef>
#include <optional>

/// Edits of a workspace: each function returns a new value. An invalid index changes nothing. Pure.
namespace plimsoll::redis {

Workspace withCollectionAdded(Workspace workspace, CollectionDefinition collection);
Workspace withCollectionReplaced(Workspace workspace, std::size_t index, CollectionDefinition collection);
Workspace withCollectionRemoved(Workspace workspace, std::size_t index);
/// Moves the collection at `from` to `to`; the others keep their order.
Workspace withCollectionMoved(Workspace workspace, std::size_t from, std::size_t to);
/// Returns the names of all collections except `except` (an edited collection may keep its own name).
QStringList collectionNames(const Workspace &workspace, std::optional<std::size_t> except = std::nullopt);

} // namespace plimsoll::redis
