// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerts/commandchannel.h"

#include "redis/types/printable.h"

#include <csignal>
#include <unistd.h>

namespace plimsoll::app {

CommandChannel::CommandChannel(QStringList command, QObject *parent, std::chrono::milliseconds patience)
    : AlertChannel(parent), m_command(std::move(command))
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(patience);
    connect(&m_patience, &QTimer::timeout, this, &CommandChannel::kill);
}

CommandChannel::~CommandChannel()
{
    if (m_process != nullptr) {
        m_process->disconnect(this);
        kill();
        m_process->waitForFinished(200);
        delete m_process;
    }
}

void CommandChannel::kill()
{
    m_isKilled = true;
    if (const qint64 id = m_process->processId(); id > 0) {
        ::kill(static_cast<pid_t>(-id), SIGKILL); // its group
    }
    m_process->kill();
}

void CommandChannel::wake()
{
    if (m_process != nullptr || isEmpty()) {
        return;
    }
    m_isKilled = false;
    m_process = new QProcess(this);
    m_process->setProgram(m_command.front());
    m_process->setArguments(m_command.mid(1));
    // The output is discarded, as it may contain secrets.
    m_process->setStandardOutputFile(QProcess::nullDevice());
    m_process->setStandardErrorFile(QProcess::nullDevice());
    m_process->setChildProcessModifier([] {
        ::setsid();
        ::signal(SIGXFSZ, SIG_DFL); // which is ignored here alone
    });
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            end(tr("cannot be started"));
        }
    });
    connect(m_process, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        if (m_isKilled) {
            end(tr("did not end in time and was killed"));
        } else if (status == QProcess::CrashExit) {
            end(tr("crashed"));
        } else {
            end(code == 0 ? QString() : tr("ended with %1").arg(code));
        }
    });
    const QByteArray payload = first().payload;
    connect(m_process, &QProcess::started, this, [this, payload] {
        m_process->write(payload);
        m_process->closeWriteChannel();
    });
    m_patience.start();
    m_process->start();
}

void CommandChannel::end(const QString &why)
{
    m_patience.stop();
    m_process->disconnect(this);
    m_process->deleteLater();
    m_process = nullptr;
    if (!why.isEmpty()) {
        emit failed(tr("the command %1 %2").arg(printable(m_command.front().toUtf8(), 80), why));
    }
    conclude(why.isEmpty() ? tr("exit 0") : why);
    QMetaObject::invokeMethod(this, &CommandChannel::wake, Qt::QueuedConnection);
}

} // namespace plimsoll::app
