// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/historywriter.h"
#include "redis/types/judged.h"
#include "redis/types/serverfigures.h"

#include <algorithm>

/// Stores server figures, and the definitions that states are judged by with the first tick to which each applies.
namespace plimsoll::redis {

namespace {

constexpr qint64 ofAll = 0; ///< an id that no series has

} // namespace

Outcome HistoryWriter::loadJudged()
{
    const auto query = m_file->select(QStringLiteral("SELECT series, definition FROM judged WHERE id IN"
                                                     " (SELECT MAX(id) FROM judged GROUP BY series)"));
    if (!query) {
        return query.error();
    }
    while ((*query)->next()) {
        m_judged[(*query)->value(0).toLongLong()] = (*query)->value(1).toByteArray();
    }
    (*query)->finish();
    return Done{};
}

Outcome HistoryWriter::keepJudged(milliseconds time, Judged &changed)
{
    const WorkspacePtr &workspace = m_layout->workspace;
    if (workspace == nullptr || workspace == m_judgedOf) {
        return Done{};
    }
    Outcome kept = keepJudged(time, ofAll, judgedBy(*workspace), changed);
    for (std::size_t row = 0; kept && row < std::min(m_rows.size(), workspace->collections.size()); ++row) {
        kept = keepJudged(time, m_rows[row].series, judgedBy(workspace->collections[row]), changed);
    }
    return kept;
}

Outcome HistoryWriter::keepJudged(milliseconds time, qint64 series, const QByteArray &definition, Judged &changed)
{
    if (const auto before = m_judged.find(series); before != m_judged.end() && before->second == definition) {
        return Done{};
    }
    if (Outcome done = m_file->run(QStringLiteral("INSERT INTO judged (series, time, definition) VALUES (?, ?, ?)"),
                                   {series, qint64(time.count()), definition});
        !done) {
        return done;
    }
    changed[series] = definition;
    // Delete definitions older than every retained figure.
    return m_file->run(QStringLiteral("DELETE FROM judged WHERE series = ? AND id < (SELECT MAX(id) FROM judged WHERE"
                                      " series = ? AND time <= ?)"),
                       {series, series, qint64((time - m_options.age).count())});
}

/// The figures of the server itself; a version with different figures starts a new series.
Outcome HistoryWriter::findServer(Row &made)
{
    const QString figures = serverFigureIds().join(u'\n');
    made.places.resize(static_cast<std::size_t>(serverFigureIds().size()));
    const Result<qint64> found = m_file->number(
        QStringLiteral("SELECT id FROM series WHERE name = '' AND kind = ? AND figures = ?"), {serverSeries, figures});
    if (!found) {
        return found.error();
    }
    made.series = *found;
    return *found != 0 ? Outcome(Done{}) : addSeries(QStringLiteral(""), serverSeries, "", figures, made);
}

} // namespace plimsoll::redis
