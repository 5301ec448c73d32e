// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QtGlobal>

namespace plimsoll::redis {

/// Lock between processes that the kernel releases when its holder dies (flock(2)). QLockFile writes the holder's
/// process id into the file instead: a process killed between creating and writing the file leaves a lock that can
/// never be broken. The destructor releases the lock and removes its file.
class ProcessLock final {
public:
    explicit ProcessLock(QString path);
    ~ProcessLock();
    Q_DISABLE_COPY_MOVE(ProcessLock)

    /// Returns false at once if another process or another lock of this process holds it, or the file cannot be opened.
    [[nodiscard]] bool tryLock();
    /// Returns false if the lock file was removed or replaced, so that the lock no longer excludes others.
    [[nodiscard]] bool isHeld() const;
    /// Reason why the lock file could not be opened, otherwise empty. The holder is unknown then.
    [[nodiscard]] const QString &trouble() const { return m_trouble; }

private:
    QString m_path, m_trouble;
    int m_file = -1;
};

} // namespace plimsoll::redis
