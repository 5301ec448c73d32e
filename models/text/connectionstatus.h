// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>

namespace plimsoll::models {

/// What a person is told about a connection.
struct ConnectionStatus {
    enum class State { None, Connecting, Connected, Lost };
    State state = State::None;
    QString text; ///< error with its target and the next step
    std::chrono::milliseconds retryIn{}; ///< when lost
    std::chrono::milliseconds triedAt{}; ///< when lost: when the last attempt failed; ms since the epoch
    bool loginRefused = false; ///< when lost: another password may help
    bool isPasswordUnwanted = false; ///< when the login is refused: none may help, as the user has no password
    bool isNotPermitted = false; ///< when lost: the server replies, but this user may not read
    bool unverified = false; ///< TLS without server verification
    bool paused = false; ///< no commands are sent until resumed
    bool recorded = false; ///< replays a recording, without a server
    bool widened = false; ///< true if widened because the server is slow
    std::chrono::milliseconds interval{1000}; ///< effective interval
};

} // namespace plimsoll::models
