// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/text/absence.h"
#include "redis/types/mark.h"
#include "redis/types/workspace.h"

#include <QObject>
#include <QString>

class QHBoxLayout;

namespace plimsoll::models {
class History;
}

namespace plimsoll::views {

class ElidedLabel;
class EventLine;
struct PageContext;

/// Shows news to a user who returns to the overview: the newest server event until dismissed, and the number of alerts
/// and operations since the last visit. Both are stored per workspace. GUI thread.
class OverviewNews final : public QObject {
    Q_OBJECT

public:
    /// Age up to which a server event is news.
    static constexpr std::chrono::hours eventFor{24};

    /// Adds the text about the time since the last visit to `head`.
    OverviewNews(const PageContext &context, EventLine *line, QHBoxLayout *head, QObject *parent);

    /// `looking` is true if the user can see the page and it shows the present.
    void show(const WorkspacePtr &workspace, std::chrono::milliseconds now, bool looking);
    /// Clears the news while a past moment is shown.
    void pause();
    /// Shows or hides the text about the time since the last visit.
    void setRoomForSince(bool room);
    /// Resets the news before another workspace is shown.
    void forget();

private:
    void open(const QString &workspace);
    void dismiss();
    void showSince(const std::vector<Mark> &marks);

    models::History *m_history;
    EventLine *m_line;
    ElidedLabel *m_since;
    QString m_key; ///< workspace part of the preference names
    models::Absence m_absence;
    std::chrono::milliseconds m_kept{}; ///< last visit as stored
    std::chrono::milliseconds m_dismissed{}; ///< time of the newest dismissed event
    std::chrono::milliseconds m_now{};
};

} // namespace plimsoll::views
