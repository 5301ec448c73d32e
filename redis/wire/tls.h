// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"
#include "redis/types/result.h"
#include "redis/wire/connector.h"

class QSslCertificate;

namespace plimsoll::redis {

/// Whether it is for that host, a name or an address, by the rules of RFC 6125: its common name counts where it has no
/// subject alternative names alone. QSslSocket accepts either.
bool isCertificateFor(const QSslCertificate &certificate, const QString &host);

/// Speaks TLS over a connection that stands: checks who answers (authority, name, dates), sends the name (SNI) and our
/// certificate where there is one. `descriptor` is taken in any case. The errors say which of these failed; a server
/// that does not speak TLS is told apart by asking it once more without.
Result<Transport> startTls(int descriptor, const Endpoint &endpoint, std::chrono::steady_clock::time_point deadline,
                           const std::stop_token &stop);

/// Whether a server that hung up on plain words speaks TLS; asked by another connection, half a second at the most.
bool answersTls(const Endpoint &endpoint, std::chrono::steady_clock::time_point deadline, const std::stop_token &stop);

} // namespace plimsoll::redis
