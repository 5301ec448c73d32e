// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

#include <QCoreApplication>
#include <QLocale>

#include <array>

namespace plimsoll::app {

// Each is defined in the file of its command.
extern const CommandSpec demoCommand, jobsCommand, screenshotCommand, snapshotCommand, trustCommand, labCommand,
    recordCommand, historyCommand, reportCommand, requeueCommand, deadCommand, trimCommand, undoCommand,
    operationsCommand, discoverCommand, doctorCommand, topCommand, completionCommand;

std::span<const CommandSpec *const> commandSpecs()
{
    static constexpr std::array all{
        &demoCommand,   &snapshotCommand, &topCommand,    &discoverCommand,   &doctorCommand, &labCommand,
        &jobsCommand,   &requeueCommand,  &deadCommand,   &trimCommand,       &undoCommand,   &operationsCommand,
        &recordCommand, &historyCommand,  &reportCommand, &screenshotCommand, &trustCommand,  &completionCommand};
    return all;
}

void fixLocale()
{
    QLocale locale = QLocale::c();
    locale.setNumberOptions(QLocale::DefaultNumberOptions); // with group separators
    QLocale::setDefault(locale);
}

ExitCode HeadlessCommand::start(int &argc, char **argv, Window * /*window*/)
{
    fixLocale();
    const QCoreApplication application(argc, argv);
    return run();
}

} // namespace plimsoll::app
