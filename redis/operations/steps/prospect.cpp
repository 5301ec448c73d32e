// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/prospect.h"

#include "redis/collections/streamreplies.h"

#include <numeric>

namespace plimsoll::redis {

bool Prospect::isIn(const QByteArray &key, KeyType type, bool wanted)
{
    const bool isSorted = type == ZSetKey;
    return ask(
        [&](const PlanItem &item) {
            return Question{isSorted ? "ZSCORE" : "SISMEMBER", key, wanted ? item.element : item.archivedAs()};
        },
        [=](const PlanItem & /*item*/, const Reply &reply) {
            return (isSorted ? !reply.isNil() : reply.integer == 1) == wanted;
        });
}

std::optional<std::vector<StreamGroup>> Prospect::groupsNow()
{
    const Result<Reply> reply = server.command({"XINFO", "GROUPS", step.key}, stop);
    if (!reply || (reply->isError() && !isNoStream(*reply))) {
        return std::nullopt;
    }
    return reply->isError() ? std::vector<StreamGroup>() : groupsIn(*reply);
}

qint64 Prospect::bytesIn(std::span<const Reply> replies)
{
    return std::accumulate(replies.begin(), replies.end(), qint64(0), [](qint64 sum, const Reply &reply) {
        return sum + reply.bytes.size() + bytesIn(reply.elements);
    });
}

} // namespace plimsoll::redis
