// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/shared.h"
#include "app/cli/window.h"
#include "app/demo/workload.h"

namespace plimsoll::app {

namespace {

class DemoCommand final : public Command {
    void addOptions(Options &options) override
    {
        options.describe(
            "Starts its own redis-server on a private socket, runs made-up applications on it, and opens the window "
            "there. No other server is touched; this one and its data are removed when the window is closed.");
        options.example("plimsoll demo", "Look around");
        options.example("plimsoll demo --pace 60", "A day of the applications in 24 minutes");
        options.number("--seed", "N", "Seed of the workload: equal seeds give equal workloads", &m_arguments.seed);
        options.number("--pace", "X", "Pace of the workload; 1 is normal", &m_arguments.pace,
                       Bounds<double>{demo::Workload::slowest, demo::Workload::fastest});
        addDataDir(options, &m_arguments.dataDir);
    }

    ExitCode start(int &argc, char **argv, Window *window) override
    {
        m_arguments.isDemo = true;
        return window->open(argc, argv, m_arguments);
    }

    DashboardArguments m_arguments;
};

} // namespace

extern const CommandSpec demoCommand{"demo", "The dashboard on a private server with the pattern workload",
                                     &makeCommand<DemoCommand>};

} // namespace plimsoll::app
