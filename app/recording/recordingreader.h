// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/poll/snapshotsource.h"

#include <QFile>
#include <QJsonObject>

#include <memory>
#include <optional>
#include <vector>

namespace plimsoll::app {

/// Reads a recording of RecordingWriter snapshot by snapshot. One thread at a time.
class RecordingReader final : public redis::SnapshotSource {
public:
    /// Opens a recording and reads up to the first snapshot. `pace`: 1 is real time, 0 does not wait. `title`: name of
    /// the workspace, with %1 for its recorded name.
    static Result<std::shared_ptr<RecordingReader>> open(const QString &path, double pace,
                                                         const QString &title = QStringLiteral("%1"));

    [[nodiscard]] const WorkspacePtr &workspace() const { return m_workspace; }
    [[nodiscard]] QString path() const { return m_file.fileName(); }
    /// Set at the end of the file if the last line was cut off.
    [[nodiscard]] const QString &warning() const { return m_warning; }

    Result<Told> next() override;

private:
    RecordingReader(const QString &path, double pace, QString title)
        : m_file(path), m_pace(pace), m_title(std::move(title))
    {
    }

    /// Returns null at the end.
    Result<SnapshotPtr> read();
    Outcome readWorkspace(const QJsonObject &line);
    Result<SnapshotPtr> readTick(const QJsonObject &line);
    Outcome readKeys(const QJsonObject &line);
    void readRows(const QJsonObject &line);
    void readFigures(const QJsonObject &line, Snapshot &snapshot) const;
    [[nodiscard]] Error damaged(const QString &why) const;

    QFile m_file;
    double m_pace;
    QString m_title;
    qint64 m_line = 0; ///< starts at 1
    QString m_warning;
    WorkspacePtr m_workspace;
    std::shared_ptr<const SnapshotLayout> m_layout;
    std::vector<int> m_places; ///< index in the layout of each figure of a line; -1: unknown here
    SharedChunks<Snapshot::Row> m_rows; ///< current state of the rows
    ServerState m_server;
    std::optional<Result<SnapshotPtr>> m_ahead; ///< next snapshot
    SnapshotPtr m_last;
    quint64 m_sequence = 0;
};

} // namespace plimsoll::app
