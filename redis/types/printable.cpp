// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/printable.h"

#include <QByteArray>
#include <QJsonObject>
#include <QUtf8StringView>

namespace plimsoll {

namespace {

/// Returns the length of the well-formed UTF-8 sequence at the front (RFC 3629: no overlong forms, no surrogates), or
/// 0.
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

/// Returns whether a character is invisible or reorders its neighbours: controls, bidirectional marks, joiners, tags,
/// line separators, blank letters.
bool isInvisible(char32_t c)
{
    switch (QChar::category(c)) {
    case QChar::Other_Control:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    case QChar::Other_Format: // except signs above or below Arabic numbers
        return !((c >= 0x600 && c <= 0x605) || c == 0x6DD || c == 0x8E2 || c == 0x110BD || c == 0x110CD);
    default:
        return c == 0x34F || c == 0x115F || c == 0x1160 || c == 0x17B4 || c == 0x17B5 || c == 0x3164 || c == 0xFFA0;
    }
}

/// `sequence` is one character of two or more bytes.
char32_t characterOf(QByteArrayView sequence)
{
    auto c = static_cast<char32_t>(static_cast<unsigned char>(sequence[0]) & (0xFF >> (sequence.size() + 1)));
    for (const char byte : sequence.sliced(1)) {
        c = (c << 6) | (static_cast<unsigned char>(byte) & 0x3F);
    }
    return c;
}

void appendEscaped(QString &out, unsigned char byte)
{
    static constexpr char hex[] = "0123456789abcdef";
    out += QLatin1String("\\x");
    out += QLatin1Char(hex[byte >> 4]);
    out += QLatin1Char(hex[byte & 0x0F]);
}

/// Escapes like JSON.
void appendEscaped(QString &out, char32_t c)
{
    for (const char16_t unit : QChar::fromUcs4(c)) {
        out += QLatin1String("\\u") + QString::number(unit, 16).rightJustified(4, QLatin1Char('0'));
    }
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
            const char32_t c = characterOf(rest.first(length));
            if (isInvisible(c)) {
                appendEscaped(out, c);
            } else {
                out += QStringView(QChar::fromUcs4(c));
            }
            pos += length;
        }
    }
    return out;
}

bool isPrintable(QByteArrayView bytes)
{
    const auto *const first =
        std::find_if(bytes.begin(), bytes.end(), [](char c) { return c < ' ' || c > '~'; }); // not plain ASCII
    bytes = bytes.sliced(first - bytes.begin());
    while (!bytes.isEmpty()) {
        const qsizetype length = sequenceLength(bytes);
        if (length == 0 || isControl(static_cast<unsigned char>(bytes.front()))
            || (length > 1 && isInvisible(characterOf(bytes.first(length))))) {
            return false;
        }
        bytes = bytes.sliced(length);
    }
    return true;
}

bool isUtf8(QByteArrayView bytes)
{
    return QUtf8StringView(bytes.data(), bytes.size()).isValidUtf8();
}

QJsonValue jsonBytes(QByteArrayView bytes)
{
    if (isUtf8(bytes)) {
        return QString::fromUtf8(bytes);
    }
    return QJsonObject{{QStringLiteral("base64"), QString::fromLatin1(bytes.toByteArray().toBase64())}};
}

} // namespace plimsoll
