// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/sshbastion.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll::redis {

namespace {

/// ssh hands user and host to shells (ProxyCommand, Match exec), so only what no shell interprets is taken.
bool isPlain(QStringView text, QLatin1StringView others)
{
    return !text.isEmpty() && !text.startsWith(u'-') && std::all_of(text.begin(), text.end(), [others](QChar c) {
        return (c.unicode() < 128 && c.isLetterOrNumber()) || others.contains(c);
    });
}

bool isHost(const QString &host, bool isBracketed)
{
    return isBracketed ? host.contains(u':') && isPlain(host, QLatin1StringView(":.%_-"))
                       : isPlain(host, QLatin1StringView("._-"));
}

} // namespace

Result<SshBastion> SshBastion::parse(const QString &text)
{
    SshBastion bastion;
    const qsizetype at = text.lastIndexOf(u'@');
    bastion.user = text.left(std::max<qsizetype>(at, 0));
    QString place = text.mid(at + 1);
    const qsizetype end = place.startsWith(u'[') ? place.indexOf(u']') : -1;
    const qsizetype colon = place.indexOf(u':', std::max<qsizetype>(end, 0));
    bool isPort = true;
    if (colon >= 0) {
        bastion.port = place.mid(colon + 1).toUShort(&isPort);
        isPort = isPort && bastion.port != 0;
        place.truncate(colon);
    }
    const bool isBracketed = end > 0 && end == place.size() - 1;
    bastion.host = isBracketed ? place.mid(1, end - 1) : place;
    const bool isUser = at < 0 || isPlain(bastion.user, QLatin1StringView("._+@-"));
    if (!isPort || !isUser || !isHost(bastion.host, isBracketed)) {
        return Error{ErrorKind::Invalid,
                     QCoreApplication::translate(
                         "Wire",
                         "must be a host for ssh, as in \"user@bastion:22\": user and host are made of letters, "
                         "digits, \".\", \"_\" and \"-\", and do not begin with \"-\"")};
    }
    return bastion;
}

QString SshBastion::display() const
{
    const QString shown = host.contains(u':') ? u'[' + host + u']' : host;
    return (user.isEmpty() ? QString() : user + u'@') + shown + (port == 0 ? QString() : u':' + QString::number(port));
}

} // namespace plimsoll::redis
