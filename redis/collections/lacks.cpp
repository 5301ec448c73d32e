// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/lacks.h"

#include "redis/types/printable.h"
#include "redis/wire/gate.h"

#include <QCoreApplication>
#include <QStringList>

namespace plimsoll::redis {

namespace {

QString aclWord(const QByteArray &word)
{
    const QString text = printable(word);
    return text.toUtf8() == word && !word.contains(' ') ? text : QStringLiteral("\"%1\"").arg(text);
}

} // namespace

QString permissionLine(const QByteArray &user, const QStringList &rules)
{
    return QStringLiteral("ACL SETUSER %1 %2").arg(aclWord(user.isEmpty() ? "default" : user), rules.join(u' '));
}

QString permissionFor(const std::set<QByteArray> &lacks, const AclUser &user)
{
    static const CommandGate reading = CommandGate::builtIn({});
    QStringList rules;
    for (const QByteArray &lack : lacks) {
        if (lack.startsWith('+')) {
            const bool isReading = reading.allows(lack.sliced(1).toUpper());
            rules += isReading ? QStringLiteral("+@read +@connection +info +time") : aclWord(lack);
        }
    }
    rules.removeDuplicates();
    const bool knowsReading = user.version.section(u'.', 0, 0).toInt() != 6; // %R~ needs Redis 7
    for (const QByteArray &lack : lacks) {
        if (!lack.startsWith('+')) {
            rules += aclWord(knowsReading ? lack : lack.sliced(lack.indexOf('~')));
        }
    }
    return permissionLine(user.name, rules);
}

Error withPermission(Error error, const AclUser &user)
{
    if (!error.lacks.isEmpty()) {
        error.message = QCoreApplication::translate("browse", "%1. To permit it: %2")
                            .arg(error.message, permissionFor({error.lacks}, user));
    }
    return error;
}

QString lackingText(const std::set<QByteArray> &lacks, const AclUser &user)
{
    constexpr qsizetype most = 5;
    QStringList all;
    for (const QByteArray &lack : lacks) {
        all += lack.startsWith('+') ? printable(lack.sliced(1)).toUpper()
                                    : QStringLiteral("“%1”").arg(printable(lack.sliced(lack.indexOf('~') + 1), 60));
    }
    if (all.size() > most) {
        all = all.first(most) + QStringList(QStringLiteral("…"));
    }
    return QCoreApplication::translate("browse", "The server's ACL does not allow this user %1. To permit it: %2")
        .arg(all.join(QStringLiteral(", ")), permissionFor(lacks, user));
}

} // namespace plimsoll::redis
