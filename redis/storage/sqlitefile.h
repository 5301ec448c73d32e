// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QSqlDatabase>
#include <QString>

#include <chrono>
#include <functional>

namespace plimsoll::redis {

/// An SQLite file under a name of its own, closed on destruction: whoever has it holds its queries behind it, so that
/// they are gone by then. One thread.
class SqliteFile final {
public:
    /// `patience`: so long is waited for another process that writes.
    SqliteFile(const QString &path, std::chrono::milliseconds patience);
    ~SqliteFile();
    Q_DISABLE_COPY_MOVE(SqliteFile)

    bool open() { return m_database.open(); }
    [[nodiscard]] const QSqlDatabase &database() const { return m_database; }
    /// Whether it has tables, and this is not among them: some other program's file, to be left as it is.
    [[nodiscard]] bool isOfAnother(const QString &table) const;
    /// What SQLite said last.
    [[nodiscard]] QString lastError() const;

private:
    QString m_name;
    QSqlDatabase m_database;
};

/// All of what `body` does or nothing: between BEGIN IMMEDIATE, so that a second process waits at the beginning instead
/// of failing in the middle, and COMMIT. `letGo`: before what was begun is taken back, where statements hold on to it.
Outcome inTransaction(
    const std::function<Outcome(const QString &statement)> &run, const std::function<Outcome()> &body,
    const std::function<void()> &letGo = [] {});

} // namespace plimsoll::redis
