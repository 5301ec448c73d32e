// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history/recordedday.h"

namespace plimsoll::app {

/// Reads the day before `now` (server time) of a collection from a history file; empty if less than a day is recorded.
/// Blocks on disk access.
models::RecordedDay readDay(const QString &historyPath, const QString &collection, const QString &kind,
                            std::chrono::milliseconds now);

} // namespace plimsoll::app
