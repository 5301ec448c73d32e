// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"
#include "views/dialogs/keyfinder.h"

#include <stop_token>
#include <vector>

namespace plimsoll::app {

/// Looks up existence, type and size of keys with constant-time commands on a connection of its own. Returns one
/// finding per question. Blocks; for the thread pool.
std::vector<views::KeyFinding> lookUpKeys(const redis::Endpoint &endpoint,
                                          const std::vector<views::KeyQuestion> &questions,
                                          const std::stop_token &stop);

} // namespace plimsoll::app
