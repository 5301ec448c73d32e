// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/storage/samefile.h"
#include "redis/storage/sqlitefile.h"
#include "redis/types/result.h"
#include "redis/types/workspace.h"

#include "redis/types/endpoint.h"

#include <QSqlQuery>
#include <QVariantList>

#include <functional>
#include <map>
#include <memory>

namespace plimsoll::redis {

/// Where the history of a workspace on a server is kept: the same for all who name both alike.
QString historyPath(const QString &dataDir, const Endpoint &endpoint, const QString &workspaceName);

/// Whether that address names the same place as the endpoint: with whichever login, whoever names a history alike does.
bool isSamePlace(const Endpoint &endpoint, const QString &url);

/// The SQLite file of a history, open on one thread.
class HistoryFile final {
public:
    enum class For { Writing, Reading };

    /// To write makes what is missing, folder and tables too; to read fails where there is no such file.
    static Result<std::unique_ptr<HistoryFile>> open(const QString &path, For purpose);
    ~HistoryFile();
    Q_DISABLE_COPY_MOVE(HistoryFile)

    [[nodiscard]] const QString &path() const { return m_path; }
    Outcome run(const QString &statement, const QVariantList &values = {});
    /// The rows of a question; of one statement one at a time.
    Result<QSqlQuery *> select(const QString &statement, const QVariantList &values = {});
    /// The number in the first row, or the fallback where there is none.
    Result<qint64> number(const QString &statement, const QVariantList &values = {}, qint64 fallback = 0);
    /// All of it or nothing.
    Outcome transaction(const std::function<Outcome()> &body);
    /// What is read within is of one moment. May be called again, where somebody begins to write to a file that may
    /// only be read: what it found is of the last time.
    Outcome reading(const std::function<Outcome()> &body);
    /// What was opened is no longer what is there (SqliteFile).
    [[nodiscard]] bool isLost() const { return m_file.isOutdated(); }
    /// What is in use, without pages that are free.
    Result<qint64> bytes();

private:
    HistoryFile(const QString &path, For purpose);
    Outcome prepare(For purpose);
    Result<QSqlQuery *> statement(const QString &text, const QVariantList &values);
    void letGo(); ///< what statements read
    [[nodiscard]] Error failed(const QString &why) const;

    QString m_path;
    SqliteFile m_file;
    std::map<QString, QSqlQuery> m_statements; ///< prepared once
    qint64 m_pageSize = 0;
};

/// Chunks of a step: "chunks2".
QString chunksOf(std::size_t step);

} // namespace plimsoll::redis
