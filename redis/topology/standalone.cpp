// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/topology/standalone.h"

namespace plimsoll::redis {

Standalone::Standalone(const Endpoint &endpoint, const ClientOptions &options) : Server(endpoint)
{
    m_nodes.push_back(std::make_unique<Node>(endpoint, options));
}

Result<std::vector<Reply>> Standalone::exchange(const Pipeline &pipeline, const std::stop_token &stop,
                                                const ReplySink &sink)
{
    return m_nodes.front()->exchange(pipeline, stop, sink);
}

} // namespace plimsoll::redis
