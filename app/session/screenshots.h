// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/window.h"

namespace plimsoll::app {

/// Takes a picture of every page of the window, without a display.
ExitCode takeScreenshots(int &argc, char **argv, const ScreenshotOptions &options);

} // namespace plimsoll::app
