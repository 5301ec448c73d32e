// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/historyrows.h"

#include <cmath>

namespace plimsoll::app {

std::vector<HistoryRow> historyRows(const redis::CollectionHistory &history, const QStringList &figures)
{
    std::vector<HistoryRow> rows;
    for (std::size_t at = 0; at < history.columns.size(); ++at) {
        for (std::size_t figure = 0; figure < history.columns.figures.size(); ++figure) {
            const redis::HistoryBand &band = history.columns.figures[figure];
            const QString &id = history.figures[static_cast<qsizetype>(figure)];
            if (!std::isnan(band.low[at]) && (figures.isEmpty() || figures.contains(id))) {
                const bool isAtLeast = !band.atLeast.empty() && band.atLeast[at] != 0;
                rows.push_back({history.columns.times[at], id, band.low[at], band.mean[at], band.high[at], isAtLeast});
            }
        }
    }
    return rows;
}

} // namespace plimsoll::app
