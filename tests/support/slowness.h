// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plimsoll::testing {

/// How many times longer than usual things may take in this build: what the sanitizers watch costs time that no bound
/// of ours is about.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int slowness = 10;
#else
inline constexpr int slowness = 1;
#endif

} // namespace plimsoll::testing
