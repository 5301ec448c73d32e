// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"
#include "redis/types/snapshot.h"
#include "redis/types/endpoint.h"

#include <QObject>

#include <memory>
#include <set>
#include <stop_token>

namespace plimsoll::redis {

class PollSession;
class SnapshotSource;

/// What came of one poll. Exactly one arrives for every poll() whose epoch is still current.
struct PollOutcome {
    quint64 epoch = 0;
    SnapshotPtr snapshot; ///< null: it failed, see error
    Error error;
    /// When the receiver should ask next, counted from now: the interval, wider when the server is slow (a tick may
    /// cost at most a tenth of it in server time), the reconnect backoff (0.25 s to 30 s, with jitter) after a failure.
    std::chrono::milliseconds next{};
    bool widened = false; ///< because the server is slow
    int failures = 0; ///< in a row
    bool isOver = false; ///< of a recording that has been told to its end: nothing comes any more
};

/// Polls on its own thread (moveToThread before start). The receiver asks for each poll, so that a slow receiver
/// never piles snapshots up. All slots are called by queued connections or invokeMethod.
class Poller final : public QObject {
    Q_OBJECT

public:
    explicit Poller(QObject *parent = nullptr);
    ~Poller() override;
    Q_DISABLE_COPY_MOVE(Poller)

public slots:
    /// Another workspace or server: forgets the old connection; outcomes carry the new epoch from now on. Whoever opens
    /// it holds `stop`: once it is requested what is under way ends within 50 ms, and every later poll at once.
    void open(const plimsoll::WorkspacePtr &workspace, const plimsoll::redis::Endpoint &endpoint, quint64 epoch,
              const std::stop_token &stop);
    /// A recording in place of a server.
    void replay(const std::shared_ptr<plimsoll::redis::SnapshotSource> &recording, quint64 epoch);
    /// The same server, the workspace edited: the connection and what was observed of collections go on.
    void edit(const plimsoll::WorkspacePtr &workspace, quint64 epoch);
    void setInterval(std::chrono::milliseconds interval);
    void setShown(const std::set<std::size_t> &collections);
    void setOperating(const std::set<QByteArray> &keys);
    void operatedInVain();
    void poll();

signals:
    void polled(const plimsoll::redis::PollOutcome &outcome);

private:
    [[nodiscard]] PollOutcome ask();
    [[nodiscard]] PollOutcome tellRecorded();

    std::unique_ptr<PollSession> m_session;
    std::shared_ptr<SnapshotSource> m_recording; ///< then there is no session
    std::stop_token m_stop; ///< of the session
    std::chrono::milliseconds m_interval{1000};
    quint64 m_epoch = 0;
    int m_failures = 0;
};

} // namespace plimsoll::redis
