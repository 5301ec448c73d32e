// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

namespace plimsoll::models {

/// Name of a member in UTF-8; array elements have none. Constants of the program are written as they are, other names
/// escaped.
class JsonName {
public:
    constexpr JsonName() = default;
    template <std::size_t Size>
    constexpr JsonName(const char (&constant)[Size]) : m_text(constant, Size - 1), m_isConstant(true)
    {
    }
    /// Id of a table.
    constexpr JsonName(QLatin1StringView id)
        : m_text(id.data(), static_cast<std::size_t>(id.size())), m_isConstant(true)
    {
    }
    constexpr JsonName(std::string_view text) : m_text(text) { }

    [[nodiscard]] constexpr std::string_view text() const { return m_text; }
    [[nodiscard]] constexpr bool isConstant() const { return m_isConstant; }

private:
    std::string_view m_text;
    bool m_isConstant = false;
};

/// Writes a JSON document (RFC 8259) and keeps the order of members (QJsonObject sorts them), on one line or indented.
/// Not a library's: RapidJSON looks at each byte of each name, which took half the time of 10,000 collections.
class JsonWriter {
public:
    enum class Layout { Line, Indented };

    /// `expected`: size of the document in bytes, about, so that a large one is not copied as it grows.
    explicit JsonWriter(Layout layout, qsizetype expected = 0) : m_isIndented(layout == Layout::Indented)
    {
        if (expected > 0) {
            grow(expected);
        }
    }
    Q_DISABLE_COPY_MOVE(JsonWriter)
    ~JsonWriter() = default;

    void beginObject(JsonName name = {});
    void endObject();
    void beginArray(JsonName name = {});
    void endArray();

    void text(JsonName name, const QString &value);
    /// For an id of a table, or other text that needs no escape.
    void text(JsonName name, QLatin1StringView id);
    /// Writes null if the text is empty: "unknown".
    void knownText(JsonName name, const QString &value);
    /// Writes a string if the bytes are UTF-8, else {"base64": "…"}.
    void bytes(JsonName name, QByteArrayView value);
    /// Writes integers without a fraction and non-finite numbers as null.
    void number(JsonName name, double value);
    void integer(JsonName name, std::optional<qint64> value);
    void boolean(JsonName name, bool value);

    /// The document, with a line end.
    [[nodiscard]] QByteArray take();

private:
    void begin(JsonName name, char opening);
    void end(char closing);
    void lead(JsonName name);
    void breakLine();
    bool asciiQuoted(const QString &text);
    void quoted(std::string_view utf8);
    void plain(std::string_view text);
    void putPlain(std::string_view text);
    void put(char byte)
    {
        reserve(1);
        *m_at++ = byte;
    }
    void put(std::string_view bytes)
    {
        reserve(std::ssize(bytes));
        m_at = std::copy_n(bytes.data(), bytes.size(), m_at);
    }
    /// Makes room for `bytes` bytes at m_at.
    void reserve(std::ptrdiff_t bytes)
    {
        if (m_end - m_at < bytes) {
            grow(bytes);
        }
    }
    void grow(std::ptrdiff_t bytes);

    QByteArray m_out; ///< written up to m_at
    char *m_at = nullptr;
    char *m_end = nullptr; ///< end of m_out
    bool m_isIndented;
    int m_depth = 0; ///< open objects and arrays
    bool m_isFirst = true; ///< nothing is written yet in the innermost one
    QByteArray m_scratch; ///< UTF-8 buffer, a member to reuse its memory
};

} // namespace plimsoll::models
