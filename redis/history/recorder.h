// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/history/historywriter.h"
#include "redis/history/renamed.h"

#include <QObject>

#include <atomic>

namespace plimsoll::redis {

/// Writes the history of one workspace at a time on its own thread (moveToThread before open): polling hands snapshots
/// over and never waits. If the disk is slower than polling, at most two minutes of snapshots wait in the thread's
/// queue; more are dropped and leave a gap. Call all functions but hand() through queued connections or invokeMethod.
class Recorder final : public QObject {
    Q_OBJECT

public:
    explicit Recorder(QObject *parent = nullptr) : QObject(parent)
    {
        qRegisterMetaType<plimsoll::redis::HistoryState>();
    }

    /// Opens another history; closes the previous one.
    void open(const QString &path, const plimsoll::redis::HistoryOptions &options)
    {
        close();
        m_writer = std::make_unique<HistoryWriter>(path, options);
    }
    /// Call before open() if `path` is the history at `former` under a new name.
    void takeAlong(const QString &former, const QString &path)
    {
        if (const Outcome taken = redis::takeAlong(former, path); !taken) {
            emit leftBehind(taken.error().message);
        }
    }
    /// Writes what is left, then closes the file.
    void close()
    {
        m_writer.reset();
        m_state.reset();
    }
    /// Enqueues a snapshot; callable from any thread.
    void hand(const plimsoll::SnapshotPtr &snapshot)
    {
        if (m_waiting < mostWaiting) {
            ++m_waiting;
            QMetaObject::invokeMethod(this, [this, snapshot] {
                --m_waiting;
                keep(snapshot);
            });
        }
    }
    void keep(const plimsoll::SnapshotPtr &snapshot)
    {
        if (m_writer && snapshot && m_state != m_writer->apply(*snapshot)) {
            m_state = m_writer->state();
            emit stateChanged(*m_state);
        }
        if (const QString notice = m_writer ? m_writer->takeNotice() : QString(); !notice.isEmpty()) {
            emit noticed(notice);
        }
    }

signals:
    /// Emitted for the first state and on every change.
    void stateChanged(const plimsoll::redis::HistoryState &state);

    void leftBehind(const QString &why);
    /// Emitted if the file was removed or replaced.
    void noticed(const QString &what);

private:
    static constexpr int mostWaiting = 120;

    std::unique_ptr<HistoryWriter> m_writer;
    std::atomic<int> m_waiting = 0; ///< snapshots in the queue of its thread
    std::optional<HistoryState> m_state; ///< last emitted state
};

} // namespace plimsoll::redis
