// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/topology/server.h"

namespace plimsoll::testing {

/// Two real servers as one: keys whose hash tag, or else name, begins with "b:" are on the second.
class TwoServers final : public redis::Server {
public:
    TwoServers(const redis::Endpoint &first, const redis::Endpoint &second, const redis::ClientOptions &options);

    Result<std::vector<redis::Reply>> exchange(const redis::Pipeline &pipeline, const std::stop_token &stop = {},
                                               const redis::ReplySink &sink = {}) override;

private:
    [[nodiscard]] std::size_t nodeOf(const redis::Pipeline &pipeline, int command) const;
};

} // namespace plimsoll::testing
