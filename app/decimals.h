// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace CLI {
class App;
}

namespace plimsoll::app {

/// Has the numbers of all options, those of commands too, read as people write them. CLI11 alone takes 010 for 8, what
/// is too large for the largest there is, and nan for one within any range. Behind the last option that is added.
void readDecimals(CLI::App &app);

} // namespace plimsoll::app
