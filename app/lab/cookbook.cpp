// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/cookbook.h"

#include <QCryptographicHash>
#include <QFile>

namespace plimsoll::lab {

namespace {

QByteArray textOf(QByteArrayView path)
{
    QFile file(QLatin1String(":/plimsoll/lua/") + QString::fromLatin1(path) + QLatin1String(".lua"));
    const bool open = file.open(QIODevice::ReadOnly);
    Q_ASSERT(open);
    Q_UNUSED(open)
    return file.readAll();
}

Script scriptOf(const QByteArray &name, QByteArray text)
{
    const QByteArray sha = QCryptographicHash::hash(text, QCryptographicHash::Sha1).toHex();
    return {name, std::move(text), sha};
}

} // namespace

Script script(QByteArrayView path)
{
    return scriptOf(path.toByteArray(), textOf(path));
}

Script cookbook(QByteArrayView name, bool guarded, const Patch &patch)
{
    QByteArray text = textOf("cookbook/" + name.toByteArray());
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
    return scriptOf(name.toByteArray(), std::move(text));
}

} // namespace plimsoll::lab
