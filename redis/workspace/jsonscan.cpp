// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/workspace/jsonscan.h"

#include "redis/types/printable.h"

#include <QCoreApplication>
#include <QSet>

#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>

namespace plimsoll::redis {

namespace {

using SyntaxError = JsonScan::SyntaxError;

constexpr int deepestJson = 64; ///< a workspace needs 6
constexpr QByteArrayView byteOrderMark{"\xEF\xBB\xBF", 3};

/// Remembers where the current token begins: the reader skips whitespace before each name, value and sign.
struct Text : rapidjson::MemoryStream {
    using MemoryStream::MemoryStream;
    std::size_t token = 0;
};

/// The reader calls this overload.
void SkipWhitespace(Text &text)
{
    rapidjson::SkipWhitespace<rapidjson::MemoryStream>(text);
    text.token = text.Tell();
}

/// Receives the reader's events and explains where and why it stops. A callback that returns false stops it.
class Scanner : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Scanner> {
    Q_DECLARE_TR_FUNCTIONS(Workspace)

public:
    /// Without pointers, only the error is found, and whether an object may have two members of one name.
    enum class Pointers { Skip, Keep };
    Scanner(QByteArrayView json, Pointers pointers)
        : m_json(json), m_text(json.data(), static_cast<std::size_t>(json.size())), m_keep(pointers == Pointers::Keep)
    {
    }

    JsonScan scan()
    {
        for (qsizetype skip = m_json.startsWith(byteOrderMark) ? byteOrderMark.size() : 0; skip > 0; --skip) {
            m_text.Take();
        }
        rapidjson::Reader reader;
        const auto result = reader.Parse<rapidjson::kParseValidateEncodingFlag>(m_text, *this);
        if (result.IsError()) {
            m_scan.error = error(result.Code(), static_cast<qsizetype>(result.Offset()));
        } else if (at() < m_json.size()) { // null character: the reader takes it for the end
            m_scan.error = error(rapidjson::kParseErrorDocumentRootNotSingular, at());
        }
        return std::move(m_scan);
    }
    /// True if two names in one object have the same hash; after scan(), without pointers.
    [[nodiscard]] bool mayHaveTwice() const { return m_mayHaveTwice; }

    // Callbacks of the reader.
    bool Default()
    {
        beginValue();
        return true;
    }
    bool String(const char *text, rapidjson::SizeType size, bool /*copy*/)
    {
        beginValue();
        return isUtf8({text, static_cast<qsizetype>(size)}); // false for half a surrogate pair written as an escape
    }
    bool Key(const char *text, rapidjson::SizeType size, bool /*copy*/)
    {
        const QByteArrayView name(text, static_cast<qsizetype>(size));
        if (!m_keep) {
            m_names.push_back(qHash(name));
            return isUtf8(name);
        }
        Level &object = m_open.back();
        object.last = pointerTo(object.pointer, QString::fromUtf8(name));
        if (object.members.contains(object.last)) {
            m_scan.twice.push_back(object.last);
        }
        object.members.insert(object.last);
        note(object.last);
        return isUtf8(name);
    }
    bool StartObject() { return open(-1); }
    bool StartArray() { return open(0); }
    bool EndObject(rapidjson::SizeType /*members*/) { return close(); }
    bool EndArray(rapidjson::SizeType /*items*/) { return close(); }

private:
    struct Level {
        QString pointer;
        qsizetype items; ///< number of items read; -1 for an object
        QString last = {}; ///< pointer of the current member or item
        QSet<QString> members = {}; ///< pointers of the members already read
        std::ptrdiff_t firstName = 0; ///< index into m_names, without pointers
    };

    [[nodiscard]] qsizetype at() const { return static_cast<qsizetype>(m_text.Tell()); }
    [[nodiscard]] qsizetype token() const { return static_cast<qsizetype>(m_text.token); }

    void note(const QString &pointer)
    {
        if (!m_scan.offsets.contains(pointer)) {
            m_scan.offsets.insert(pointer, token());
        }
    }

    /// Returns the pointer of the value. The offset is that of an item itself, or of a member's name.
    QString beginValue()
    {
        if (m_open.empty() || !m_keep) {
            return {};
        }
        Level &level = m_open.back();
        if (level.items >= 0) {
            level.last = pointerTo(level.pointer, level.items++);
            note(level.last);
        }
        return level.last;
    }

    bool open(qsizetype items)
    {
        m_open.push_back({.pointer = beginValue(), .items = items, .firstName = std::ssize(m_names)});
        return m_open.size() <= deepestJson + 1;
    }

    bool close()
    {
        const auto first = m_names.begin() + m_open.back().firstName;
        std::sort(first, m_names.end());
        m_mayHaveTwice = m_mayHaveTwice || std::adjacent_find(first, m_names.end()) != m_names.end();
        m_names.erase(first, m_names.end());
        m_open.pop_back();
        return true;
    }

    [[nodiscard]] SyntaxError error(rapidjson::ParseErrorCode code, qsizetype offset) const
    {
        const char found = offset < m_json.size() ? m_json[offset] : ' ';
        switch (code) {
        case rapidjson::kParseErrorObjectMissName:
            return expected(offset, tr("a member's name in double quotes"));
        case rapidjson::kParseErrorObjectMissColon:
            return expected(offset, QStringLiteral("':'"));
        case rapidjson::kParseErrorDocumentRootNotSingular:
        case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket:
        case rapidjson::kParseErrorArrayMissCommaOrSquareBracket:
            if (found >= '0' && found <= '9' && m_json[offset - 1] == '0') {
                return {offset, tr("a number must not start with 0")};
            }
            return m_open.empty() ? SyntaxError{offset, tr("there is more after the end of the JSON value")}
                                  : expected(offset, m_open.back().items < 0 ? tr("',' or '}'") : tr("',' or ']'"));
        case rapidjson::kParseErrorStringUnicodeEscapeInvalidHex:
        case rapidjson::kParseErrorStringEscapeInvalid:
        case rapidjson::kParseErrorStringMissQuotationMark:
            if (offset == m_json.size()) {
                return {token(), tr("the string that starts here has no closing quote")};
            }
            return {offset,
                    found == '\\'
                        ? tr("not an escape of JSON; a backslash is written \\\\")
                        : tr("a line break or control character inside a string; is its closing quote missing?")};
        case rapidjson::kParseErrorStringInvalidEncoding:
            return {token(), tr("the string that starts here is not UTF-8")};
        case rapidjson::kParseErrorTermination:
            if (m_open.size() > deepestJson + 1) {
                return {token(), tr("nested more than %1 deep").arg(deepestJson)};
            }
            [[fallthrough]];
        case rapidjson::kParseErrorStringUnicodeSurrogateInvalid:
            return {token(), tr("contains half a surrogate pair, which is not a character")};
        case rapidjson::kParseErrorNumberTooBig:
            return {token(), tr("is too large for a number")};
        case rapidjson::kParseErrorNumberMissFraction:
        case rapidjson::kParseErrorNumberMissExponent:
            return expected(offset, tr("a digit"));
        default:
            return expected(token(), tr("a value"));
        }
    }

    /// Builds "expected ',' or '}', found 'x'".
    [[nodiscard]] SyntaxError expected(qsizetype offset, const QString &what) const
    {
        if (offset == m_json.size()) {
            return {offset, tr("expected %1, but the file ends").arg(what)};
        }
        return {offset, tr("expected %1, found '%2'").arg(what, firstCharacter(m_json.sliced(offset)))};
    }

    /// Returns one character, of any number of bytes or UTF-16 units; an escape if it is not printable.
    static QString firstCharacter(QByteArrayView bytes)
    {
        const QString text = printable(bytes.first(qMin<qsizetype>(4, bytes.size())));
        const bool escaped = text.size() >= 4 && text.startsWith(QLatin1String("\\x"));
        return text.left(escaped ? 4 : (text.at(0).isHighSurrogate() ? 2 : 1));
    }

    QByteArrayView m_json;
    Text m_text;
    bool m_keep;
    std::vector<Level> m_open; ///< enclosing objects and arrays
    std::vector<std::size_t> m_names; ///< hashes of the members read so far, of all enclosing objects
    bool m_mayHaveTwice = false;
    JsonScan m_scan;
};

} // namespace

JsonScan scanJson(QByteArrayView json, ScanOffsets offsets)
{
    // Pointers of 10,000 collections take a quarter of the time of reading them, and are wanted only after a mistake.
    if (offsets == ScanOffsets::Skip) {
        Scanner scanner(json, Scanner::Pointers::Skip);
        if (JsonScan scan = scanner.scan(); scan.error || !scanner.mayHaveTwice()) {
            return scan;
        }
    }
    return Scanner(json, Scanner::Pointers::Keep).scan();
}

QString lineAndColumn(QByteArrayView text, qsizetype offset)
{
    const QByteArrayView before = text.first(qBound(qsizetype{0}, offset, text.size()));
    const qsizetype lineStart = before.lastIndexOf('\n') + 1;
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const qsizetype start = lineStart == 0 && text.startsWith(byteOrderMark) ? byteOrderMark.size() : lineStart;
    const QString columns = QString::fromUtf8(before.sliced(qMin(start, before.size())));
    return QStringLiteral("%1:%2").arg(QString::number(line), QString::number(columns.size() + 1));
}

QString pointerTo(const QString &parent, const QString &name)
{
    QString escaped = name;
    escaped.replace(u'~', QLatin1String("~0")).replace(u'/', QLatin1String("~1"));
    return parent + u'/' + escaped;
}

QString pointerTo(const QString &parent, qsizetype index)
{
    return parent + u'/' + QString::number(index);
}

} // namespace plimsoll::redis
