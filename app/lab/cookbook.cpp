// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/cookbook.h"

#include <QCryptographicHash>
#include <QFile>

namespace plimsoll::lab {

namespace {

Script made(QByteArrayView name, QByteArray text)
{
    const QByteArray sha = QCryptographicHash::hash(text, QCryptographicHash::Sha1).toHex();
    return {name.toByteArray(), std::move(text), sha};
}

} // namespace

Script switchedCookbook(QByteArrayView name)
{
    QByteArray text = cookbook(name).text;
    if (name == "ratelimit_allow") {
        text.replace("ARGV[3])", "now)"); // the time as the member, which two of the same millisecond share
    }
    return made(name, std::move(text));
}

Script cookbook(QByteArrayView name, bool guarded)
{
    QFile file(QLatin1String(":/plimsoll/lua/cookbook/") + QString::fromLatin1(name) + QLatin1String(".lua"));
    const bool open = file.open(QIODevice::ReadOnly);
    Q_ASSERT(open);
    Q_UNUSED(open)
    QByteArray text = file.readAll();
    if (!guarded) {
        QByteArrayList lines = text.split('\n');
        lines.removeIf([](const QByteArray &line) { return line.endsWith("-- guard"); });
        text = lines.join('\n');
    }
    return made(name, std::move(text));
}

} // namespace plimsoll::lab
