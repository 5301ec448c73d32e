// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/past/historyrows.h"

#include "models/text/format.h"
#include "models/text/isotime.h"
#include "redis/types/plural.h"

#include <QCoreApplication>

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

QString damageText(const redis::DamagedHistory &damaged)
{
    if (damaged.pieces == 0) {
        return {};
    }
    const QString from = models::isoTime(damaged.span.from);
    const QString to = models::isoTime(damaged.span.to);
    return damaged.pieces == 1
        ? QCoreApplication::translate("history", "a piece of the history, from %1 to %2, is damaged and cannot be read")
              .arg(from, to)
        : QCoreApplication::translate("history",
                                      "%1 pieces of the history, from %2 to %3, are damaged and cannot be read",
                                      nullptr, pluralOf(damaged.pieces))
              .arg(models::formatCount(damaged.pieces), from, to);
}

} // namespace plimsoll::app
