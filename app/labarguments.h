// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <string>

namespace CLI {
class App;
}

namespace plimsoll::app {

/// Settings of an experiment from the command line.
struct LabArguments {
    double seconds = 5;
    quint64 seed = 1;
    int contention = 8;
};

/// Adds the command lab, which lists the patterns by default.
void addLabCommand(CLI::App &app, LabArguments &lab, std::string &pattern);

} // namespace plimsoll::app
