// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/wire/client.h"

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <initializer_list>
#include <memory>

namespace plimsoll::testing {

/// A TCP port of this computer that nobody listens on now.
quint16 freePort();

/// A redis-server of the test's own: unix socket in a folder of its own and a free TCP port, nothing persisted
/// unless arguments say so. Never talks to a server it did not start. Whatever goes wrong ends the test program
/// with one line: a missing redis-server is a failure, not a skip. PLIMSOLL_REDIS_SERVER names another program, with
/// what comes before its arguments. Lives on the thread that made it.
class RedisServer final {
public:
    /// `arguments` follow ours on the command line, as {"--requirepass", "secret"}.
    explicit RedisServer(QStringList arguments = {});
    ~RedisServer();
    Q_DISABLE_COPY_MOVE(RedisServer)

    /// When a server counts as started: when it has read its file, or as soon as it answers at all (it may be LOADING).
    enum class Until { Loaded, Answering };
    void start(Until until = Until::Loaded); ///< again, at the same socket and port, after stop() or kill9()
    void stop(); ///< as an administrator would: SIGTERM, and waits
    void kill9();
    void pause() const; ///< SIGSTOP: alive, connected, silent
    void resume() const;
    [[nodiscard]] bool isRunning() const;

    [[nodiscard]] redis::Endpoint local() const; ///< by unix socket
    [[nodiscard]] redis::Endpoint tcp() const; ///< by 127.0.0.1
    [[nodiscard]] QString url() const { return local().url(); }
    [[nodiscard]] QString tcpUrl() const { return tcp().url(); }
    [[nodiscard]] QString folder() const { return m_folder.path(); }
    [[nodiscard]] qint64 processId() const { return m_process ? m_process->processId() : 0; }

    /// Runs one command as a user who may do everything, whatever the test does to the default user.
    redis::Reply run(std::initializer_list<QByteArrayView> arguments);
    redis::Reply run(std::span<const QByteArrayView> arguments);
    std::vector<redis::Reply> run(const redis::Pipeline &pipeline);
    void flush() { run({"FLUSHALL"}); }
    /// How often each command was called since the start or CONFIG RESETSTAT, of the lines of INFO commandstats.
    int calls(QByteArrayView command);

private:
    void end();
    bool tryStart(Until until);
    bool wait(Until until);
    redis::Client &administrator();

    QTemporaryDir m_folder;
    QStringList m_arguments;
    quint16 m_port = 0;
    std::unique_ptr<QProcess> m_process;
    std::unique_ptr<redis::Client> m_administrator;
};

} // namespace plimsoll::testing
