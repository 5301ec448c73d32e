// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLatin1StringView>

namespace plimsoll::app {

/// The name by which desktops know the program: of its desktop file, its icon, its metainfo (resources/) and on the
/// bus.
inline constexpr QLatin1StringView applicationId("org.plimsoll.plimsoll");

} // namespace plimsoll::app
