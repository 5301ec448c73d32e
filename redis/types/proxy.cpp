// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/proxy.h"

#include <QCoreApplication>
#include <QUrl>

namespace plimsoll::redis {

namespace {

const QString socksScheme = QStringLiteral("socks5");
const QString httpScheme = QStringLiteral("http");

} // namespace

Result<Proxy> Proxy::parse(const QString &text)
{
    const QUrl url(text, QUrl::StrictMode);
    const bool isKnown = url.scheme() == socksScheme || url.scheme() == httpScheme;
    if (!url.isValid() || !isKnown || url.host().isEmpty() || url.port() <= 0
        || !(url.path().isEmpty() || url.path() == u"/") || url.hasQuery() || url.hasFragment()) {
        return Error{ErrorKind::Invalid,
                     QCoreApplication::translate(
                         "Wire", "must be a proxy, as in \"socks5://host:1080\" or \"http://user@host:3128\"")};
    }
    if (!url.password().isEmpty()) {
        return Error{
            ErrorKind::Invalid,
            QCoreApplication::translate(
                "Wire", "contains a password, which a workspace must not; set PLIMSOLL_PROXY_PASSWORD instead")};
    }
    return Proxy{.kind = url.scheme() == httpScheme ? Kind::Http : Kind::Socks5,
                 .host = url.host(),
                 .port = static_cast<quint16>(url.port()),
                 .user = url.userName(QUrl::FullyDecoded).toUtf8()};
}

QString Proxy::display() const
{
    QUrl url;
    url.setScheme(kind == Kind::Http ? httpScheme : socksScheme);
    url.setHost(host);
    url.setPort(port);
    return url.toString();
}

} // namespace plimsoll::redis
