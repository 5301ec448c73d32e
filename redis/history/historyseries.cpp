// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/historyseries.h"

#include "redis/history/bytes.h"
#include "redis/history/historyticks.h"
#include "redis/types/momentrecord.h"

#include <algorithm>
#include <utility>

namespace plimsoll::redis {

namespace {

constexpr int noPlace = HistorySeries::noPlace;

/// Identifies a collection by its keys, so that it is recognised after a rename.
QByteArray sourceOf(const CollectionDefinition &collection)
{
    ByteWriter out;
    for (const RoleKeys &keys : collection.keys) {
        out.text(QByteArray(keys.role->id.data(), keys.role->id.size()));
        out.number(keys.templates.size());
        for (const QByteArray &one : keys.templates) {
            out.text(one);
        }
    }
    return out.take();
}

} // namespace

Result<qint64> addSeries(HistoryFile &file, const QString &name, const QString &kind, const QByteArray &source,
                         const QString &figures)
{
    const Outcome done =
        file.run(QStringLiteral("INSERT INTO series (name, kind, source, figures) VALUES (?, ?, ?, ?)"),
                 {name, kind, source, figures});
    return done ? file.number(QStringLiteral("SELECT last_insert_rowid()")) : done.error();
}

Result<HistorySeries> findSeries(HistoryFile &file, const Snapshot &snapshot, std::size_t row)
{
    const SnapshotLayout &layout = *snapshot.layout;
    const SnapshotLayout::Row &at = layout.rows[row];
    const QString kind(at.kind->id);
    const CollectionDefinition *definition =
        layout.workspace && row < layout.workspace->collections.size() ? &layout.workspace->collections[row] : nullptr;
    const QByteArray source = definition != nullptr ? sourceOf(*definition) : QByteArray("");
    const auto find = [&](const QString &condition, const QVariantList &values) -> Result<QStringList> {
        const auto query =
            file.select(QLatin1String("SELECT id, figures, name FROM series WHERE ") + condition, values);
        if (!query) {
            return query.error();
        }
        QStringList found;
        while (found.isEmpty() && (*query)->next()) {
            found = {(*query)->value(0).toString(), (*query)->value(1).toString(), (*query)->value(2).toString()};
        }
        (*query)->finish();
        return found;
    };
    Result<QStringList> found = find(QStringLiteral("name = ? AND kind = ?"), {at.name, kind});
    if (found && found->isEmpty() && definition != nullptr) {
        // Renamed: the same keys, and the workspace no longer has the old name.
        found = find(QStringLiteral("kind = ? AND source = ? ORDER BY sealed DESC"), {kind, source});
        if (found && !found->isEmpty()
            && std::any_of(layout.rows.begin(), layout.rows.end(),
                           [&](const SnapshotLayout::Row &other) { return other.name == found->at(2); })) {
            found->clear();
        }
    }
    if (!found) {
        return found.error();
    }
    QStringList figures = found->isEmpty() ? QStringList() : found->at(1).split(u'\n', Qt::SkipEmptyParts);
    HistorySeries made;
    made.places.assign(static_cast<std::size_t>(figures.size()), noPlace);
    const auto placeAs = [&](const QString &id, int place, bool isWanted) {
        qsizetype column = figures.indexOf(id);
        if (column < 0 && isWanted) {
            column = figures.size();
            figures << id;
            made.places.push_back(noPlace);
        }
        if (column >= 0) {
            made.places[static_cast<std::size_t>(column)] = place;
        }
    };
    const int count = static_cast<int>(at.figures().size());
    for (int i = 0; i < count; ++i) {
        placeAs(QString(at.figures()[static_cast<std::size_t>(i)].id), i, true);
    }
    for (int i = 0; i < count; ++i) {
        placeAs(QString(at.figures()[static_cast<std::size_t>(i)].id) + lowerBoundMark, HistorySeries::boundOf(i),
                snapshot.isAtLeast(row, i));
    }
    const QString names = figures.join(u'\n');
    if (found->isEmpty()) {
        const Result<qint64> added = addSeries(file, at.name, kind, source, names);
        made.id = added ? *added : 0;
        return added ? Result<HistorySeries>(std::move(made)) : added.error();
    }
    made.id = found->at(0).toLongLong();
    const Outcome done = file.run(QStringLiteral("UPDATE series SET name = ?, source = ?, figures = ? WHERE id = ?"),
                                  {at.name, source, names, made.id});
    return done ? Result<HistorySeries>(std::move(made)) : done.error();
}

Result<HistorySeries> findServerSeries(HistoryFile &file)
{
    const QString figures = serverFigureIds().join(u'\n');
    Result<qint64> id = file.number(
        QStringLiteral("SELECT id FROM series WHERE name = '' AND kind = ? AND figures = ?"), {serverSeries, figures});
    if (id && *id == 0) {
        id = addSeries(file, QStringLiteral(""), serverSeries, "", figures);
    }
    if (!id) {
        return id.error();
    }
    return HistorySeries{*id, std::vector<int>(static_cast<std::size_t>(serverFigureIds().size()))};
}

} // namespace plimsoll::redis
