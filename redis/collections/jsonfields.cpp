// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/jsonfields.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <optional>

namespace plimsoll::redis {

namespace {

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool endsToken(char c)
{
    return isSpace(c) || c == ',' || c == '}' || c == ']';
}

/// A cursor over the text; every step is nullopt or false where the text ends or breaks.
class Scanner {
public:
    explicit Scanner(QByteArrayView text) : m_text(text) { }

    bool take(char wanted)
    {
        skipSpace();
        if (m_pos >= m_text.size() || m_text[m_pos] != wanted) {
            return false;
        }
        ++m_pos;
        return true;
    }

    [[nodiscard]] char peek()
    {
        skipSpace();
        return m_pos < m_text.size() ? m_text[m_pos] : '\0';
    }

    /// The string at the cursor without its quotes, still escaped.
    std::optional<QByteArrayView> rawString()
    {
        if (!take('"')) {
            return std::nullopt;
        }
        const qsizetype start = m_pos;
        while (m_pos < m_text.size() && m_text[m_pos] != '"') {
            m_pos += m_text[m_pos] == '\\' ? 2 : 1;
        }
        if (m_pos >= m_text.size()) {
            return std::nullopt;
        }
        return m_text.sliced(start, m_pos++ - start);
    }

    /// A number, true, false or null; cut-off ones are not taken, they could be part of a longer one.
    std::optional<QByteArrayView> token()
    {
        skipSpace();
        const qsizetype start = m_pos;
        while (m_pos < m_text.size() && !endsToken(m_text[m_pos])) {
            ++m_pos;
        }
        if (m_pos >= m_text.size() || m_pos == start) {
            return std::nullopt;
        }
        return m_text.sliced(start, m_pos - start);
    }

    /// Steps over an object or array, counting depth without recursion: the text is foreign.
    bool skipNested()
    {
        qsizetype depth = 0;
        do {
            const char c = peek();
            if (c == '\0') {
                return false;
            }
            if (c == '"') {
                if (!rawString()) {
                    return false;
                }
                continue;
            }
            depth += (c == '{' || c == '[') ? 1 : 0;
            depth -= (c == '}' || c == ']') ? 1 : 0;
            ++m_pos;
        } while (depth > 0);
        return true;
    }

private:
    void skipSpace()
    {
        while (m_pos < m_text.size() && isSpace(m_text[m_pos])) {
            ++m_pos;
        }
    }

    QByteArrayView m_text;
    qsizetype m_pos = 0;
};

QByteArray unescaped(QByteArrayView raw)
{
    if (!raw.contains('\\')) {
        return raw.toByteArray();
    }
    const QJsonDocument document = QJsonDocument::fromJson("[\"" + raw.toByteArray() + "\"]");
    return document.isArray() ? document.array().first().toString().toUtf8() : raw.toByteArray();
}

} // namespace

bool visitJsonFields(QByteArrayView json,
                     const std::function<bool(const QByteArray &name, const QByteArray &value)> &visit)
{
    Scanner scan(json);
    if (!scan.take('{')) {
        return false;
    }
    if (scan.take('}')) {
        return true;
    }
    do {
        const auto name = scan.rawString();
        if (!name || !scan.take(':')) {
            return false;
        }
        const char first = scan.peek();
        if (first == '{' || first == '[') {
            if (!scan.skipNested()) {
                return false;
            }
            continue;
        }
        const auto value = first == '"' ? scan.rawString() : scan.token();
        if (!value) {
            return false;
        }
        if (first != '"' && *value == "null") {
            continue;
        }
        if (!visit(unescaped(*name), first == '"' ? unescaped(*value) : value->toByteArray())) {
            return true;
        }
    } while (scan.take(','));
    return scan.take('}');
}

} // namespace plimsoll::redis
