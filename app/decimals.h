// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace CLI {
class App;
}

namespace plimsoll::app {

/// Makes all numeric options, also those of commands, accept decimal numbers only. CLI11 alone reads 010 as 8, clamps
/// numbers that are too large, and accepts nan in any range. Call after adding all options.
void readDecimals(CLI::App &app);

} // namespace plimsoll::app
