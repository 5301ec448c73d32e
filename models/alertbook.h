// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/stateclock.h"

#include <QByteArray>
#include <QHash>

#include <functional>
#include <memory>
#include <set>

namespace plimsoll::models {

/// Makes alerts of what a StateClock says: one of each subject at a time, raised, changed and cleared once. Begins with
/// those that were active before. What people say of them (acknowledged, muted, notes) is not its business.
class AlertBook final {
public:
    /// `makeId`: for new ones; never the same twice.
    AlertBook(std::vector<Alert> active, std::function<QString()> makeId);

    /// `now`: server time.
    std::vector<AlertChange> apply(const std::vector<StateTurn> &turns, std::chrono::milliseconds now);
    /// Where the figure of an active one is worse than it was before, that is the worst of it; one without a limit says
    /// what is the trouble now.
    void observe(const Snapshot &snapshot);
    /// Those of which it was observed since this was asked last.
    [[nodiscard]] std::vector<Alert> takeWorse();
    /// Clears those of what is in no trouble by StateClock::inTrouble(): its collection or its limit is gone.
    std::vector<AlertChange> settle(const std::vector<AlertSubject> &inTrouble, std::chrono::milliseconds now);

    [[nodiscard]] const std::vector<Alert> &active() const { return m_active; }

private:
    std::optional<AlertChange> take(const StateTurn &turn, std::chrono::milliseconds now);
    AlertChange clear(std::size_t index, const StateTurn &turn, std::chrono::milliseconds now);

    std::vector<Alert> m_active;
    std::set<QString> m_worse; ///< ids
    std::shared_ptr<const SnapshotLayout> m_layout;
    QHash<QString, std::size_t> m_rows; ///< of it, by name
    std::function<QString()> m_makeId;
};

/// Whether the change is for those who want to hear of that state and worse: that it came, and that it went.
bool isToldFrom(State from, const AlertChange &change);

/// The JSON that commands and webhooks get (contract.md §5), in one line.
QByteArray alertJson(const AlertChange &change, const QString &workspace);

/// "email: critical": what a notification is called. An empty collection: the server.
QString alertTitle(const QString &collection, QStringView state);

} // namespace plimsoll::models
