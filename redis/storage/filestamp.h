// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QtGlobal>

namespace plimsoll::redis {

/// Which file is at a place, and as of when: nobody writes to a file without another time or size of it.
struct FileStamp {
    quint64 device = 0, file = 0; ///< 0: there is none
    qint64 size = 0;
    qint64 seconds = 0, nanoseconds = 0; ///< when it was written to last

    static FileStamp of(const QString &path);
    [[nodiscard]] bool exists() const { return file != 0; }
    [[nodiscard]] bool isSameFile(const FileStamp &other) const { return device == other.device && file == other.file; }
    friend bool operator==(const FileStamp &, const FileStamp &) = default;
};

} // namespace plimsoll::redis
