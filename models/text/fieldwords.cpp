// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/fieldwords.h"

#include <QCoreApplication>

namespace plimsoll::models {

QString fieldWords(QLatin1StringView id)
{
    QString words = QCoreApplication::translate("fields", id.latin1());
    if (words == id) {
        words.clear();
        for (const QChar letter : QString(id)) {
            words += letter.isUpper() ? QStringLiteral(" ") + letter.toLower() : QString(letter);
        }
    }
    return words;
}

QString fieldTitle(QLatin1StringView id)
{
    QString title = fieldWords(id);
    if (!title.isEmpty()) {
        title[0] = title[0].toUpper();
    }
    return title;
}

} // namespace plimsoll::models
