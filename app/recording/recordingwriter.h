// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"
#include "redis/types/snapshot.h"

#include <QFile>

#include <memory>
#include <vector>

namespace plimsoll::app {

/// Turns snapshots into JSON lines (docs/report.md): first the workspace without secrets, then one line per tick with
/// the changes since the previous one. Elements are redacted.
class RecordingWriter final {
public:
    /// Returns a line with its line end; two lines if the workspace changed.
    QByteArray lines(const SnapshotPtr &snapshot);

private:
    QByteArray headLine(const SnapshotLayout &layout);

    WorkspacePtr m_workspace;
    std::vector<QStringList> m_hidden; ///< hidden fields, by row
    SnapshotPtr m_before; ///< previous snapshot of the same workspace
    QByteArray m_server; ///< last written server state
};

/// A file that receives such lines. One thread at a time.
class RecordingFile final {
public:
    /// Fails if the file exists, which may hold an earlier recording. Only the owner can read the file.
    static Result<std::shared_ptr<RecordingFile>> create(const QString &path);

    /// Passes the snapshot's lines to the operating system before it returns.
    Outcome keep(const SnapshotPtr &snapshot);
    [[nodiscard]] QString path() const { return m_file.fileName(); }

private:
    explicit RecordingFile(const QString &path) : m_file(path) { }

    QFile m_file;
    RecordingWriter m_writer;
};

} // namespace plimsoll::app
