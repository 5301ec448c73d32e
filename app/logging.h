// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plimsoll::app {

/// Sets the log up: standard error, errors alone; everything with `verbose`; PLIMSOLL_LOG ("redis=debug,plimsoll=info")
/// names levels by part of the program. Messages never hold passwords, and name key patterns instead of keys.
void setUpLog(bool verbose);

} // namespace plimsoll::app
