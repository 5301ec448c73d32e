// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"
#include "redis/types/workspace.h"

namespace plimsoll::redis {

/// Returns the endpoint of a workspace: its URL, or `url` instead, with the certificates, address map, sentinel login
/// and programs of its connection; the programs are not allowed yet. The passwordCommand is left out where `url` is of
/// another server, user or transport. Paths are relative to the workspace's folder.
Result<Endpoint> endpointOf(const Workspace &workspace, const QString &url = {});

/// Adds all settings of a connection but its URL to another endpoint; certificates only with TLS.
void applySettings(Endpoint &endpoint, const ConnectionSettings &connection, const QString &workspacePath);

} // namespace plimsoll::redis
