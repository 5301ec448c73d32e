// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/alerttext.h"
#include "models/rows/troublemodel.h"
#include "redis/types/alert.h"
#include "redis/types/snapshot.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace plimsoll::models {
class History;
} // namespace plimsoll::models

namespace plimsoll::views {

class LiveState;

/// How many of something are in trouble, and how badly.
struct TroubleCount {
    int count = 0; ///< warning or worse
    State worst = State::Ok;
    models::TroubleCounts states{};

    void add(State state)
    {
        count += state > State::Unknown ? 1 : 0;
        worst = std::max(worst, state);
        states.add(state);
    }
};

/// The present trouble of a session in words: for its tab, the icon of the program, the list of all tabs. Made when it
/// is asked for; what it is made of outlives it.
class SessionTrouble {
public:
    SessionTrouble(const SnapshotPtr &newest, const AlertList &alerts, const models::History *history,
                   const LiveState &live)
        : m_newest(newest), m_alerts(alerts), m_history(history), m_live(live)
    {
    }

    /// The first critical problems, one per line.
    [[nodiscard]] QStringList criticals() const;
    /// Rows of the list of all tabs, the worst first, without the tab. `all`: of the newest snapshot.
    [[nodiscard]] std::vector<models::TroubleRow> rows(const TroubleCount &all) const;

private:
    [[nodiscard]] QString stateSince(std::size_t row) const;
    /// Row of the session itself; nullopt if its collections tell it all.
    [[nodiscard]] std::optional<models::TroubleRow> own(const TroubleCount &all) const;

    const SnapshotPtr &m_newest;
    const AlertList &m_alerts;
    const models::History *m_history;
    const LiveState &m_live;
};

} // namespace plimsoll::views
