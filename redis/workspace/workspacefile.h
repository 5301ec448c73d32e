// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"
#include "redis/types/workspace.h"
#include "redis/types/workspaceproblem.h"

#include <QByteArray>
#include <QString>

#include <span>
#include <variant>
#include <vector>

/// The workspace file (contract.md §3): reading, checking, writing. Reentrant; file access where it says so.
namespace plimsoll::redis {

using plimsoll::WorkspaceProblem;
using plimsoll::WorkspaceProblems;
using WorkspaceResult = std::variant<Workspace, WorkspaceProblems>;

/// Checks everything and reports every mistake, in the order of the file; `kinds` are those that exist.
WorkspaceResult parseWorkspace(const QByteArray &json, std::span<const KindInfo *const> kinds);

/// Reads a file (blocking); the path becomes Workspace::path, relative certificate files are relative to it.
WorkspaceResult readWorkspace(const QString &path, std::span<const KindInfo *const> kinds);

/// One collection's JSON object checked alone, as the editor needs it while the person types; pointers start at
/// the object. `otherNames` are the names already taken.
struct CheckedCollection {
    CollectionDefinition definition; ///< only meaningful when there are no problems
    WorkspaceProblems problems;
};
CheckedCollection checkCollection(const QJsonObject &collection, std::span<const KindInfo *const> kinds,
                                  const QStringList &otherNames);

/// The JSON the parser takes as it is; never holds a password.
QJsonObject collectionToJson(const CollectionDefinition &collection);
QByteArray workspaceToJson(const Workspace &workspace);

/// Writes atomically (QSaveFile), keeping what was there before as `path~`. Blocking. Error::Storage when it fails,
/// with the old file untouched.
Outcome saveWorkspace(const Workspace &workspace, const QString &path);

/// The known name nearest to `name` by edit distance, or empty when none is near (more than a third of it differs).
QString nearestName(const QString &name, const QStringList &known);

} // namespace plimsoll::redis
