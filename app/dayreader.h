// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/recordedday.h"

namespace plimsoll::app {

/// The day up to `now` (server time) of a collection, from a history's file; nothing where it is not recorded for a day
/// yet. Waits for the disk.
models::RecordedDay readDay(const QString &historyPath, const QString &collection, const QString &kind,
                            std::chrono::milliseconds now);

} // namespace plimsoll::app
