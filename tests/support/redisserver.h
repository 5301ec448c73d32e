// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/wire/client.h"

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <initializer_list>
#include <memory>

namespace plimsoll::testing {

/// Returns a TCP port of this computer that is free at the moment.
quint16 freePort();
/// The program and its first arguments: redis-server by default, or a loader of a foreign system.
QStringList serverProgram();

/// A private redis-server on a unix socket in its own folder and a free TCP port, without persistence unless the
/// arguments enable it. Never connects to a server that it did not start. Any error ends the test program with one
/// line: a missing redis-server is a failure, not a skip. PLIMSOLL_REDIS_SERVER sets another program and its first
/// arguments. Lives on the thread that created it.
class RedisServer final {
public:
    /// `arguments` are appended to the command line, such as {"--requirepass", "secret"}.
    explicit RedisServer(QStringList arguments = {});
    ~RedisServer();
    Q_DISABLE_COPY_MOVE(RedisServer)

    /// Condition for a started server: its file is loaded, or it answers at all (it may be LOADING).
    enum class Until { Loaded, Answering };
    void start(Until until = Until::Loaded); ///< restarts on the same socket and port after stop() or kill9()
    void stop(); ///< sends SIGTERM and waits, like an administrator
    void kill9();
    void pause() const; ///< SIGSTOP: alive, connected, silent
    void resume() const;
    [[nodiscard]] bool isRunning() const;

    [[nodiscard]] redis::Endpoint local() const; ///< unix socket
    [[nodiscard]] redis::Endpoint tcp() const; ///< TCP on 127.0.0.1
    [[nodiscard]] QString url() const { return local().url(); }
    [[nodiscard]] QString tcpUrl() const { return tcp().url(); }
    [[nodiscard]] QString folder() const { return m_folder.path(); }
    [[nodiscard]] qint64 processId() const { return m_process ? m_process->processId() : 0; }

    /// Runs one command as a user with all permissions, independent of the default user.
    redis::Reply run(std::initializer_list<QByteArrayView> arguments);
    redis::Reply run(std::span<const QByteArrayView> arguments);
    std::vector<redis::Reply> run(const redis::Pipeline &pipeline);
    void flush() { run({"FLUSHALL"}); }
    /// Number of calls of a command since the start or CONFIG RESETSTAT, from INFO commandstats.
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
