// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QtGlobal>

namespace plimsoll::redis {

/// A lock between processes that the kernel lets go when its holder dies, however it dies (flock(2)). QLockFile keeps
/// the holder's process id in the file instead: killed between making the file and writing it, it leaves a lock that
/// nobody may ever break. Released and its file removed on destruction.
class ProcessLock final {
public:
    explicit ProcessLock(QString path);
    ~ProcessLock();
    Q_DISABLE_COPY_MOVE(ProcessLock)

    /// False at once when another process, or another lock of this one, holds it, and when its file cannot be opened.
    [[nodiscard]] bool tryLock();
    /// Whether it still keeps others out: somebody may have removed its file, or put another in its place.
    [[nodiscard]] bool isHeld() const;
    /// Why its file could not be opened: who holds it, or whether anybody does, is not known then. Else empty.
    [[nodiscard]] const QString &trouble() const { return m_trouble; }

private:
    QString m_path, m_trouble;
    int m_file = -1;
};

} // namespace plimsoll::redis
