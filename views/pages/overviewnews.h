// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/absence.h"
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

/// What is news to who comes back to the overview: the newest event of the server until it is dismissed, and how much
/// happened since they looked last. Both are remembered for each workspace. GUI thread.
class OverviewNews final : public QObject {
    Q_OBJECT

public:
    /// So long an event is news.
    static constexpr std::chrono::hours eventFor{24};

    /// How much happened stands in `head`.
    OverviewNews(const PageContext &context, EventLine *line, QHBoxLayout *head, QObject *parent);

    /// `looking`: a person sees it now, and not a past moment.
    void show(const WorkspacePtr &workspace, std::chrono::milliseconds now, bool looking);
    /// A past moment is on screen: nothing is said of what is now.
    void pause();
    /// Whether there is room for what came since somebody looked.
    void setRoomForSince(bool room);
    /// What comes next is of another workspace.
    void forget();

private:
    void open(const QString &workspace);
    void dismiss();
    void showSince(const std::vector<Mark> &marks);

    models::History *m_history;
    EventLine *m_line;
    ElidedLabel *m_since;
    QString m_key; ///< of the workspace, in what is kept
    models::Absence m_absence;
    std::chrono::milliseconds m_kept{}; ///< when it was looked at, as it is kept
    std::chrono::milliseconds m_dismissed{}; ///< the event of then, and those before
    std::chrono::milliseconds m_now{};
};

} // namespace plimsoll::views
