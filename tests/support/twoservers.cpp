// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/twoservers.h"

#include "redis/types/slot.h"

#include <array>

namespace plimsoll::testing {

using redis::Pipeline;
using redis::Reply;

TwoServers::TwoServers(const redis::Endpoint &first, const redis::Endpoint &second, const redis::ClientOptions &options)
    : Server(first)
{
    for (const redis::Endpoint &endpoint : {first, second}) {
        m_nodes.push_back(std::make_unique<redis::Node>(endpoint, options));
    }
}

std::size_t TwoServers::nodeOf(const Pipeline &pipeline, int command) const
{
    const Pipeline::Command &at = pipeline.at(command);
    if (!at.keysKnown) {
        qFatal("a command whose keys nobody knows");
    }
    const auto isSecond = [&](int key) { return hashedPart(pipeline.key(command, key)).startsWith("b:"); };
    for (int key = 1; key < at.keyCount; ++key) {
        if (isSecond(key) != isSecond(0)) {
            qFatal("one command has keys on both");
        }
    }
    if (at.keyCount == 0) {
        return &front() == m_nodes[1].get() ? 1 : 0;
    }
    return isSecond(0) ? 1 : 0;
}

Result<std::vector<Reply>> TwoServers::exchange(const Pipeline &pipeline, const std::stop_token &stop,
                                                const redis::ReplySink & /*sink*/)
{
    std::array<Pipeline, 2> parts;
    std::array<std::vector<std::size_t>, 2> places;
    for (int command = 0; command < pipeline.size(); ++command) {
        const std::size_t node = nodeOf(pipeline, command);
        parts[node].append(pipeline, command);
        places[node].push_back(static_cast<std::size_t>(command));
    }
    std::vector<Reply> all(static_cast<std::size_t>(pipeline.size()));
    std::optional<Error> error;
    bool isAny = pipeline.isEmpty();
    for (std::size_t node = 0; node < parts.size(); ++node) {
        if (parts[node].isEmpty()) {
            continue;
        }
        redis::Node &asked = *m_nodes[node];
        const bool isLost = !asked.isConnected() && asked.error();
        Result<std::vector<Reply>> replies = isLost ? *asked.error() : asked.exchange(parts[node], stop);
        if (!replies) {
            error = replies.error();
            replies = std::vector<Reply>(places[node].size(), Reply::unanswered(*error));
        } else {
            isAny = true;
        }
        for (std::size_t i = 0; i < places[node].size(); ++i) {
            all[places[node][i]] = std::move((*replies)[i]);
        }
    }
    const bool ends = error && (error->kind == ErrorKind::Refused || error->kind == ErrorKind::Cancelled);
    return isAny && !ends ? Result<std::vector<Reply>>(std::move(all)) : Result<std::vector<Reply>>(*error);
}

} // namespace plimsoll::testing
