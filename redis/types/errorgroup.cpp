// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/errorgroup.h"

#include <QRegularExpression>

namespace plimsoll {

namespace {

QString joined(const QStringList &literals, const QStringList &between)
{
    QString text = literals.value(0);
    for (qsizetype i = 0; i < between.size(); ++i) {
        text += between[i] + literals.value(i + 1);
    }
    return text;
}

} // namespace

QString ErrorParts::group() const
{
    return joined(literals, placeholders);
}

QString ErrorParts::text() const
{
    return joined(literals, values);
}

void ErrorParts::keepCommon(const ErrorParts &other)
{
    for (qsizetype i = 0; i < values.size(); ++i) {
        if (other.values.value(i) != values[i]) {
            values[i] = placeholders[i];
        }
    }
}

ErrorParts errorParts(const QString &message)
{
    // A word of the letters a–f alone ("defaced") is no number: one digit is required.
    static const QRegularExpression varying(
        QStringLiteral("\\b([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})\\b"
                       "|\\b(0[xX][0-9a-fA-F]+|(?=[a-fA-F]*[0-9])[0-9a-fA-F]{8,})\\b"
                       "|[0-9]+(?:[.,][0-9]+)*"));
    // Replies of mail and web servers begin with a code that identifies the cause: "550 mailbox unavailable".
    static const QRegularExpression code(QStringLiteral("^[45][0-9]{2}(?=[ :-])"));
    // Only the beginning of a huge message is used.
    const QString text = message.left(2'000).simplified();
    ErrorParts parts;
    qsizetype behind = 0;
    auto matches = varying.globalMatch(text, code.match(text).capturedLength());
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        parts.literals.append(text.mid(behind, match.capturedStart() - behind));
        parts.values.append(match.captured());
        parts.placeholders.append(match.capturedLength(1) > 0       ? QStringLiteral("<uuid>")
                                      : match.capturedLength(2) > 0 ? QStringLiteral("<hex>")
                                                                    : QStringLiteral("#"));
        behind = match.capturedEnd();
    }
    parts.literals.append(text.mid(behind));
    return parts;
}

QString errorGroup(const QString &message)
{
    return errorParts(message).group();
}

} // namespace plimsoll
