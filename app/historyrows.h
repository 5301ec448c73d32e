// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/formats/historyformat.h"
#include "redis/history/historyreader.h"

#include <QStringList>

namespace plimsoll::app {

/// What is known of these figures; of none: of all.
std::vector<HistoryRow> historyRows(const redis::CollectionHistory &history, const QStringList &figures = {});

/// "3 pieces of the history, from … to …, are damaged and cannot be read"; empty: none is.
QString damageText(const redis::DamagedHistory &damaged);

} // namespace plimsoll::app
