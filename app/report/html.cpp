// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/html.h"

#include "redis/types/printable.h"

#include <QStringList>

namespace plimsoll::app {

namespace {

/// Replaces control characters, which HTML does not allow, by their usual display form. Keeps line ends.
QByteArray escapedHtml(const QString &text)
{
    QStringList lines;
    for (const QString &line : text.split(u'\n')) {
        lines << printable(line.toUtf8());
    }
    // toHtmlEscaped() keeps apostrophes; attributes here use double quotes.
    return lines.join(u'\n').toHtmlEscaped().toUtf8();
}

} // namespace

void Html::tag(const char *name, Attributes attributes)
{
    m_out += '<';
    m_out += name;
    for (const auto &[attribute, value] : attributes) {
        m_out += ' ';
        m_out += attribute;
        m_out += "=\"" + escapedHtml(value) + '"';
    }
}

void Html::begin(const char *name, Attributes attributes)
{
    tag(name, attributes);
    m_out += '>';
    m_open.push_back(name);
}

void Html::end()
{
    m_out += "</";
    m_out += m_open.back();
    m_out += ">\n";
    m_open.pop_back();
}

void Html::empty(const char *name, Attributes attributes)
{
    tag(name, attributes);
    m_out += "/>";
}

void Html::text(const QString &text)
{
    m_out += escapedHtml(text);
}

void Html::element(const char *name, Attributes attributes, const QString &content)
{
    begin(name, attributes);
    text(content);
    end();
}

void Html::raw(QByteArrayView ours)
{
    m_out.append(ours);
}

} // namespace plimsoll::app
