// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/lacks.h"

#include "redis/types/printable.h"
#include "redis/wire/gate.h"

#include <QCoreApplication>
#include <QStringList>

namespace plimsoll::redis {

QString permissionFor(const std::set<QByteArray> &lacks, const AclUser &user)
{
    const auto shown = [](const QByteArray &word) {
        const QString text = printable(word);
        return text.toUtf8() == word && !word.contains(' ') ? text : QStringLiteral("\"%1\"").arg(text);
    };
    QStringList words{QStringLiteral("ACL SETUSER"), shown(user.name.isEmpty() ? "default" : user.name)};
    static const CommandGate reading = CommandGate::builtIn({});
    QStringList commands;
    for (const QByteArray &lack : lacks) {
        if (lack.startsWith('+')) {
            const bool isReading = reading.allows(lack.sliced(1).toUpper());
            commands += isReading ? QStringLiteral("+@read +@connection +info +time") : shown(lack);
        }
    }
    commands.removeDuplicates();
    words += commands;
    const bool knowsReading = user.version.section(u'.', 0, 0).toInt() != 6; // %R~ needs Redis 7
    for (const QByteArray &lack : lacks) {
        if (!lack.startsWith('+')) {
            words += shown(knowsReading ? lack : lack.sliced(lack.indexOf('~')));
        }
    }
    return words.join(u' ');
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
