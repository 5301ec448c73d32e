// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

#include <chrono>
#include <stop_token>
#include <thread>

namespace plimsoll::testing {

/// Stops the server for most of the time, at arbitrary points of its work, as long as this object lives.
class Fits final {
public:
    explicit Fits(const RedisServer &server)
        : m_thread([&server](const std::stop_token &stop) {
              while (!stop.stop_requested()) {
                  server.pause();
                  std::this_thread::sleep_for(std::chrono::milliseconds(80));
                  server.resume();
                  std::this_thread::sleep_for(std::chrono::milliseconds(6));
              }
          })
    {
    }

private:
    std::jthread m_thread;
};

} // namespace plimsoll::testing
