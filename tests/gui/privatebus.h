// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <sys/prctl.h>

#include <csignal>

namespace plimsoll::testing {

/// A session bus of the test's own, which starts no services: what is on it, the test has put there.
class PrivateBus {
public:
    PrivateBus()
    {
        QFile config(m_folder.filePath(QStringLiteral("bus.conf")));
        if (!config.open(QIODevice::WriteOnly)) {
            qFatal("no temporary folder for a bus");
        }
        config.write("<busconfig><type>session</type><listen>unix:path=" + socket().toUtf8()
                     + "</listen><policy context=\"default\"><allow send_destination=\"*\"/><allow own=\"*\"/>"
                       "<allow eavesdrop=\"true\"/></policy></busconfig>");
        config.close();
        m_daemon.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
        m_daemon.start(QStringLiteral("dbus-daemon"),
                       {QStringLiteral("--config-file=") + config.fileName(), QStringLiteral("--nofork"),
                        QStringLiteral("--print-address")});
        // It says where it listens once it does.
        if (!m_daemon.waitForStarted() || !m_daemon.waitForReadyRead()) {
            qFatal("dbus-daemon does not start: %s", m_daemon.readAllStandardError().constData());
        }
    }
    ~PrivateBus()
    {
        m_daemon.kill();
        m_daemon.waitForFinished();
    }
    Q_DISABLE_COPY_MOVE(PrivateBus)

    [[nodiscard]] QString address() const { return QStringLiteral("unix:path=") + socket(); }

private:
    [[nodiscard]] QString socket() const { return m_folder.filePath(QStringLiteral("bus")); }

    QTemporaryDir m_folder;
    QProcess m_daemon;
};

} // namespace plimsoll::testing
