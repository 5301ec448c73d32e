// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/kinds.h"
#include "redis/history/historywriter.h"
#include "redis/types/snapshot.h"
#include "redis/workspace/workspaceendpoint.h"
#include "redis/workspace/workspacefile.h"

#include <QTest>

#include <utility>
#include <vector>

namespace plimsoll::testing {

/// "shop" as it was polled at an earlier time: both collections have that many ready.
class Earlier {
public:
    Earlier(const QString &data, const QByteArray &json)
        : m_workspace(
            std::make_shared<const Workspace>(std::get<Workspace>(redis::parseWorkspace(json, redis::kindInfos())))),
          m_path(redis::historyPath(data, *redis::endpointOf(*m_workspace, {}), m_workspace->name)), m_writer(m_path)
    {
        auto layout = std::make_shared<SnapshotLayout>();
        layout->workspace = m_workspace;
        for (const CollectionDefinition &collection : m_workspace->collections) {
            SnapshotLayout::Row row;
            row.name = collection.name;
            row.kind = collection.kind;
            row.firstFigure = layout->figureCount;
            layout->figureCount += static_cast<int>(collection.kind->figures.size());
            layout->rows.push_back(row);
        }
        m_snapshot.layout = layout;
    }

    /// `others`: further figures, of both.
    void poll(std::chrono::milliseconds time, double ready,
              const std::vector<std::pair<QStringView, double>> &others = {})
    {
        m_snapshot.serverTime = time;
        m_snapshot.figures.assign(static_cast<std::size_t>(m_snapshot.layout->figureCount), unknownFigure);
        m_snapshot.notes.assign(m_snapshot.figures.size(), 0);
        for (const SnapshotLayout::Row &row : m_snapshot.layout->rows) {
            m_snapshot.figures[static_cast<std::size_t>(row.firstFigure + row.kind->mainFigure)] = ready;
            for (const auto &[figure, value] : others) {
                m_snapshot.figures[static_cast<std::size_t>(row.firstFigure + row.kind->figureIndex(figure))] = value;
            }
        }
        QCOMPARE(m_writer.apply(m_snapshot).text, QString());
    }
    void settle() { m_writer.settle(); }
    [[nodiscard]] QString path() const { return m_path; }

private:
    WorkspacePtr m_workspace;
    QString m_path;
    redis::HistoryWriter m_writer;
    Snapshot m_snapshot;
};

} // namespace plimsoll::testing
