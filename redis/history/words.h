// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace plimsoll::redis {

/// Translation context for messages about the history file.
struct HistoryWords {
    Q_DECLARE_TR_FUNCTIONS(history)
};

} // namespace plimsoll::redis
