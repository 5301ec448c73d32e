// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QString>

namespace plimsoll::demo {

/// Temporary folder of one demonstration. Only this user can read it, and it is locked while the process lives (the
/// kernel releases the lock however the process ends). The destructor removes it with its contents.
class DemoFolder final {
public:
    DemoFolder() = default;
    ~DemoFolder();
    Q_DISABLE_COPY_MOVE(DemoFolder)

    /// Creates the folder in `parent` (default: the system's temporary folder).
    Outcome create(const QString &parent = defaultParent());
    void remove();

    [[nodiscard]] const QString &path() const { return m_path; }
    [[nodiscard]] QString socketPath() const;
    [[nodiscard]] QString pidFile() const;

    /// Removes the folders of demonstrations whose process has ended, and kills any redis-server that still runs in
    /// one. Returns the number of folders removed.
    static int sweep(const QString &parent = defaultParent());
    static QString defaultParent();

private:
    QString m_path;
    int m_lock = -1;
};

} // namespace plimsoll::demo
