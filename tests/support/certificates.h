// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTemporaryDir>

namespace plimsoll::testing {

/// A private certificate authority and the certificates that it issues, as PEM files in a folder removed with this
/// object. Uses openssl; a failure ends the test program with one line.
class Certificates final {
public:
    Certificates();
    Q_DISABLE_COPY_MOVE(Certificates)

    /// Issues a certificate for a host ("localhost", "127.0.0.1"). `days`: validity; -1: expired yesterday.
    /// `commonName`: common name of the subject; empty: the host. Returns the name for certificate() and key().
    QString issue(const QString &name, const QString &host, int days = 2, const QString &commonName = {}) const;
    [[nodiscard]] QString authority() const { return m_folder.filePath(QStringLiteral("ca.pem")); }
    /// Another authority that has issued nothing; certificate() and key() accept "stranger".
    [[nodiscard]] QString stranger() const { return certificate(QStringLiteral("stranger")); }
    [[nodiscard]] QString certificate(const QString &name) const
    {
        return m_folder.filePath(name + QLatin1String(".pem"));
    }
    [[nodiscard]] QString key(const QString &name) const { return m_folder.filePath(name + QLatin1String(".key")); }

    /// A copy of the key protected by a passphrase.
    [[nodiscard]] QString lockedKey(const QString &name) const;

private:
    void openssl(const QStringList &arguments) const;
    void makeAuthority(const QString &name) const;

    QTemporaryDir m_folder;
};

} // namespace plimsoll::testing
