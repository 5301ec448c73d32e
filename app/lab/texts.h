// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/cookbook.h"

#include <QLatin1StringView>

#include <array>
#include <span>

/// What is said of an experiment beside its figures: all but code in context "lab".
namespace plimsoll::lab {

/// A step of the tour, as models::LabStep; 0: as it is usually.
struct Step {
    const char *text;
    const char *spot = "";
    bool kills = false;
    bool switched = false;
    int contention = 0;
    int dial = 0;
};

struct Switch {
    const char *title = nullptr;
    const char *code = ""; ///< of the client of the way it switches
    const char *scripts = ""; ///< the same
    bool right = false;
    Patch patch{}; ///< of each of them
};

struct Dial {
    const char *title = nullptr;
    int least = 0, most = 0, usual = 0;
};

struct Texts {
    QLatin1StringView id;
    const char *say;
    const char *wrongTitle;
    const char *rightTitle;
    const char *wrongCode;
    const char *rightCode;
    const char *scripts; ///< of lua/cookbook, with commas between
    std::array<Step, 5> steps;
    bool isFed = false;
    bool crashes = false;
    Switch turned{};
    Dial dial{};
    const char *unguardedCode = ""; ///< of the client, as models::LabPattern has it
};

std::span<const Texts> allTexts();

} // namespace plimsoll::lab
