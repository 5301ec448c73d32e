// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/plan/planning.h"
#include "redis/operations/journal/words.h"
#include "redis/types/bands.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace plimsoll::redis::planning {

std::vector<ScoreRange> rangesBefore(const PlanSource &source, const RoleSpec &role, std::chrono::milliseconds before)
{
    if (role.score != ScoreIs::Priority) {
        return source.definition.codec(role).ranges({.to = before});
    }
    std::vector<ScoreRange> ranges;
    for (std::size_t band = 0; band < source.bands.size(); ++band) {
        std::vector<ScoreRange> some = source.bands.rangesBefore(band, before, source.now);
        std::move(some.begin(), some.end(), std::back_inserter(ranges));
    }
    return ranges;
}

std::optional<std::vector<ScoreRange>> rangesOfBand(const PlanSource &source, const OperationRequest &request)
{
    const Bands bands = Bands::of(source.definition);
    const std::optional<std::size_t> band = bands.find(request.state);
    if (!request.ids.empty() || !request.elements.empty() || !band) {
        return std::nullopt;
    }
    return request.olderThan ? bands.rangesBefore(*band, source.now - *request.olderThan, source.now)
                             : bands.ranges(*band, source.now);
}

Outcome changePriority(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    const RoleKeys *role = source.definition.role(Holds::Ready);
    const Bands bands = Bands::of(source.definition);
    const std::optional<std::size_t> band = bands.find(Bands::idOf(QString::fromUtf8(request.target)));
    if (role == nullptr || role->role->score != ScoreIs::Priority || !band) {
        return Error{ErrorKind::Invalid,
                     Words::tr("%1 has no band %2").arg(source.definition.name, QString::fromUtf8(request.target))};
    }
    std::set<QByteArray> onlyKeys;
    for (const Element &element : request.elements) {
        onlyKeys.insert(element.key);
    }
    const std::vector<ScoreRange> all = request.olderThan
        ? rangesBefore(source, *role->role, source.now - *request.olderThan)
        : std::vector{ScoreRange{"-inf", "+inf"}};
    for (const QByteArray &key : source.keys(*role)) {
        if (isFull(request, plan) || (!onlyKeys.empty() && !onlyKeys.contains(key))) {
            continue;
        }
        Result<Frozen> frozen =
            freezeZSet(source, key, rangesOfBand(source, request).value_or(all), choiceOf(request, plan, key));
        if (!frozen) {
            return frozen.error();
        }
        // Jobs already in that band do not change.
        const auto isThere = [&](double score) { return bands.bandOf(score, source.now) == band; };
        std::erase_if(frozen->items, [&](const PlanItem &item) { return isThere(item.score.toDouble()); });
        std::erase_if(frozen->sample, [&](const Element &element) { return isThere(element.score); });
        const std::vector<Element> sample = frozen->sample;
        PlanStep step = moveStep(std::move(*frozen), false, std::nullopt);
        step.does = RescoreStep{};
        for (PlanItem &item : step.items) {
            item.newScore = bands.scoreIn(*band, item.score.toDouble(), source.now);
        }
        append(plan, std::move(step), sample);
    }
    return Done{};
}

Result<PlanTarget> bandTarget(const PlanSource &source, const QByteArray &key, std::size_t band)
{
    const Bands &bands = source.bands;
    const Result<Reply> last = source.server.command({"ZRANGE", key, "-1", "-1", "WITHSCORES"}, source.stop);
    if (!last) {
        return last.error();
    }
    const QByteArray like = last->elements.size() == 2 ? last->elements[1].bytes : QByteArray();
    const bool isBanded = Bands::of(source.definition).size() > 0;
    return PlanTarget{key, PlanTarget::How::AddToZSet,
                      isBanded ? bands.scoreOfNew(band, like.isEmpty() ? unknownFigure : like.toDouble(), source.now)
                          : like.isEmpty() ? QByteArray("0")
                                           : like};
}

} // namespace plimsoll::redis::planning
