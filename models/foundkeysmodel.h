// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rowsmodel.h"
#include "redis/types/snapshot.h"

#include <QString>

#include <span>
#include <vector>

namespace plimsoll::models {

/// Keys found by SCAN as rows, ordered by their kind: subjects of a limiter, locks. Columns fit the kind. GUI thread.
class FoundKeysModel final : public RowsModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole + 1,
        KeyRole, ///< QByteArray: the key
        ShareRole, ///< double, for bars
        EndlessRole, ///< bool: the remaining time has no end
        SeriesRole, ///< int: colour of the bar
        SeverityRole, ///< int of State
    };
    enum class Column {
        Id,
        Used,
        Count,
        Refused,
        Outside,
        FreeAt,
        Expires,
        Holder,
        Held,
        Left,
        TimeLeft,
        Renewed,
        Hands
    };
    /// A column and its title, if it differs from the usual one; context "found".
    struct Shown {
        Column column;
        const char *title = nullptr;
    };

    /// `columns` must have static lifetime.
    explicit FoundKeysModel(std::span<const Shown> columns, QObject *parent = nullptr)
        : RowsModel(parent), m_columns(columns)
    {
    }

    /// A full bar is allowed; only values above it are a problem, and the largest value sets the scale.
    void setFullIsFine() { m_isFullFine = true; }
    /// `found`: null for no keys. `most`: value of a full bar, if equal for all rows; NaN: unknown. `isHeld`: rows keep
    /// their places, and keys that are gone show unknown values.
    void apply(const std::shared_ptr<const KeysFound> &found, std::chrono::milliseconds now,
               double most = unknownFigure, bool isHeld = false);
    [[nodiscard]] const std::vector<FoundKey> &rows() const { return m_rows; }
    /// -1 if not found.
    [[nodiscard]] int rowOf(const QByteArray &key) const;
    [[nodiscard]] Column columnAt(int section) const { return m_columns[static_cast<std::size_t>(section)].column; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString text(const FoundKey &key, Column column) const;
    [[nodiscard]] QVariant raw(const FoundKey &key, Column column) const;
    [[nodiscard]] double share(const FoundKey &key, Column column) const;

    std::span<const Shown> m_columns;
    std::vector<FoundKey> m_rows;
    std::chrono::milliseconds m_now{};
    double m_most = unknownFigure;
    std::shared_ptr<const KeysFound> m_shown; ///< source of the rows
    bool m_isFullFine = false;
    double m_fullest = 0; ///< highest count of a row
    bool m_wasHeld = false; ///< the rows are not in the order of m_shown
};

/// "at the limit, the next is let in in 50 s" for a subject that was at its limit when read.
QString atLimitText(const FoundKey &key, std::chrono::milliseconds now);

} // namespace plimsoll::models
