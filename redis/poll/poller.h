// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/readcommands.h"
#include "redis/poll/pacing.h"
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

/// Result of one poll. Each poll() whose epoch is still current yields exactly one.
struct PollOutcome {
    quint64 epoch = 0;
    SnapshotPtr snapshot; ///< null on failure, see error
    Error error;
    /// Time from now until the receiver should poll again: the interval, longer if the server is slow (a tick may use
    /// at most a tenth of it in server time), or the reconnect backoff (0.25 s to 30 s, with jitter) after a failure.
    std::chrono::milliseconds next{};
    bool widened = false; ///< longer because the server is slow
    int failures = 0; ///< consecutive failures
    bool isOver = false; ///< the recording has ended: no more snapshots
};

/// Polls on its own thread (moveToThread before start). The receiver requests each poll, so that snapshots never pile
/// up. Call all slots through queued connections or invokeMethod.
class Poller final : public QObject {
    Q_OBJECT

public:
    explicit Poller(QObject *parent = nullptr);
    ~Poller() override;
    Q_DISABLE_COPY_MOVE(Poller)

public slots:
    /// Opens another workspace or server and closes the old connection; outcomes carry the new epoch from now on. Once
    /// the caller requests `stop`, a running poll ends within 50 ms and every later poll at once.
    void open(const plimsoll::WorkspacePtr &workspace, const plimsoll::redis::Endpoint &endpoint, quint64 epoch,
              const std::stop_token &stop);
    /// Plays a recording instead of polling a server.
    void replay(const std::shared_ptr<plimsoll::redis::SnapshotSource> &recording, quint64 epoch);
    /// Applies an edited workspace on the same server: keeps the connection and the observations of collections.
    void edit(const plimsoll::WorkspacePtr &workspace, quint64 epoch);
    void setInterval(std::chrono::milliseconds interval);
    void setShown(const std::set<std::size_t> &collections);
    void setOperating(const std::set<QByteArray> &keys);
    void operatedInVain();
    void poll();
    /// Tells the commands by which the figures of a collection are read.
    void tellCommands(std::size_t row);

signals:
    void commandsTold(const plimsoll::redis::Commands &commands);
    void polled(const plimsoll::redis::PollOutcome &outcome);

private:
    [[nodiscard]] PollOutcome ask();
    [[nodiscard]] PollOutcome tellRecorded();

    std::unique_ptr<PollSession> m_session;
    std::shared_ptr<SnapshotSource> m_recording; ///< if set, there is no session
    std::stop_token m_stop; ///< passed to the session
    std::chrono::milliseconds m_interval{1000};
    PollPace m_pace;
    quint64 m_epoch = 0;
    int m_failures = 0;
};

} // namespace plimsoll::redis
