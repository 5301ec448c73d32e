// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/errorgroup.h"

#include <QRegularExpression>

namespace plimsoll {

QString errorGroup(const QString &message)
{
    static const QRegularExpression uuid(
        QStringLiteral("\\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\\b"));
    // A word of letters a–f alone ("defaced") is no number: there has to be a digit in it.
    static const QRegularExpression hex(
        QStringLiteral("\\b(?:0[xX][0-9a-fA-F]+|(?=[a-fA-F]*[0-9])[0-9a-fA-F]{8,})\\b"));
    static const QRegularExpression digits(QStringLiteral("[0-9]+(?:[.,][0-9]+)*"));
    // Replies of mail and web servers begin with a code that tells causes apart: "550 mailbox unavailable".
    static const QRegularExpression code(QStringLiteral("^[45][0-9]{2}(?=[ :-])"));
    // A message of megabytes groups by its beginning.
    QString text = message.left(2'000).simplified();
    const QString kept = code.match(text).captured();
    text.remove(0, kept.size());
    text.replace(uuid, QStringLiteral("<uuid>"));
    text.replace(hex, QStringLiteral("<hex>"));
    text.replace(digits, QStringLiteral("#"));
    return kept + text;
}

} // namespace plimsoll
