// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"
#include "redis/types/workspace.h"

namespace plimsoll::redis {

/// How the server of a workspace is reached: its URL, or `url` in its place, with the certificates that its connection
/// names. Their paths are relative to the workspace's folder.
Result<Endpoint> endpointOf(const Workspace &workspace, const QString &url = {});

/// Certificates of a connection for an endpoint that was made otherwise; nothing changes where it speaks no TLS.
void setCertificates(Endpoint &endpoint, const ConnectionSettings &connection, const QString &workspacePath);

} // namespace plimsoll::redis
