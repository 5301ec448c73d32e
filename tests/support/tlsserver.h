// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/certificates.h"
#include "tests/support/redisserver.h"

namespace plimsoll::testing {

/// An endpoint with TLS that trusts the authority.
redis::Endpoint overTls(const Certificates &certificates, const QString &host, quint16 port);

/// A RedisServer with an additional TLS port.
class TlsServer final {
public:
    /// `certificate`: an issued one. Without `more`, clients need no certificate.
    TlsServer(const Certificates &certificates, const QString &certificate, const QStringList &more = {});
    ~TlsServer() = default;
    Q_DISABLE_COPY_MOVE(TlsServer)

    [[nodiscard]] RedisServer &server() { return m_server; }
    [[nodiscard]] quint16 port() const { return m_port; }
    [[nodiscard]] redis::Endpoint endpoint(const QString &host = QStringLiteral("localhost")) const
    {
        return overTls(m_certificates, host, m_port);
    }

private:
    const Certificates &m_certificates;
    RedisServer m_server;
    quint16 m_port = 0;
};

} // namespace plimsoll::testing
