// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/recording/recordingwriter.h"

#include <QObject>

#include <atomic>

namespace plimsoll::app {

/// Writes a recording on the thread it lives on. hand() is thread-safe.
class SnapshotRecorder final : public QObject {
    Q_OBJECT

public:
    explicit SnapshotRecorder(std::shared_ptr<RecordingFile> file) : m_file(std::move(file)) { }
    Q_DISABLE_COPY_MOVE(SnapshotRecorder)

    /// Queues a snapshot. If the disk is slower than the polls, at most 120 wait and later ones are dropped.
    void hand(const SnapshotPtr &snapshot)
    {
        constexpr int mostWaiting = 120;
        if (m_waiting < mostWaiting) {
            ++m_waiting;
            QMetaObject::invokeMethod(this, [this, snapshot] { keep(snapshot); });
        }
    }

signals:
    void failed(const QString &why); ///< writing has stopped

private:
    void keep(const SnapshotPtr &snapshot)
    {
        --m_waiting;
        if (m_file == nullptr) {
            return;
        }
        if (const Outcome kept = m_file->keep(snapshot); !kept) {
            m_file.reset();
            emit failed(kept.error().message);
        }
    }

    std::shared_ptr<RecordingFile> m_file;
    std::atomic<int> m_waiting = 0;
};

} // namespace plimsoll::app
