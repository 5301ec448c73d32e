// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/workspace/workspaceendpoint.h"

#include <QDir>
#include <QFileInfo>

namespace plimsoll::redis {

void applySettings(Endpoint &endpoint, const ConnectionSettings &connection, const QString &workspacePath)
{
    endpoint.addressMap = connection.addressMap;
    const QDir folder = workspacePath.isEmpty() ? QDir() : QFileInfo(workspacePath).absoluteDir();
    const auto absolute = [&folder](const QString &named) {
        return named.isEmpty() ? QString() : QDir::cleanPath(folder.absoluteFilePath(named));
    };
    if (endpoint.tls) {
        endpoint.tls = TlsOptions{connection.verify, absolute(connection.caFile), absolute(connection.certFile),
                                  absolute(connection.keyFile), connection.serverName};
    }
    if (connection.sentinel) {
        const ConnectionSettings::Sentinel &own = *connection.sentinel;
        endpoint.sentinel.user = own.user.toUtf8();
        if (!own.caFile.isEmpty() || !own.certFile.isEmpty() || !own.verify) {
            endpoint.sentinel.tls =
                TlsOptions{own.verify, absolute(own.caFile), absolute(own.certFile), absolute(own.keyFile)};
        }
    }
}

Result<Endpoint> endpointOf(const Workspace &workspace, const QString &url)
{
    Result<Endpoint> endpoint = Endpoint::parse(url.isEmpty() ? workspace.connection.url : url);
    if (endpoint) {
        applySettings(*endpoint, workspace.connection, workspace.path);
    }
    return endpoint;
}

} // namespace plimsoll::redis
