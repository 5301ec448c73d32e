// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/jsonwriter.h"
#include "redis/types/snapshot.h"

#include <QByteArray>

#include <span>

namespace plimsoll::app {

using models::JsonWriter;

/// A snapshot as a JSON document (contract.md §4).
QByteArray snapshotJson(const Snapshot &snapshot, JsonWriter::Layout layout);
/// In the OpenMetrics text format: durations in seconds, what is not known left out.
QByteArray snapshotOpenMetrics(const Snapshot &snapshot);
/// What is known of one of several workspaces that are watched.
struct WatchedSnapshot {
    QString workspace;
    SnapshotPtr snapshot; ///< null: the last poll failed; then nothing of it is told but that it is down
};
/// The same of several in one document, and `plimsoll_up` of each. Where there is more than one, what belongs to each
/// has its workspace as a label.
QByteArray watchedOpenMetrics(std::span<const WatchedSnapshot> watched);
/// For people: a table a kind, then the problems.
QByteArray snapshotTable(const Snapshot &snapshot);

} // namespace plimsoll::app
