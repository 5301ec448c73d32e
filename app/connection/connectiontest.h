// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/connectionreport.h"
#include "redis/types/endpoint.h"
#include "redis/types/workspace.h"

#include <stop_token>

namespace plimsoll::app {

/// Tests the way to a server and a workspace in steps: resolve, connect, ssh, tls, auth, role, topology, rights, then
/// each collection. Steps that depend on a failed one are skipped. Permissions for operating are asked for only if the
/// workspace has collections and is not read-only; missing ones are a warning. Blocks; for a worker thread, or the
/// command line. Changes nothing on the server.
ConnectionReport testConnection(const WorkspacePtr &workspace, const redis::Endpoint &endpoint,
                                const std::stop_token &stop = {});

} // namespace plimsoll::app
