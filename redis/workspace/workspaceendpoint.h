// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"
#include "redis/types/workspace.h"

namespace plimsoll::redis {

/// Returns the endpoint of a workspace: its URL, or `url` instead, with the certificates of its connection. Their paths
/// are relative to the workspace's folder.
Result<Endpoint> endpointOf(const Workspace &workspace, const QString &url = {});

/// Adds the certificates of a connection to another endpoint; does nothing without TLS.
void setCertificates(Endpoint &endpoint, const ConnectionSettings &connection, const QString &workspacePath);

} // namespace plimsoll::redis
