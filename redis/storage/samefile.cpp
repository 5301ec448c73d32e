// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/storage/samefile.h"

#include <QFile>
#include <QFileInfo>

namespace plimsoll::redis {

QString realPlace(const QString &path)
{
    const QFileInfo file(path);
    return file.isSymLink() ? file.symLinkTarget() : path;
}

bool isSamePlace(const QString &a, const QString &b)
{
    return QFileInfo(realPlace(a)).absoluteFilePath() == QFileInfo(realPlace(b)).absoluteFilePath();
}

bool isFree(const QString &path)
{
    return !QFileInfo::exists(path) && !QFileInfo(path).isSymLink();
}

Outcome leadTo(const QString &former, const QString &path)
{
    // The link is relative, so that the folder can be moved. Another thread or process may create it at the same time.
    QFile link(QFileInfo(realPlace(former)).fileName());
    if (isSamePlace(former, path) || link.link(path) || isSamePlace(former, path)) {
        return Done{};
    }
    return Error{ErrorKind::Storage, QStringLiteral("%1: %2").arg(path, link.errorString())};
}

} // namespace plimsoll::redis
