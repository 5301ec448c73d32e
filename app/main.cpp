// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/arguments.h"
#include "app/commands/commands.h"
#include "app/commands/headless.h"
#include "app/dashboard.h"
#include "app/demo/terminationsignals.h"
#include "app/logging.h"
#include "app/output.h"
#include "app/recording/recordingreader.h"
#include "app/recording/recordingwriter.h"
#include "app/screenshot.h"
#include "app/secrets.h"
#include "app/translations.h"

#include <QApplication>
#include <QLocale>

#include <csignal>
#include <exception>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

using namespace plimsoll;
using namespace plimsoll::app;

void nameApplication()
{
    QCoreApplication::setApplicationName(QStringLiteral("plimsoll"));
    QCoreApplication::setOrganizationName(QStringLiteral("plimsoll"));
    QCoreApplication::setApplicationVersion(QStringLiteral(PLIMSOLL_VERSION));
}

/// Sets a fixed locale for command output, because scripts read it.
void sayTheSameEverywhere()
{
    QLocale locale = QLocale::c();
    locale.setNumberOptions(QLocale::DefaultNumberOptions); // with group separators
    QLocale::setDefault(locale);
}

ExitCode say(const Reply &reply)
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

/// Limits malloc to two arenas: mostly waiting threads need no heap each, which saves 2 MiB with a window.
void shareHeaps()
{
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 2);
#endif
}

/// Opens the recordings first, so that errors are printed on the terminal before a window appears.
std::optional<ExitCode> openRecordings(const Arguments &arguments, std::shared_ptr<RecordingFile> &recording)
{
    if (!arguments.replay.isEmpty()) {
        if (const auto there = RecordingReader::open(arguments.replay, arguments.pace); !there) {
            return fail(there.error());
        }
    }
    if (!arguments.record.isEmpty()) {
        auto made = RecordingFile::create(arguments.record);
        if (!made) {
            return fail(made.error());
        }
        recording = *made;
    }
    return std::nullopt;
}

ExitCode runWindow(int argc, char **argv, const Arguments &arguments)
{
    if (const auto wrong = checkNamed(arguments)) {
        return *wrong;
    }
    const bool hasDisplay = !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY")
        || !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
    if (!hasDisplay) {
        complain(QCoreApplication::translate(
            "cli", "plimsoll: there is no display: the window and demo need one, other commands do not"));
        return ExitCode::Failed;
    }
    std::shared_ptr<RecordingFile> recording;
    if (const auto wrong = openRecordings(arguments, recording)) {
        return *wrong;
    }
    shareHeaps();
    QApplication application(argc, argv);
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Plimsoll"));
    QGuiApplication::setDesktopFileName(QStringLiteral("plimsoll"));
    translate(application);
    const TerminationSignals termination;
    QObject::connect(&termination, &TerminationSignals::asked, &application, &QCoreApplication::quit);
    Dashboard dashboard(application);
    dashboard.start(arguments, recording);
    return QApplication::exec() == 0 ? ExitCode::Done : ExitCode::Failed;
}

ExitCode run(int argc, char **argv)
{
    guardStandardStreams();
    std::signal(SIGXFSZ, SIG_IGN); // a file size limit is reported like a full disk
    nameApplication();
    const auto parsed = parseArguments(argc, argv);
    hidePasswords(argc, argv);
    takeEnvironmentPasswords();
    if (const auto *reply = std::get_if<Reply>(&parsed)) {
        return say(*reply);
    }
    const auto &arguments = std::get<Arguments>(parsed);
    setUpLog(arguments.verbose);
    const bool shows = arguments.command == Command::Dashboard || arguments.command == Command::Demo
        || (arguments.command == Command::Screenshot && !arguments.printSnapshot);
    if (!shows) {
        sayTheSameEverywhere();
    }
    if (arguments.command == Command::Screenshot) {
        return runScreenshot(argc, argv, arguments);
    }
    if (shows) {
        return runWindow(argc, argv, arguments);
    }
    const QCoreApplication application(argc, argv);
    switch (arguments.command) {
    case Command::Snapshot:
        return runSnapshot(arguments);
    case Command::Jobs:
        return runJobs(arguments);
    case Command::Undo:
        return runUndo(arguments);
    case Command::Lab:
        return runLab(arguments);
    case Command::Operations:
        return runOperations(arguments);
    case Command::Record:
        return runRecord(arguments);
    case Command::History:
        return runHistory(arguments);
    case Command::Report:
        return runReport(arguments);
    case Command::Trust:
        return runTrust(arguments);
    default:
        return runOperation(arguments);
    }
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
