// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QString>

namespace plimsoll::demo {

/// The temporary folder of one demonstration, for this user alone, locked as long as the process lives (the kernel
/// unlocks it however the process ends). Removed with everything in it by the destructor.
class DemoFolder final {
public:
    DemoFolder() = default;
    ~DemoFolder();
    Q_DISABLE_COPY_MOVE(DemoFolder)

    /// Makes it under `parent` (default: the system's temporary folder).
    Outcome create(const QString &parent = defaultParent());
    void remove();

    [[nodiscard]] const QString &path() const { return m_path; }
    [[nodiscard]] QString socketPath() const;
    [[nodiscard]] QString pidFile() const;

    /// Removes the folders of demonstrations whose process is gone, and ends a redis-server that still works in one.
    /// How many there were.
    static int sweep(const QString &parent = defaultParent());
    static QString defaultParent();

private:
    QString m_path;
    int m_lock = -1;
};

} // namespace plimsoll::demo
