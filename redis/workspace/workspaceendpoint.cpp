// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/workspace/workspaceendpoint.h"

#include <QDir>
#include <QFileInfo>

namespace plimsoll::redis {

void setCertificates(Endpoint &endpoint, const ConnectionSettings &connection, const QString &workspacePath)
{
    if (!endpoint.tls) {
        return;
    }
    const QDir folder = workspacePath.isEmpty() ? QDir() : QFileInfo(workspacePath).absoluteDir();
    const auto absolute = [&folder](const QString &named) {
        return named.isEmpty() ? QString() : QDir::cleanPath(folder.absoluteFilePath(named));
    };
    endpoint.tls = TlsOptions{connection.verify, absolute(connection.caFile), absolute(connection.certFile),
                              absolute(connection.keyFile)};
}

Result<Endpoint> endpointOf(const Workspace &workspace, const QString &url)
{
    Result<Endpoint> endpoint = Endpoint::parse(url.isEmpty() ? workspace.connection.url : url);
    if (endpoint) {
        setCertificates(*endpoint, workspace.connection, workspace.path);
    }
    return endpoint;
}

} // namespace plimsoll::redis
