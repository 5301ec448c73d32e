// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/workspace/workspaceedit.h"

#include <algorithm>
#include <iterator>

namespace plimsoll::redis {

namespace {

auto at(std::vector<CollectionDefinition> &collections, std::size_t index)
{
    return std::next(collections.begin(), static_cast<std::ptrdiff_t>(index));
}

} // namespace

Workspace withCollectionAdded(Workspace workspace, CollectionDefinition collection)
{
    workspace.collections.push_back(std::move(collection));
    return workspace;
}

Workspace withCollectionReplaced(Workspace workspace, std::size_t index, CollectionDefinition collection)
{
    if (index < workspace.collections.size()) {
        workspace.collections[index] = std::move(collection);
    }
    return workspace;
}

Workspace withCollectionRemoved(Workspace workspace, std::size_t index)
{
    if (index < workspace.collections.size()) {
        workspace.collections.erase(at(workspace.collections, index));
    }
    return workspace;
}

Workspace withCollectionMoved(Workspace workspace, std::size_t from, std::size_t to)
{
    std::vector<CollectionDefinition> &collections = workspace.collections;
    if (from >= collections.size() || to >= collections.size()) {
        return workspace;
    }
    if (from < to) {
        std::rotate(at(collections, from), at(collections, from + 1), at(collections, to + 1));
    } else {
        std::rotate(at(collections, to), at(collections, from), at(collections, from + 1));
    }
    return workspace;
}

QStringList collectionNames(const Workspace &workspace, std::optional<std::size_t> except)
{
    QStringList names;
    for (std::size_t i = 0; i < workspace.collections.size(); ++i) {
        if (i != except) {
            names.append(workspace.collections[i].name);
        }
    }
    return names;
}

} // namespace plimsoll::redis
