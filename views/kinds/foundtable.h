// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace plimsoll::models {
class FoundKeysModel;
}

/// The table of keys that were found by SCAN, as the kinds whose keys are found show it. GUI thread.
namespace plimsoll::views {

class TableView;
class Theme;

/// `name` is that of the object and of what is kept of its columns.
TableView *makeFoundTable(models::FoundKeysModel *model, Theme *theme, const QString &name, QWidget *parent);

/// Leaves the rows whose id or holder has the text in it; empty: all.
void filterFound(TableView &table, const models::FoundKeysModel &model, const QString &text);

} // namespace plimsoll::views
