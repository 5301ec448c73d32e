// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/labarguments.h"

#include <CLI/CLI.hpp>

#include <limits>

namespace plimsoll::app {

namespace {

constexpr double shortest = 0.5; ///< seconds
constexpr double longest = 600;
constexpr int mostClients = 64;

} // namespace

void addLabCommand(CLI::App &app, LabArguments &lab, std::string &pattern)
{
    CLI::App *command = app.add_subcommand("lab", "A pattern's wrong way beside its right way, counted");
    command->add_option("PATTERN", pattern, "Which; without it they are listed");
    command->add_option("--seconds", lab.seconds, "How long there is load (default: 5)")
        ->type_name("S")
        ->check(CLI::Range(shortest, longest));
    command->add_option("--seed", lab.seed, "Which jobs come and which fail: the same for the same seed")
        ->type_name("N")
        ->check(CLI::Range(0LL, std::numeric_limits<long long>::max())); // JSON represents these exactly
    command->add_option("--contention", lab.contention, "Clients side by side (default: 8)")
        ->type_name("N")
        ->check(CLI::Range(1, mostClients));
    command->fallthrough();
}

} // namespace plimsoll::app
