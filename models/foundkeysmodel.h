// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rowsmodel.h"
#include "redis/types/snapshot.h"

#include <QString>

#include <span>
#include <vector>

namespace plimsoll::models {

/// Keys that were found by SCAN as rows, in the order of their kind: subjects of a limiter, locks. Columns fit what
/// they are. GUI thread.
class FoundKeysModel final : public RowsModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole + 1,
        KeyRole, ///< QByteArray: the key
        ShareRole, ///< double, for bars
        EndlessRole, ///< bool: the time left that the bar shows has no end
        SeriesRole, ///< int: the colour of the bar
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
    /// A column, and what it is called here where that is not its usual name; translated with context "found".
    struct Shown {
        Column column;
        const char *title = nullptr;
    };

    /// `columns` are of static lifetime.
    explicit FoundKeysModel(std::span<const Shown> columns, QObject *parent = nullptr)
        : RowsModel(parent), m_columns(columns)
    {
    }

    /// A full bar is all that may be, and no trouble: only what is over it is, and bars are as long as the fullest
    /// needs.
    void setFullIsFine() { m_isFullFine = true; }
    /// Null: none. `most`: what a full bar is, where that is the same for all; NaN where it is not known. `isHeld`: no
    /// row moves; what is gone is unknown until it may go.
    void apply(const std::shared_ptr<const KeysFound> &found, std::chrono::milliseconds now,
               double most = unknownFigure, bool isHeld = false);
    [[nodiscard]] const std::vector<FoundKey> &rows() const { return m_rows; }
    /// -1: it is not among them.
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
    std::shared_ptr<const KeysFound> m_shown; ///< what the rows are of
    bool m_isFullFine = false;
    double m_fullest = 0; ///< count of a row
    bool m_wasHeld = false; ///< they are not in its order
};

/// "at the limit, the next is let in in 50 s": of a subject that is, or was when it was read.
QString atLimitText(const FoundKey &key, std::chrono::milliseconds now);

} // namespace plimsoll::models
