// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAbstractItemModel;

namespace plimsoll::test {

/// The texts of a table for readable expectations: one line per row, cells separated by " | ".
QString dump(const QAbstractItemModel &model);
/// The values of one role in the same format.
QString dump(const QAbstractItemModel &model, int role);

} // namespace plimsoll::test
