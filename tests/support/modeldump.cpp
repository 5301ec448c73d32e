// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/modeldump.h"

#include <QAbstractItemModel>
#include <QStringList>

namespace plimsoll::test {

QString dump(const QAbstractItemModel &model)
{
    return dump(model, Qt::DisplayRole);
}

QString dump(const QAbstractItemModel &model, int role)
{
    QString text;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column) {
            cells += model.index(row, column).data(role).toString();
        }
        text += cells.join(QStringLiteral(" | ")) + QLatin1Char('\n');
    }
    return text;
}

} // namespace plimsoll::test
