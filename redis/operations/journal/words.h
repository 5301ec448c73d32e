// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace plimsoll::redis {

/// Translates the notes of plans and reports.
struct Words {
    Q_DECLARE_TR_FUNCTIONS(operations)
};

} // namespace plimsoll::redis
