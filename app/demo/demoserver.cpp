// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/demoserver.h"

#include "app/desktop/background.h"
#include "redis/types/printable.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <csignal>

#include <sys/prctl.h>
#include <unistd.h>

namespace plimsoll::demo {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds startDeadline{10'000};
constexpr milliseconds quick{5'000};
constexpr int mostQuickDeaths = 5;
constexpr QLatin1StringView checkerSuffix("-check-rdb");

/// Returns the path of the first of `programs` that is installed; empty without one.
QString installedOf(const QStringList &programs)
{
    for (const QString &program : programs) {
        if (QString path = QStandardPaths::findExecutable(program); !path.isEmpty()) {
            return path;
        }
    }
    return {};
}

/// The server under its own name. redis-check-rdb and valkey-check-rdb are the server itself, which goes by the name it
/// was started with; in Debian they come without a system service (redis-tools, valkey-tools). So a link in `folder`.
QString underItsName(const QString &program, const QString &folder)
{
    QString name = QFileInfo(program).fileName();
    if (!name.endsWith(checkerSuffix)) {
        return program;
    }
    const QString link = folder + QLatin1Char('/') + name.replace(checkerSuffix, QStringLiteral("-server"));
    return QFile::link(program, link) ? link : program;
}

/// Calls only async-signal-safe functions. getppid() detects a parent that died before prctl().
void dieWithParent(pid_t parent)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) {
        ::_exit(1);
    }
}

/// Keeps a killed server and its folder until the kernel has ended the process or the application ends. The server has
/// no data to save, so SIGKILL is enough.
class EndingServer final : public QObject {
public:
    EndingServer(QProcess *process, std::shared_ptr<DemoFolder> folder)
        : QObject(QCoreApplication::instance()), m_process(process), m_folder(std::move(folder))
    {
        m_process->setParent(this);
        connect(m_process, &QProcess::finished, this, &QObject::deleteLater);
        m_process->kill();
        if (m_process->state() == QProcess::NotRunning) {
            deleteLater();
        }
    }
    ~EndingServer() override { m_process->waitForFinished(); }
    Q_DISABLE_COPY_MOVE(EndingServer)

private:
    QProcess *m_process;
    std::shared_ptr<DemoFolder> m_folder;
};

} // namespace

/// A folder, and the server to start in it.
struct DemoServer::Place {
    std::shared_ptr<DemoFolder> folder;
    QString program;
};

/// The blocking part of a start: disk access and waiting for other processes to end.
Result<DemoServer::Place> DemoServer::prepare(const QStringList &programs, const QString &parent)
{
    DemoFolder::sweep(parent);
    const QString program = installedOf(programs);
    if (program.isEmpty()) {
        return Error{ErrorKind::Storage,
                     tr("%1 is not installed; on Debian: sudo apt install redis-tools").arg(programs.front())};
    }
    auto folder = std::make_shared<DemoFolder>();
    if (const Outcome made = folder->create(parent); !made) {
        return made.error();
    }
    return Place{.folder = folder, .program = underItsName(program, folder->path())};
}

DemoServer::DemoServer(QObject *parent) : QObject(parent)
{
    m_startDeadline.setSingleShot(true);
    m_startDeadline.setInterval(startDeadline);
    connect(&m_startDeadline, &QTimer::timeout, this,
            [this] { giveUp(tr("redis-server did not answer within 10 s of its start")); });
}

DemoServer::~DemoServer()
{
    stop();
}

void DemoServer::start()
{
    stop();
    m_quickDeaths = 0;
    app::inBackground(
        *QThreadPool::globalInstance(), this,
        [programs = m_programs, parent = m_parentFolder] { return prepare(programs, parent); },
        [this, starting = m_starting](const Result<Place> &place) {
            if (starting == m_starting) {
                launchIn(place);
            }
        });
}

void DemoServer::launchIn(const Result<Place> &place)
{
    if (!place) {
        giveUp(place.error().message);
        return;
    }
    m_folder = place.value().folder;
    m_program = place.value().program;
    m_endpoint = {};
    m_endpoint.transport = redis::Endpoint::Transport::Local;
    m_endpoint.path = m_folder->socketPath();
    launch();
}

void DemoServer::launch()
{
    delete m_process;
    m_process = new QProcess(this);
    m_process->setProcessChannelMode(QProcess::MergedChannels);
    connect(m_process, &QProcess::readyRead, this, &DemoServer::readLog);
    connect(m_process, &QProcess::finished, this, &DemoServer::onFinished);
    m_process->setChildProcessModifier([parent = ::getpid()] { dieWithParent(parent); });
    m_ready = false;
    m_lastLine.clear();
    m_sinceStart.start();
    m_startDeadline.start();
    m_process->setWorkingDirectory(m_folder->path());
    // The first argument starts with "--", so redis-server reads no configuration file.
    m_process->start(m_program,
                     {QStringLiteral("--port"),
                      QStringLiteral("0"),
                      QStringLiteral("--unixsocket"),
                      m_folder->socketPath(),
                      QStringLiteral("--unixsocketperm"),
                      QStringLiteral("700"),
                      QStringLiteral("--dir"),
                      m_folder->path(),
                      QStringLiteral("--pidfile"),
                      m_folder->pidFile(),
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
    m_process->closeWriteChannel();
}

void DemoServer::readLog()
{
    while (m_process->canReadLine()) {
        const QByteArray line = m_process->readLine().trimmed();
        if (!line.isEmpty()) {
            m_lastLine = line;
        }
        // Since Redis 7.2 the line begins with it.
        if (!m_ready && line.toLower().contains("ready to accept connections")) {
            m_ready = true;
            m_startDeadline.stop();
            emit ready();
        }
    }
}

void DemoServer::onFinished()
{
    readLog();
    m_quickDeaths = milliseconds(m_sinceStart.elapsed()) < quick ? m_quickDeaths + 1 : 0;
    const QString last = m_lastLine.isEmpty() ? QString() : tr(" Its last words: %1").arg(printable(m_lastLine));
    if (!m_ready) {
        giveUp(tr("redis-server ended before it was ready.") + last);
    } else if (m_quickDeaths >= mostQuickDeaths) {
        giveUp(tr("redis-server died %n times in a row.", nullptr, m_quickDeaths) + last);
    } else {
        emit died(tr("The demo's redis-server ended; restarting it."));
        // Queued: launchAnew() replaces the process whose signal is being handled.
        QMetaObject::invokeMethod(this, &DemoServer::launchAnew, Qt::QueuedConnection);
    }
}

void DemoServer::launchAnew()
{
    if (m_folder) {
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
    ++m_starting;
    m_startDeadline.stop();
    QProcess *process = std::exchange(m_process, nullptr);
    std::shared_ptr<DemoFolder> folder = std::exchange(m_folder, nullptr);
    if (process != nullptr) {
        disconnect(process, nullptr, this, nullptr);
        new EndingServer(process, std::move(folder)); // deletes itself
    }
}

} // namespace plimsoll::demo
