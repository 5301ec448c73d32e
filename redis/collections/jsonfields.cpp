// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/jsonfields.h"

#include <QString>

#include <algorithm>
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
class FieldScanner {
public:
    /// `bounded`: as far as lua/records.lua goes.
    explicit FieldScanner(QByteArrayView text, bool bounded = false) : m_text(text), m_bounded(bounded) { }

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
        qsizetype slashes = 0; // right before the cursor
        while (m_pos < m_text.size() && m_text[m_pos] != '"') {
            const bool escape = m_text[m_pos] == '\\';
            const char next = escape && m_pos + 1 < m_text.size() ? m_text[m_pos + 1] : '\0';
            m_steps += next == '"' ? 1 + (slashes + 1) / slashesOfAStep : 0;
            slashes = next == '\\' ? slashes + 2 : 0;
            m_pos += escape ? 2 : 1;
        }
        m_steps += slashes / slashesOfAStep;
        if (m_pos >= m_text.size() || !step()) {
            return std::nullopt;
        }
        return m_text.sliced(start, m_pos++ - start);
    }

    /// Reads a member name of the outermost object.
    std::optional<QByteArrayView> name()
    {
        const auto string = rawString();
        m_steps += stepsOfAMember;
        return string && (m_steps <= mostSteps || !m_bounded) ? string : std::nullopt;
    }

    /// A number, true, false or null; cut-off ones are not taken, they could be part of a longer one.
    std::optional<QByteArrayView> token()
    {
        skipSpace();
        const qsizetype start = m_pos;
        while (m_pos < m_text.size() && !endsToken(m_text[m_pos])) {
            ++m_pos;
        }
        if (m_pos >= m_text.size() || m_pos == start || (m_bounded && m_pos - start > longestToken)) {
            return std::nullopt;
        }
        return m_text.sliced(start, m_pos - start);
    }

    /// True at the end of the text if the step limit was not exceeded.
    [[nodiscard]] bool atEnd()
    {
        skipSpace();
        return m_pos >= m_text.size() && (m_steps <= mostSteps || !m_bounded);
    }

    /// Steps over an object or array, counting depth without recursion: the text is foreign.
    bool skipNested()
    {
        qsizetype depth = 0;
        do {
            if (m_pos >= m_text.size()) {
                return false;
            }
            const char c = m_text[m_pos];
            if (c == '"') {
                if (!step() || !rawString()) {
                    return false;
                }
                continue;
            }
            const int change = (c == '{' || c == '[') ? 1 : (c == '}' || c == ']') ? -1 : 0;
            if (change != 0 && !step()) {
                return false;
            }
            depth += change;
            ++m_pos;
        } while (depth > 0);
        return true;
    }

private:
    /// Counts one string or bracket; false beyond the limit.
    bool step() { return ++m_steps <= mostSteps || !m_bounded; }

    void skipSpace()
    {
        while (m_pos < m_text.size() && isSpace(m_text[m_pos])) {
            ++m_pos;
            m_steps += ++m_spaces % spacesOfAStep == 0 ? 1 : 0;
        }
    }

    static constexpr qsizetype mostSteps = 10'000; // lua/records.lua
    static constexpr qsizetype stepsOfAMember = 3;
    static constexpr qsizetype spacesOfAStep = 32;
    static constexpr qsizetype slashesOfAStep = 4;
    static constexpr qsizetype longestToken = 64;

    QByteArrayView m_text;
    qsizetype m_pos = 0;
    qsizetype m_steps = 0;
    qsizetype m_spaces = 0; ///< between the members
    bool m_bounded = false;
};

/// The four digits behind a "\\u".
std::optional<char32_t> hexAt(QByteArrayView raw, qsizetype at)
{
    constexpr qsizetype digits = 4;
    if (at + digits > raw.size() || !std::all_of(raw.begin() + at, raw.begin() + at + digits, [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        })) {
        return std::nullopt;
    }
    return raw.sliced(at, digits).toByteArray().toUInt(nullptr, 16);
}

/// The character behind a "\\u" at `at`, which comes to stand behind it; a surrogate stands for nothing alone.
std::optional<char32_t> characterAt(QByteArrayView raw, qsizetype &at)
{
    const std::optional<char32_t> first = hexAt(raw, at);
    at += 4;
    if (!first || !QChar::isSurrogate(*first)) {
        return first;
    }
    const bool isPair = QChar::isHighSurrogate(*first) && raw.sliced(std::min(at, raw.size())).startsWith("\\u");
    const std::optional<char32_t> second = isPair ? hexAt(raw, at + 2) : std::nullopt;
    if (!second || !QChar::isLowSurrogate(*second)) {
        return std::nullopt;
    }
    at += 6;
    return QChar::surrogateToUcs4(char16_t(*first), char16_t(*second));
}

/// Unescapes like cjson in lua/records.lua; text with an invalid escape stays unchanged.
QByteArray unescaped(QByteArrayView raw)
{
    if (!raw.contains('\\') || raw.contains('\0')) {
        return raw.toByteArray();
    }
    constexpr QByteArrayView escapes("\"\\/bfnrt"), meant("\"\\/\b\f\n\r\t");
    QByteArray text;
    for (qsizetype at = 0; at < raw.size();) {
        const char c = raw[at++];
        if (c != '\\') {
            text += c;
            continue;
        }
        const char escape = at < raw.size() ? raw[at++] : ' ';
        if (const qsizetype known = escapes.indexOf(escape); known >= 0) {
            text += meant[known];
            continue;
        }
        const std::optional<char32_t> character = escape == 'u' ? characterAt(raw, at) : std::nullopt;
        if (!character) {
            return raw.toByteArray();
        }
        text += QString::fromUcs4(&*character, 1).toUtf8();
    }
    return text;
}

enum class Member : quint8 { Nested, Null, Value };

/// Goes through the members of the outermost object: `visit(name as written, what it is, value)` says whether to go on.
/// True when it came to the end or was told to stop, false where the text is no JSON object or is cut off.
template <typename Visit> bool visitMembers(FieldScanner &scan, const Visit &visit)
{
    if (!scan.take('{')) {
        return false;
    }
    if (scan.take('}')) {
        return true;
    }
    do {
        const auto name = scan.name();
        if (!name || !scan.take(':')) {
            return false;
        }
        const char first = scan.peek();
        if (first == '{' || first == '[') {
            if (!scan.skipNested()) {
                return false;
            }
            if (!visit(*name, Member::Nested, QByteArray())) {
                return true;
            }
            continue;
        }
        const auto value = first == '"' ? scan.rawString() : scan.token();
        if (!value) {
            return false;
        }
        const bool isNull = first != '"' && *value == "null";
        if (!visit(*name, isNull ? Member::Null : Member::Value,
                   isNull             ? QByteArray()
                       : first == '"' ? unescaped(*value)
                                      : value->toByteArray())) {
            return true;
        }
    } while (scan.take(','));
    return scan.take('}');
}

} // namespace

bool visitJsonFields(QByteArrayView json,
                     const std::function<bool(const QByteArray &name, const QByteArray &value)> &visit)
{
    FieldScanner scan(json);
    return visitMembers(scan, [&visit](QByteArrayView name, Member member, const QByteArray &value) {
        return member != Member::Value || visit(unescaped(name), value);
    });
}

bool visitWholeObject(QByteArrayView json,
                      const std::function<void(const QByteArray &name, const std::optional<QByteArray> &value)> &visit)
{
    FieldScanner scan(json, true);
    const bool ended = visitMembers(scan, [&visit](QByteArrayView name, Member member, const QByteArray &value) {
        visit(unescaped(name), member == Member::Nested ? std::nullopt : std::optional(value));
        return true;
    });
    return ended && scan.atEnd();
}

} // namespace plimsoll::redis
