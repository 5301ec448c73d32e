// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/serveranswers.h"

#include "redis/types/printable.h"

#include <QCoreApplication>

namespace plimsoll::redis {

std::optional<std::chrono::milliseconds> timeIn(const Reply &reply)
{
    if (reply.elements.size() != 2) {
        return std::nullopt;
    }
    const std::optional<qint64> seconds = reply.elements[0].toInteger();
    const std::optional<qint64> micros = reply.elements[1].toInteger();
    if (!seconds || !micros) {
        return std::nullopt;
    }
    return std::chrono::milliseconds(*seconds * 1000 + *micros / 1000);
}

const Reply *valueIn(const Reply &map, QByteArrayView name)
{
    for (std::size_t i = 0; i + 1 < map.elements.size(); i += 2) {
        if (map.elements[i].bytes == name) {
            return &map.elements[i + 1];
        }
    }
    return nullptr;
}

QByteArray textIn(const Reply &map, QByteArrayView name)
{
    const Reply *const value = valueIn(map, name);
    return value == nullptr ? QByteArray() : value->bytes;
}

void forEachInfoField(QByteArrayView info, const std::function<void(QByteArrayView, QByteArrayView)> &take)
{
    for (qsizetype start = 0; start < info.size();) {
        const qsizetype newline = info.indexOf('\n', start);
        const qsizetype end = newline < 0 ? info.size() : newline;
        const QByteArrayView line = info.sliced(start, end - start).trimmed();
        start = end + 1;
        if (const qsizetype colon = line.indexOf(':'); colon > 0) {
            take(line.first(colon), line.sliced(colon + 1));
        }
    }
}

QByteArray infoField(QByteArrayView info, QByteArrayView name)
{
    QByteArray found;
    forEachInfoField(info, [&](QByteArrayView field, QByteArrayView value) {
        if (field == name) {
            found = value.toByteArray();
        }
    });
    return found;
}

/// The names of the masters are in lines like "master0:name=mymaster,status=ok,…".
Error sentinelError(QByteArrayView info, const QString &address)
{
    constexpr qsizetype mostMasters = 8;
    constexpr qsizetype longestName = 60;
    QStringList urls;
    forEachInfoField(info, [&](QByteArrayView field, QByteArrayView value) {
        if (field.startsWith("master") && value.startsWith("name=") && urls.size() < mostMasters) {
            const qsizetype end = value.indexOf(',');
            const QByteArrayView name = value.first(end < 0 ? value.size() : end).sliced(qstrlen("name="));
            urls += QStringLiteral("redis+sentinel://%1/%2").arg(address, printable(name, longestName));
        }
    });
    if (urls.isEmpty()) {
        urls += QStringLiteral("redis+sentinel://%1/MASTER").arg(address);
    }
    return {ErrorKind::Invalid,
            QCoreApplication::translate(
                "Wire", "%1 is a Redis Sentinel, which has no keys; the server that it watches is reached by %2")
                .arg(address, urls.join(QLatin1StringView(", ")))};
}

} // namespace plimsoll::redis
