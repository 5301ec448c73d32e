// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/cookbook.h"

#include <QCryptographicHash>
#include <QFile>

namespace plimsoll::lab {

Script cookbook(QByteArrayView name, bool guarded, const Patch &patch)
{
    QFile file(QLatin1String(":/plimsoll/lua/cookbook/") + QString::fromLatin1(name) + QLatin1String(".lua"));
    const bool open = file.open(QIODevice::ReadOnly);
    Q_ASSERT(open);
    Q_UNUSED(open)
    QByteArray text = file.readAll();
    if (!patch.before.isEmpty()) {
        if (text.count(patch.before) != 1) {
            qFatal("%s: patch", name.toByteArray().constData());
        }
        text.replace(patch.before, patch.after);
    }
    if (!guarded) {
        QByteArrayList lines = text.split('\n');
        lines.removeIf([](const QByteArray &line) { return line.endsWith("-- guard"); });
        text = lines.join('\n');
    }
    const QByteArray sha = QCryptographicHash::hash(text, QCryptographicHash::Sha1).toHex();
    return {name.toByteArray(), std::move(text), sha};
}

} // namespace plimsoll::lab
