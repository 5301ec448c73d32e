// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kinds/foundtable.h"

#include "models/rows/foundkeysmodel.h"
#include "redis/types/printable.h"
#include "views/table/tableview.h"

namespace plimsoll::views {

using models::FoundKeysModel;

TableView *makeFoundTable(FoundKeysModel *model, Theme *theme, const QString &name, QWidget *parent)
{
    auto *table = new TableView(theme, parent);
    table->setObjectName(name);
    table->setModel(model);
    table->setStateName(name);
    return table;
}

void filterFound(TableView &table, const FoundKeysModel &model, const QString &text,
                 const std::function<bool(const FoundKey &)> &belongs)
{
    const auto has = [&text](const QByteArray &bytes) { return printable(bytes).contains(text, Qt::CaseInsensitive); };
    for (int row = 0; row < model.rowCount(); ++row) {
        const FoundKey &key = model.rows()[static_cast<std::size_t>(row)];
        const bool isHidden =
            (!text.isEmpty() && !has(key.id) && !has(key.holder)) || (belongs != nullptr && !belongs(key));
        table.setRowHidden(row, isHidden);
        if (isHidden && table.selectionModel()->isRowSelected(row, {})) {
            table.selectionModel()->select(model.index(row, 0),
                                           QItemSelectionModel::Deselect | QItemSelectionModel::Rows);
        }
    }
}

const FoundKey *firstShown(const TableView &table, const FoundKeysModel &model)
{
    for (int row = 0; row < model.rowCount(); ++row) {
        if (!table.isRowHidden(row)) {
            return &model.rows()[static_cast<std::size_t>(row)];
        }
    }
    return nullptr;
}

bool isShown(const TableView &table, const FoundKeysModel &model, const QByteArray &key)
{
    const int row = model.rowOf(key);
    return row >= 0 && !table.isRowHidden(row);
}

} // namespace plimsoll::views
