// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rowsmodel.h"
#include "redis/types/snapshot.h"

#include <QString>

#include <vector>

namespace plimsoll::models {

/// Groups of keys with a common prefix as rows: sampled keys, expiry times and simultaneous expiry. GUI thread.
class KeyGroupsModel final : public RowsModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole + 1,
        ShareRole, ///< double: share that expires together
        SeriesRole, ///< int: colour of the bar
        SeverityRole, ///< int of State
    };
    enum class Column { Name, Seen, About, Median, Bar, Together, WithoutTtl };

    using RowsModel::RowsModel;

    /// `scale`: keys per sampled key; NaN: unknown. `limit`: share from which too many keys expire together; NaN: no
    /// limit. `isHeld`: rows keep their places, and groups that are gone show 0.
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
