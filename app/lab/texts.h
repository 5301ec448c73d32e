// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/cookbook.h"

#include <QLatin1StringView>

#include <array>
#include <span>

/// Texts of an experiment, except its figures; all but code have the context "lab".
namespace plimsoll::lab {

/// A step of the tour, see models::LabStep; 0 keeps the default.
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
    const char *code = ""; ///< client code of the way that the switch changes
    const char *scripts = ""; ///< scripts of that way
    bool right = false;
    Patch patch{}; ///< applied to each script
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
    const char *scripts; ///< names in lua/cookbook, separated by commas
    std::array<Step, 5> steps;
    bool isFed = false;
    bool crashes = false;
    Switch turned{};
    Dial dial{};
    const char *unguardedCode = ""; ///< client code, see models::LabPattern
    const char *whyNotSlow = nullptr; ///< see models::LabPattern
};

std::span<const Texts> allTexts();

} // namespace plimsoll::lab
