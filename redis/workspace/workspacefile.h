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

/// Reads, checks and writes workspace files. Reentrant; only the functions marked blocking access files.
namespace plimsoll::redis {

using plimsoll::WorkspaceProblem;
using plimsoll::WorkspaceProblems;
using WorkspaceResult = std::variant<Workspace, WorkspaceProblems>;

/// Checks everything and reports all mistakes, in file order; `kinds` are the available kinds.
WorkspaceResult parseWorkspace(const QByteArray &json, std::span<const KindInfo *const> kinds);

/// Reads a file (blocking) and sets Workspace::path, to which certificate paths are relative.
WorkspaceResult readWorkspace(const QString &path, std::span<const KindInfo *const> kinds);

/// Result of checking one collection's JSON object, as the user types in the editor; pointers start at the object.
/// `otherNames` are the names already in use.
struct CheckedCollection {
    CollectionDefinition definition; ///< only valid without problems
    WorkspaceProblems problems;
};
CheckedCollection checkCollection(const QJsonObject &collection, std::span<const KindInfo *const> kinds,
                                  const QStringList &otherNames);

/// Returns JSON that the parser accepts; never contains a password.
QJsonObject collectionToJson(const CollectionDefinition &collection);
QByteArray workspaceToJson(const Workspace &workspace);

/// Writes atomically (QSaveFile) and keeps the previous file as `path~`. Blocking. Fails with ErrorKind::Storage and
/// leaves the old file unchanged.
Outcome saveWorkspace(const Workspace &workspace, const QString &path);

/// Returns the known name nearest to `name` by edit distance, or an empty string if more than a third differs.
QString nearestName(const QString &name, const QStringList &known);

} // namespace plimsoll::redis
