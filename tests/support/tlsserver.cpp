// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tlsserver.h"

using namespace Qt::StringLiterals;

namespace plimsoll::testing {

redis::Endpoint overTls(const Certificates &certificates, const QString &host, quint16 port)
{
    redis::Endpoint made = *redis::Endpoint::parse(u"rediss://%1:%2"_s.arg(host, QString::number(port)));
    made.tls->caFile = certificates.authority();
    return made;
}

TlsServer::TlsServer(const Certificates &certificates, const QString &certificate, const QStringList &more)
    : m_certificates(certificates),
      m_server(QStringList{u"--tls-cert-file"_s, certificates.certificate(certificate), u"--tls-key-file"_s,
                           certificates.key(certificate), u"--tls-ca-cert-file"_s, certificates.authority()}
               + (more.isEmpty() ? QStringList{u"--tls-auth-clients"_s, u"no"_s} : more))
{
    constexpr int attempts = 5; // another process may take the port meanwhile
    redis::Reply set;
    for (int i = 0; i < attempts; ++i) {
        m_port = freePort();
        set = m_server.run({"CONFIG", "SET", "tls-port", QByteArray::number(m_port)});
        if (!set.isError()) {
            return;
        }
    }
    qFatal("TlsServer: %s", set.bytes.constData());
}

} // namespace plimsoll::testing
