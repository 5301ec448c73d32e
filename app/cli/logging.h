// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plimsoll::app {

/// Sets up logging to standard error: only errors, or everything if `verbose`; PLIMSOLL_LOG sets levels by module
/// ("redis=debug,plimsoll=info"). Messages never contain passwords, and name key patterns instead of keys.
void setUpLog(bool verbose);

} // namespace plimsoll::app
