// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demofolder.h"
#include "redis/types/endpoint.h"

#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QStringList>
#include <QTimer>

#include <memory>

namespace plimsoll::demo {

/// A private redis-server, or valkey-server, on a unix socket in its own folder: no port, no persistence, no system
/// configuration. It is restarted if it dies, and ends with this object or with this process. Lives on the thread that
/// started it, which must outlast the server (the kernel kills the server when its parent thread ends). Never blocks
/// that thread: folders are swept and created on the thread pool, and no call waits for a server to end.
class DemoServer final : public QObject {
    Q_OBJECT

public:
    explicit DemoServer(QObject *parent = nullptr);
    ~DemoServer() override;
    Q_DISABLE_COPY_MOVE(DemoServer)

    /// Replaces the programs of PATH that can serve and the parent folder, for tests.
    void setPrograms(const QStringList &programs) { m_programs = programs; }
    void setParentFolder(const QString &folder) { m_parentFolder = folder; }

    /// Removes what earlier demonstrations left behind, then starts the server. Emits ready() or failed().
    void start();
    void stop();

    /// Valid only after ready().
    [[nodiscard]] const redis::Endpoint &endpoint() const { return m_endpoint; }
    [[nodiscard]] qint64 processId() const { return m_process ? m_process->processId() : 0; }
    [[nodiscard]] QString folder() const { return m_folder ? m_folder->path() : QString(); }

signals:
    void ready(); ///< the server answers on its socket; emitted again after a restart, when it is empty
    void died(const QString &text); ///< the server is being restarted
    void failed(const QString &text); ///< the server will not start; `text` says why and what to do

private:
    struct Place;

    static Result<Place> prepare(const QStringList &programs, const QString &parent);
    void launchIn(const Result<Place> &place);
    void launch();
    void launchAnew();
    void readLog();
    void onFinished();
    void giveUp(const QString &text);

    std::shared_ptr<DemoFolder> m_folder; ///< removed with the last process in it
    QStringList m_programs{QStringLiteral("redis-server"), QStringLiteral("valkey-server"),
                           QStringLiteral("redis-check-rdb"),
                           QStringLiteral("valkey-check-rdb")}; ///< the first there is
    QString m_program; ///< path of the server that was started
    QString m_parentFolder = DemoFolder::defaultParent();
    redis::Endpoint m_endpoint;
    QProcess *m_process = nullptr; ///< child object; owned by the application while it is ending
    QTimer m_startDeadline;
    QElapsedTimer m_sinceStart;
    QByteArray m_lastLine; ///< last line of the server's log, for the error message
    quint64 m_starting = 0; ///< counts start() and stop(); a folder created for an earlier count is dropped
    bool m_ready = false;
    int m_quickDeaths = 0; ///< consecutive
};

} // namespace plimsoll::demo
