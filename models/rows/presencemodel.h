// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/table/tablemodel.h"
#include "redis/types/browse.h"

#include <QHash>

namespace plimsoll::models {

/// A member came or went.
struct PresenceEvent {
    std::chrono::milliseconds time{}; ///< server time of the page that showed it
    QByteArray member;
    bool came = false;
};

/// Derives arrivals and departures from pages ordered by last seen. A member that others pushed off the page is
/// forgotten and not reported as gone. A plain value.
class PresenceTracker {
public:
    void setWindow(std::chrono::milliseconds window) { m_window = window; }
    /// Events of this page, earliest last-seen time first. The first page has none; it is the initial state.
    std::vector<PresenceEvent> apply(const ElementsPage &page);
    void clear();

private:
    /// Reason for a member's absence from a page.
    enum class Absence { Unknown, Inactive, Removed };
    [[nodiscard]] Absence absenceFrom(const ElementsPage &page) const;
    [[nodiscard]] bool isActive(std::chrono::milliseconds lastSeen, std::chrono::milliseconds now) const
    {
        return now - lastSeen <= m_window;
    }

    std::chrono::milliseconds m_window{std::chrono::seconds(30)};
    bool m_started = false;
    QHash<QByteArray, std::chrono::milliseconds> m_active; ///< last-seen time of members within the window
};

/// The latest arrivals and departures as rows, newest first. GUI thread.
class PresenceModel final : public TableModel<PresenceEvent> {
    Q_OBJECT

public:
    static constexpr std::size_t mostEvents = 200;

    explicit PresenceModel(QObject *parent = nullptr);

    void setWindow(std::chrono::milliseconds window) { m_tracker.setWindow(window); }
    /// `page` is ordered by last seen; its own table is an ElementModel.
    void apply(const ElementsPage &page);
    void setNow(std::chrono::milliseconds serverNow);
    void clear();

    /// Counts since acknowledge(), for the banner over a held list.
    [[nodiscard]] int cameCount() const { return m_came; }
    [[nodiscard]] int wentCount() const { return m_went; }
    [[nodiscard]] QString bannerText() const; ///< "3 came, 1 went"; empty if nothing changed
    void acknowledge();

signals:
    void bannerChanged();

private:
    PresenceTracker m_tracker;
    std::chrono::milliseconds m_now{};
    int m_came = 0;
    int m_went = 0;
};

} // namespace plimsoll::models
