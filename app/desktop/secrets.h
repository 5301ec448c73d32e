// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <functional>
#include <optional>

class QObject;

/// Sources of passwords, in order (docs/cli.md): the URL, the environment, the workspace's passwordCommand (which
/// redis/wire runs), the system keychain.
namespace plimsoll::app {

/// Overwrites passwords of URLs in the process list. Call after the arguments were parsed.
void hidePasswords(int argc, char **argv);

/// Reads PLIMSOLL_PASSWORD, else REDISCLI_AUTH, PLIMSOLL_SENTINEL_PASSWORD and PLIMSOLL_PROXY_PASSWORD, once at the
/// start, and overwrites them in the environment, so that neither the process list nor child processes contain them.
void takeEnvironmentPasswords();

/// True if one of those for servers was there.
bool hasEnvironmentPassword();

/// Sets the passwords from the environment if the URL has none. A server that has no password set is used without.
redis::Endpoint withEnvironmentPassword(redis::Endpoint endpoint);

/// Why the system's keychain cannot be used, as the end of a sentence; empty if it can.
QString keychainProblem();

/// Reads the password of a server and user from the keychain. Blocks for at most `deadline`; nullopt if there is no
/// password or no keychain. For the command line, which has no event loop.
std::optional<QByteArray> readKeychain(const redis::Endpoint &endpoint, std::chrono::milliseconds deadline);

/// Reads without blocking; calls `done` in the context's thread, unless the context has been destroyed.
void readKeychainLater(const redis::Endpoint &endpoint, QObject *context,
                       const std::function<void(const std::optional<QByteArray> &)> &done);
/// Stores the endpoint's password in the keychain; `done` gets an empty text or the error.
void writeKeychainLater(const redis::Endpoint &endpoint, QObject *context,
                        const std::function<void(const QString &)> &done);

} // namespace plimsoll::app
