// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/timing.h"
#include <QStringList>
#include <chrono>
#include <functional>

namespace plimsoll::testing {

class RedisServer;

/// What others on the machine take away comes and goes; what a thing costs by itself, it costs every time. So whatever
/// measures time tries up to this often, and only what is over its bound each time has failed.
inline constexpr int attempts = 5;

/// What waits for no server is done by then on any machine; what waits for a silent one takes the five seconds of a
/// deadline (ClientOptions).
inline constexpr std::chrono::milliseconds atOnce{4'000};

/// The commands that took `server` longer than `bound` while `work` ran ("ZRANGE 1234 us"), those of the tests
/// themselves (CONFIG, INFO, COMMAND, SLOWLOG, DEBUG, FLUSHALL, EVAL) left out; of the last attempt, where each had
/// some. The bound is a measure of work, not of time: it grows with what scripts of a known length take this server
/// right before and right after, so that a slow machine, or one that is busy, fails nothing. Empty when one attempt had
/// none, or when `work` failed by itself.
QStringList slowCommands(RedisServer &server, std::chrono::microseconds bound, const std::function<void()> &work);

/// How long `work` took, the shortest of the attempts; ends with the first that is within `bound`.
std::chrono::milliseconds shortest(std::chrono::milliseconds bound, const std::function<void()> &work);

} // namespace plimsoll::testing
