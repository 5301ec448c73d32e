// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/alerts/alertchannel.h"

#include <QProcess>
#include <QStringList>
#include <QTimer>

#include <chrono>

namespace plimsoll::app {

/// Runs a command for each alert, one at a time and without a shell, with the alert on standard input. A command that
/// hangs is killed together with its child processes.
class CommandChannel final : public AlertChannel {
    Q_OBJECT

public:
    explicit CommandChannel(QStringList command, QObject *parent = nullptr,
                            std::chrono::milliseconds patience = std::chrono::seconds(30));
    /// Kills a running command; the next process delivers its alert again.
    ~CommandChannel() override;
    Q_DISABLE_COPY_MOVE(CommandChannel)

protected:
    void wake() override;
    [[nodiscard]] bool isBusy() const override { return m_process != nullptr; }

private:
    /// `why`: empty where it did as it should.
    void end(const QString &why);
    void kill();

    QStringList m_command;
    QTimer m_patience;
    QProcess *m_process = nullptr;
    bool m_isKilled = false;
};

} // namespace plimsoll::app
