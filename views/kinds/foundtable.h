// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>

class QWidget;

namespace plimsoll {
struct FoundKey;
namespace models {
class FoundKeysModel;
}
} // namespace plimsoll

/// The table of keys that were found by SCAN, as the kinds whose keys are found show it. GUI thread.
namespace plimsoll::views {

class TableView;
class Theme;

/// `name`: object name and settings key of the columns.
TableView *makeFoundTable(models::FoundKeysModel *model, Theme *theme, const QString &name, QWidget *parent);

/// Leaves the rows whose id or holder has the text in it; empty: all. Of those the ones that belong there. What is
/// hidden is not selected.
void filterFound(TableView &table, const models::FoundKeysModel &model, const QString &text,
                 const std::function<bool(const FoundKey &)> &belongs = {});

/// First visible row; nullptr if all are hidden.
const FoundKey *firstShown(const TableView &table, const models::FoundKeysModel &model);
/// True if the key has a visible row.
bool isShown(const TableView &table, const models::FoundKeysModel &model, const QByteArray &key);

} // namespace plimsoll::views
