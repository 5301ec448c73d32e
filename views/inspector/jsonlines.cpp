// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/jsonlines.h"

#include "redis/types/jsontokens.h"
#include "redis/types/printable.h"
#include "redis/types/redaction.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QLocale>

#include <algorithm>
#include <utility>

namespace plimsoll::views {

namespace {

constexpr qsizetype longestJsonLine = 1000;
constexpr int deepestIndent = 40; // levels; deeper lines are not indented further
constexpr int hexColumns = 8;
constexpr qsizetype longestParsed = 256LL * 1024; // bytes; longer text is judged by its two ends
constexpr int openLevels = 2;

class Printer final : public LineSource {
public:
    Printer(const QByteArray &json, QStringList redacted, QSet<qsizetype> folded)
        : m_tokens(json), m_redacted(std::move(redacted)), m_folded(std::move(folded))
    {
    }

    std::vector<PayloadLine> next(std::size_t count) override
    {
        while (!m_atEnd && m_lines.size() < count) {
            const QByteArrayView token = m_tokens.next();
            m_atEnd = token.isEmpty();
            if (m_atEnd) {
                endLine();
            } else {
                take(token);
            }
        }
        return std::exchange(m_lines, {});
    }
    [[nodiscard]] bool atEnd() const override { return m_atEnd; }

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
            append(printable(token.startsWith('"') && m_tokens.peek() != ':' ? redactedString(token, m_redacted)
                                                                             : token.toByteArray()));
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
            const char *const text = bracket == '{' ? (values == 1 ? QT_TRANSLATE_N_NOOP("payload", "%1 field")
                                                                   : QT_TRANSLATE_N_NOOP("payload", "%1 fields"))
                                                    : (values == 1 ? QT_TRANSLATE_N_NOOP("payload", "%1 item")
                                                                   : QT_TRANSLATE_N_NOOP("payload", "%1 items"));
            const QString inside = QCoreApplication::translate("payload", text, nullptr, values);
            append(QLatin1Char(bracket) + QStringLiteral(" … ") + inside.arg(QLocale().toString(values))
                   + QStringLiteral(" … ") + QLatin1Char(closing));
            return;
        }
        append(QString(QLatin1Char(bracket)));
        endLine();
        ++m_depth;
    }

    /// Replaces the whole value after the ':' of a redacted field.
    void hideIfRedacted()
    {
        if (m_lastString.startsWith('"') && m_redacted.contains(fieldName(m_lastString))) {
            m_tokens.skipValue();
            append(QStringLiteral("\"•••\""));
        }
    }

    void append(const QString &text)
    {
        if (m_line.text.isEmpty()) {
            m_line.text = QString(2LL * std::min(m_depth, deepestIndent), QLatin1Char(' '));
        }
        // Long values are broken for display; copying takes them from the payload.
        qsizetype from = 0;
        while (m_line.text.size() + text.size() - from > longestJsonLine) {
            const qsizetype room = std::max<qsizetype>(1, longestJsonLine - m_line.text.size());
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

    JsonTokens m_tokens;
    QStringList m_redacted;
    QSet<qsizetype> m_folded;
    std::vector<PayloadLine> m_lines;
    PayloadLine m_line;
    QByteArrayView m_lastString;
    int m_depth = 0;
    bool m_atEnd = false;
};

class HexLines final : public LineSource {
public:
    explicit HexLines(QByteArray bytes) : m_bytes(std::move(bytes)) { }

    std::vector<PayloadLine> next(std::size_t count) override
    {
        std::vector<PayloadLine> lines;
        for (; !atEnd() && lines.size() < count; m_at += hexColumns) {
            const QByteArray row = m_bytes.mid(m_at, hexColumns);
            QString characters;
            for (const char c : row) {
                characters += c >= ' ' && c <= '~' ? QLatin1Char(c) : QLatin1Char('.');
            }
            const QString hex = QString::fromLatin1(row.toHex(' ')).leftJustified(3 * hexColumns - 1);
            const QString offset = QString::number(m_at, 16).rightJustified(6, QLatin1Char('0'));
            lines.push_back({offset + QStringLiteral("  ") + hex + QStringLiteral("  ") + characters});
        }
        return lines;
    }
    [[nodiscard]] bool atEnd() const override { return m_at >= m_bytes.size(); }

private:
    QByteArray m_bytes;
    qsizetype m_at = 0;
};

class TextLines final : public LineSource {
public:
    explicit TextLines(QByteArray text) : m_text(std::move(text)) { }

    std::vector<PayloadLine> next(std::size_t count) override
    {
        std::vector<PayloadLine> lines;
        while (!atEnd() && lines.size() < count) {
            const qsizetype end = m_text.indexOf('\n', m_at);
            const qsizetype length = (end < 0 ? m_text.size() : end) - m_at;
            const qsizetype taken = length > longestJsonLine ? wholeCharacters(m_at, longestJsonLine) : length;
            lines.push_back({shown(QByteArrayView(m_text).sliced(m_at, taken), taken == length && end >= 0)});
            m_at += taken < length ? taken : length + 1;
        }
        return lines;
    }
    [[nodiscard]] bool atEnd() const override { return m_at >= m_text.size(); }

private:
    /// Returns up to `bytes`, less an incomplete last character.
    [[nodiscard]] qsizetype wholeCharacters(qsizetype from, qsizetype bytes) const
    {
        constexpr qsizetype longestCharacter = 4;
        for (qsizetype less = 0; less < longestCharacter; ++less) {
            if ((static_cast<unsigned char>(m_text[from + bytes - less]) & 0xC0) != 0x80) {
                return bytes - less;
            }
        }
        return bytes;
    }

    /// Escapes invisible characters except tabs and line ends.
    static QString shown(QByteArrayView line, bool ends)
    {
        line.chop(ends && line.endsWith('\r') ? 1 : 0);
        QString text;
        for (qsizetype tab = line.indexOf('\t'); tab >= 0; tab = line.indexOf('\t')) {
            text += printable(line.first(tab)) + QLatin1Char('\t');
            line = line.sliced(tab + 1);
        }
        return text + printable(line);
    }

    QByteArray m_text;
    qsizetype m_at = 0;
};

} // namespace

std::unique_ptr<LineSource> jsonLines(const QByteArray &json, const QStringList &redacted,
                                      const QSet<qsizetype> &folded)
{
    return std::make_unique<Printer>(json, redacted, folded);
}

std::unique_ptr<LineSource> hexLines(const QByteArray &bytes)
{
    return std::make_unique<HexLines>(bytes);
}

std::unique_ptr<LineSource> textLines(const QByteArray &text)
{
    return std::make_unique<TextLines>(text);
}

QSet<qsizetype> foldedAtFirst(const QByteArray &json)
{
    QSet<qsizetype> folded;
    JsonTokens tokens(json);
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
    if (bytes.size() > longestParsed) {
        const QByteArray end = bytes.right(64).trimmed();
        return end.endsWith('}') || end.endsWith(']');
    }
    QJsonParseError error{};
    QJsonDocument::fromJson(bytes, &error);
    return error.error == QJsonParseError::NoError;
}

} // namespace plimsoll::views
