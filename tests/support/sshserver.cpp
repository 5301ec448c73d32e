// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sshserver.h"

#include "tests/support/redisserver.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QTcpSocket>

#include <csignal>
#include <grp.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace plimsoll::testing {

namespace {

constexpr auto keyFile = "key";
constexpr auto hostKeyFile = "hostkey";
constexpr auto otherHostKeyFile = "otherhostkey";

/// A root may not be the user of a bastion that is to be unprivileged.
const passwd &bastionUser()
{
    const passwd *const user = ::geteuid() == 0 ? ::getpwnam("nobody") : ::getpwuid(::geteuid());
    if (user == nullptr) {
        qFatal("SshServer: no user to run sshd as");
    }
    return *user;
}

QList<qint64> childrenOf(qint64 process)
{
    QFile file(u"/proc/%1/task/%1/children"_s.arg(process));
    QList<qint64> all;
    if (file.open(QIODevice::ReadOnly)) {
        for (const QByteArray &child : file.readAll().split(' ')) {
            if (child.toLongLong() > 0) {
                all += child.toLongLong();
            }
        }
    }
    return all;
}

void killTree(qint64 process)
{
    ::kill(static_cast<pid_t>(process), SIGSTOP); // no more children
    for (const qint64 child : childrenOf(process)) {
        killTree(child);
    }
    ::kill(static_cast<pid_t>(process), SIGKILL);
}

} // namespace

SshServer::SshServer() : m_port(freePort())
{
    QDir(m_folder.path()).mkdir(u"bin"_s);
    makeKey(QLatin1StringView(keyFile));
    makeKey(QLatin1StringView(hostKeyFile));
    makeKey(QLatin1StringView(otherHostKeyFile));
    const QByteArray folder = m_folder.path().toUtf8() + '/';
    write(u"sshd_config"_s,
          "ListenAddress 127.0.0.1\nPort " + QByteArray::number(m_port) + "\nHostKey " + folder + hostKeyFile
              + "\nAuthorizedKeysFile " + folder
              + "authorized_keys\nPidFile none\nStrictModes no\nUsePAM yes\n"
                "PasswordAuthentication no\nKbdInteractiveAuthentication no\nMaxStartups 100\nMaxSessions 100\n");
    write(u"ssh_config"_s,
          "Host *\nIdentityFile " + folder + keyFile + "\nIdentitiesOnly yes\nUserKnownHostsFile " + folder
              + "known_hosts\nGlobalKnownHostsFile /dev/null\nStrictHostKeyChecking yes\n");
    write(u"bin/ssh"_s, "#!/bin/sh\nexec /usr/bin/ssh -F " + folder + "ssh_config \"$@\"\n", true);
    acceptKey(true);
    knowHostKey();
    if (::geteuid() == 0) {
        const passwd &user = bastionUser();
        ::chown(folder.constData(), user.pw_uid, user.pw_gid);
        ::chown((folder + hostKeyFile).constData(), user.pw_uid, user.pw_gid);
    }
    qputenv("PATH", programs().toUtf8() + ':' + qgetenv("PATH"));
    start();
}

SshServer::~SshServer()
{
    kill9();
    qputenv("PATH", qgetenv("PATH").replace(programs().toUtf8() + ':', ""));
}

void SshServer::start()
{
    if (m_process && m_process->state() != QProcess::NotRunning) {
        return;
    }
    m_process = std::make_unique<QProcess>();
    m_process->setProcessChannelMode(QProcess::MergedChannels);
    m_process->setChildProcessModifier([user = bastionUser()] {
        if (::geteuid() == 0
            && (::setgroups(0, nullptr) != 0 || ::setgid(user.pw_gid) != 0 || ::setuid(user.pw_uid) != 0)) {
            ::_exit(1);
        }
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    });
    m_process->start(u"/usr/sbin/sshd"_s, {u"-D"_s, u"-e"_s, u"-f"_s, m_folder.filePath(u"sshd_config"_s)});
    const QDeadlineTimer deadline(20s);
    QTcpSocket probe;
    do {
        if (!m_process->waitForStarted() || m_process->waitForFinished(5) || deadline.hasExpired()) {
            qFatal("SshServer: sshd does not start (package openssh-server): %s", m_process->readAll().constData());
        }
        probe.connectToHost(u"127.0.0.1"_s, m_port);
    } while (!probe.waitForConnected());
}

void SshServer::kill9()
{
    if (m_process && m_process->state() != QProcess::NotRunning) {
        killTree(m_process->processId());
        m_process->waitForFinished();
    }
}

int SshServer::connections() const
{
    return static_cast<int>(childrenOf(m_process->processId()).size());
}

QString SshServer::name() const
{
    return QString::fromLocal8Bit(bastionUser().pw_name) + u"@127.0.0.1:%1"_s.arg(m_port);
}

void SshServer::knowHostKey() const
{
    write(u"known_hosts"_s, "[127.0.0.1]:" + QByteArray::number(m_port) + ' ' + read(u"hostkey.pub"_s));
}

void SshServer::knowAnotherHostKey() const
{
    write(u"known_hosts"_s, "[127.0.0.1]:" + QByteArray::number(m_port) + ' ' + read(u"otherhostkey.pub"_s));
}

void SshServer::acceptKey(bool accepted) const
{
    write(u"authorized_keys"_s, accepted ? read(u"key.pub"_s) : QByteArray("# nobody\n"));
}

void SshServer::write(const QString &name, const QByteArray &text, bool isProgram) const
{
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
        qFatal("SshServer: %s cannot be written", qPrintable(file.fileName()));
    }
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther
                        | (isProgram ? QFile::ExeOwner : QFile::Permissions()));
}

QByteArray SshServer::read(const QString &name) const
{
    QFile file(m_folder.filePath(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void SshServer::makeKey(const QString &name) const
{
    QProcess keygen;
    keygen.start(u"ssh-keygen"_s,
                 {u"-q"_s, u"-t"_s, u"ed25519"_s, u"-N"_s, QString(), u"-f"_s, m_folder.filePath(name)});
    if (!keygen.waitForFinished() || keygen.exitCode() != 0) {
        qFatal("SshServer: ssh-keygen failed: %s", keygen.readAllStandardError().constData());
    }
}

} // namespace plimsoll::testing
