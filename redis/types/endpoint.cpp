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
constexpr quint16 sentinelPort = 26379;
constexpr qsizetype longestSocketPath = sizeof(sockaddr_un::sun_path) - 1;

struct Scheme {
    QLatin1StringView name;
    Endpoint::Topology topology;
    bool tls;
};
constexpr std::array tcpSchemes{
    Scheme{QLatin1StringView("redis"), Endpoint::Topology::Standalone, false},
    Scheme{QLatin1StringView("rediss"), Endpoint::Topology::Standalone, true},
    Scheme{QLatin1StringView("redis+cluster"), Endpoint::Topology::Cluster, false},
    Scheme{QLatin1StringView("rediss+cluster"), Endpoint::Topology::Cluster, true},
    Scheme{QLatin1StringView("redis+sentinel"), Endpoint::Topology::Sentinel, false},
    Scheme{QLatin1StringView("rediss+sentinel"), Endpoint::Topology::Sentinel, true},
};

const Scheme &schemeOf(const Endpoint &endpoint)
{
    return *std::find_if(tcpSchemes.begin(), tcpSchemes.end(), [&](const Scheme &scheme) {
        return scheme.topology == endpoint.topology && scheme.tls == endpoint.tls.has_value();
    });
}

QLatin1StringView exampleOf(const Endpoint &endpoint)
{
    return endpoint.transport == Endpoint::Transport::Local ? QLatin1StringView("unix:///path?db=0")
        : endpoint.topology == Endpoint::Topology::Cluster  ? QLatin1StringView("redis+cluster://host:6379")
        : endpoint.topology == Endpoint::Topology::Sentinel
        ? QLatin1StringView("redis+sentinel://host:26379,other:26379/mymaster/0")
        : QLatin1StringView("redis://host:6379/0");
}

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

/// True for the "a:1,user:secret" of "a:1,user:secret@b:2", by which the host a would be a user or its password.
bool hasHostBefore(QStringView userInfo)
{
    const QStringView user = userInfo.left(userInfo.indexOf(u':'));
    const QStringView password = userInfo.mid(user.size() + 1);
    const qsizetype comma = password.indexOf(u',');
    return user.contains(u',') || (comma > 0 && isDigits(password.first(comma)) && password.mid(comma).contains(u':'));
}

Outcome readDatabase(QStringView text, Endpoint &endpoint)
{
    bool ok = false;
    endpoint.database = text.toInt(&ok);
    if (!isDigits(text) || !ok) {
        return invalid(QCoreApplication::translate("Wire", "The database in a URL must be a number from 0, as in %1")
                           .arg(exampleOf(endpoint)));
    }
    return Done{};
}

Outcome readPort(QStringView text, HostAndPort &address)
{
    bool ok = false;
    const ushort port = text.toUShort(&ok);
    if (!isDigits(text) || !ok || port == 0) {
        return invalid(QCoreApplication::translate(
            "Wire", "The port in a URL must be a number from 1 to 65535, as in redis://host:6379"));
    }
    address.port = port;
    return Done{};
}

Outcome readBracketedHost(QStringView text, HostAndPort &address)
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
    address.host = host.toString().replace(QLatin1StringView("%25"), QLatin1StringView("%")); // zone, RFC 6874
    return after.isEmpty() ? Outcome(Done{}) : readPort(after.sliced(1), address);
}

/// An empty host or port means the default, as in redis-cli.
Outcome readHostAndPort(QStringView text, HostAndPort &address)
{
    if (text.contains(u',')) {
        return invalid(QCoreApplication::translate(
            "Wire",
            "The URL of several addresses begins with redis+cluster:// or redis+sentinel://; another has one host"));
    }
    if (text.startsWith(u'[')) {
        return readBracketedHost(text, address);
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
        address.host = host.toString();
    }
    return colon < 0 ? Outcome(Done{}) : readPort(text.sliced(colon + 1), address);
}

/// Reads "host:port", or for several nodes "host:port,host:port".
Outcome readHosts(QStringView text, Endpoint &endpoint)
{
    const bool isSingle = endpoint.topology == Endpoint::Topology::Standalone;
    const QList<QStringView> hosts = isSingle ? QList{text} : text.split(u',');
    for (const QStringView host : hosts) {
        HostAndPort address{endpoint.host, endpoint.port};
        if (host.isEmpty() && hosts.size() > 1) {
            return invalid(QCoreApplication::translate("Wire", "Between two commas in the URL, a host is missing"));
        }
        if (const Outcome read = readHostAndPort(host, address); !read) {
            return read.error();
        }
        endpoint.seeds.push_back(std::move(address));
    }
    endpoint.host = endpoint.seeds.front().host;
    endpoint.port = endpoint.seeds.front().port;
    endpoint.seeds.erase(endpoint.seeds.begin());
    return Done{};
}

/// Reads what follows the hosts: "/DB", or for Sentinel "/MASTER/DB".
Outcome readTail(QStringView tail, Endpoint &endpoint)
{
    if (tail.contains(u'?') || tail.contains(u'#')) {
        return invalid(
            QCoreApplication::translate("Wire", "A %1:// URL ends with the database, as in %2; nothing may follow it")
                .arg(schemeOf(endpoint).name, exampleOf(endpoint)));
    }
    tail = tail.mid(1);
    if (endpoint.topology == Endpoint::Topology::Sentinel) {
        const qsizetype slash = tail.indexOf(u'/');
        const auto name = decoded(slash < 0 ? tail : tail.first(slash));
        if (!name || name->isEmpty()) {
            return invalid(QCoreApplication::translate(
                               "Wire", "A Sentinel URL names the master that the sentinels watch, as in %1")
                               .arg(exampleOf(endpoint)));
        }
        endpoint.masterName = *name;
        tail = slash < 0 ? QStringView() : tail.sliced(slash + 1);
    }
    return tail.isEmpty() ? Outcome(Done{}) : readDatabase(tail, endpoint);
}

Result<Endpoint> parseTcp(QStringView rest, const Scheme &scheme)
{
    Endpoint endpoint;
    endpoint.topology = scheme.topology;
    endpoint.port = scheme.topology == Endpoint::Topology::Sentinel ? sentinelPort : endpoint.port;
    if (scheme.tls) {
        endpoint.tls.emplace();
    }
    const auto ends = [](QChar c) { return c == u'/' || c == u'?' || c == u'#'; };
    const qsizetype end = std::find_if(rest.begin(), rest.end(), ends) - rest.begin();
    QStringView authority = rest.first(end);
    const QStringView tail = rest.sliced(end);
    if (tail.contains(u'@')) {
        return invalid(QCoreApplication::translate(
            "Wire", "“/”, “?” and “#” in the user or password of a URL must be written %2F, %3F and %23"));
    }
    const qsizetype at = authority.lastIndexOf(u'@');
    if (at >= 0) {
        if (endpoint.topology != Endpoint::Topology::Standalone && hasHostBefore(authority.first(at))) {
            return invalid(QCoreApplication::translate(
                "Wire",
                "The login in a URL of several addresses stands before the first host; a comma in it is "
                "written %2C"));
        }
        if (const Outcome read = readUserInfo(authority.first(at), endpoint); !read) {
            return read.error();
        }
        authority = authority.sliced(at + 1);
    }
    if (const Outcome read = readHosts(authority, endpoint); !read) {
        return read.error();
    }
    const Outcome read = readTail(tail, endpoint);
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
            "Wire", "A unix:// URL needs the path of a socket, as in unix:///run/redis/redis.sock"));
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

/// Returns "host:6379,other:6379" up to the first port that is no number: it may be the password of a URL without a
/// host. Sets `whole` to whether that was all.
QString plausibleHosts(QStringView authority, bool &whole)
{
    whole = true;
    QStringList shown;
    for (const QStringView host : authority.split(u',')) {
        const qsizetype hostEnd = host.startsWith(u'[') ? qMax(host.indexOf(u']'), qsizetype(0)) : 0;
        const qsizetype port = host.indexOf(u':', hostEnd);
        whole = whole && (port < 0 || isDigits(host.sliced(port + 1)));
        shown += (whole ? host : host.first(port)).toString();
        if (!whole) {
            break;
        }
    }
    return shown.join(u',');
}

/// Turns "user:secret@host:6379/0?x" into "user@host:6379/0".
QString tcpWithoutSecret(QStringView rest, bool namesMaster)
{
    const qsizetype at = rest.lastIndexOf(u'@');
    const auto ends = [](QChar c) { return c == u'?' || c == u'#'; };
    QStringView place = rest.sliced(at + 1);
    place = place.first(std::find_if(place.begin(), place.end(), ends) - place.begin());
    const qsizetype slash = place.indexOf(u'/');
    const QStringView path = slash < 0 ? QStringView() : place.sliced(slash);
    bool whole = false;
    const QString hosts = plausibleHosts(slash < 0 ? place : place.first(slash), whole);
    const bool isShown = (namesMaster && whole) || path.size() < 2 || isDigits(path.sliced(1));
    return withoutSecret(rest.first(at + 1)) + hosts + (isShown ? path : QStringView()).toString();
}

} // namespace

Result<Endpoint> Endpoint::parse(const QString &url)
{
    const QString text = url.trimmed();
    const qsizetype end = text.indexOf(separator);
    const QString scheme = end < 0 ? QString() : text.first(end).toLower();
    const QStringView rest = end < 0 ? QStringView() : QStringView(text).sliced(end + separator.size());
    const auto *const tcp =
        std::find_if(tcpSchemes.begin(), tcpSchemes.end(), [&](const Scheme &known) { return known.name == scheme; });
    if (tcp != tcpSchemes.end()) {
        return parseTcp(rest, *tcp);
    }
    if (scheme == QLatin1StringView("unix")) {
        return parseLocal(rest);
    }
    return invalid(QCoreApplication::translate(
        "Wire",
        "A server is named by a URL that begins with redis://, rediss://, unix://, redis+cluster://, rediss+cluster:// "
        "or redis+sentinel://, as in redis://127.0.0.1:6379"));
}

std::optional<Error> OutsidePrograms::refusal() const
{
    if (isEmpty() || isAllowed) {
        return std::nullopt;
    }
    return Error{ErrorKind::Refused,
                 QCoreApplication::translate(
                     "Wire",
                     "the workspace runs programs to connect, which are not allowed yet; look at them and allow "
                     "them with: %1")
                     .arg(allowedBy)};
}

QString HostAndPort::display() const
{
    const QString shown = host.contains(u':') ? u'[' + host + u']' : host;
    return shown + u':' + QString::number(port);
}

std::vector<HostAndPort> Endpoint::addresses() const
{
    std::vector<HostAndPort> all{{host, port}};
    all.insert(all.end(), seeds.begin(), seeds.end());
    return all;
}

Endpoint Endpoint::processAt(const HostAndPort &address) const
{
    Endpoint process = *this;
    process.topology = Topology::Standalone;
    process.seeds.clear();
    process.masterName.clear();
    process.host = address.host;
    process.port = address.port;
    return process;
}

QString Endpoint::url() const
{
    if (transport == Transport::Local) {
        const QByteArray encoded = QFile::encodeName(path).toPercentEncoding("/@:+,=");
        const QString query = database == 0 ? QString() : QStringLiteral("?db=%1").arg(database);
        return QStringLiteral("unix://") + userPrefix(user) + QString::fromLatin1(encoded) + query;
    }
    QStringList hosts;
    for (const HostAndPort &address : addresses()) {
        hosts += address.display();
    }
    const QString master =
        masterName.isEmpty() ? QString() : u'/' + QString::fromLatin1(masterName.toPercentEncoding());
    const QString tail = database == 0 ? QString() : QStringLiteral("/%1").arg(database);
    return schemeOf(*this).name + separator + userPrefix(user)
        + hosts.join(u',').replace(u'%', QLatin1StringView("%25")) + master + tail;
}

QString Endpoint::display() const
{
    if (transport == Transport::Local) {
        return printable(QFile::encodeName(path));
    }
    return HostAndPort{host, port}.display();
}

QString withoutPassword(const QString &url)
{
    const qsizetype end = url.indexOf(separator);
    const qsizetype start = end < 0 ? 0 : end + separator.size();
    const QStringView scheme = QStringView(url).first(start);
    const QStringView rest = QStringView(url).sliced(start);
    const bool isLocal = scheme.compare(QLatin1StringView("unix://"), Qt::CaseInsensitive) == 0;
    const bool namesMaster = scheme.endsWith(QLatin1StringView("+sentinel://"), Qt::CaseInsensitive);
    const QString shown = isLocal ? localWithoutSecret(rest) : tcpWithoutSecret(rest, namesMaster);
    return printable((scheme.toString() + shown).toUtf8());
}

} // namespace plimsoll::redis
