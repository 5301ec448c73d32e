// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <string>

namespace CLI {
class App;
}

namespace plimsoll::app {

/// How an experiment is to run.
struct LabArguments {
    double seconds = 5;
    quint64 seed = 1;
    int contention = 8;
};

/// Adds lab; without a pattern it lists them.
void addLabCommand(CLI::App &app, LabArguments &lab, std::string &pattern);

} // namespace plimsoll::app
