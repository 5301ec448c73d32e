// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace plimsoll::redis {

/// Translates what there is to say of the history's file.
struct HistoryWords {
    Q_DECLARE_TR_FUNCTIONS(history)
};

} // namespace plimsoll::redis
