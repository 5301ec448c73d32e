// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QtGlobal>

namespace plimsoll::redis {

/// Identity and modification state of a file: writing to a file always changes its time or size.
struct FileStamp {
    quint64 device = 0, file = 0; ///< 0 if there is no file
    qint64 size = 0;
    qint64 seconds = 0, nanoseconds = 0; ///< time of the last modification

    static FileStamp of(const QString &path);
    [[nodiscard]] bool exists() const { return file != 0; }
    [[nodiscard]] bool isSameFile(const FileStamp &other) const { return device == other.device && file == other.file; }
    friend bool operator==(const FileStamp &, const FileStamp &) = default;
};

} // namespace plimsoll::redis
