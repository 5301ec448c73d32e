// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <optional>
#include <utility>

namespace plimsoll::app {

/// Writes a JSON document whose members stay in the order they are written (QJsonObject sorts them). On one line, or
/// indented for people. Members have a name; elements of an array are written with an empty one.
class JsonWriter {
public:
    enum class Layout { Line, Indented };

    explicit JsonWriter(Layout layout) : m_indented(layout == Layout::Indented) { }

    void beginObject(const QString &name = {});
    void endObject() { end('}'); }
    void beginArray(const QString &name = {});
    void endArray() { end(']'); }

    void text(const QString &name, const QString &value);
    /// null when the text is empty: "not known".
    void knownText(const QString &name, const QString &value);
    /// A string where the bytes are UTF-8, else {"base64": "…"}.
    void bytes(const QString &name, QByteArrayView value);
    /// Integers as such; what is not finite is null.
    void number(const QString &name, double value);
    void integer(const QString &name, std::optional<qint64> value);
    void boolean(const QString &name, bool value);

    /// The document, with a line end.
    [[nodiscard]] QByteArray take()
    {
        m_out += '\n';
        return std::exchange(m_out, {});
    }

private:
    void lead(const QString &name);
    void begin(const QString &name, char bracket);
    void end(char bracket);
    void newLine();

    QByteArray m_out;
    int m_depth = 0;
    bool m_first = true;
    bool m_indented;
};

} // namespace plimsoll::app
