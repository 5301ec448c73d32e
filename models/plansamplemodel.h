// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/elementtext.h"
#include "redis/types/operation.h"

#include <QAbstractTableModel>

#include <vector>

namespace plimsoll::models {

/// The first elements of a plan as rows: element, stale time, attempts, destination. Immutable like the plan, so rows
/// do not move while the user reads them. GUI thread.
class PlanSampleModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum class Column {
        Job,
        Member,
        Class,
        StaleFor,
        Due,
        Age,
        Score,
        Time,
        Attempts,
        GoesTo,
        Group,
        Consumer,
        Idle,
        Lock,
        Token,
        Key
    };

    /// Shows at most `rows` elements of the sample.
    PlanSampleModel(PlanPtr plan, const OperationRequest &request, int rows, QObject *parent = nullptr);

    [[nodiscard]] Column columnAt(int section) const { return m_columns[static_cast<std::size_t>(section)]; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString text(const Element &element, Column column) const;
    [[nodiscard]] QString target(const Element &element) const;

    PlanPtr m_plan;
    ElementRules m_rules;
    std::vector<std::size_t> m_rows; ///< indexes in the sample
    std::vector<Column> m_columns;
};

} // namespace plimsoll::models
