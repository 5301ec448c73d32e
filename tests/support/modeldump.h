// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAbstractItemModel;

namespace plimsoll::test {

/// The texts of a table, a line a row, cells parted by " | ": expectations that can be read.
QString dump(const QAbstractItemModel &model);
/// The same of one role.
QString dump(const QAbstractItemModel &model, int role);

} // namespace plimsoll::test
