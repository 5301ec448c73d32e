// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTemporaryDir>

namespace plimsoll::testing {

/// An authority of the test's own and the certificates it issues, as PEM files in a folder that goes with this object.
/// Made by openssl; a failure ends the test program with one line.
class Certificates final {
public:
    Certificates();
    Q_DISABLE_COPY_MOVE(Certificates)

    /// For a host ("localhost", "127.0.0.1"); valid for so many days, or since yesterday no more (-1). Returns the name
    /// that file() takes.
    /// `commonName`: of its subject; empty: the host as well.
    QString issue(const QString &name, const QString &host, int days = 2, const QString &commonName = {}) const;
    [[nodiscard]] QString authority() const { return m_folder.filePath(QStringLiteral("ca.pem")); }
    /// Another one, that has issued nothing; certificate() and key() take its name, "stranger".
    [[nodiscard]] QString stranger() const { return certificate(QStringLiteral("stranger")); }
    [[nodiscard]] QString certificate(const QString &name) const
    {
        return m_folder.filePath(name + QLatin1String(".pem"));
    }
    [[nodiscard]] QString key(const QString &name) const { return m_folder.filePath(name + QLatin1String(".key")); }

    /// A copy of its key that a passphrase opens.
    [[nodiscard]] QString lockedKey(const QString &name) const;

private:
    void openssl(const QStringList &arguments) const;
    void makeAuthority(const QString &name) const;

    QTemporaryDir m_folder;
};

} // namespace plimsoll::testing
