// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"
#include "redis/types/snapshot.h"

#include <QFile>

#include <memory>
#include <vector>

namespace plimsoll::app {

/// Makes JSON lines of snapshots (docs/report.md): first the workspace without anything secret, then a line for each
/// tick, with what is another than in the one before. Elements as they may be shown.
class RecordingWriter final {
public:
    /// With a line end; two lines where the workspace is another.
    QByteArray lines(const SnapshotPtr &snapshot);

private:
    QByteArray headLine(const SnapshotLayout &layout);

    WorkspacePtr m_workspace;
    std::vector<QStringList> m_hidden; ///< fields, by row
    SnapshotPtr m_before; ///< of the same workspace
    QByteArray m_server; ///< as it was written last
};

/// A file that such lines go into, as they come. One thread at a time.
class RecordingFile final {
public:
    /// Fails where there is such a file already: it may be another recording. Read by its owner alone.
    static Result<std::shared_ptr<RecordingFile>> create(const QString &path);

    /// On its way to the disk when it returns.
    Outcome keep(const SnapshotPtr &snapshot);
    [[nodiscard]] QString path() const { return m_file.fileName(); }

private:
    explicit RecordingFile(const QString &path) : m_file(path) { }

    QFile m_file;
    RecordingWriter m_writer;
};

} // namespace plimsoll::app
