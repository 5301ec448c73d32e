// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plimsoll::views {

/// The least height of the row with a page's title, in pixels: a button's, so that titles stand at one height on pages
/// with buttons beside them and on pages without.
inline constexpr int pageHeadHeight = 33;
/// Below a page the line of operations keeps its place: margin enough.
inline constexpr int pageFootMargin = 4;

} // namespace plimsoll::views
