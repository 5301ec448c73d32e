// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/demoserver.h"

#include "redis/types/printable.h"

#include <QStandardPaths>

#include <csignal>

#include <sys/prctl.h>
#include <unistd.h>

namespace plimsoll::demo {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds startDeadline{10'000};
constexpr milliseconds stopDeadline{2'000};
constexpr milliseconds quick{5'000};
constexpr int mostQuickDeaths = 5;

} // namespace

DemoServer::DemoServer(QObject *parent) : QObject(parent)
{
    m_startDeadline.setSingleShot(true);
    m_startDeadline.setInterval(startDeadline);
    connect(&m_startDeadline, &QTimer::timeout, this,
            [this] { giveUp(tr("redis-server did not answer within 10 s of its start")); });
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    connect(&m_process, &QProcess::readyRead, this, &DemoServer::readLog);
    connect(&m_process, &QProcess::finished, this, &DemoServer::onFinished);
    const pid_t parentProcess = ::getpid();
    m_process.setChildProcessModifier([parentProcess] {
        // Only async-signal-safe calls here. A parent that died before the call is found out by the second line.
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != parentProcess) {
            ::_exit(1);
        }
    });
}

DemoServer::~DemoServer()
{
    stop();
}

void DemoServer::start()
{
    m_stopping = false;
    m_quickDeaths = 0;
    DemoFolder::sweep(m_parentFolder);
    if (QStandardPaths::findExecutable(m_program).isEmpty()) {
        giveUp(tr("%1 is not installed; on Debian: sudo apt install redis-server").arg(m_program));
        return;
    }
    if (const Outcome made = m_folder.create(m_parentFolder); !made) {
        giveUp(made.error().message);
        return;
    }
    m_endpoint = {};
    m_endpoint.transport = redis::Endpoint::Transport::Local;
    m_endpoint.path = m_folder.socketPath();
    launch();
}

void DemoServer::launch()
{
    m_ready = false;
    m_lastLine.clear();
    m_sinceStart.start();
    m_startDeadline.start();
    m_process.setWorkingDirectory(m_folder.path());
    // The first argument starts with "--", so no configuration file is read.
    m_process.start(m_program,
                    {QStringLiteral("--port"),
                     QStringLiteral("0"),
                     QStringLiteral("--unixsocket"),
                     m_folder.socketPath(),
                     QStringLiteral("--unixsocketperm"),
                     QStringLiteral("700"),
                     QStringLiteral("--dir"),
                     m_folder.path(),
                     QStringLiteral("--pidfile"),
                     m_folder.pidFile(),
                     QStringLiteral("--save"),
                     QString(),
                     QStringLiteral("--appendonly"),
                     QStringLiteral("no"),
                     QStringLiteral("--daemonize"),
                     QStringLiteral("no"),
                     QStringLiteral("--logfile"),
                     QString(),
                     QStringLiteral("--loglevel"),
                     QStringLiteral("notice"),
                     QStringLiteral("--maxmemory"),
                     QStringLiteral("64mb"),
                     QStringLiteral("--maxmemory-policy"),
                     QStringLiteral("noeviction")});
    m_process.closeWriteChannel();
}

void DemoServer::readLog()
{
    while (m_process.canReadLine()) {
        const QByteArray line = m_process.readLine().trimmed();
        if (!line.isEmpty()) {
            m_lastLine = line;
        }
        if (!m_ready && line.contains("ready to accept connections")) {
            m_ready = true;
            m_startDeadline.stop();
            emit ready();
        }
    }
}

void DemoServer::onFinished()
{
    if (m_stopping) {
        return;
    }
    readLog();
    m_quickDeaths = milliseconds(m_sinceStart.elapsed()) < quick ? m_quickDeaths + 1 : 0;
    const QString last = m_lastLine.isEmpty() ? QString() : tr(" Its last words: %1").arg(printable(m_lastLine));
    if (!m_ready) {
        giveUp(tr("redis-server ended before it was ready.") + last);
    } else if (m_quickDeaths >= mostQuickDeaths) {
        giveUp(tr("redis-server died %n time(s) in a row.", nullptr, m_quickDeaths) + last);
    } else {
        emit died(tr("The demo's redis-server ended; starting it anew."));
        launch();
    }
}

void DemoServer::giveUp(const QString &text)
{
    stop();
    emit failed(text);
}

void DemoServer::stop()
{
    m_stopping = true;
    m_startDeadline.stop();
    if (m_process.state() != QProcess::NotRunning) {
        // Nothing is kept, so there is nothing that a gentler end would save.
        m_process.kill();
        m_process.waitForFinished(static_cast<int>(stopDeadline.count()));
    }
    m_folder.remove();
}

} // namespace plimsoll::demo
