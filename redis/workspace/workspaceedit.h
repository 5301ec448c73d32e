// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/workspace.h"

#include <QStringList>

#include <cstddef>
#include <optional>

/// A workspace changed by a person: each gives a new value and leaves the old as it is. An index that is not there
/// changes nothing. Pure.
namespace plimsoll::redis {

Workspace withCollectionAdded(Workspace workspace, CollectionDefinition collection);
Workspace withCollectionReplaced(Workspace workspace, std::size_t index, CollectionDefinition collection);
Workspace withCollectionRemoved(Workspace workspace, std::size_t index);
/// The collection at `from` stands at `to` afterwards, the others keep their order.
Workspace withCollectionMoved(Workspace workspace, std::size_t from, std::size_t to);
/// Names of all collections but one (its own is free to an editor that changes it); of all without `except`.
QStringList collectionNames(const Workspace &workspace, std::optional<std::size_t> except = std::nullopt);

} // namespace plimsoll::redis
