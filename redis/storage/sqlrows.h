// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QVariantList>

#include <functional>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

class QSqlDatabase;
class QSqlError;
class QSqlQuery;

namespace plimsoll::redis {

/// Reads rows from a file's tables. An error between two rows is one too, as in a damaged file: there would be more.
class SqlRows {
public:
    using ReadRow = std::function<bool(const QSqlQuery &row)>;

    /// Calls `read` with each row, until it returns false.
    [[nodiscard]] virtual Outcome eachRow(const QString &statement, const QVariantList &values,
                                          const ReadRow &read) const = 0;
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

protected:
    SqlRows() = default;
    ~SqlRows() = default;
    Q_DISABLE_COPY_MOVE(SqlRows)

    /// eachRow() of a query that was run, which it ends.
    static QSqlError readRows(QSqlQuery &query, const ReadRow &read);
    /// eachRow() of a statement that is run once.
    static QSqlError readRows(const QSqlDatabase &database, const QString &statement, const QVariantList &values,
                              const ReadRow &read);
};

} // namespace plimsoll::redis
