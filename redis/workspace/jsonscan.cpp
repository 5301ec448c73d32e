// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/workspace/jsonscan.h"

#include "redis/types/printable.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>

#include <algorithm>

namespace plimsoll::redis {

namespace {

constexpr int deepest = 64; ///< a workspace needs 6
constexpr QByteArrayView byteOrderMark{"\xEF\xBB\xBF", 3};

/// Recursive descent over one text; stops at the first error.
class Scanner {
    Q_DECLARE_TR_FUNCTIONS(Workspace)

public:
    Scanner(QByteArrayView json, ScanOffsets offsets) : m_json(json), m_keep(offsets == ScanOffsets::Keep) { }

    JsonScan scan()
    {
        m_at = m_json.startsWith(byteOrderMark) ? byteOrderMark.size() : 0;
        skipSpace();
        if (value({}, 0)) {
            skipSpace();
            if (m_at < m_json.size()) {
                fail(tr("there is more after the end of the JSON value"));
            }
        }
        return std::move(m_scan);
    }

private:
    [[nodiscard]] char peek() const { return m_at < m_json.size() ? m_json[m_at] : '\0'; }
    [[nodiscard]] bool atEnd() const { return m_at >= m_json.size(); }

    bool fail(const QString &text)
    {
        m_scan.error = {m_at, text};
        return false;
    }

    /// "expected ',' or '}', found 'x'"
    bool expected(const QString &what)
    {
        if (atEnd()) {
            return fail(tr("expected %1, but the file ends").arg(what));
        }
        return fail(tr("expected %1, found '%2'").arg(what, firstCharacter(m_json.sliced(m_at))));
    }

    /// However many bytes or UTF-16 units it takes; an escape where it cannot be shown.
    static QString firstCharacter(QByteArrayView bytes)
    {
        const QString text = printable(bytes.first(qMin<qsizetype>(4, bytes.size())));
        const bool escaped = text.size() >= 4 && text.startsWith(QLatin1String("\\x"));
        return text.left(escaped ? 4 : (text.at(0).isHighSurrogate() ? 2 : 1));
    }

    void skipSpace()
    {
        while (!atEnd() && (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')) {
            ++m_at;
        }
    }

    bool skip(char c)
    {
        if (atEnd() || peek() != c) {
            return false;
        }
        ++m_at;
        return true;
    }

    void note(const QString &pointer, qsizetype offset)
    {
        if (m_keep && !m_scan.offsets.contains(pointer)) {
            m_scan.offsets.insert(pointer, offset);
        }
    }

    bool value(const QString &pointer, int depth)
    {
        if (depth > deepest) {
            return fail(tr("nested more than %1 deep").arg(deepest));
        }
        switch (peek()) {
        case '{':
            return object(pointer, depth);
        case '[':
            return array(pointer, depth);
        case '"':
            return string();
        case 't':
            return word("true");
        case 'f':
            return word("false");
        case 'n':
            return word("null");
        default:
            return number();
        }
    }

    bool word(QByteArrayView text)
    {
        if (m_json.sliced(m_at).startsWith(text)) {
            m_at += text.size();
            return true;
        }
        return expected(tr("a value"));
    }

    bool object(const QString &pointer, int depth)
    {
        QSet<QString> names;
        ++m_at;
        skipSpace();
        if (skip('}')) {
            return true;
        }
        do {
            skipSpace();
            const qsizetype start = m_at;
            if (peek() != '"') {
                return expected(tr("a member's name in double quotes"));
            }
            if (!string()) {
                return false;
            }
            const QString name = decoded(m_json.sliced(start, m_at - start));
            const QString member = pointerTo(pointer, name);
            if (names.contains(name)) {
                m_scan.twice.push_back(member);
            }
            names.insert(name);
            note(member, start);
            skipSpace();
            if (!skip(':')) {
                return expected(QStringLiteral("':'"));
            }
            skipSpace();
            if (!value(member, depth + 1)) {
                return false;
            }
            skipSpace();
        } while (skip(','));
        return skip('}') || expected(tr("',' or '}'"));
    }

    bool array(const QString &pointer, int depth)
    {
        ++m_at;
        skipSpace();
        if (skip(']')) {
            return true;
        }
        qsizetype index = 0;
        do {
            skipSpace();
            const QString item = pointerTo(pointer, index++);
            note(item, m_at);
            if (!value(item, depth + 1)) {
                return false;
            }
            skipSpace();
        } while (skip(','));
        return skip(']') || expected(tr("',' or ']'"));
    }

    bool string()
    {
        const qsizetype start = m_at++;
        while (!atEnd() && peek() != '"') {
            if (static_cast<unsigned char>(peek()) < 0x20) {
                return fail(tr("a line break or control character inside a text; is its closing quote missing?"));
            }
            if (peek() == '\\' && !escape()) {
                return false;
            }
            ++m_at;
        }
        if (!skip('"')) {
            m_at = start;
            return fail(tr("the text that starts here has no closing quote"));
        }
        if (!isUtf8(m_json.sliced(start, m_at - start))) {
            m_at = start;
            return fail(tr("the text that starts here is not UTF-8"));
        }
        return true;
    }

    /// Leaves the position on the last character of the escape.
    bool escape()
    {
        static constexpr QByteArrayView simple("\"\\/bfnrt");
        ++m_at;
        if (!atEnd() && simple.contains(peek())) {
            return true;
        }
        const qsizetype after = qMin(m_at + 1, m_json.size());
        const QByteArrayView digits = m_json.sliced(after, qMin<qsizetype>(4, m_json.size() - after));
        const bool hex = digits.size() == 4 && std::all_of(digits.begin(), digits.end(), [](char c) {
                             return QByteArrayView("0123456789abcdefABCDEF").contains(c);
                         });
        if (!atEnd() && peek() == 'u' && hex) {
            m_at += 4;
            return true;
        }
        --m_at;
        return fail(tr("not an escape JSON knows; a backslash is written \\\\"));
    }

    qsizetype digits()
    {
        const qsizetype start = m_at;
        while (!atEnd() && peek() >= '0' && peek() <= '9') {
            ++m_at;
        }
        return m_at - start;
    }

    bool number()
    {
        skip('-');
        const bool zero = peek() == '0';
        const qsizetype whole = digits();
        if (whole == 0) {
            return expected(tr("a value"));
        }
        if (zero && whole > 1) {
            --m_at;
            return fail(tr("a number must not start with 0"));
        }
        if (skip('.') && digits() == 0) {
            return expected(tr("a digit"));
        }
        if (skip('e') || skip('E')) {
            static_cast<void>(skip('+') || skip('-'));
            if (digits() == 0) {
                return expected(tr("a digit"));
            }
        }
        return true;
    }

    static QString decoded(QByteArrayView quoted)
    {
        if (!quoted.contains('\\')) {
            return QString::fromUtf8(quoted.sliced(1, quoted.size() - 2));
        }
        return QJsonDocument::fromJson('[' + quoted.toByteArray() + ']').array().first().toString();
    }

    QByteArrayView m_json;
    qsizetype m_at = 0;
    bool m_keep;
    JsonScan m_scan;
};

} // namespace

JsonScan scanJson(QByteArrayView json, ScanOffsets offsets)
{
    return Scanner(json, offsets).scan();
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
