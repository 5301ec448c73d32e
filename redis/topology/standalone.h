// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/topology/server.h"

namespace plimsoll::redis {

/// Single process with all keys.
class Standalone final : public Server {
public:
    Standalone(const Endpoint &endpoint, const ClientOptions &options);

    Result<std::vector<Reply>> exchange(const Pipeline &pipeline, const std::stop_token &stop = {},
                                        const ReplySink &sink = {}) override;
};

} // namespace plimsoll::redis
