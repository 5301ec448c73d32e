// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <chrono>
#include <functional>

namespace plimsoll::testing {

class RedisServer;

/// Disturbance by other processes varies, but the cost of the code does not. A measurement is therefore repeated up to
/// this often and fails only if it exceeds its bound every time.
inline constexpr int attempts = 5;

/// Bound for work that waits for no server, on any machine; waiting for a silent server takes a deadline of 5 s
/// (ClientOptions).
inline constexpr std::chrono::milliseconds atOnce{4'000};

/// Returns the commands that took `server` longer than `bound` during `work` ("ZRANGE 1234 us, 1 of 40") in the last
/// attempt, without those of the tests themselves (CONFIG, INFO, COMMAND, SLOWLOG, DEBUG, FLUSHALL, EVAL). Empty if an
/// attempt had none, or if `work` failed.
/// The time of one command is the machine's as much as its own: the bound is scaled by the time that reference scripts
/// take right before and after, and another process may hold up any command for some milliseconds. So what reads is
/// asked again, and its shortest time counts. Of scripts and what else cannot be asked again, a few of many are let
/// pass: too much work shows in a good part of a kind, or in one far over the bound.
QStringList slowCommands(RedisServer &server, std::chrono::microseconds bound, const std::function<void()> &work);

/// Shortest time of `work` over the attempts; stops at the first one within `bound`.
std::chrono::milliseconds shortest(std::chrono::milliseconds bound, const std::function<void()> &work);

} // namespace plimsoll::testing
