// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/printable.h"

#include <QByteArray>
#include <QJsonObject>
#include <QStringDecoder>

namespace plimsoll {

namespace {

/// Length of the well-formed UTF-8 sequence at the front (RFC 3629: no overlong forms, no surrogates), 0 if none.
qsizetype sequenceLength(QByteArrayView bytes)
{
    const auto at = [&](qsizetype i) { return static_cast<unsigned char>(bytes[i]); };
    const unsigned char first = at(0);
    if (first < 0x80) {
        return 1;
    }
    qsizetype length = 0;
    unsigned char low = 0x80;
    unsigned char high = 0xBF;
    if (first >= 0xC2 && first <= 0xDF) {
        length = 2;
    } else if (first >= 0xE0 && first <= 0xEF) {
        length = 3;
        low = first == 0xE0 ? 0xA0 : low;
        high = first == 0xED ? 0x9F : high;
    } else if (first >= 0xF0 && first <= 0xF4) {
        length = 4;
        low = first == 0xF0 ? 0x90 : low;
        high = first == 0xF4 ? 0x8F : high;
    }
    if (length == 0 || bytes.size() < length || at(1) < low || at(1) > high) {
        return 0;
    }
    for (qsizetype i = 2; i < length; ++i) {
        if ((at(i) & 0xC0) != 0x80) {
            return 0;
        }
    }
    return length;
}

bool isControl(unsigned char byte)
{
    return byte < 0x20 || byte == 0x7F;
}

void appendEscaped(QString &out, unsigned char byte)
{
    static constexpr char hex[] = "0123456789abcdef";
    out += QLatin1String("\\x");
    out += QLatin1Char(hex[byte >> 4]);
    out += QLatin1Char(hex[byte & 0x0F]);
}

} // namespace

QString printable(QByteArrayView bytes, qsizetype maxChars)
{
    if ((maxChars <= 0 || bytes.size() <= maxChars) && isPrintable(bytes)) {
        return QString::fromUtf8(bytes);
    }
    QString out;
    out.reserve(maxChars > 0 ? qMin(bytes.size(), maxChars + 8) : bytes.size());
    qsizetype pos = 0;
    while (pos < bytes.size()) {
        if (maxChars > 0 && out.size() >= maxChars) {
            out.truncate(maxChars);
            return out + QChar(0x2026);
        }
        const QByteArrayView rest = bytes.sliced(pos);
        const auto first = static_cast<unsigned char>(rest[0]);
        const qsizetype length = sequenceLength(rest);
        if (length == 0 || isControl(first)) {
            appendEscaped(out, first);
            ++pos;
        } else if (length == 1) {
            out += QLatin1Char(rest[0]);
            ++pos;
        } else {
            out += QString::fromUtf8(rest.first(length));
            pos += length;
        }
    }
    return out;
}

bool isPrintable(QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const qsizetype length = sequenceLength(bytes);
        if (length == 0 || isControl(static_cast<unsigned char>(bytes.front()))) {
            return false;
        }
        bytes = bytes.sliced(length);
    }
    return true;
}

bool isUtf8(QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        const qsizetype length = sequenceLength(bytes);
        if (length == 0) {
            return false;
        }
        bytes = bytes.sliced(length);
    }
    return true;
}

QJsonValue jsonBytes(QByteArrayView bytes)
{
    if (isUtf8(bytes)) {
        return QString::fromUtf8(bytes);
    }
    return QJsonObject{{QStringLiteral("base64"), QString::fromLatin1(bytes.toByteArray().toBase64())}};
}

} // namespace plimsoll
