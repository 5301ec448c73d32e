// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/browse.h"
#include "redis/types/snapshot.h"

#include <QStringList>

namespace plimsoll::test {

/// Test kinds with the figures that models and views need, named like the real ones; null for any other ID than
/// "queue", "schedule", "leaderboard", "presence", "members", and "plain", which has one figure "count".
const KindInfo *testKind(QStringView id);

/// Builds snapshots from rows of text:
/// `name | kind | state | figure=value … | key=count … | member=score … | figure: state: text // …`
/// State, figures, parts, head and problems are optional. A figure not named is unknown; `>=5` is a lower bound. A
/// problem without a figure has "-" instead. Rows with equal names, kinds and parts share a layout.
class SnapshotBuilder {
public:
    SnapshotPtr make(std::chrono::milliseconds time, const QStringList &rows);
    /// Sets the workspace of later layouts.
    void setWorkspace(WorkspacePtr workspace) { m_workspace = std::move(workspace); }

private:
    void shareLayout(Snapshot &snapshot, SnapshotLayout layout);

    WorkspacePtr m_workspace;
    std::shared_ptr<const SnapshotLayout> m_layout;
    quint64 m_sequence = 0;
};

/// Builds a page from rows of text: `element | state | name=value …` with the names key, id, score, rank, age, observed
/// (an age), due, created, failed, attempts (2/3), error, class. Times are Unix ms, durations ms.
ElementsPage elementsPage(std::chrono::milliseconds readAt, const QStringList &rows, qint64 offset = 0,
                          std::optional<qint64> total = std::nullopt);

} // namespace plimsoll::test
