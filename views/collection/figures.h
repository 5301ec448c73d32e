// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history/history.h"
#include "views/charts/timechart.h"
#include "views/widgets/figuretile.h"

#include <functional>

namespace plimsoll::views {

/// One collection in one snapshot, read by the names of its figures: what a page says of it. A value that lives as
/// long as the call it is made for.
class Figures {
public:
    Figures(const Snapshot &snapshot, std::size_t row, const models::History &history);

    [[nodiscard]] double value(QLatin1StringView figure) const;
    /// A lower bound.
    [[nodiscard]] bool isAtLeast(QLatin1StringView figure) const;
    [[nodiscard]] bool isEstimate(QLatin1StringView figure) const;
    [[nodiscard]] bool known(QLatin1StringView figure) const { return isKnown(value(figure)); }
    /// -1 where the kind has none of that name.
    [[nodiscard]] int indexOf(QLatin1StringView figure) const { return layout().figureIndex(QString(figure)); }
    /// Formatted, "–" when unknown, "≥" when observed.
    [[nodiscard]] QString text(QLatin1StringView figure) const;
    /// Rate of its change, and how it was determined.
    [[nodiscard]] Rate rate(QLatin1StringView figure) const;
    /// Net change a minute; NaN if unknown.
    [[nodiscard]] double change(QLatin1StringView figure) const;
    [[nodiscard]] models::Series series(QLatin1StringView figure, const models::Reach &reach) const;
    /// Its warning and critical limits as lines of a chart.
    [[nodiscard]] std::vector<TimeChart::LimitLine> limits(QLatin1StringView figure) const;
    /// The worst of the problems with that figure.
    [[nodiscard]] State state(QLatin1StringView figure) const;

    /// A tile: the note is the limit that was passed or is near, else the change a minute.
    [[nodiscard]] TileText tile(QLatin1StringView figure) const;
    /// A tile with the given note.
    [[nodiscard]] TileText tile(QLatin1StringView figure, const QString &note) const;
    /// Tile of a frequency; the tooltip explains its mean over at most `window` of watched time.
    [[nodiscard]] TileText tile(QLatin1StringView figure, const QString &note, std::chrono::milliseconds window) const;

    [[nodiscard]] const CollectionDefinition &definition() const
    {
        return m_snapshot.layout->workspace->collections[m_row];
    }
    [[nodiscard]] const SnapshotLayout::Row &layout() const { return m_snapshot.layout->rows[m_row]; }
    [[nodiscard]] const Snapshot &snapshot() const { return m_snapshot; }
    [[nodiscard]] const models::History &history() const { return m_history; }
    [[nodiscard]] const Snapshot::Row &row() const { return m_snapshot.rows[m_row]; }
    [[nodiscard]] std::size_t index() const { return m_row; }
    /// The server time that gives the periods in its keys: that of an earlier one, where it is looked at.
    [[nodiscard]] std::chrono::milliseconds keysAt() const
    {
        return m_snapshot.keysAt.count() == 0 ? m_snapshot.serverTime : m_snapshot.keysAt;
    }
    [[nodiscard]] bool isEarlier() const { return m_snapshot.keysAt.count() != 0; }
    /// True for a past moment, which has figures only.
    [[nodiscard]] bool isPast() const
    {
        return m_history.moment() != nullptr && m_history.moment()->snapshot.get() == &m_snapshot;
    }
    [[nodiscard]] std::chrono::milliseconds now() const { return m_snapshot.serverTime; }

private:
    [[nodiscard]] QString reasonUnknown(int figure) const;
    [[nodiscard]] QString limitNote(int figure) const;
    [[nodiscard]] const CollectionDefinition *present() const;
    [[nodiscard]] QString limitText(const Limit &limit, bool isCritical) const;

    const Snapshot &m_snapshot;
    std::size_t m_row;
    const models::History &m_history;
};

/// Chart marks of the collections, with the server's events; alerts of the server only if `collections` has an empty
/// name. With several collections each mark names its own. `unknownOf` returns the ranges in which nothing was known
/// about a collection or, without a name, the server.
std::vector<TimeChart::Mark> marksOf(const std::vector<Mark> &marks, const QStringList &collections,
                                     const std::function<std::vector<TimeRange>(const QString &)> &unknownOf = {});
/// Loaded chart marks within the range; requests missing ones. `alert`: id of the only alert drawn; empty: all.
std::vector<TimeChart::Mark> marksOf(models::History &history, const ChartRange &range, std::chrono::milliseconds now,
                                     const QStringList &collections, const QString &alert = {});

/// Short distinct names of keys: the parts that differ ("high", "low"), or the last part of the name.
QStringList distinctNames(const std::vector<QByteArray> &keys);

} // namespace plimsoll::views
