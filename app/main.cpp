// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/logging.h"
#include "app/cli/output.h"
#include "app/desktop/secrets.h"

#include <QCoreApplication>

#include <csignal>
#include <exception>

namespace {

using namespace plimsoll;
using namespace plimsoll::app;

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

ExitCode run(int argc, char **argv)
{
    guardStandardStreams();
    std::signal(SIGXFSZ, SIG_IGN); // a file size limit is reported like a full disk
    nameApplication();
    const auto parsed = parseCommandLine(argc, argv);
    hidePasswords(argc, argv);
    takeEnvironmentPasswords();
    if (const auto *reply = std::get_if<Reply>(&parsed)) {
        return printReply(*reply);
    }
    const auto &line = std::get<CommandLine>(parsed);
    setUpLog(line.isVerbose);
    setPaging(line.isPaging);
    return line.command->start(argc, argv);
}

} // namespace

int main(int argc, char **argv)
{
    try {
        return static_cast<int>(run(argc, argv));
    } catch (const std::exception &) {
        // Our code throws nothing, so this is std::bad_alloc.
        complain(QStringLiteral("plimsoll: out of memory"));
        return static_cast<int>(ExitCode::Failed);
    }
}
