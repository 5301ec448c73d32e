// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/formats/texttable.h"
#include "models/documents/jsonwriter.h"
#include "redis/types/snapshot.h"

#include <QByteArray>

#include <span>

namespace plimsoll::app {

using models::JsonWriter;

/// A snapshot as a JSON document (docs/cli.md).
QByteArray snapshotJson(const Snapshot &snapshot, JsonWriter::Layout layout);
/// In the OpenMetrics text format: durations in seconds, what is not known left out.
QByteArray snapshotOpenMetrics(const Snapshot &snapshot);
/// The latest snapshot of a watched workspace.
struct WatchedSnapshot {
    QString workspace;
    SnapshotPtr snapshot; ///< null: the last poll failed; then nothing of it is told but that it is down
};
/// OpenMetrics of all workspaces, with `plimsoll_up` for each. If there are several, every line has its workspace as a
/// label.
QByteArray watchedOpenMetrics(std::span<const WatchedSnapshot> watched);
/// For people: a table a kind, then the problems.
QByteArray snapshotTable(const Snapshot &snapshot, Colour colour = Colour::Off);

} // namespace plimsoll::app
