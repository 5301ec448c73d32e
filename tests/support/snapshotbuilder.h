// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/browse.h"
#include "redis/types/snapshot.h"

#include <QStringList>

namespace plimsoll::test {

/// Kinds with the figures that tests of models and views need, named as the real ones; null when there is none:
/// "queue", "schedule", "leaderboard", "presence", "members", and "plain" with one figure "count".
const KindInfo *testKind(QStringView id);

/// Makes snapshots from rows of text:
/// `name | kind | state | figure=value … | key=count … | member=score … | figure: state: text // …`
/// State, figures, parts, head and problems may be left out. A figure that is not named is not known; `>=5` is an
/// observed one. A problem without a figure has "-" there. Rows of the same names, kinds and parts share a layout.
class SnapshotBuilder {
public:
    SnapshotPtr make(std::chrono::milliseconds time, const QStringList &rows);
    /// The workspace that layouts carry from now on.
    void setWorkspace(WorkspacePtr workspace) { m_workspace = std::move(workspace); }

private:
    void shareLayout(Snapshot &snapshot, SnapshotLayout layout);

    WorkspacePtr m_workspace;
    std::shared_ptr<const SnapshotLayout> m_layout;
    quint64 m_sequence = 0;
};

/// Makes a page from rows of text: `element | state | name=value …` with the names key, id, score, rank, age, observed
/// (an age), due, created, failed, attempts (2/3), error, class. Times are Unix milliseconds, durations milliseconds.
ElementsPage elementsPage(std::chrono::milliseconds readAt, const QStringList &rows, qint64 offset = 0,
                          std::optional<qint64> total = std::nullopt);

} // namespace plimsoll::test
