// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/storage/filestamp.h"

#include <QFile>

#include <sys/stat.h>

namespace plimsoll::redis {

FileStamp FileStamp::of(const QString &path)
{
    struct stat there { };
    if (::stat(QFile::encodeName(path).constData(), &there) != 0) {
        return {};
    }
    return {there.st_dev, there.st_ino, there.st_size, there.st_mtim.tv_sec, there.st_mtim.tv_nsec};
}

} // namespace plimsoll::redis
