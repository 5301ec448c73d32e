// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/historyjudged.h"

#include "redis/types/momentrecord.h"

#include <algorithm>
#include <utility>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;

constexpr qint64 ofAll = 0; ///< an id that no series has

} // namespace

Outcome JudgedDefinitions::load(HistoryFile &file)
{
    return file.eachRow(QStringLiteral("SELECT series, definition FROM judged WHERE id IN"
                                       " (SELECT MAX(id) FROM judged GROUP BY series)"),
                        {}, [this](const QSqlQuery &row) {
                            m_stored[row.value(0).toLongLong()] = row.value(1).toByteArray();
                            return true;
                        });
}

Outcome JudgedDefinitions::store(HistoryFile &file, const WorkspacePtr &workspace, std::size_t rows,
                                 const std::function<qint64(std::size_t row)> &seriesOf, milliseconds time,
                                 milliseconds age)
{
    m_changed.clear();
    if (workspace == nullptr || workspace == m_workspace) {
        return Done{};
    }
    const milliseconds oldest = time - age;
    Outcome kept = store(file, ofAll, judgedBy(*workspace), time, oldest);
    for (std::size_t row = 0; kept && row < std::min(rows, workspace->collections.size()); ++row) {
        kept = store(file, seriesOf(row), judgedBy(workspace->collections[row]), time, oldest);
    }
    return kept;
}

/// `oldest`: time of the oldest retained figure.
Outcome JudgedDefinitions::store(HistoryFile &file, qint64 series, const QByteArray &definition, milliseconds time,
                                 milliseconds oldest)
{
    if (const auto before = m_stored.find(series); before != m_stored.end() && before->second == definition) {
        return Done{};
    }
    if (Outcome done = file.run(QStringLiteral("INSERT INTO judged (series, time, definition) VALUES (?, ?, ?)"),
                                {series, qint64(time.count()), definition});
        !done) {
        return done;
    }
    m_changed[series] = definition;
    // Delete definitions older than every retained figure.
    return file.run(QStringLiteral("DELETE FROM judged WHERE series = ? AND id < (SELECT MAX(id) FROM judged WHERE"
                                   " series = ? AND time <= ?)"),
                    {series, series, qint64(oldest.count())});
}

void JudgedDefinitions::confirm(const WorkspacePtr &workspace)
{
    m_changed.merge(m_stored);
    m_stored = std::exchange(m_changed, {});
    m_workspace = workspace;
}

} // namespace plimsoll::redis
