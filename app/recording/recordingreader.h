// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/poll/snapshotsource.h"

#include <QFile>
#include <QJsonObject>

#include <memory>
#include <optional>
#include <vector>

namespace plimsoll::app {

/// Reads what a RecordingWriter wrote, snapshot by snapshot. One thread at a time.
class RecordingReader final : public redis::SnapshotSource {
public:
    /// Up to the first snapshot. `pace`: 1 is as it was; 0: without waiting. `title`: what its workspace is called,
    /// with %1 for its own name.
    static Result<std::shared_ptr<RecordingReader>> open(const QString &path, double pace,
                                                         const QString &title = QStringLiteral("%1"));

    [[nodiscard]] const WorkspacePtr &workspace() const { return m_workspace; }
    [[nodiscard]] QString path() const { return m_file.fileName(); }
    /// What has to be said of it, once it is read to its end: that its last line was cut off.
    [[nodiscard]] const QString &warning() const { return m_warning; }

    Result<Told> next() override;

private:
    RecordingReader(const QString &path, double pace, QString title)
        : m_file(path), m_pace(pace), m_title(std::move(title))
    {
    }

    /// Null at the end.
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
    qint64 m_line = 0; ///< from 1
    QString m_warning;
    WorkspacePtr m_workspace;
    std::shared_ptr<const SnapshotLayout> m_layout;
    std::vector<int> m_places; ///< of each figure of a line among those of the layout; -1: not known here
    std::vector<Snapshot::Row> m_rows; ///< as they are so far
    ServerState m_server;
    std::optional<Result<SnapshotPtr>> m_ahead; ///< what comes next
    SnapshotPtr m_last;
    quint64 m_sequence = 0;
};

} // namespace plimsoll::app
