// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/storage/samefile.h"
#include "redis/storage/sqlitefile.h"
#include "redis/storage/sqlrows.h"
#include "redis/types/endpoint.h"
#include "redis/types/result.h"
#include "redis/types/workspace.h"

#include <QSqlQuery>
#include <QVariantList>

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace plimsoll {
struct Snapshot;
}

namespace plimsoll::redis {

/// Returns the path of the history of a workspace on a server; equal names give an equal path.
QString historyPath(const QString &dataDir, const Endpoint &endpoint, const QString &workspaceName);
/// Returns the file of what a discovery found on a server, for all workspaces on it.
QString foundPath(const QString &dataDir, const Endpoint &endpoint);

/// Returns whether `url` names the same server and database as the endpoint; the login is ignored.
bool isSamePlace(const Endpoint &endpoint, const QString &url);

/// SQLite file of a history; used on one thread.
class HistoryFile final : public SqlRows {
public:
    enum class For { Writing, Reading };

    /// For writing, creates a missing folder, file and tables; for reading, fails if the file is missing.
    static Result<std::unique_ptr<HistoryFile>> open(const QString &path, For purpose);
    ~HistoryFile();
    Q_DISABLE_COPY_MOVE(HistoryFile)

    [[nodiscard]] const QString &path() const { return m_path; }
    Outcome run(const QString &statement, const QVariantList &values = {}) const;
    /// `read` must not run the same statement.
    [[nodiscard]] Outcome eachRow(const QString &statement, const QVariantList &values,
                                  const ReadRow &read) const override;
    /// Returns the number in the first row, or the fallback.
    [[nodiscard]] Result<qint64> number(const QString &statement, const QVariantList &values = {},
                                        qint64 fallback = 0) const;
    /// Commits all changes of `body`, or none.
    Outcome transaction(const std::function<Outcome()> &body);
    /// Runs `body` on one consistent snapshot. May call it again if another process begins to write to a read-only
    /// file; only the last result counts.
    Outcome reading(const std::function<Outcome()> &body);
    /// True if the file was replaced or changed; see SqliteFile::isOutdated().
    [[nodiscard]] bool isLost() const { return m_file.isOutdated(); }
    /// Bytes in use, without free pages.
    Result<qint64> bytes();

private:
    HistoryFile(const QString &path, For purpose);
    Outcome prepare(For purpose);
    void letGo(); ///< resets all statements
    [[nodiscard]] Error failed(const QString &why) const;

    QString m_path;
    SqliteFile m_file;
    mutable std::map<QString, QSqlQuery> m_statements; ///< prepared once
    qint64 m_pageSize = 0;
};

/// Table name of a step's chunks, for example "chunks2".
QString chunksOf(std::size_t step);

/// A series of a history file: the figures of one collection, each in a column.
struct HistorySeries {
    static constexpr int noPlace = -1;
    static constexpr int boundOf(int figure) { return -2 - figure; } ///< its own inverse

    qint64 id = 0;
    /// Figure index for each column; `noPlace`: figure removed; boundOf(figure): flag for a lower bound of that figure.
    std::vector<int> places{};
};

/// Returns the series of a collection, with a column for each of its figures; creates it if necessary.
Result<HistorySeries> findSeries(HistoryFile &file, const Snapshot &snapshot, std::size_t row);
/// Returns the series of the figures of the server itself; a version with different figures starts a new series.
Result<HistorySeries> findServerSeries(HistoryFile &file);
/// Returns the id of a new series; `figures` are ids, one a line.
Result<qint64> addSeries(HistoryFile &file, const QString &name, const QString &kind, const QByteArray &source,
                         const QString &figures);

} // namespace plimsoll::redis
