// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/documents/jsonwriter.h"

#include "models/documents/numbertext.h"
#include "redis/types/printable.h"

#include <QStringEncoder>

#include <cmath>
#include <cstring>
#include <string>
#include <utility>

namespace plimsoll::models {

namespace {

constexpr int indent = 2;
constexpr qsizetype bytesPerUnit = 3; ///< maximum UTF-8 bytes per UTF-16 unit

bool wantsEscape(char c)
{
    return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20;
}

QByteArray escaped(char c)
{
    switch (c) {
    case '\b':
        return QByteArrayLiteral("\\b");
    case '\f':
        return QByteArrayLiteral("\\f");
    case '\n':
        return QByteArrayLiteral("\\n");
    case '\r':
        return QByteArrayLiteral("\\r");
    case '\t':
        return QByteArrayLiteral("\\t");
    default:
        return static_cast<unsigned char>(c) < 0x20 ? "\\u00" + QByteArray(1, c).toHex().toUpper()
                                                    : QByteArray("\\") + c;
    }
}

/// Copies a text of mostly 4 to 16 bytes without a call; returns the end.
char *copyShort(std::string_view text, char *out)
{
    constexpr std::size_t few = 4, some = 8;
    const std::size_t size = text.size();
    if (size >= some && size <= 2 * some) { // twice as much as fits into a register, overlapping
        std::memcpy(out, text.data(), some);
        std::memcpy(out + size - some, text.data() + size - some, some);
    } else if (size >= few && size < some) {
        std::memcpy(out, text.data(), few);
        std::memcpy(out + size - few, text.data() + size - few, few);
    } else {
        std::copy_n(text.data(), size, out);
    }
    return out + size;
}

} // namespace

void JsonWriter::grow(std::ptrdiff_t bytes)
{
    constexpr qsizetype least = 4096;
    const qsizetype written = m_at == nullptr ? 0 : m_at - m_out.constData();
    m_out.resize(std::max({least, 2 * m_out.size(), written + bytes}));
    m_at = m_out.data() + written;
    m_end = m_out.data() + m_out.size();
}

void JsonWriter::breakLine()
{
    reserve(1 + indent * m_depth);
    *m_at++ = '\n';
    m_at = std::fill_n(m_at, indent * m_depth, ' ');
}

/// Writes what stands before a value: comma, line break and name.
void JsonWriter::lead(JsonName name)
{
    const std::string_view text = name.text();
    reserve(1 + std::ssize(text) + 3);
    if (!std::exchange(m_isFirst, false)) {
        *m_at++ = ',';
    }
    if (m_isIndented && m_depth > 0) {
        breakLine();
        reserve(std::ssize(text) + 3);
    }
    if (name.isConstant()) {
        putPlain(text);
        *m_at++ = ':';
    } else if (text.data() != nullptr) {
        quoted(text);
        put(':');
    }
    if (m_isIndented && text.data() != nullptr) {
        put(' ');
    }
}

/// For a text without anything to escape.
void JsonWriter::plain(std::string_view text)
{
    reserve(std::ssize(text) + 2);
    putPlain(text);
}

/// Like plain(), where there is room already.
void JsonWriter::putPlain(std::string_view text)
{
    *m_at = '"';
    m_at = copyShort(text, m_at + 1);
    *m_at++ = '"';
}

/// Writes a text that is ASCII without anything to escape, as most names are; false if this one is not.
bool JsonWriter::asciiQuoted(const QString &text)
{
    reserve(text.size() + 2);
    char *out = m_at;
    *out++ = '"';
    for (const QChar c : text) {
        if (c.unicode() > 0x7F || wantsEscape(static_cast<char>(c.unicode()))) {
            return false;
        }
        *out++ = static_cast<char>(c.unicode());
    }
    *out++ = '"';
    m_at = out;
    return true;
}

void JsonWriter::quoted(std::string_view utf8)
{
    put('"');
    while (!utf8.empty()) {
        const auto *const escape = std::find_if(utf8.begin(), utf8.end(), [](char c) { return wantsEscape(c); });
        const auto clean = static_cast<std::size_t>(escape - utf8.begin());
        put(utf8.substr(0, clean));
        utf8.remove_prefix(clean);
        if (!utf8.empty()) {
            put(escaped(utf8.front()).toStdString());
            utf8.remove_prefix(1);
        }
    }
    put('"');
}

void JsonWriter::begin(JsonName name, char opening)
{
    lead(name);
    put(opening);
    ++m_depth;
    m_isFirst = true;
}

void JsonWriter::end(char closing)
{
    --m_depth;
    if (m_isIndented && !m_isFirst) {
        breakLine();
    }
    put(closing);
    m_isFirst = false;
}

void JsonWriter::beginObject(JsonName name)
{
    begin(name, '{');
}

void JsonWriter::endObject()
{
    end('}');
}

void JsonWriter::beginArray(JsonName name)
{
    begin(name, '[');
}

void JsonWriter::endArray()
{
    end(']');
}

void JsonWriter::text(JsonName name, const QString &value)
{
    lead(name);
    if (asciiQuoted(value)) {
        return;
    }
    if (m_scratch.size() < bytesPerUnit * value.size()) {
        m_scratch.resize(bytesPerUnit * value.size());
    }
    QStringEncoder encoder(QStringEncoder::Utf8, QStringEncoder::Flag::Stateless);
    const char *end = encoder.appendToBuffer(m_scratch.data(), value);
    quoted({m_scratch.constData(), static_cast<std::size_t>(end - m_scratch.constData())});
}

void JsonWriter::text(JsonName name, QLatin1StringView id)
{
    lead(name);
    plain({id.data(), static_cast<std::size_t>(id.size())});
}

void JsonWriter::knownText(JsonName name, const QString &value)
{
    if (value.isEmpty()) {
        number(name, std::nan(""));
    } else {
        text(name, value);
    }
}

void JsonWriter::bytes(JsonName name, QByteArrayView value)
{
    if (isUtf8(value)) {
        lead(name);
        quoted({value.data(), static_cast<std::size_t>(value.size())});
        return;
    }
    beginObject(name);
    text("base64", QLatin1StringView(value.toByteArray().toBase64()));
    endObject();
}

void JsonWriter::number(JsonName name, double value)
{
    lead(name);
    if (std::isfinite(value)) {
        reserve(longestNumber);
        m_at = writeNumber(m_at, value);
    } else {
        put(std::string_view("null"));
    }
}

void JsonWriter::boolean(JsonName name, bool value)
{
    lead(name);
    put(value ? std::string_view("true") : std::string_view("false"));
}

void JsonWriter::integer(JsonName name, std::optional<qint64> value)
{
    lead(name);
    put(value ? std::to_string(*value) : std::string("null"));
}

QByteArray JsonWriter::take()
{
    put('\n');
    m_out.resize(m_at - m_out.constData());
    m_at = m_end = nullptr;
    m_isFirst = true;
    return std::exchange(m_out, {});
}

} // namespace plimsoll::models
