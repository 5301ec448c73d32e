// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QXmlStreamReader>

#include <tuple>

namespace plimsoll::testing {

/// One text of a .ts file.
struct Message {
    QStringList forms; ///< the translation: one, or one for each plural
    bool isNumerus = false;
    bool isUnfinished = false;
};

/// Messages by context, source text and comment.
using Messages = QMap<std::tuple<QString, QString, QString>, Message>;

inline Messages readTs(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        qFatal("%s cannot be read", qPrintable(path));
    }
    Messages all;
    QXmlStreamReader xml(&file);
    QString context, source, comment;
    Message message;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement()) {
            if (xml.name() == u"name") {
                context = xml.readElementText();
            } else if (xml.name() == u"message") {
                message = {{}, xml.attributes().value(QLatin1String("numerus")) == u"yes", false};
                comment.clear();
            } else if (xml.name() == u"source") {
                source = xml.readElementText();
            } else if (xml.name() == u"comment") {
                comment = xml.readElementText();
            } else if (xml.name() == u"translation") {
                message.isUnfinished = !xml.attributes().value(QLatin1String("type")).isEmpty();
                if (!message.isNumerus) {
                    message.forms = {xml.readElementText()};
                }
            } else if (xml.name() == u"numerusform") {
                message.forms += xml.readElementText();
            }
        } else if (xml.isEndElement() && xml.name() == u"message") {
            all.insert({context, source, comment}, message);
        }
    }
    if (xml.hasError()) {
        qFatal("%s: %s", qPrintable(path), qPrintable(xml.errorString()));
    }
    return all;
}

} // namespace plimsoll::testing
