// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/storage/sqlitefile.h"
#include "redis/storage/sqlrows.h"
#include "redis/types/result.h"

#include <QVariant>

#include <functional>

namespace plimsoll::redis {

/// The file of journal and archive: its tables, the statements on them, and errors that say what can be done. Lives on
/// the thread that opened it.
class JournalFile final : public SqlRows {
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
    [[nodiscard]] Outcome eachRow(const QString &statement, const QVariantList &values,
                                  const ReadRow &read) const override;
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
