// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/logging.h"
#include "app/cli/output.h"
#include "app/desktop/secrets.h"
#include "app/formats/clitext.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <unistd.h>

namespace plimsoll::app {

namespace {

/// Replaces this process by plimsoll-window, found next to this program or where packages put it. Returns on failure.
ExitCode becomeWindow(char **argv)
{
    const QString folder = QFileInfo(QFile::symLinkTarget(QStringLiteral("/proc/self/exe"))).path();
    for (const char *place : {"/plimsoll-window", "/../libexec/plimsoll/plimsoll-window"}) {
        const QByteArray path = QFile::encodeName(folder) + place;
        execv(path.constData(), argv);
        if (errno != ENOENT) {
            complain(tr("plimsoll: %1 cannot be run: %2")
                         .arg(QFile::decodeName(path), QString::fromLocal8Bit(std::strerror(errno))));
            return ExitCode::Failed;
        }
    }
    complain(tr("plimsoll: the program with the window is not installed; on Debian it is in the package plimsoll"));
    return ExitCode::Failed;
}

void nameApplication()
{
    QCoreApplication::setApplicationName(QStringLiteral("plimsoll"));
    QCoreApplication::setOrganizationName(QStringLiteral("plimsoll"));
    QCoreApplication::setApplicationVersion(QStringLiteral(PLIMSOLL_VERSION));
}

ExitCode printReply(const Reply &reply)
{
    for (const QString &line : reply.lines) {
        if (reply.code != ExitCode::Done) {
            complain(line);
        } else if (!print(line.toUtf8() + '\n')) {
            return ExitCode::Failed;
        }
    }
    return reply.code;
}

ExitCode run(int argc, char **argv, Window *window)
{
    guardStandardStreams();
    std::signal(SIGXFSZ, SIG_IGN); // a file size limit is reported like a full disk
    nameApplication();
    const auto parsed = parseCommandLine(argc, argv);
    if (const auto *line = std::get_if<CommandLine>(&parsed);
        line != nullptr && line->command->needsWindow() && window == nullptr) {
        return becomeWindow(argv); // with the passwords
    }
    hidePasswords(argc, argv);
    takeEnvironmentPasswords();
    if (const auto *reply = std::get_if<Reply>(&parsed)) {
        return printReply(*reply);
    }
    const auto &line = std::get<CommandLine>(parsed);
    setUpLog(line.isVerbose);
    setPaging(line.isPaging);
    return line.command->start(argc, argv, window);
}

} // namespace

int runProgram(int argc, char **argv, Window *window)
{
    try {
        return static_cast<int>(run(argc, argv, window));
    } catch (const std::exception &) {
        // Our code throws nothing, so this is std::bad_alloc.
        complain(QStringLiteral("plimsoll: out of memory"));
        return static_cast<int>(ExitCode::Failed);
    }
}

} // namespace plimsoll::app
