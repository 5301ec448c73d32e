// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <functional>
#include <optional>

class QObject;

/// Where passwords come from (contract.md §2): the URL, else the environment, else the system keychain.
namespace plimsoll::app {

/// Takes the passwords of URLs out of the arguments other processes can see. Call after the arguments were parsed.
void hidePasswords(int argc, char **argv);

/// PLIMSOLL_PASSWORD, else REDISCLI_AUTH. Read once at start and overwritten there, so that neither the process list
/// nor children hold it.
void takeEnvironmentPasswords();

/// Fills in the password of the environment where the URL has none.
redis::Endpoint withEnvironmentPassword(redis::Endpoint endpoint);

/// Without a session bus there is no keychain, and looking for one may wait for a bus to be launched.
bool hasKeychain();

/// The keychain's password for that server and user. Blocks for `deadline` at the most; nullopt when there is none
/// or no keychain to ask. For the command line, where no event loop runs.
std::optional<QByteArray> readKeychain(const redis::Endpoint &endpoint, std::chrono::milliseconds deadline);

/// The same without blocking: `done` is called in the context's thread, unless the context is gone by then.
void readKeychainLater(const redis::Endpoint &endpoint, QObject *context,
                       const std::function<void(const std::optional<QByteArray> &)> &done);
/// Keeps the endpoint's password in the keychain; `done` gets an empty text, or why it could not be kept.
void writeKeychainLater(const redis::Endpoint &endpoint, QObject *context,
                        const std::function<void(const QString &)> &done);

} // namespace plimsoll::app
