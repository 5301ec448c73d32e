// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/history/historywriter.h"
#include "redis/history/renamed.h"

#include <QObject>

#include <atomic>

namespace plimsoll::redis {

/// Keeps the history of one workspace at a time on a thread of its own (moveToThread before open): whoever polls hands
/// snapshots over and waits for nothing. Where the disk is slower than the polls, they wait in the queue of its thread,
/// two minutes' worth at most; what comes then is a gap. All but hand() is called by queued connections or
/// invokeMethod.
class Recorder final : public QObject {
    Q_OBJECT

public:
    explicit Recorder(QObject *parent = nullptr) : QObject(parent)
    {
        qRegisterMetaType<plimsoll::redis::HistoryState>();
    }

    /// Another one; the one before is let go.
    void open(const QString &path, const plimsoll::redis::HistoryOptions &options)
    {
        close();
        m_writer = std::make_unique<HistoryWriter>(path, options);
    }
    /// Before another is opened: that it is the former, under another name.
    void takeAlong(const QString &former, const QString &path)
    {
        if (const Outcome taken = redis::takeAlong(former, path); !taken) {
            emit leftBehind(taken.error().message);
        }
    }
    /// What was handed over is kept, and the file is let go.
    void close()
    {
        m_writer.reset();
        m_state.reset();
    }
    /// From any thread: it is kept after those before it.
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
    /// The first there is, and whenever it is another.
    void stateChanged(const plimsoll::redis::HistoryState &state);

    void leftBehind(const QString &why);
    /// What befell the file.
    void noticed(const QString &what);

private:
    static constexpr int mostWaiting = 120;

    std::unique_ptr<HistoryWriter> m_writer;
    std::atomic<int> m_waiting = 0; ///< snapshots in the queue of its thread
    std::optional<HistoryState> m_state; ///< as it was said last
};

} // namespace plimsoll::redis
