// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/formats/historyformat.h"
#include "redis/history/historyreader.h"

#include <QStringList>

namespace plimsoll::app {

/// Rows for the given figures; for all if `figures` is empty.
std::vector<HistoryRow> historyRows(const redis::CollectionHistory &history, const QStringList &figures = {});

/// "3 pieces of the history, from … to …, are damaged and cannot be read"; empty: no damage.
QString damageText(const redis::DamagedHistory &damaged);

} // namespace plimsoll::app
