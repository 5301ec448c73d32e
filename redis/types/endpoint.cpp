// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/endpoint.h"

#include "redis/types/printable.h"

#include <QCoreApplication>
#include <QFile>
#include <QUrl>

#include <sys/un.h>

#include <algorithm>
#include <array>
#include <optional>

// Errors never quote the user-info part: it may contain a password, even if mistyped.

namespace plimsoll::redis {

namespace {

constexpr QLatin1StringView separator{"://"};
constexpr std::array laterSchemes{QLatin1StringView("redis+sentinel"), QLatin1StringView("redis+cluster"),
                                  QLatin1StringView("rediss+cluster")};
constexpr qsizetype longestSocketPath = sizeof(sockaddr_un::sun_path) - 1;

Error invalid(const QString &message)
{
    return {ErrorKind::Invalid, message};
}

bool isDigits(QStringView text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
}

/// Returns nullopt if a "%" is not followed by two hexadecimal digits.
std::optional<QByteArray> decoded(QStringView text)
{
    const QByteArray bytes = text.toUtf8();
    const auto isHex = [&](qsizetype i) {
        return i < bytes.size() && QByteArrayView("0123456789abcdefABCDEF").contains(bytes[i]);
    };
    for (qsizetype i = bytes.indexOf('%'); i >= 0; i = bytes.indexOf('%', i + 1)) {
        if (!isHex(i + 1) || !isHex(i + 2)) {
            return std::nullopt;
        }
    }
    return QByteArray::fromPercentEncoding(bytes);
}

Outcome readUserInfo(QStringView text, Endpoint &endpoint)
{
    const qsizetype colon = text.indexOf(u':');
    const auto user = decoded(colon < 0 ? text : text.first(colon));
    const auto password = decoded(colon < 0 ? QStringView() : text.sliced(colon + 1));
    if (!user || !password) {
        return invalid(QCoreApplication::translate(
            "Wire", "A “%” in the user or password of a URL must be written %25, or be followed by two hex digits"));
    }
    endpoint.user = *user;
    endpoint.password = *password;
    return Done{};
}

Outcome readDatabase(QStringView text, Endpoint &endpoint)
{
    bool ok = false;
    endpoint.database = text.toInt(&ok);
    if (!isDigits(text) || !ok) {
        return invalid(QCoreApplication::translate("Wire", "The database in a URL must be a number from 0, as in %1")
                           .arg(endpoint.transport == Endpoint::Transport::Tcp
                                    ? QLatin1StringView("redis://host:6379/0")
                                    : QLatin1StringView("unix:///path?db=0")));
    }
    return Done{};
}

Outcome readPort(QStringView text, Endpoint &endpoint)
{
    bool ok = false;
    const ushort port = text.toUShort(&ok);
    if (!isDigits(text) || !ok || port == 0) {
        return invalid(QCoreApplication::translate(
            "Wire", "The port in a URL must be a number from 1 to 65535, as in redis://host:6379"));
    }
    endpoint.port = port;
    return Done{};
}

Outcome readBracketedHost(QStringView text, Endpoint &endpoint)
{
    const qsizetype close = text.indexOf(u']');
    const QStringView after = close < 0 ? QStringView() : text.sliced(close + 1);
    const QStringView host = close < 0 ? QStringView() : text.sliced(1, close - 1);
    const bool plausible = host.contains(u':')
        && std::all_of(host.begin(), host.end(), [](QChar c) { return c > u' ' && c != u'[' && c.unicode() < 0x7F; });
    if (!plausible || (!after.isEmpty() && !after.startsWith(u':'))) {
        return invalid(QCoreApplication::translate(
            "Wire", "An IPv6 address in a URL is written in brackets, as in redis://[::1]:6379"));
    }
    endpoint.host = host.toString().replace(QLatin1StringView("%25"), QLatin1StringView("%")); // zone, RFC 6874
    return after.isEmpty() ? Outcome(Done{}) : readPort(after.sliced(1), endpoint);
}

/// An empty host or port means the default, as in redis-cli.
Outcome readHostAndPort(QStringView text, Endpoint &endpoint)
{
    if (text.startsWith(u'[')) {
        return readBracketedHost(text, endpoint);
    }
    if (text.count(u':') > 1) {
        return invalid(QCoreApplication::translate(
            "Wire", "An IPv6 address in a URL is written in brackets, as in redis://[::1]:6379"));
    }
    const qsizetype colon = text.indexOf(u':');
    const QStringView host = colon < 0 ? text : text.first(colon);
    if (std::any_of(host.begin(), host.end(), [](QChar c) { return c <= u' ' || c == u'%' || c == u'\\'; })) {
        return invalid(QCoreApplication::translate("Wire", "The host name in the URL holds a character no host has"));
    }
    if (!host.isEmpty()) {
        endpoint.host = host.toString();
    }
    return colon < 0 ? Outcome(Done{}) : readPort(text.sliced(colon + 1), endpoint);
}

Result<Endpoint> parseTcp(QStringView rest)
{
    Endpoint endpoint;
    const auto ends = [](QChar c) { return c == u'/' || c == u'?' || c == u'#'; };
    const qsizetype end = std::find_if(rest.begin(), rest.end(), ends) - rest.begin();
    QStringView authority = rest.first(end);
    QStringView tail = rest.sliced(end);
    if (tail.contains(u'@')) {
        return invalid(QCoreApplication::translate(
            "Wire", "“/”, “?” and “#” in the user or password of a URL must be written %2F, %3F and %23"));
    }
    const qsizetype at = authority.lastIndexOf(u'@');
    if (at >= 0) {
        if (const Outcome read = readUserInfo(authority.first(at), endpoint); !read) {
            return read.error();
        }
        authority = authority.sliced(at + 1);
    }
    if (const Outcome read = readHostAndPort(authority, endpoint); !read) {
        return read.error();
    }
    if (tail.contains(u'?') || tail.contains(u'#')) {
        return invalid(QCoreApplication::translate(
            "Wire", "A redis:// URL ends with the database, as in redis://host:6379/0; nothing may follow it"));
    }
    tail = tail.mid(1);
    if (tail.isEmpty()) {
        return endpoint;
    }
    const Outcome read = readDatabase(tail, endpoint);
    return read ? Result<Endpoint>(endpoint) : read.error();
}

Outcome readSocketPath(QStringView text, Endpoint &endpoint)
{
    const auto path = decoded(text);
    if (!path) {
        return invalid(QCoreApplication::translate(
            "Wire", "A “%” in the path of a URL must be written %25, or be followed by two hex digits"));
    }
    const bool rooted = path->startsWith('/') || path->startsWith("./") || path->startsWith("../");
    if (!rooted || path->endsWith('/')) {
        return invalid(QCoreApplication::translate(
            "Wire", "A unix:// URL wants the path of a socket, as in unix:///run/redis/redis.sock"));
    }
    if (path->size() > longestSocketPath || path->contains('\0')) {
        return invalid(QCoreApplication::translate("Wire", "The path of a unix socket may have at most %1 bytes")
                           .arg(longestSocketPath));
    }
    endpoint.path = QFile::decodeName(*path);
    return Done{};
}

Result<Endpoint> parseLocal(QStringView rest)
{
    Endpoint endpoint;
    endpoint.transport = Endpoint::Transport::Local;
    const qsizetype slash = rest.indexOf(u'/');
    const qsizetype at = rest.first(slash < 0 ? rest.size() : slash).lastIndexOf(u'@');
    if (at >= 0) {
        if (const Outcome read = readUserInfo(rest.first(at), endpoint); !read) {
            return read.error();
        }
        rest = rest.sliced(at + 1);
    }
    const qsizetype question = rest.indexOf(u'?');
    if (const Outcome read = readSocketPath(question < 0 ? rest : rest.first(question), endpoint); !read) {
        return read.error();
    }
    if (question < 0) {
        return endpoint;
    }
    const QStringView query = rest.sliced(question + 1);
    if (!query.startsWith(QLatin1StringView("db="))) {
        return invalid(QCoreApplication::translate(
            "Wire", "After the path of a unix:// URL only ?db=N may follow; a “?” in the path is written %3F"));
    }
    const Outcome read = readDatabase(query.sliced(3), endpoint);
    return read ? Result<Endpoint>(endpoint) : read.error();
}

QString userPrefix(const QByteArray &user)
{
    return user.isEmpty() ? QString() : QString::fromLatin1(user.toPercentEncoding()) + u'@';
}

/// Turns "user:secret@" into "user@".
QString withoutSecret(QStringView userInfo)
{
    const qsizetype colon = userInfo.indexOf(u':');
    return colon < 0 ? userInfo.toString() : userInfo.first(colon).toString() + u'@';
}

/// Keeps path and query; the text before the path is the user.
QString localWithoutSecret(QStringView rest)
{
    const bool isPath = rest.startsWith(u'/') || rest.startsWith(u'.');
    const qsizetype at = isPath ? -1 : rest.lastIndexOf(QLatin1StringView("@/"));
    if (!isPath && at < 0) {
        return QString();
    }
    return withoutSecret(rest.first(at + 1)) + rest.sliced(at + 1).toString();
}

/// Turns "user:secret@host:6379/0?x" into "user@host:6379/0".
QString tcpWithoutSecret(QStringView rest)
{
    const qsizetype at = rest.lastIndexOf(u'@');
    const auto ends = [](QChar c) { return c == u'?' || c == u'#'; };
    QStringView place = rest.sliced(at + 1);
    place = place.first(std::find_if(place.begin(), place.end(), ends) - place.begin());
    const qsizetype slash = place.indexOf(u'/');
    const QStringView path = slash < 0 ? QStringView() : place.sliced(slash);
    const QStringView authority = slash < 0 ? place : place.first(slash);
    // A non-numeric port may be the password of a URL without a host.
    const qsizetype hostEnd = authority.startsWith(u'[') ? qMax(authority.indexOf(u']'), qsizetype(0)) : 0;
    const qsizetype port = authority.indexOf(u':', hostEnd);
    const bool isPort = port < 0 || isDigits(authority.sliced(port + 1));
    const bool isDatabase = path.size() < 2 || isDigits(path.sliced(1));
    return withoutSecret(rest.first(at + 1)) + (isPort ? authority : authority.first(port)).toString()
        + (isDatabase ? path : QStringView()).toString();
}

} // namespace

Result<Endpoint> Endpoint::parse(const QString &url)
{
    const QString text = url.trimmed();
    const qsizetype end = text.indexOf(separator);
    const QString scheme = end < 0 ? QString() : text.first(end).toLower();
    const QStringView rest = end < 0 ? QStringView() : QStringView(text).sliced(end + separator.size());
    if (scheme == QLatin1StringView("redis")) {
        return parseTcp(rest);
    }
    if (scheme == QLatin1StringView("rediss")) {
        Result<Endpoint> endpoint = parseTcp(rest);
        if (endpoint) {
            endpoint->tls.emplace();
        }
        return endpoint;
    }
    if (scheme == QLatin1StringView("unix")) {
        return parseLocal(rest);
    }
    if (std::find(laterSchemes.begin(), laterSchemes.end(), scheme) != laterSchemes.end()) {
        return invalid(QCoreApplication::translate("Wire", "%1:// is not available in this version").arg(scheme));
    }
    return invalid(QCoreApplication::translate(
        "Wire",
        "A server is named by a URL that begins with redis://, rediss:// or unix://, as in redis://127.0.0.1:6379"));
}

QString Endpoint::url() const
{
    if (transport == Transport::Local) {
        const QByteArray encoded = QFile::encodeName(path).toPercentEncoding("/@:+,=");
        const QString query = database == 0 ? QString() : QStringLiteral("?db=%1").arg(database);
        return QStringLiteral("unix://") + userPrefix(user) + QString::fromLatin1(encoded) + query;
    }
    const QString zoned = QString(host).replace(u'%', QLatin1StringView("%25"));
    const QString shown = host.contains(u':') ? u'[' + zoned + u']' : host;
    const QString tail = database == 0 ? QString() : QStringLiteral("/%1").arg(database);
    return (tls ? QStringLiteral("rediss://") : QStringLiteral("redis://")) + userPrefix(user) + shown + u':'
        + QString::number(port) + tail;
}

QString Endpoint::display() const
{
    if (transport == Transport::Local) {
        return printable(QFile::encodeName(path));
    }
    const QString shown = host.contains(u':') ? u'[' + host + u']' : host;
    return shown + u':' + QString::number(port);
}

QString withoutPassword(const QString &url)
{
    const qsizetype end = url.indexOf(separator);
    const qsizetype start = end < 0 ? 0 : end + separator.size();
    const QStringView scheme = QStringView(url).first(start);
    const QStringView rest = QStringView(url).sliced(start);
    const bool isLocal = scheme.compare(QLatin1StringView("unix://"), Qt::CaseInsensitive) == 0;
    const QString shown = isLocal ? localWithoutSecret(rest) : tcpWithoutSecret(rest);
    return printable((scheme.toString() + shown).toUtf8());
}

} // namespace plimsoll::redis
