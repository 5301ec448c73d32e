// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QTemporaryDir>

#include <memory>

namespace plimsoll::testing {

/// A private sshd on a free loopback port, as an unprivileged user, with keys and a configuration of its own, and an
/// `ssh` program that knows them, as the person's own configuration would. Needs the package openssh-server; a failure
/// ends the test program with one line. Lives on the thread that created it.
class SshServer final {
public:
    /// Puts the `ssh` in front of the PATH of this process.
    SshServer();
    ~SshServer();
    Q_DISABLE_COPY_MOVE(SshServer)

    void start(); ///< on the same port, after kill9()
    void kill9(); ///< with all connections that go through it
    /// Number of connections that go through it now.
    [[nodiscard]] int connections() const;
    /// The bastion for the workspace: "user@127.0.0.1:2222".
    [[nodiscard]] QString name() const;
    /// Folder of the `ssh` program, to be in front of the PATH of processes with an environment of their own.
    [[nodiscard]] QString programs() const { return m_folder.filePath(QStringLiteral("bin")); }

    void knowAnotherHostKey() const; ///< the one it has is a wrong one from now on
    void knowHostKey() const;
    void acceptKey(bool accepted) const; ///< whether it lets us in

private:
    void write(const QString &name, const QByteArray &text, bool isProgram = false) const;
    void makeKey(const QString &name) const;
    [[nodiscard]] QByteArray read(const QString &name) const;

    QTemporaryDir m_folder;
    quint16 m_port = 0;
    std::unique_ptr<QProcess> m_process;
};

} // namespace plimsoll::testing
