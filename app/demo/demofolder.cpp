// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/demofolder.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

extern "C" {
#include <sys/pidfd.h> // says so itself only from glibc 2.37 on
}

namespace plimsoll::demo {

namespace {

constexpr QLatin1StringView prefix("plimsoll-demo-");
// sun_path holds 108 bytes, and "/plimsoll-demo-XXXXXX/redis.sock" needs 32.
constexpr int longestParent = 70;

QString lockPath(const QString &folder)
{
    return folder + QStringLiteral("/lock");
}

/// Opens and locks a file; -1 if another process holds the lock or the file cannot be opened.
int lockFile(const QString &path, int flags)
{
    const int file =
        ::open(QFile::encodeName(path).constData(), flags | O_RDWR | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (file >= 0 && ::flock(file, LOCK_EX | LOCK_NB) != 0) {
        ::close(file);
        return -1;
    }
    return file;
}

/// True if the process is a redis-server or valkey-server whose working directory is `folder`.
bool isServerOf(int pid, const QString &folder)
{
    const QString process = QStringLiteral("/proc/%1").arg(pid);
    QFile file(process + QStringLiteral("/comm"));
    const QByteArray name = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    return (name.startsWith("redis") || name.startsWith("valkey"))
        && QFileInfo(process + QStringLiteral("/cwd")).symLinkTarget() == folder;
}

void endServer(const QString &folder)
{
    QFile file(folder + QStringLiteral("/redis.pid"));
    if (!file.open(QIODevice::ReadOnly)) {
        return;
    }
    const int pid = file.readLine(32).trimmed().toInt();
    // The pidfd is opened before the check, so the PID cannot be reused by another process in between.
    const int handle = pid > 1 ? ::pidfd_open(pid, 0) : -1;
    if (handle < 0) {
        return;
    }
    if (isServerOf(pid, folder) && ::pidfd_send_signal(handle, SIGKILL, nullptr, 0) == 0) {
        pollfd ended{.fd = handle, .events = POLLIN, .revents = 0};
        ::poll(&ended, 1, 2'000);
    }
    ::close(handle);
}

bool isOurs(const QFileInfo &folder)
{
    return !folder.isSymLink() && folder.ownerId() == ::geteuid();
}

} // namespace

DemoFolder::~DemoFolder()
{
    remove();
}

QString DemoFolder::defaultParent()
{
    const QString temporary = QFileInfo(QDir::tempPath()).canonicalFilePath();
    return temporary.isEmpty() || QFile::encodeName(temporary).size() > longestParent ? QStringLiteral("/tmp")
                                                                                      : temporary;
}

Outcome DemoFolder::create(const QString &parent)
{
    remove();
    QByteArray path = QFile::encodeName(QFileInfo(parent).canonicalFilePath() + QLatin1Char('/') + prefix
                                        + QLatin1StringView("XXXXXX"));
    if (::mkdtemp(path.data()) == nullptr) {
        return Error{ErrorKind::Storage,
                     QCoreApplication::translate("demo", "No folder for the demo's server can be made in %1: %2")
                         .arg(parent, QString::fromLocal8Bit(std::strerror(errno)))};
    }
    m_path = QFile::decodeName(path);
    // The file gets its name after it is locked, so an unlocked file named "lock" is always stale.
    const QString fresh = lockPath(m_path) + QStringLiteral(".new");
    m_lock = lockFile(fresh, O_CREAT | O_EXCL);
    if (m_lock < 0
        || std::rename(QFile::encodeName(fresh).constData(), QFile::encodeName(lockPath(m_path)).constData()) != 0) {
        const QString reason = QString::fromLocal8Bit(std::strerror(errno));
        const QString failed = m_path;
        remove();
        return Error{
            ErrorKind::Storage,
            QCoreApplication::translate("demo", "The demo's folder %1 cannot be locked: %2").arg(failed, reason)};
    }
    return Done{};
}

void DemoFolder::remove()
{
    if (!m_path.isEmpty()) {
        QDir(m_path).removeRecursively();
        m_path.clear();
    }
    if (m_lock >= 0) {
        ::close(m_lock);
        m_lock = -1;
    }
}

QString DemoFolder::socketPath() const
{
    return m_path + QStringLiteral("/redis.sock");
}

QString DemoFolder::pidFile() const
{
    return m_path + QStringLiteral("/redis.pid");
}

int DemoFolder::sweep(const QString &parent)
{
    int swept = 0;
    const QFileInfoList folders = QDir(parent).entryInfoList({prefix + QLatin1Char('*')}, QDir::Dirs | QDir::Hidden);
    for (const QFileInfo &folder : folders) {
        if (!isOurs(folder)) {
            continue;
        }
        const QString path = folder.canonicalFilePath();
        const bool halfMade = !QFile::exists(lockPath(path));
        // A killed server may have written its history, and so the folder, once more.
        const bool isLeft = QFile::exists(path + QStringLiteral("/history"));
        if (halfMade && !isLeft && folder.lastModified().secsTo(QDateTime::currentDateTime()) < 3'600) {
            continue; // being created by another process
        }
        const int lock = halfMade ? -1 : lockFile(lockPath(path), 0);
        if (lock < 0 && !halfMade) {
            continue; // its demonstration is running
        }
        endServer(path);
        swept += QDir(path).removeRecursively() ? 1 : 0;
        if (lock >= 0) {
            ::close(lock);
        }
    }
    return swept;
}

} // namespace plimsoll::demo
