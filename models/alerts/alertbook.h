// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/stateclock.h"

#include <QByteArray>
#include <QHash>

#include <functional>
#include <memory>
#include <set>

namespace plimsoll::models {

/// Turns the state changes of a StateClock into alerts: at most one per subject, each raised, changed and cleared once.
/// Starts with the alerts that were active before. User actions (acknowledging, muting, notes) are handled elsewhere.
class AlertBook final {
public:
    /// `makeId` returns a unique ID for a new alert.
    AlertBook(std::vector<Alert> active, std::function<QString()> makeId);

    /// `now`: server time.
    std::vector<AlertChange> apply(const std::vector<StateTurn> &turns, std::chrono::milliseconds now);
    /// Updates the worst values of active alerts, and the texts of those without a limit and about a server event.
    void observe(const Snapshot &snapshot);
    /// Returns the alerts changed by observe() since the last call.
    [[nodiscard]] std::vector<Alert> takeWorse();
    /// Clears alerts that StateClock::inTrouble() does not list, because their collection or limit was removed.
    std::vector<AlertChange> settle(const std::vector<AlertSubject> &inTrouble, std::chrono::milliseconds now);

    [[nodiscard]] const std::vector<Alert> &active() const { return m_active; }

private:
    std::optional<AlertChange> applyTurn(const StateTurn &turn, std::chrono::milliseconds now);
    void observeEvent(const ServerEvent &event);
    AlertChange clear(std::size_t index, const StateTurn &turn, std::chrono::milliseconds now);

    std::vector<Alert> m_active;
    std::set<QString> m_worse; ///< IDs
    std::shared_ptr<const SnapshotLayout> m_layout;
    QHash<QString, std::size_t> m_rows; ///< rows of m_layout by name
    std::function<QString()> m_makeId;
};

/// True if the alert is or was in state `from` or worse, so that its start and its end are both reported.
bool isToldFrom(State from, const AlertChange &change);

/// JSON for commands and webhooks (docs/alerts.md), on one line.
QByteArray alertJson(const AlertChange &change, const QString &workspace);
/// A test message in the same form, marked by "test": true and by its text. `time` is Unix.
QByteArray testAlertJson(const QString &workspace, std::chrono::milliseconds time);

/// Title of a notification: "email: critical". An empty collection means the server.
QString alertTitle(const QString &collection, QStringView state);

} // namespace plimsoll::models
