// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/reply.h"

#include "redis/types/keytemplate.h"
#include "redis/types/printable.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace plimsoll::redis {

namespace {

constexpr qsizetype longestKeyShown = 120;
constexpr qsizetype longestServerText = 240;

struct NamedError {
    QByteArrayView code; ///< first word of the error reply
    ErrorKind kind;
    const char *text;
};

// Each line gives the meaning and, if there is one, a remedy. %1 is the key, or "The key".
constexpr NamedError namedErrors[] = {
    {"WRONGTYPE", ErrorKind::WrongType, QT_TRANSLATE_NOOP("Wire", "%1 holds another type of value")},
    {"NOAUTH", ErrorKind::LoginRefused, QT_TRANSLATE_NOOP("Wire", "The server requires a user name or a password")},
    {"WRONGPASS", ErrorKind::LoginRefused,
     QT_TRANSLATE_NOOP("Wire", "Wrong user name or password, or the user is disabled")},
    {"LOADING", ErrorKind::NotNow,
     QT_TRANSLATE_NOOP("Wire", "The server is still loading its data from disk; it will answer when it is done")},
    {"BUSY", ErrorKind::NotNow,
     QT_TRANSLATE_NOOP("Wire", "The server is busy with a script or function that runs too long")},
    {"BUSYKEY", ErrorKind::Server, QT_TRANSLATE_NOOP("Wire", "%1 exists already")},
    {"READONLY", ErrorKind::Server,
     QT_TRANSLATE_NOOP("Wire", "The server is a replica and accepts no writes; connect to its master")},
    {"MASTERDOWN", ErrorKind::NotNow,
     QT_TRANSLATE_NOOP("Wire", "The server is a replica that lost its master, and serves no data that may be old")},
    {"CLUSTERDOWN", ErrorKind::Server,
     QT_TRANSLATE_NOOP("Wire", "The cluster is down: not all of its slots are served")},
    {"MOVED", ErrorKind::Server, QT_TRANSLATE_NOOP("Wire", "%1 is on another node of the cluster")},
    {"ASK", ErrorKind::Server, QT_TRANSLATE_NOOP("Wire", "%1 is moving to another node of the cluster")},
    {"TRYAGAIN", ErrorKind::Server,
     QT_TRANSLATE_NOOP("Wire", "The keys are moving to another node of the cluster; try again in a moment")},
    {"CROSSSLOT", ErrorKind::Server,
     QT_TRANSLATE_NOOP("Wire", "The keys are in different slots of the cluster and cannot be used together")},
    {"OOM", ErrorKind::Server,
     QT_TRANSLATE_NOOP("Wire", "The server is at its memory limit (maxmemory) and accepts no more data")},
    {"MISCONF", ErrorKind::Server,
     QT_TRANSLATE_NOOP("Wire", "The server cannot save to disk and therefore accepts no writes; see its log")},
    {"NOSCRIPT", ErrorKind::Server, QT_TRANSLATE_NOOP("Wire", "The server does not have this script (any more)")},
    {"NOREPLICAS", ErrorKind::Server,
     QT_TRANSLATE_NOOP("Wire", "The server accepts no writes: too few of its replicas are reachable")},
    {"NOGROUP", ErrorKind::Server, QT_TRANSLATE_NOOP("Wire", "%1 has no such consumer group")},
    {"EXECABORT", ErrorKind::Server,
     QT_TRANSLATE_NOOP("Wire", "The server did not run the transaction: one of its commands was refused")},
    {"DENIED", ErrorKind::LoginRefused,
     QT_TRANSLATE_NOOP("Wire", "The server is in protected mode: it accepts connections only from its own host")},
};

QString keyText(QByteArrayView key)
{
    return key.isEmpty() ? QCoreApplication::translate("Wire", "The key")
                         : QStringLiteral("“%1”").arg(printable(key, longestKeyShown));
}

/// The server's text is "… to run the 'zcard' command", or says that this user may not access a key or channel.
Error refusedByAcl(QByteArrayView text, QByteArrayView key)
{
    const qsizetype open = text.indexOf('\'');
    const qsizetype close = open < 0 ? -1 : text.indexOf('\'', open + 1);
    if (close > open) {
        const QByteArrayView name = text.sliced(open + 1, close - open - 1);
        return {ErrorKind::Refused,
                QCoreApplication::translate("Wire", "The server's ACL does not allow this user the command %1")
                    .arg(printable(name, 40).toUpper()),
                '+' + name.toByteArray().toLower()};
    }
    if (key.isEmpty()) {
        return {ErrorKind::Refused,
                QCoreApplication::translate("Wire", "The server's ACL does not allow this user the key")};
    }
    return {
        ErrorKind::Refused,
        QCoreApplication::translate("Wire", "The server's ACL does not allow this user the key %1").arg(keyText(key)),
        "%R~" + KeyTemplate::globOf(key)};
}

template <typename T> std::optional<T> replyNumber(QByteArrayView bytes)
{
    T value{};
    const auto [end, failure] = std::from_chars(bytes.begin(), bytes.end(), value);
    return failure == std::errc() && end == bytes.end() ? std::optional(value) : std::nullopt;
}

/// Parses "unknown command 'TIME', with args beginning with: …"; Redis before 7 uses other quotes.
QByteArray unknownCommand(QByteArrayView text)
{
    constexpr QByteArrayView says = "unknown command ";
    if (!text.startsWith(says) || text.size() < says.size() + 2) {
        return {};
    }
    const QByteArrayView named = text.sliced(says.size() + 1);
    const qsizetype end = named.indexOf(text[says.size()]);
    return named.first(end < 0 ? named.size() : end).toByteArray();
}

} // namespace

std::optional<qint64> Reply::toInteger() const
{
    if (type == Type::Integer) {
        return integer;
    }
    return type == Type::Bulk || type == Type::Status ? replyNumber<qint64>(bytes) : std::nullopt;
}

std::optional<double> Reply::toDouble() const
{
    if (type == Type::Integer) {
        return static_cast<double>(integer);
    }
    const auto value = type == Type::Bulk || type == Type::Status ? replyNumber<double>(bytes) : std::nullopt;
    return value && !std::isnan(*value) ? value : std::nullopt;
}

Reply Reply::unanswered(const Error &error)
{
    return {Type::Unanswered, static_cast<qint64>(error.kind), error.message.toUtf8(), {}};
}

bool Reply::concernsNode() const
{
    static constexpr std::array<QByteArrayView, 4> codes{"LOADING ", "BUSY ", "MASTERDOWN ", "NOAUTH "};
    return type == Type::Unanswered
        || (type == Type::Error
            && std::any_of(codes.begin(), codes.end(), [this](QByteArrayView code) { return bytes.startsWith(code); }));
}

Error Reply::toError(QByteArrayView key) const
{
    if (type == Type::Unanswered) {
        return {static_cast<ErrorKind>(integer), QString::fromUtf8(bytes)};
    }
    const QByteArrayView all = bytes;
    const qsizetype space = all.indexOf(' ');
    const QByteArrayView code = space < 0 ? all : all.first(space);
    const QByteArrayView text = space < 0 ? QByteArrayView() : all.sliced(space + 1);
    if (code == "NOPERM") {
        return refusedByAcl(text, key);
    }
    const auto *const named = std::find_if(std::begin(namedErrors), std::end(namedErrors),
                                           [&](const NamedError &error) { return error.code == code; });
    if (named != std::end(namedErrors)) {
        QString message = QCoreApplication::translate("Wire", named->text);
        message.replace(QLatin1StringView("%1"), keyText(key));
        return {named->kind, message};
    }
    if (const QByteArray command = unknownCommand(text); !command.isEmpty()) {
        return {ErrorKind::Refused,
                QCoreApplication::translate("Wire",
                                            "The server does not know the command %1: it is too old for it, "
                                            "or has it under another name")
                    .arg(printable(command, longestServerText))};
    }
    // "ERR" carries no information; users may want to look up any other first word.
    const QString said = printable(code == "ERR" ? text : all, longestServerText).trimmed();
    return {ErrorKind::Server,
            key.isEmpty() ? QCoreApplication::translate("Wire", "The server answers: %1").arg(said)
                          : QCoreApplication::translate("Wire", "%1: the server answers: %2").arg(keyText(key), said)};
}

} // namespace plimsoll::redis
