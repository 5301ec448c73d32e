// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <rapidjson/prettywriter.h>

#include <optional>
#include <string_view>
#include <variant>

namespace plimsoll::models {

/// Writes a JSON document and keeps the order of members (QJsonObject sorts them), on one line or indented. Members
/// have a UTF-8 name; array elements have an empty one.
class JsonWriter {
public:
    enum class Layout { Line, Indented };

    explicit JsonWriter(Layout layout);
    Q_DISABLE_COPY_MOVE(JsonWriter)
    ~JsonWriter() = default;

    void beginObject(std::string_view name = {});
    void endObject();
    void beginArray(std::string_view name = {});
    void endArray();

    void text(std::string_view name, const QString &value);
    void text(std::string_view name, QLatin1StringView ascii);
    /// Writes null if the text is empty: "unknown".
    void knownText(std::string_view name, const QString &value);
    /// Writes a string if the bytes are UTF-8, else {"base64": "…"}.
    void bytes(std::string_view name, QByteArrayView value);
    /// Writes integers without a fraction and non-finite numbers as null.
    void number(std::string_view name, double value);
    void integer(std::string_view name, std::optional<qint64> value);
    void boolean(std::string_view name, bool value);

    /// The document, with a line end.
    [[nodiscard]] QByteArray take();

private:
    using Buffer = rapidjson::StringBuffer;

    void lead(std::string_view name);
    void utf8(std::string_view value);
    template <typename Write> void write(Write write) { std::visit(write, m_writer); }

    Buffer m_out;
    std::variant<rapidjson::Writer<Buffer>, rapidjson::PrettyWriter<Buffer>> m_writer;
    QByteArray m_scratch; ///< UTF-8 buffer, a member to reuse its memory
};

/// A name from a table ("oldestReadyMs").
inline std::string_view jsonName(QLatin1StringView name)
{
    return {name.data(), static_cast<std::size_t>(name.size())};
}

} // namespace plimsoll::models
