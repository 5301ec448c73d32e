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

/// Functions shared by the commands without a window.
namespace plimsoll::app {

struct Opened {
    WorkspacePtr workspace;
    redis::Endpoint endpoint; ///< includes the password from the URL or the environment
};

/// Reads the workspace; what is wrong is said on standard error, one line a problem.
std::variant<WorkspacePtr, ExitCode> readWorkspaceFile(const QString &file);

/// Reads the workspace and finds out where to connect; what is wrong is said on standard error, one line a problem.
std::variant<Opened, ExitCode> openWorkspace(const Arguments &arguments);

/// Whether the workspace or URL named for the dashboard can be opened at all: what is wrong with it is said where it
/// was typed, before a window shows. nullopt: nothing is.
std::optional<ExitCode> checkNamed(const Arguments &arguments);

/// Index of the named collection. If there is none, prints an error with the nearest name to standard error.
std::optional<std::size_t> findCollection(const Workspace &workspace, const QString &name);

/// Returns a connected server.
Result<std::unique_ptr<redis::Server>> connectTo(redis::Endpoint &endpoint, const redis::ClientOptions &options);

ExitCode exitCodeFor(const Error &error);
/// Prints the error to standard error, in one line, and returns its exit code.
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
