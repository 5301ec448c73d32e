// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/storage/processlock.h"

#include <QFile>

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace plimsoll::redis {

ProcessLock::ProcessLock(QString path) : m_path(std::move(path)) { }

ProcessLock::~ProcessLock()
{
    if (m_file >= 0) {
        if (isHeld()) {
            QFile::remove(m_path); // while locked: the path cannot hold another process's lock file
        }
        ::close(m_file);
    }
}

bool ProcessLock::isHeld() const
{
    struct stat held { };
    struct stat there { };
    return m_file >= 0 && ::fstat(m_file, &held) == 0 && ::stat(QFile::encodeName(m_path).constData(), &there) == 0
        && held.st_ino == there.st_ino && held.st_dev == there.st_dev;
}

bool ProcessLock::tryLock()
{
    const QByteArray path = QFile::encodeName(m_path);
    m_trouble.clear();
    while (m_file < 0) {
        const int file = ::open(path.constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600); // NOLINT(*-vararg)
        if (file < 0) {
            m_trouble = qt_error_string(errno);
            return false;
        }
        if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
            m_trouble = errno == EWOULDBLOCK ? QString() : qt_error_string(errno);
            ::close(file);
            return false;
        }
        // The previous holder may have removed the file after we opened it; then the lock is useless: try again.
        m_file = file;
        if (!isHeld()) {
            m_file = -1;
            ::close(file);
        }
    }
    return true;
}

} // namespace plimsoll::redis
