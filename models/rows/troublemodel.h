// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/table/tablemodel.h"
#include "redis/types/snapshot.h"

#include <chrono>

namespace plimsoll::models {

/// A collection in trouble in one of the open tabs, or the tab itself: its connection, its server, or that all is well.
struct TroubleRow {
    const QObject *tab = nullptr;
    QString workspace;
    QString collection; ///< empty: the tab itself
    State state = State::Ok;
    QString since; ///< "critical for 4 min", "not connected"
    QString what;
    std::chrono::milliseconds began{}; ///< Unix; 0: unknown
    bool isOld = false; ///< the server does not answer: this is what it said last
};

/// The trouble of all open tabs, worst first. GUI thread.
class TroubleModel final : public TableModel<TroubleRow> {
    Q_OBJECT

public:
    enum class Column { State, Workspace, Collection, What };

    explicit TroubleModel(QObject *parent = nullptr);

    /// `isHeld`: rows keep their places, and new ones are appended.
    void apply(std::vector<TroubleRow> rows, bool isHeld);
};

} // namespace plimsoll::models
