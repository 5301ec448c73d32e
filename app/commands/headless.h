// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "app/secrets.h"
#include "redis/topology/server.h"
#include "redis/types/result.h"
#include "redis/types/workspace.h"

#include <memory>
#include <optional>
#include <variant>

/// What the commands without a window share.
namespace plimsoll::app {

struct Opened {
    WorkspacePtr workspace;
    redis::Endpoint endpoint; ///< with the password of the URL or the environment, if there is one
};

/// Reads the workspace; what is wrong is said on standard error, one line a problem.
std::variant<WorkspacePtr, ExitCode> readWorkspaceFile(const QString &file);

/// Reads the workspace and finds out where to connect; what is wrong is said on standard error, one line a problem.
std::variant<Opened, ExitCode> openWorkspace(const Arguments &arguments);

/// Whether the workspace or URL named for the dashboard can be opened at all: what is wrong with it is said where it
/// was typed, before a window shows. nullopt: nothing is.
std::optional<ExitCode> checkNamed(const Arguments &arguments);

/// The collection of that name; says on standard error when there is none, with the nearest name.
std::optional<std::size_t> findCollection(const Workspace &workspace, const QString &name);

/// A server that is connected.
Result<std::unique_ptr<redis::Server>> connectTo(redis::Endpoint &endpoint, const redis::ClientOptions &options);

ExitCode exitCodeFor(const Error &error);
/// Says it on standard error, in one line, and gives the exit code for it.
ExitCode fail(const Error &error);

constexpr std::chrono::milliseconds keychainDeadline{1'500};

/// Tries with the password there is; when the server wants one and none was given, once more with the keychain's.
template <typename Attempt> auto withKeychain(redis::Endpoint &endpoint, const Attempt &attempt)
{
    auto result = attempt(endpoint);
    if (!result && result.error().kind == ErrorKind::LoginRefused && endpoint.password.isEmpty()) {
        if (const auto password = readKeychain(endpoint, keychainDeadline)) {
            endpoint.password = *password;
            return attempt(endpoint);
        }
    }
    return result;
}

} // namespace plimsoll::app
