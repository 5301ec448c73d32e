// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/certificates.h"

#include <QFile>
#include <QHostAddress>
#include <QProcess>

using namespace Qt::StringLiterals;

namespace plimsoll::testing {

namespace {

const QStringList newKey{u"-newkey"_s, u"ec"_s, u"-pkeyopt"_s, u"ec_paramgen_curve:prime256v1"_s, u"-nodes"_s};

}

Certificates::Certificates()
{
    makeAuthority(u"ca"_s);
    makeAuthority(u"stranger"_s);
}

void Certificates::openssl(const QStringList &arguments) const
{
    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(u"openssl"_s, arguments);
    if (!process.waitForFinished() || process.exitCode() != 0) {
        qFatal("openssl %s: %s", qPrintable(arguments.join(u' ')), process.readAll().constData());
    }
}

void Certificates::makeAuthority(const QString &name) const
{
    openssl(QStringList{u"req"_s, u"-x509"_s, u"-days"_s, u"2"_s, u"-subj"_s, u"/CN=The %1 of a test"_s.arg(name),
                        u"-keyout"_s, name + u".key"_s, u"-out"_s, name + u".pem"_s}
            + newKey);
}

QString Certificates::issue(const QString &name, const QString &host, int days, const QString &commonName) const
{
    QFile extensions(m_folder.filePath(name + u".ext"_s));
    if (!extensions.open(QIODevice::WriteOnly)) {
        qFatal("%s cannot be written", qPrintable(extensions.fileName()));
    }
    extensions.write("subjectAltName=" + QByteArray(QHostAddress(host).isNull() ? "DNS:" : "IP:") + host.toUtf8()
                     + '\n');
    extensions.close();
    openssl(QStringList{u"req"_s, u"-subj"_s, u"/CN="_s + (commonName.isEmpty() ? host : commonName), u"-keyout"_s,
                        name + u".key"_s, u"-out"_s, name + u".csr"_s}
            + newKey);
    openssl({u"x509"_s, u"-req"_s, u"-in"_s, name + u".csr"_s, u"-CA"_s, u"ca.pem"_s, u"-CAkey"_s, u"ca.key"_s,
             u"-CAcreateserial"_s, u"-days"_s, QString::number(days), u"-extfile"_s, name + u".ext"_s, u"-out"_s,
             name + u".pem"_s});
    return name;
}

QString Certificates::lockedKey(const QString &name) const
{
    openssl({u"ec"_s, u"-in"_s, name + u".key"_s, u"-aes128"_s, u"-passout"_s, u"pass:passphrase"_s, u"-out"_s,
             name + u".locked"_s});
    return m_folder.filePath(name + u".locked"_s);
}

} // namespace plimsoll::testing
