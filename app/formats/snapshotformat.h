// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/jsonwriter.h"
#include "redis/types/snapshot.h"

#include <QByteArray>

namespace plimsoll::app {

using models::JsonWriter;

/// A snapshot as a JSON document (contract.md §4).
QByteArray snapshotJson(const Snapshot &snapshot, JsonWriter::Layout layout);
/// In the OpenMetrics text format: durations in seconds, what is not known left out.
QByteArray snapshotOpenMetrics(const Snapshot &snapshot);
/// For people: a table a kind, then the problems.
QByteArray snapshotTable(const Snapshot &snapshot);

} // namespace plimsoll::app
