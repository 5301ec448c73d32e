// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/redisserver.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QHostAddress>
#include <QStandardPaths>
#include <QTcpServer>

#include <sys/prctl.h>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace plimsoll::testing {

quint16 freePort()
{
    QTcpServer probe;
    if (!probe.listen(QHostAddress::LocalHost)) {
        qFatal("RedisServer: no free port: %s", qPrintable(probe.errorString()));
    }
    return probe.serverPort();
}

QStringList serverProgram()
{
    const QString given = qEnvironmentVariable("PLIMSOLL_REDIS_SERVER");
    const QStringList words = QProcess::splitCommand(given);
    return words.isEmpty() ? QStringList{u"redis-server"_s} : words;
}

namespace {

constexpr auto administratorName = "fixture";
constexpr int starts = 5;

qint64 processIdIn(const QByteArray &info)
{
    const qsizetype at = info.indexOf("process_id:");
    return at < 0 ? -1 : info.mid(at + 11, info.indexOf('\r', at) - at - 11).toLongLong();
}

/// If a file ends within a transaction, Redis (7.0.15) ignores the transaction but truncates the file after its MULTI.
/// Later writes then become part of it, and the next start executes the incomplete half. Scripts are such transactions.
/// redis-check-aof truncates before the MULTI.
void mendAppendOnlyFiles(const QString &folder)
{
    const QDir files(QDir(folder).filePath(u"appendonlydir"_s));
    for (const QString &name : files.entryList({u"*.incr.aof"_s}, QDir::Files)) {
        QProcess check;
        check.start(u"redis-check-aof"_s, {u"--fix"_s, files.filePath(name)});
        check.write("y\n");
        if (!check.waitForFinished() || check.exitCode() != 0) {
            qFatal("RedisServer: %s cannot be mended: %s", qPrintable(name), check.readAll().constData());
        }
    }
}

} // namespace

RedisServer::RedisServer(QStringList arguments) : m_arguments(std::move(arguments))
{
    if (!m_folder.isValid()) {
        qFatal("RedisServer: no temporary folder: %s", qPrintable(m_folder.errorString()));
    }
    if (QStandardPaths::findExecutable(serverProgram().first()).isEmpty()) {
        qFatal("RedisServer: %s is not installed", qPrintable(serverProgram().first()));
    }
    start();
}

RedisServer::~RedisServer()
{
    end();
}

void RedisServer::start(Until until)
{
    if (isRunning()) {
        return;
    }
    for (int i = 0; i < starts; ++i) {
        if (m_port == 0) {
            m_port = freePort();
        }
        if (tryStart(until)) {
            return;
        }
        m_port = 0; // another process has taken the port
    }
    qFatal("RedisServer: redis-server does not start: %s", m_process->readAll().constData());
}

bool RedisServer::tryStart(Until until)
{
    m_process = std::make_unique<QProcess>();
    m_process->setProcessChannelMode(QProcess::MergedChannels);
    // Kills the server if the test crashes.
    m_process->setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    const QStringList ours{u"--port"_s,       QString::number(m_port),
                           u"--bind"_s,       u"127.0.0.1"_s,
                           u"--unixsocket"_s, local().path,
                           u"--dir"_s,        m_folder.path(),
                           u"--save"_s,       QString(),
                           u"--appendonly"_s, u"no"_s,
                           u"--loglevel"_s,   u"warning"_s,
                           u"--user"_s,       QLatin1StringView(administratorName),
                           u"on"_s,           u"nopass"_s,
                           u"~*"_s,           u"&*"_s,
                           u"+@all"_s};
    const QStringList program = serverProgram();
    m_process->start(program.first(), program.mid(1) + ours + m_arguments);
    return m_process->waitForStarted() && wait(until);
}

bool RedisServer::wait(Until until)
{
    const QDeadlineTimer deadline(20s);
    while (!deadline.hasExpired()) {
        if (m_process->waitForFinished(2)) {
            return false;
        }
        m_administrator.reset();
        redis::Endpoint endpoint = local();
        endpoint.user = administratorName;
        redis::Client client(endpoint, {.name = administratorName});
        if (!client.connect()) {
            continue;
        }
        const auto info = client.command({"INFO"});
        if (info && until == Until::Loaded && info->bytes.contains("\nloading:1")) {
            continue; // while loading it answers INFO but no other command
        }
        if (info && processIdIn(info->bytes) == m_process->processId()) {
            return true; // administrator() waits for the rest
        }
        if (info) {
            qFatal("RedisServer: another server answers at %s", qPrintable(endpoint.display()));
        }
    }
    qFatal("RedisServer: redis-server does not answer within 20 s");
}

void RedisServer::stop()
{
    m_administrator.reset();
    if (isRunning()) {
        m_process->terminate();
        if (!m_process->waitForFinished()) {
            qFatal("RedisServer: redis-server does not stop");
        }
    }
}

void RedisServer::kill9()
{
    end();
    mendAppendOnlyFiles(m_folder.path());
}

void RedisServer::end()
{
    m_administrator.reset();
    if (isRunning()) {
        m_process->kill();
        m_process->waitForFinished();
    }
}

void RedisServer::pause() const
{
    ::kill(static_cast<pid_t>(processId()), SIGSTOP);
}

void RedisServer::resume() const
{
    ::kill(static_cast<pid_t>(processId()), SIGCONT);
}

bool RedisServer::isRunning() const
{
    return m_process && m_process->state() == QProcess::Running;
}

redis::Endpoint RedisServer::local() const
{
    redis::Endpoint endpoint;
    endpoint.transport = redis::Endpoint::Transport::Local;
    endpoint.path = m_folder.filePath(u"redis.sock"_s);
    return endpoint;
}

redis::Endpoint RedisServer::tcp() const
{
    redis::Endpoint endpoint;
    endpoint.port = m_port;
    return endpoint;
}

redis::Client &RedisServer::administrator()
{
    if (!m_administrator || !m_administrator->isConnected()) {
        redis::Endpoint endpoint = local();
        endpoint.user = administratorName;
        m_administrator = std::make_unique<redis::Client>(
            endpoint, redis::ClientOptions{.name = administratorName, .exchangeDeadline = 60s});
        if (const Outcome connected = m_administrator->connect(); !connected) {
            qFatal("RedisServer: %s", qPrintable(connected.error().message));
        }
    }
    return *m_administrator;
}

redis::Reply RedisServer::run(std::initializer_list<QByteArrayView> arguments)
{
    return run(std::span(arguments.begin(), arguments.size()));
}

redis::Reply RedisServer::run(std::span<const QByteArrayView> arguments)
{
    redis::Pipeline pipeline;
    pipeline.add(arguments);
    return run(pipeline).front();
}

std::vector<redis::Reply> RedisServer::run(const redis::Pipeline &pipeline)
{
    auto replies = administrator().exchange(pipeline);
    if (!replies) {
        qFatal("RedisServer: %s", qPrintable(replies.error().message));
    }
    for (const redis::Reply &reply : *replies) {
        if (reply.isError()) {
            qFatal("RedisServer: the server answers: %s", reply.bytes.constData());
        }
    }
    return *std::move(replies);
}

int RedisServer::calls(QByteArrayView command)
{
    const QByteArray stats = run({"INFO", "commandstats"}).bytes;
    const QByteArray line = "\ncmdstat_" + command.toByteArray().toLower() + ":calls=";
    const qsizetype at = stats.indexOf(line);
    const qsizetype from = at + line.size();
    return at < 0 ? 0 : stats.mid(from, stats.indexOf(',', from) - from).toInt();
}

} // namespace plimsoll::testing
