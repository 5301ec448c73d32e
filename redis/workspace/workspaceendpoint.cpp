// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/workspace/workspaceendpoint.h"

#include "redis/types/printable.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace plimsoll::redis {

namespace {

/// Explains why the settings cannot work with the URL; empty if they can.
QString clashIn(const ConnectionSettings &connection, const Endpoint &endpoint)
{
    if (!connection.ssh.isEmpty() && !connection.proxy.isEmpty()) {
        return QCoreApplication::translate(
            "Workspace", "\"ssh\" and \"proxy\" cannot be combined: configure the way to the bastion in ssh itself");
    }
    const bool isLocal = endpoint.transport == Endpoint::Transport::Local;
    if (isLocal && (!connection.ssh.isEmpty() || !connection.proxy.isEmpty())) {
        return QCoreApplication::translate(
            "Workspace", "a unix socket is on this computer; neither \"ssh\" nor \"proxy\" leads to it");
    }
    if (connection.replicas && endpoint.topology == Endpoint::Topology::Standalone) {
        return QCoreApplication::translate(
            "Workspace", "\"replicas\" is for clusters and Sentinel; a single replica is watched by its own URL");
    }
    return {};
}

/// The settings without those that are of no use for a URL given in place of the workspace's.
ConnectionSettings fitting(ConnectionSettings connection, const Endpoint &endpoint)
{
    if (endpoint.transport == Endpoint::Transport::Local) {
        connection.ssh.clear();
        connection.proxy.clear();
    }
    connection.replicas = connection.replicas && endpoint.topology != Endpoint::Topology::Standalone;
    return connection;
}

/// Says whether a password for one is for the other, too.
bool isSameLogin(const Endpoint &a, const Endpoint &b)
{
    return a.transport == b.transport && a.path == b.path && a.addresses() == b.addresses()
        && a.masterName == b.masterName && a.user == b.user && a.tls.has_value() == b.tls.has_value();
}

} // namespace

void applySettings(Endpoint &endpoint, const ConnectionSettings &connection, const QString &workspacePath)
{
    endpoint.addressMap = connection.addressMap;
    endpoint.replicas = connection.replicas;
    endpoint.programs.passwordCommand = connection.passwordCommand;
    endpoint.programs.allowedBy =
        QStringList{QStringLiteral("plimsoll"), QStringLiteral("trust"), printable(workspacePath.toUtf8())}.join(u' ');
    if (const auto bastion = SshBastion::parse(connection.ssh); bastion) {
        endpoint.programs.ssh = *bastion;
    }
    if (const auto proxy = Proxy::parse(connection.proxy); proxy) {
        endpoint.proxy = *proxy;
    }
    const QDir folder = workspacePath.isEmpty() ? QDir() : QFileInfo(workspacePath).absoluteDir();
    const auto absolute = [&folder](const QString &named) {
        return named.isEmpty() ? QString() : QDir::cleanPath(folder.absoluteFilePath(named));
    };
    const QString where = workspacePath.isEmpty() ? QString() : workspacePath + QLatin1StringView(": /connection/");
    if (endpoint.tls) {
        endpoint.tls = TlsOptions{connection.verify,
                                  absolute(connection.caFile),
                                  absolute(connection.certFile),
                                  absolute(connection.keyFile),
                                  connection.serverName,
                                  where};
    }
    if (connection.sentinel) {
        const ConnectionSettings::Sentinel &own = *connection.sentinel;
        endpoint.sentinel.user = own.user.toUtf8();
        if (!own.caFile.isEmpty() || !own.certFile.isEmpty() || !own.verify) {
            endpoint.sentinel.tls = TlsOptions{own.verify,
                                               absolute(own.caFile),
                                               absolute(own.certFile),
                                               absolute(own.keyFile),
                                               {},
                                               where.isEmpty() ? QString() : where + QLatin1StringView("sentinel/")};
        }
    }
}

Result<Endpoint> endpointOf(const Workspace &workspace, const QString &url)
{
    Result<Endpoint> endpoint = Endpoint::parse(url.isEmpty() ? workspace.connection.url : url);
    if (!endpoint) {
        return endpoint;
    }
    const ConnectionSettings settings = url.isEmpty() ? workspace.connection : fitting(workspace.connection, *endpoint);
    if (const QString clash = clashIn(settings, *endpoint); !clash.isEmpty()) {
        return Error{ErrorKind::Invalid, clash};
    }
    applySettings(*endpoint, settings, workspace.path);
    // Consent names the server that gets the password, so no other server gets it.
    const QString &own = workspace.connection.url;
    if (const Result<Endpoint> named = Endpoint::parse(own);
        !own.isEmpty() && named && !isSameLogin(*named, *endpoint)) {
        endpoint->programs.passwordCommand.clear();
    }
    return endpoint;
}

} // namespace plimsoll::redis
