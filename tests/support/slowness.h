// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plimsoll::testing {

/// Factor by which this build may be slower than usual, because sanitizers take time that the limits do not include.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int slowness = 10;
#else
inline constexpr int slowness = 1;
#endif

} // namespace plimsoll::testing
