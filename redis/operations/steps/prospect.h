// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/topology/server.h"
#include "redis/types/planstep.h"
#include "redis/types/streaminfo.h"

#include <algorithm>
#include <span>

namespace plimsoll::redis {

/// Which items of a step back can be put back now, by the same checks as its script. Blocking; changes nothing.
struct Prospect {
    using Question = std::vector<QByteArrayView>;

    static constexpr std::size_t entriesAtOnce = 200; ///< most items that one exchange asks about
    static constexpr qint64 mostBytes = 8LL * 1'024 * 1'024; ///< bytes of elements read

    Prospect(Server &where, std::stop_token stopped, const PlanStep &part, std::chrono::milliseconds serverNow)
        : server(where), stop(std::move(stopped)), step(part), now(serverNow), can(part.items.size(), true)
    {
    }

    Server &server;
    std::stop_token stop;
    const PlanStep &step;
    std::chrono::milliseconds now; ///< server time
    std::vector<bool> can; ///< one flag per item
    QString obstacle; ///< why none can, as a sentence, where that is not about each item

    [[nodiscard]] qint64 count() const { return std::count(can.begin(), can.end(), true); }

    /// Asks one question per item; false if one is not answered.
    template <typename Make, typename Judge> bool ask(const Make &make, const Judge &judge)
    {
        for (std::size_t first = 0; first < can.size(); first += entriesAtOnce) {
            const std::size_t last = std::min(first + entriesAtOnce, can.size());
            Pipeline pipeline;
            for (std::size_t i = first; i < last; ++i) {
                pipeline.add(make(step.items[i]));
            }
            const Result<std::vector<Reply>> replies = server.exchange(pipeline, stop);
            if (!replies || std::any_of(replies->begin(), replies->end(), [](const Reply &r) { return r.isError(); })) {
                return false;
            }
            for (std::size_t i = first; i < last; ++i) {
                can[i] = can[i] && judge(step.items[i], (*replies)[i - first]);
            }
        }
        return true;
    }

    /// Asks about each item that can go back so far, with the commands that `append` adds for it: about several at once
    /// as far as the answers are short. `judge` gets the item and its replies; nullopt if they do not tell. False if
    /// one does not.
    template <typename Append, typename Judge> bool read(const Append &append, const Judge &judge)
    {
        constexpr qint64 bytesAtOnce = 256LL * 1'024;
        std::size_t atOnce = 1;
        for (std::size_t first = 0; first < can.size();) {
            const std::size_t last = std::min(first + atOnce, can.size());
            Pipeline pipeline;
            std::vector<int> begins;
            for (std::size_t i = first; i < last; ++i) {
                begins.push_back(pipeline.size());
                if (can[i]) {
                    append(pipeline, step.items[i]);
                }
            }
            begins.push_back(pipeline.size());
            const Result<std::vector<Reply>> replies = server.exchange(pipeline, stop);
            if (!replies) {
                return false;
            }
            for (std::size_t i = first; i < last; ++i) {
                const auto begin = static_cast<std::size_t>(begins[i - first]);
                const auto end = static_cast<std::size_t>(begins[i - first + 1]);
                const std::optional<bool> judged =
                    begin == end ? can[i] : judge(step.items[i], std::span(*replies).subspan(begin, end - begin));
                if (!judged) {
                    return false;
                }
                can[i] = *judged;
            }
            atOnce = bytesIn(*replies) > bytesAtOnce ? std::max<std::size_t>(1, atOnce / 2)
                                                     : std::min(2 * atOnce, entriesAtOnce);
            first = last;
        }
        return true;
    }

    /// Keeps the items that a set or sorted set holds, or does not hold.
    bool isIn(const QByteArray &key, KeyType type, bool wanted);

    /// Keeps the items whose key does not exist; `keyOf` returns an empty one for those that need none.
    template <typename KeyOf> bool isMissing(const KeyOf &keyOf)
    {
        std::vector<QByteArray> keys(step.items.size());
        std::transform(step.items.begin(), step.items.end(), keys.begin(), keyOf);
        return ask(
            [&](const PlanItem &item) {
                return Question{"EXISTS", keys[std::size_t(&item - step.items.data())]};
            },
            [&](const PlanItem &item, const Reply &exists) {
                return keys[std::size_t(&item - step.items.data())].isEmpty() || exists.integer == 0;
            });
    }

    /// Groups of the stream; empty if it does not exist.
    std::optional<std::vector<StreamGroup>> groupsNow();

private:
    static qint64 bytesIn(std::span<const Reply> replies);
};

} // namespace plimsoll::redis
