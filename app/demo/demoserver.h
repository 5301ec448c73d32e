// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demofolder.h"
#include "redis/types/endpoint.h"

#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QTimer>

#include <memory>

namespace plimsoll::demo {

/// A private redis-server: on a unix socket in a folder of its own, no port, nothing written to disk, no configuration
/// of the system. Started again when it dies; gone with this object, and with this process however it ends. Lives on
/// the thread that started it, which must outlast the server (it dies with its parent thread), and never blocks it:
/// folders are swept and made on the thread pool, and nobody waits for the end of a server.
class DemoServer final : public QObject {
    Q_OBJECT

public:
    explicit DemoServer(QObject *parent = nullptr);
    ~DemoServer() override;
    Q_DISABLE_COPY_MOVE(DemoServer)

    /// Another program than "redis-server" from PATH, and another folder, for tests.
    void setProgram(const QString &program) { m_program = program; }
    void setParentFolder(const QString &folder) { m_parentFolder = folder; }

    /// Sweeps what earlier demonstrations left, and starts; ready() or failed() follows.
    void start();
    void stop();

    /// Only after ready().
    [[nodiscard]] const redis::Endpoint &endpoint() const { return m_endpoint; }
    [[nodiscard]] qint64 processId() const { return m_process ? m_process->processId() : 0; }
    [[nodiscard]] QString folder() const { return m_folder ? m_folder->path() : QString(); }

signals:
    void ready(); ///< answers on its socket; again after it died and was started anew, empty
    void died(const QString &text); ///< starting it anew
    void failed(const QString &text); ///< given up: what, and what to do

private:
    void take(const Result<std::shared_ptr<DemoFolder>> &folder);
    void launch();
    void launchAnew();
    void readLog();
    void onFinished();
    void giveUp(const QString &text);

    std::shared_ptr<DemoFolder> m_folder; ///< gone with the last process in it
    QString m_program = QStringLiteral("redis-server");
    QString m_parentFolder = DemoFolder::defaultParent();
    redis::Endpoint m_endpoint;
    QProcess *m_process = nullptr; ///< a child; of the application once it is left to end
    QTimer m_startDeadline;
    QElapsedTimer m_sinceStart;
    QByteArray m_lastLine; ///< of its log, for the message when it does not start
    quint64 m_starting = 0; ///< counts start() and stop(): a folder that is made too late is dropped
    bool m_ready = false;
    int m_quickDeaths = 0; ///< in a row
};

} // namespace plimsoll::demo
