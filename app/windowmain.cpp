// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"
#include "app/cli/window.h"
#include "app/demo/terminationsignals.h"
#include "app/desktop/applicationid.h"
#include "app/desktop/sessionbus.h"
#include "app/session/translations.h"
#include "app/recording/recordingreader.h"
#include "app/recording/recordingwriter.h"
#include "app/session/dashboard.h"
#include "app/session/screenshots.h"
#include "app/session/windowinstance.h"

#include <QApplication>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace plimsoll::app {

namespace {

/// Limits malloc to two arenas: mostly waiting threads need no heap each, which saves 2 MiB with a window.
void shareHeaps()
{
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 2);
#endif
}

/// Opens the recordings first, so that errors are printed on the terminal before a window appears.
std::optional<ExitCode> openRecordings(const DashboardArguments &arguments, std::shared_ptr<RecordingFile> &recording)
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

ExitCode showWindow(int &argc, char **argv, const DashboardArguments &arguments)
{
    std::shared_ptr<RecordingFile> recording;
    if (const auto wrong = openRecordings(arguments, recording)) {
        return *wrong;
    }
    shareHeaps();
    QApplication application(argc, argv);
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Plimsoll"));
    QGuiApplication::setDesktopFileName(applicationId);
    translate(application);
    const TerminationSignals termination;
    QObject::connect(&termination, &TerminationSignals::asked, &application, &QCoreApplication::quit);
    const QString bus = WindowInstance::mayShare(arguments) ? sessionBusAddress() : QString();
    if (WindowInstance::openInRunning(bus, arguments)) {
        return ExitCode::Done;
    }
    Dashboard dashboard(application);
    const WindowInstance instance(bus);
    QObject::connect(&instance, &WindowInstance::openRequested, &dashboard, &Dashboard::open);
    dashboard.start(arguments, recording);
    return QApplication::exec() == 0 ? ExitCode::Done : ExitCode::Failed;
}

class OwnWindow final : public Window {
public:
    ExitCode takeScreenshots(int &argc, char **argv, const ScreenshotOptions &options) override
    {
        return app::takeScreenshots(argc, argv, options);
    }

private:
    ExitCode show(int &argc, char **argv, const DashboardArguments &arguments) override
    {
        return showWindow(argc, argv, arguments);
    }
};

} // namespace
} // namespace plimsoll::app

/// The program with a window.
int main(int argc, char **argv)
{
    plimsoll::app::OwnWindow window;
    return plimsoll::app::runProgram(argc, argv, &window);
}
