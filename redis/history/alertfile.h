// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/storage/sqlitefile.h"
#include "redis/storage/sqlrows.h"
#include "redis/types/result.h"

#include <QVariantList>

#include <functional>
#include <memory>
#include <vector>

namespace plimsoll::redis {

class ProcessLock;

/// SQLite file of the alerts of a workspace: its layout, its lock and its statements. Used on one thread. A read-only
/// file is opened as described at SqliteFile.
class AlertFile final : public SqlRows {
public:
    enum class For { Judging, People };

    /// For::Judging fails if another process judges (ErrorKind::Refused).
    static Result<std::unique_ptr<AlertFile>> open(const QString &place, For purpose);
    ~AlertFile();
    Q_DISABLE_COPY_MOVE(AlertFile)

    /// True if the file was replaced or, for the judge, if the process lock was lost.
    [[nodiscard]] bool isLost() const;
    /// True if the file was replaced or can now be opened with more rights; see SqliteFile.
    [[nodiscard]] bool isOutdated() const { return m_file.isOutdated(); }
    /// Runs `read` on consistent data (readWhole()), for several queries together or a file that stays open.
    template <typename Read> auto reading(Read read)
    {
        return readWhole(m_file, read, [this]() -> Outcome { return openAgain(); });
    }

    struct Statement {
        QString text;
        QVariantList values;
    };
    Outcome run(const QString &statement, const QVariantList &values = {});
    [[nodiscard]] Outcome eachRow(const QString &statement, const QVariantList &values,
                                  const ReadRow &read) const override;
    /// Counts the rows of a table, with a condition.
    Result<qint64> count(const QString &what, const QVariantList &values = {});
    /// Commits all changes of `body`, or none.
    Outcome transaction(const std::function<Outcome()> &body);
    /// Runs all statements in one transaction and updates version().
    Outcome change(const std::vector<Statement> &statements);
    /// Returns a number that changes with each countChange() of any process.
    Result<qint64> version();
    Outcome countChange();

private:
    explicit AlertFile(const QString &path);
    Outcome openFile(For purpose);
    Outcome openAgain();
    Outcome prepare();
    Outcome makeTables(int from);
    [[nodiscard]] Result<qint64> number(const QString &statement, const QVariantList &values = {}) const;

    QString m_path;
    std::unique_ptr<ProcessLock> m_lock;
    SqliteFile m_file; ///< closed before the lock is released
};

} // namespace plimsoll::redis
