// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/jsontokens.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace plimsoll {

namespace {

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/// Returns 1 for an opening bracket, -1 for a closing one, else 0.
int deeper(char c)
{
    return c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
}

} // namespace

QByteArrayView JsonTokens::next()
{
    m_start = m_at = pastSpace();
    if (m_at >= m_json.size()) {
        return {};
    }
    const char first = m_json[m_at++];
    if (first == '"') {
        while (m_at < m_json.size() && m_json[m_at] != '"') {
            m_at += m_json[m_at] == '\\' ? 2 : 1;
        }
        m_at = std::min(m_at + 1, m_json.size());
    } else if (!QByteArrayView("{}[],:").contains(first)) {
        while (m_at < m_json.size() && !isSpace(m_json[m_at]) && !QByteArrayView("{}[],:\"").contains(m_json[m_at])) {
            ++m_at;
        }
    }
    return QByteArrayView(m_json).sliced(m_start, m_at - m_start);
}

char JsonTokens::peek() const
{
    const qsizetype at = pastSpace();
    return at < m_json.size() ? m_json[at] : '\0';
}

qsizetype JsonTokens::skipContainer()
{
    int depth = 1;
    qsizetype values = deeper(peek()) < 0 ? 0 : 1;
    for (QByteArrayView token = next(); !token.isEmpty(); token = next()) {
        depth += deeper(token.front());
        if (depth == 0) {
            break;
        }
        values += depth == 1 && token.front() == ',' ? 1 : 0;
    }
    return values;
}

void JsonTokens::skipValue()
{
    int depth = 0;
    for (char c = peek(); depth > 0 || (c != ',' && deeper(c) >= 0); c = peek()) {
        if (next().isEmpty()) {
            return;
        }
        depth += deeper(c);
    }
}

qsizetype JsonTokens::pastSpace() const
{
    qsizetype at = m_at;
    while (at < m_json.size() && isSpace(m_json[at])) {
        ++at;
    }
    return at;
}

QString fieldName(QByteArrayView quoted)
{
    QByteArrayView name = quoted.sliced(1);
    name.chop(name.endsWith('"') ? 1 : 0);
    const QByteArray written = "[\"" + name.toByteArray() + "\"]";
    const QJsonValue meant = name.contains('\\') ? QJsonDocument::fromJson(written).array().at(0) : QJsonValue();
    return meant.isString() ? meant.toString() : QString::fromUtf8(name);
}

} // namespace plimsoll
