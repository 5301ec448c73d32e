// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/jsonlines.h"

#include "redis/types/printable.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLocale>

#include <algorithm>

namespace plimsoll::views {

namespace {

constexpr qsizetype longestLine = 1000;
constexpr int deepestIndent = 40; // levels; deeper ones stay at this indent
constexpr int hexColumns = 8;
constexpr int openLevels = 2;

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/// Walks the tokens of JSON text without judging them.
class Tokens {
public:
    explicit Tokens(const QByteArray &json) : m_json(json) { }

    /// Empty at the end.
    QByteArrayView next()
    {
        while (m_at < m_json.size() && isSpace(m_json[m_at])) {
            ++m_at;
        }
        m_start = m_at;
        if (m_at >= m_json.size()) {
            return {};
        }
        const char first = m_json[m_at++];
        if (first == '"') {
            endString();
        } else if (QByteArrayView("{}[],:").indexOf(first) < 0) {
            while (m_at < m_json.size() && !isSpace(m_json[m_at])
                   && QByteArrayView("{}[],:\"").indexOf(m_json[m_at]) < 0) {
                ++m_at;
            }
        }
        return QByteArrayView(m_json).sliced(m_start, m_at - m_start);
    }
    [[nodiscard]] qsizetype start() const { return m_start; }
    [[nodiscard]] char peek() const
    {
        qsizetype at = m_at;
        while (at < m_json.size() && isSpace(m_json[at])) {
            ++at;
        }
        return at < m_json.size() ? m_json[at] : '\0';
    }
    /// From just behind an opening bracket to just behind the one that closes it; how many values are between.
    qsizetype skipContainer()
    {
        int depth = 1;
        qsizetype values = peek() == ']' || peek() == '}' ? 0 : 1;
        for (QByteArrayView token = next(); !token.isEmpty(); token = next()) {
            const char c = token.front();
            depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
            if (depth == 0) {
                break;
            }
            values += depth == 1 && c == ',' ? 1 : 0;
        }
        return values;
    }

private:
    void endString()
    {
        while (m_at < m_json.size() && m_json[m_at] != '"') {
            m_at += m_json[m_at] == '\\' ? 2 : 1;
        }
        m_at = std::min(m_at + 1, m_json.size());
    }

    const QByteArray &m_json;
    qsizetype m_at = 0;
    qsizetype m_start = 0;
};

class Printer {
public:
    Printer(const QByteArray &json, const QStringList &redacted, const QSet<qsizetype> &folded)
        : m_tokens(json), m_redacted(redacted), m_folded(folded)
    {
    }

    std::vector<PayloadLine> print()
    {
        for (QByteArrayView token = m_tokens.next(); !token.isEmpty(); token = m_tokens.next()) {
            take(token);
        }
        endLine();
        return std::move(m_lines);
    }

private:
    void take(QByteArrayView token)
    {
        switch (token.front()) {
        case '{':
        case '[':
            open(token.front());
            break;
        case '}':
        case ']':
            m_depth = std::max(0, m_depth - 1);
            endLine();
            append(QString(QLatin1Char(token.front())));
            break;
        case ',':
            append(QStringLiteral(","));
            endLine();
            break;
        case ':':
            append(QStringLiteral(": "));
            hideIfRedacted();
            break;
        default:
            m_lastString = token;
            append(printable(token));
            break;
        }
    }

    void open(char bracket)
    {
        const qsizetype at = m_tokens.start();
        const char closing = bracket == '{' ? '}' : ']';
        if (m_tokens.peek() == closing) {
            m_tokens.next();
            append(QString(QLatin1Char(bracket)) + QLatin1Char(closing));
            return;
        }
        m_line.container = at;
        if (m_folded.contains(at)) {
            m_line.folded = true;
            const auto values = static_cast<int>(m_tokens.skipContainer());
            const QString inside = bracket == '{' ? QCoreApplication::translate("payload", "%1 fields")
                                                  : QCoreApplication::translate("payload", "%1 items");
            append(QLatin1Char(bracket) + QStringLiteral(" … ") + inside.arg(QLocale().toString(values))
                   + QStringLiteral(" … ") + QLatin1Char(closing));
            return;
        }
        append(QString(QLatin1Char(bracket)));
        endLine();
        ++m_depth;
    }

    /// Behind the ':' of a redacted field its whole value is passed over.
    void hideIfRedacted()
    {
        if (m_redacted.isEmpty() || m_lastString.size() < 2) {
            return;
        }
        QByteArrayView name = m_lastString.sliced(1);
        name.chop(name.endsWith('"') ? 1 : 0);
        // The name may be written with escapes: compare what it means.
        const QByteArray written = "[\"" + name.toByteArray() + "\"]";
        const QJsonValue meant = QJsonDocument::fromJson(written).array().at(0);
        if (!m_redacted.contains(meant.isString() ? meant.toString() : QString::fromUtf8(name))) {
            return;
        }
        const char next = m_tokens.peek();
        if (next != '\0') {
            m_tokens.next();
        }
        if (next == '{' || next == '[') {
            m_tokens.skipContainer();
        }
        append(QStringLiteral("\"•••\""));
    }

    void append(const QString &text)
    {
        if (m_line.text.isEmpty()) {
            m_line.text = QString(2 * std::min(m_depth, deepestIndent), QLatin1Char(' '));
        }
        // A long value is broken for the eye; it is copied whole from the payload.
        qsizetype from = 0;
        while (m_line.text.size() + text.size() - from > longestLine) {
            const qsizetype room = std::max<qsizetype>(1, longestLine - m_line.text.size());
            m_line.text += QStringView(text).mid(from, room);
            from += room;
            endLine();
        }
        m_line.text += QStringView(text).mid(from);
    }

    void endLine()
    {
        if (!m_line.text.isEmpty()) {
            m_lines.push_back(std::move(m_line));
        }
        m_line = {};
    }

    Tokens m_tokens;
    const QStringList &m_redacted;
    const QSet<qsizetype> &m_folded;
    std::vector<PayloadLine> m_lines;
    PayloadLine m_line;
    QByteArrayView m_lastString;
    int m_depth = 0;
};

} // namespace

std::vector<PayloadLine> jsonLines(const QByteArray &json, const QStringList &redacted, const QSet<qsizetype> &folded)
{
    return Printer(json, redacted, folded).print();
}

QSet<qsizetype> foldedAtFirst(const QByteArray &json)
{
    QSet<qsizetype> folded;
    Tokens tokens(json);
    int depth = 0;
    for (QByteArrayView token = tokens.next(); !token.isEmpty(); token = tokens.next()) {
        const char c = token.front();
        if (c == '{' || c == '[') {
            const bool empty = tokens.peek() == '}' || tokens.peek() == ']';
            if (depth >= openLevels && !empty) {
                folded.insert(tokens.start());
            }
            ++depth;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return folded;
}

bool looksLikeJson(const QByteArray &bytes, bool cut)
{
    const QByteArray start = bytes.left(64).trimmed();
    if (!start.startsWith('{') && !start.startsWith('[')) {
        return false;
    }
    if (cut) {
        return true;
    }
    QJsonParseError error{};
    QJsonDocument::fromJson(bytes, &error);
    return error.error == QJsonParseError::NoError;
}

std::vector<PayloadLine> hexLines(const QByteArray &bytes)
{
    std::vector<PayloadLine> lines;
    lines.reserve(static_cast<std::size_t>(bytes.size() / hexColumns + 1));
    for (qsizetype at = 0; at < bytes.size(); at += hexColumns) {
        const QByteArray row = bytes.mid(at, hexColumns);
        QString characters;
        for (const char c : row) {
            characters += c >= ' ' && c <= '~' ? QLatin1Char(c) : QLatin1Char('.');
        }
        const QString hex = QString::fromLatin1(row.toHex(' ')).leftJustified(3 * hexColumns - 1);
        lines.push_back({QStringLiteral("%1  %2  %3").arg(at, 6, 16, QLatin1Char('0')).arg(hex, characters)});
    }
    return lines;
}

std::vector<PayloadLine> textLines(const QString &text)
{
    std::vector<PayloadLine> lines;
    for (const QStringView line : QStringView(text).split(QLatin1Char('\n'))) {
        qsizetype from = 0;
        do {
            lines.push_back({line.mid(from, longestLine).toString()});
            from += longestLine;
        } while (from < line.size());
    }
    return lines;
}

} // namespace plimsoll::views
