// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/storage/sqlitefile.h"
#include "redis/types/result.h"

#include <QVariant>

#include <functional>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

class QSqlQuery;

namespace plimsoll::redis {

/// The file of journal and archive: its tables, the statements on them, and errors that say what can be done. Lives on
/// the thread that opened it.
class JournalFile final {
public:
    explicit JournalFile(const QString &dataDir);

    /// Opens the file for writing, made if it is missing and brought up to the layout of this version.
    [[nodiscard]] Outcome open();
    /// Opens it as it is. False: open() is needed, because there is no file yet, or it can be written.
    [[nodiscard]] Result<bool> openToRead();
    /// Calls `read`, on a consistent snapshot even if the file is read-only.
    template <typename Read> auto reading(Read read)
    {
        return readWhole(m_file, read, [this]() -> Outcome {
            return m_file.openToRead() ? Outcome(Done{}) : Outcome(storageError(m_file.lastError()));
        });
    }

    [[nodiscard]] const QString &path() const { return m_file.path(); }
    /// Checks that the disk has room for what a plan may archive; Storage error with the missing bytes.
    [[nodiscard]] Outcome reserve(qint64 bytes) const;

    /// A value that is empty, but never NULL.
    [[nodiscard]] static QVariant blob(const QByteArray &bytes)
    {
        return bytes.isNull() ? QVariant(QByteArray("")) : QVariant(bytes);
    }
    [[nodiscard]] Outcome run(const QString &statement, const QVariantList &values = {}) const;
    /// Calls `read` with each row, until it returns false. An error between two rows is one too: there would be more.
    [[nodiscard]] Outcome eachRow(const QString &statement, const QVariantList &values,
                                  const std::function<bool(const QSqlQuery &row)> &read) const;
    /// Returns what `read` makes of each row.
    template <typename Read>
    [[nodiscard]] auto rows(const QString &statement, const QVariantList &values, Read read) const
    {
        std::vector<std::invoke_result_t<Read, const QSqlQuery &>> all;
        const Outcome done = eachRow(statement, values, [&](const QSqlQuery &row) {
            all.push_back(read(row));
            return true;
        });
        return done ? Result<decltype(all)>(std::move(all)) : Result<decltype(all)>(done.error());
    }
    /// Returns what `read` makes of the first row; nullopt: there is none.
    template <typename Read>
    [[nodiscard]] auto firstRow(const QString &statement, const QVariantList &values, Read read) const
    {
        std::optional<std::invoke_result_t<Read, const QSqlQuery &>> first;
        const Outcome done = eachRow(statement, values, [&](const QSqlQuery &row) {
            first = read(row);
            return false;
        });
        return done ? Result<decltype(first)>(std::move(first)) : Result<decltype(first)>(done.error());
    }
    /// Returns a statement that is to be run several times, with other values each.
    [[nodiscard]] QSqlQuery prepare(const QString &statement) const;
    /// Runs `body` completely or not at all.
    [[nodiscard]] Outcome transaction(const std::function<Outcome()> &body) const;
    [[nodiscard]] Error cannotWrite(const QString &why) const;
    [[nodiscard]] Error storageError(const QString &what) const;

private:
    [[nodiscard]] Outcome createTables() const;

    SqliteFile m_file;
};

} // namespace plimsoll::redis
