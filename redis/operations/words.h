// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace plimsoll::redis {

/// Translates what plans and reports note.
struct Words {
    Q_DECLARE_TR_FUNCTIONS(operations)
};

} // namespace plimsoll::redis
