// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/passwordcommand.h"

#include "redis/types/printable.h"
#include "redis/wire/connector.h"

#include <QCoreApplication>
#include <QHash>
#include <QProcess>

#include <csignal>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <mutex>

namespace plimsoll::redis {

namespace {

constexpr std::chrono::seconds commandPatience{60}; ///< time for a user who unlocks a password store
constexpr qint64 longestOutput = 65'536; ///< bytes

struct PasswordWords {
    Q_DECLARE_TR_FUNCTIONS(Wire)
};

/// Password of one command, once it was printed.
struct KnownPassword {
    std::timed_mutex running; ///< held while the command runs, so that it runs once
    QByteArray password; ///< empty: not known
};

std::shared_ptr<KnownPassword> knownBy(const QStringList &command)
{
    static std::mutex mutex;
    static QHash<QStringList, std::shared_ptr<KnownPassword>> all;
    const std::scoped_lock lock(mutex);
    std::shared_ptr<KnownPassword> &known = all[command];
    if (known == nullptr) {
        known = std::make_shared<KnownPassword>();
    }
    return known;
}

Error cancelled()
{
    return {ErrorKind::Cancelled, PasswordWords::tr("Cancelled")};
}

/// Runs the program to its end. Errors are the bare reason.
Result<QByteArray> outputOf(const QStringList &command, const std::stop_token &stop)
{
    const auto failed = [](const QString &why) { return Error{ErrorKind::LoginRefused, why}; };
    QProcess process;
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardErrorFile(QProcess::nullDevice()); // may hold a secret
    process.setChildProcessModifier([] {
        ::setsid();
        ::signal(SIGXFSZ, SIG_DFL); // which is ignored here alone
    });
    process.start(command.front(), command.mid(1));
    const auto kill = [&process] {
        if (process.processId() > 0) {
            ::kill(static_cast<pid_t>(-process.processId()), SIGKILL); // its group
        }
        process.waitForFinished();
    };
    if (!process.waitForStarted()) {
        return failed(PasswordWords::tr("cannot be started"));
    }
    const auto until = std::chrono::steady_clock::now() + commandPatience;
    while (!process.waitForFinished(static_cast<int>(stopCheckInterval.count()))
           && process.state() != QProcess::NotRunning) {
        if (stop.stop_requested()) {
            kill();
            return cancelled();
        }
        if (process.bytesAvailable() > longestOutput) {
            kill();
            return failed(PasswordWords::tr("printed too much for a password, and was killed"));
        }
        if (std::chrono::steady_clock::now() >= until) {
            kill();
            return failed(PasswordWords::tr("did not end within a minute, and was killed"));
        }
    }
    if (process.exitStatus() == QProcess::CrashExit) {
        return failed(PasswordWords::tr("crashed"));
    }
    if (process.exitCode() != 0) {
        return failed(PasswordWords::tr("ended with %1").arg(process.exitCode()));
    }
    QByteArray line = process.readLine();
    while (line.endsWith('\n') || line.endsWith('\r')) {
        line.chop(1);
    }
    return line.isEmpty() ? Result<QByteArray>(failed(PasswordWords::tr("printed no password"))) : line;
}

} // namespace

Result<QByteArray> passwordBy(const QStringList &command, const std::stop_token &stop)
{
    const std::shared_ptr<KnownPassword> known = knownBy(command);
    std::unique_lock running(known->running, std::defer_lock);
    while (!running.try_lock_for(stopCheckInterval)) {
        if (stop.stop_requested()) {
            return cancelled();
        }
    }
    if (!known->password.isEmpty()) {
        return known->password;
    }
    Result<QByteArray> password = outputOf(command, stop);
    if (password) {
        known->password = *password;
    } else if (password.error().kind != ErrorKind::Cancelled) {
        constexpr qsizetype longestName = 80;
        return Error{password.error().kind,
                     PasswordWords::tr("the passwordCommand %1 %2")
                         .arg(printable(command.front().toUtf8(), longestName), password.error().message)};
    }
    return password;
}

void forgetPassword(const QStringList &command, const QByteArray &refused)
{
    const std::shared_ptr<KnownPassword> known = knownBy(command);
    const std::unique_lock lock(known->running, std::try_to_lock); // while the program runs, it is being replaced
    if (lock && known->password == refused) {
        known->password.clear();
    }
}

} // namespace plimsoll::redis
