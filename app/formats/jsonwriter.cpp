// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/jsonwriter.h"

#include "redis/types/printable.h"

#include <QLocale>

#include <cmath>

namespace plimsoll::app {

namespace {

/// Beyond it doubles no longer hold every integer.
constexpr double largestInteger = 9007199254740992.0;

QByteArray quoted(const QString &text)
{
    QByteArray out("\"");
    for (const char c : text.toUtf8()) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (byte < 0x20) {
            out += "\\u00" + QByteArray::number(byte, 16).rightJustified(2, '0');
        } else {
            out += c;
        }
    }
    return out + '"';
}

} // namespace

void JsonWriter::newLine()
{
    if (m_indented) {
        m_out += '\n' + QByteArray(qsizetype{2} * m_depth, ' ');
    }
}

void JsonWriter::lead(const QString &name)
{
    if (!m_first) {
        m_out += ',';
    }
    if (m_depth > 0) {
        newLine();
    }
    m_first = false;
    if (!name.isNull()) {
        m_out += quoted(name) + (m_indented ? ": " : ":");
    }
}

void JsonWriter::begin(const QString &name, char bracket)
{
    lead(name);
    m_out += bracket;
    ++m_depth;
    m_first = true;
}

void JsonWriter::end(char bracket)
{
    --m_depth;
    if (!m_first) {
        newLine();
    }
    m_out += bracket;
    m_first = false;
}

void JsonWriter::beginObject(const QString &name)
{
    begin(name, '{');
}

void JsonWriter::beginArray(const QString &name)
{
    begin(name, '[');
}

void JsonWriter::text(const QString &name, const QString &value)
{
    lead(name);
    m_out += quoted(value);
}

void JsonWriter::knownText(const QString &name, const QString &value)
{
    if (value.isEmpty()) {
        number(name, std::nan(""));
    } else {
        text(name, value);
    }
}

void JsonWriter::bytes(const QString &name, QByteArrayView value)
{
    if (isUtf8(value)) {
        text(name, QString::fromUtf8(value));
        return;
    }
    beginObject(name);
    text(QStringLiteral("base64"), QString::fromLatin1(value.toByteArray().toBase64()));
    endObject();
}

void JsonWriter::number(const QString &name, double value)
{
    lead(name);
    if (!std::isfinite(value)) {
        m_out += "null";
    } else if (value == std::trunc(value) && std::abs(value) <= largestInteger) {
        m_out += QByteArray::number(static_cast<qint64>(value));
    } else {
        m_out += QByteArray::number(value, 'g', QLocale::FloatingPointShortest);
    }
}

void JsonWriter::boolean(const QString &name, bool value)
{
    lead(name);
    m_out += value ? "true" : "false";
}

void JsonWriter::integer(const QString &name, std::optional<qint64> value)
{
    lead(name);
    m_out += value ? QByteArray::number(*value) : QByteArray("null");
}

} // namespace plimsoll::app
