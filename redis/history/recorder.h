// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/history/historywriter.h"

#include <QObject>

namespace plimsoll::redis {

/// Keeps the history of one workspace on a thread of its own (moveToThread before open): whoever polls hands snapshots
/// over and waits for nothing. Where the disk is slower than the polls, they wait in the queue of its thread. All slots
/// are called by queued connections or invokeMethod.
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
        m_writer = std::make_unique<HistoryWriter>(path, options);
        m_state.reset();
    }
    void keep(const plimsoll::SnapshotPtr &snapshot)
    {
        if (m_writer && snapshot && m_state != m_writer->apply(*snapshot)) {
            m_state = m_writer->state();
            emit stateChanged(*m_state);
        }
    }

signals:
    /// The first there is, and whenever it is another.
    void stateChanged(const plimsoll::redis::HistoryState &state);

private:
    std::unique_ptr<HistoryWriter> m_writer;
    std::optional<HistoryState> m_state; ///< as it was said last
};

} // namespace plimsoll::redis
