// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/rediscli.h"

#include "redis/types/printable.h"

#include <QStringList>

#include <algorithm>

namespace plimsoll::models {

namespace {

bool isAscii(char c)
{
    return c >= ' ' && c <= '~';
}

/// A word of a shell; `word` has no NUL.
QString shellWord(const QString &word)
{
    const bool isBare = !word.isEmpty() && std::all_of(word.begin(), word.end(), [](QChar c) {
        const char16_t u = c.unicode();
        return u < 0x80 && (c.isLetterOrNumber() || QStringView(u"_@%+=:,./-").contains(c));
    });
    return isBare ? word : u'\'' + QString(word).replace(u'\'', QLatin1StringView("'\\''")) + u'\'';
}

/// Returns true if the bytes are text without invisible characters, which a terminal and the clipboard keep.
bool isVisible(const QByteArray &bytes)
{
    return std::all_of(bytes.begin(), bytes.end(), &isAscii) || printable(bytes).toUtf8() == bytes;
}

/// A string as redis-cli reads it with --quoted-input.
QString quotedInput(const QByteArray &bytes)
{
    QString text(u'"');
    for (const char c : bytes) {
        if (c == '"' || c == '\\') {
            (text += u'\\') += QLatin1Char(c);
        } else if (isAscii(c) && c != '\'') {
            text += QLatin1Char(c);
        } else {
            text += QStringLiteral("\\x%1").arg(static_cast<uchar>(c), 2, 16, QLatin1Char('0'));
        }
    }
    return text + u'"';
}

QStringList serverOptions(const redis::Endpoint &endpoint)
{
    QStringList words;
    if (endpoint.transport == redis::Endpoint::Transport::Local) {
        words << QStringLiteral("-s") << endpoint.path;
    } else {
        words << QStringLiteral("-h") << endpoint.host << QStringLiteral("-p") << QString::number(endpoint.port);
    }
    if (!endpoint.user.isEmpty()) {
        words << QStringLiteral("--user") << QString::fromUtf8(endpoint.user);
    }
    if (endpoint.database != 0) {
        words << QStringLiteral("-n") << QString::number(endpoint.database);
    }
    if (endpoint.tls) {
        words << QStringLiteral("--tls");
        const auto add = [&words](const char *option, const QString &file) {
            if (!file.isEmpty()) {
                words << QLatin1StringView(option) << file;
            }
        };
        add("--cacert", endpoint.tls->caFile);
        add("--cert", endpoint.tls->certFile);
        add("--key", endpoint.tls->keyFile);
        if (!endpoint.tls->verify) {
            words << QStringLiteral("--insecure");
        }
    }
    return words;
}

} // namespace

QString redisCliLine(const redis::Endpoint &endpoint, const std::vector<QByteArray> &arguments)
{
    QStringList words{QStringLiteral("redis-cli")};
    words += serverOptions(endpoint);
    const bool isPlain = std::all_of(arguments.begin(), arguments.end(), &isVisible);
    if (!isPlain) {
        words << QStringLiteral("--quoted-input");
    }
    for (const QByteArray &argument : arguments) {
        words += isPlain ? QString::fromUtf8(argument) : quotedInput(argument);
    }
    std::transform(words.begin(), words.end(), words.begin(), &shellWord);
    return words.join(u' ');
}

} // namespace plimsoll::models
