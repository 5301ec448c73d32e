// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/table/tablemodel.h"
#include "redis/types/slowlog.h"

#include <QStringList>

namespace plimsoll::models {

struct SlowLogRow {
    SlowLogEntry entry;
    QString command; ///< redacted
    bool isRedacted = false; ///< `command` hides something
};

/// Entries of the slow log as rows, newest first. GUI thread.
class SlowLogModel final : public TableModel<SlowLogRow> {
    Q_OBJECT

public:
    enum class Column { Time, Duration, Command, Client };

    explicit SlowLogModel(QObject *parent = nullptr);

    /// `redacted`: fields whose values are hidden. `isHeld`: rows keep their places, and new ones are appended.
    void apply(const SlowLog &log, const QStringList &redacted, bool isHeld);
    [[nodiscard]] const SlowLogEntry &entryAt(int row) const { return rowAt(row).entry; }
    /// Why the command of a row cannot be copied: it is not complete. Empty if it can.
    [[nodiscard]] QString whyNotCopied(int row) const;
};

/// "12 ms", "340 µs".
QString slowLogDuration(std::chrono::microseconds duration);

} // namespace plimsoll::models
