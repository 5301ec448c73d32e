// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"
#include "redis/types/result.h"
#include "redis/wire/connector.h"

class QSslCertificate;

namespace plimsoll::redis {

/// Returns whether the certificate is valid for the host, a name or an address, by RFC 6125: the common name counts
/// only without subject alternative names. QSslSocket accepts either.
bool isCertificateFor(const QSslCertificate &certificate, const QString &host);

/// Starts TLS on an open connection: verifies the server (authority, name, dates), and sends its name (SNI) and our
/// certificate, if any. Always takes ownership of `descriptor`. Errors name the failed check; a server without TLS is
/// detected by a second, plain connection.
Result<Transport> startTls(int descriptor, const Endpoint &endpoint, std::chrono::steady_clock::time_point deadline,
                           const std::stop_token &stop);

/// Returns whether a server that closed a plain connection speaks TLS; uses another connection, at most half a second.
bool answersTls(const Endpoint &endpoint, std::chrono::steady_clock::time_point deadline, const std::stop_token &stop);

/// Returns whether a server that closed a connection, or answered what is not Redis, speaks HTTP; uses another
/// connection, over TLS if the endpoint does, at most half a second.
bool answersHttp(const Endpoint &endpoint, std::chrono::steady_clock::time_point deadline, const std::stop_token &stop);

} // namespace plimsoll::redis
