// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rowsmodel.h"
#include "redis/types/slowlog.h"

#include <QStringList>

#include <vector>

namespace plimsoll::models {

/// Entries of the slow log as rows, newest first. GUI thread.
class SlowLogModel final : public RowsModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole + 1, ///< number: Unix ms, or µs
        OursRole, ///< bool: a command of Plimsoll's own
        FilterRole, ///< all text that the filter searches
    };
    enum class Column { Time, Duration, Command, Client };

    using RowsModel::RowsModel;

    /// `redacted`: fields whose values are hidden. `isHeld`: rows keep their places, and new ones are appended.
    void apply(const SlowLog &log, const QStringList &redacted, bool isHeld);
    [[nodiscard]] const SlowLogEntry &entryAt(int row) const { return m_rows[static_cast<std::size_t>(row)].entry; }
    /// Why the command of a row cannot be copied: it is not complete. Empty if it can.
    [[nodiscard]] QString whyNotCopied(int row) const;
    void clear();

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    struct Row {
        SlowLogEntry entry;
        QString command; ///< redacted
        bool isRedacted = false; ///< `command` hides something
        [[nodiscard]] QByteArray key() const { return QByteArray::number(entry.id); }
    };

    [[nodiscard]] static Row made(const SlowLogEntry &entry, const QStringList &redacted);
    [[nodiscard]] static QString text(const Row &row, Column column);

    std::vector<Row> m_rows;
};

/// "12 ms", "340 µs".
QString slowLogDuration(std::chrono::microseconds duration);

} // namespace plimsoll::models
