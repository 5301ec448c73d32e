// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/jsonwriter.h"

#include "models/numbertext.h"
#include "redis/types/printable.h"

#include <QStringEncoder>

#include <cmath>
#include <utility>

namespace plimsoll::models {

namespace {

constexpr unsigned indent = 2;
constexpr qsizetype bytesPerUnit = 3; ///< maximum UTF-8 bytes per UTF-16 unit

rapidjson::SizeType sizeOf(std::string_view text)
{
    return static_cast<rapidjson::SizeType>(text.size());
}

} // namespace

JsonWriter::JsonWriter(Layout layout)
{
    if (layout == Layout::Indented) {
        m_writer.emplace<rapidjson::PrettyWriter<Buffer>>(m_out).SetIndent(' ', indent);
    } else {
        m_writer.emplace<rapidjson::Writer<Buffer>>(m_out);
    }
}

void JsonWriter::lead(std::string_view name)
{
    if (name.data() != nullptr) {
        write([name](auto &writer) { writer.Key(name.data(), sizeOf(name)); });
    }
}

void JsonWriter::beginObject(std::string_view name)
{
    lead(name);
    write([](auto &writer) { writer.StartObject(); });
}

void JsonWriter::endObject()
{
    write([](auto &writer) { writer.EndObject(); });
}

void JsonWriter::beginArray(std::string_view name)
{
    lead(name);
    write([](auto &writer) { writer.StartArray(); });
}

void JsonWriter::endArray()
{
    write([](auto &writer) { writer.EndArray(); });
}

void JsonWriter::utf8(std::string_view value)
{
    write([value](auto &writer) { writer.String(value.data() == nullptr ? "" : value.data(), sizeOf(value)); });
}

void JsonWriter::text(std::string_view name, const QString &value)
{
    lead(name);
    if (m_scratch.size() < bytesPerUnit * value.size()) {
        m_scratch.resize(bytesPerUnit * value.size());
    }
    QStringEncoder encoder(QStringEncoder::Utf8, QStringEncoder::Flag::Stateless);
    const char *end = encoder.appendToBuffer(m_scratch.data(), value);
    utf8({m_scratch.constData(), static_cast<std::size_t>(end - m_scratch.constData())});
}

void JsonWriter::text(std::string_view name, QLatin1StringView ascii)
{
    lead(name);
    utf8(jsonName(ascii));
}

void JsonWriter::knownText(std::string_view name, const QString &value)
{
    if (value.isEmpty()) {
        number(name, std::nan(""));
    } else {
        text(name, value);
    }
}

void JsonWriter::bytes(std::string_view name, QByteArrayView value)
{
    if (isUtf8(value)) {
        lead(name);
        utf8({value.data(), static_cast<std::size_t>(value.size())});
        return;
    }
    beginObject(name);
    text("base64", QLatin1StringView(value.toByteArray().toBase64()));
    endObject();
}

void JsonWriter::number(std::string_view name, double value)
{
    lead(name);
    if (!std::isfinite(value)) {
        write([](auto &writer) { writer.Null(); });
        return;
    }
    const NumberText text(value);
    write([&text](auto &writer) { writer.RawValue(text.view().data(), text.view().size(), rapidjson::kNumberType); });
}

void JsonWriter::boolean(std::string_view name, bool value)
{
    lead(name);
    write([value](auto &writer) { writer.Bool(value); });
}

void JsonWriter::integer(std::string_view name, std::optional<qint64> value)
{
    lead(name);
    write([value](auto &writer) { value ? writer.Int64(*value) : writer.Null(); });
}

QByteArray JsonWriter::take()
{
    m_out.Put('\n');
    QByteArray document(m_out.GetString(), static_cast<qsizetype>(m_out.GetSize()));
    m_out.Clear();
    write([this](auto &writer) { writer.Reset(m_out); });
    return document;
}

} // namespace plimsoll::models
