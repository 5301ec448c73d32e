// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rowsmodel.h"
#include "redis/types/snapshot.h"

#include <QString>

#include <vector>

namespace plimsoll::models {

/// Keys that begin alike as rows: how many were seen, when they expire, how many at once. GUI thread.
class KeyGroupsModel final : public RowsModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole + 1,
        ShareRole, ///< double: of those that expire together
        SeriesRole, ///< int: the colour of its bar
        SeverityRole, ///< int of State
    };
    enum class Column { Name, Seen, About, Median, Bar, Together, WithoutTtl };

    using RowsModel::RowsModel;

    /// `scale`: how many keys one of those that were seen stands for; NaN: not known. `limit`: from that share on too
    /// many expire together; NaN: there is none. `isHeld`: no row moves; what is gone counts 0 until it may go.
    void apply(const std::vector<KeyGroup> &groups, double scale, double limit, bool isHeld = false);
    [[nodiscard]] const std::vector<KeyGroup> &rows() const { return m_rows; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString text(const KeyGroup &group, Column column) const;
    [[nodiscard]] QVariant raw(const KeyGroup &group, Column column) const;

    std::vector<KeyGroup> m_rows;
    double m_scale = unknownFigure;
    double m_limit = unknownFigure;
};

} // namespace plimsoll::models
