// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/scoretext.h"

#include "models/text/format.h"
#include "redis/types/bands.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace plimsoll::models {

namespace {

struct ScoreWords {
    Q_DECLARE_TR_FUNCTIONS(operations)
};

const RoleSpec *roleOfKey(const CollectionDefinition &collection, const QByteArray &key, std::chrono::milliseconds now)
{
    const auto role = std::find_if(collection.keys.begin(), collection.keys.end(),
                                   [&](const RoleKeys &keys) { return collection.isKeyOf(keys, key, now); });
    return role == collection.keys.end() ? nullptr : role->role;
}

/// Name of the band of a score; empty for none.
QString bandName(const Bands &bands, double score, std::chrono::milliseconds now)
{
    const std::optional<std::size_t> band = bands.bandOf(score, now);
    return band && *band < bands.size() ? bands.name(*band) : QString();
}

/// The bands of a key; none if its scores are something else.
Bands bandsOf(const CollectionDefinition *collection, const QByteArray &key, std::chrono::milliseconds now)
{
    const RoleSpec *role = collection == nullptr ? nullptr : roleOfKey(*collection, key, now);
    return role != nullptr && role->score == ScoreIs::Priority ? Bands::of(*collection) : Bands();
}

} // namespace

const CollectionDefinition *collectionOf(const Plan &plan, const OperationRequest &request)
{
    if (request.workspace == nullptr) {
        return nullptr;
    }
    const std::vector<CollectionDefinition> &all = request.workspace->collections;
    if (plan.action != Action::Undo) {
        return request.collection < all.size() ? &all[request.collection] : nullptr;
    }
    const auto named = std::find_if(all.begin(), all.end(), [&plan](const CollectionDefinition &collection) {
        return collection.name == plan.collection;
    });
    return named == all.end() || plan.workspaceName != request.workspace->name ? nullptr : &*named;
}

QString scoreText(const CollectionDefinition *collection, const QByteArray &key, double score,
                  std::chrono::milliseconds now)
{
    if (QString band = bandName(bandsOf(collection, key, now), score, now); !band.isEmpty()) {
        return band;
    }
    const RoleSpec *role = collection == nullptr ? nullptr : roleOfKey(*collection, key, now);
    const std::optional<std::chrono::milliseconds> due =
        role != nullptr && role->score == ScoreIs::DueTime ? collection->codec(*role).timeOf(score) : std::nullopt;
    return due ? ScoreWords::tr("due %1").arg(formatRelative(*due, now))
               : ScoreWords::tr("score %1").arg(formatScore(score));
}

QString newScoreText(const CollectionDefinition *collection, const PlanStep &step, const PlanItem &item,
                     std::chrono::milliseconds now)
{
    const QString to = scoreText(collection, step.key, item.newScore.toDouble(), now);
    const QString from = bandName(bandsOf(collection, step.key, now), item.score.toDouble(), now);
    return from.isEmpty() ? to : QStringLiteral("%1 → %2").arg(from, to);
}

QString bandOfAll(const CollectionDefinition *collection, const Plan &plan)
{
    constexpr std::size_t mostLookedAt = 10'000;
    std::set<QString> names;
    for (const PlanStep &step : plan.steps) {
        const Bands bands = bandsOf(collection, step.key, plan.frozenAt);
        for (std::size_t i = 0; i < step.items.size() && names.size() < 2; ++i) {
            names.insert(i < mostLookedAt ? bandName(bands, step.items[i].score.toDouble(), plan.frozenAt) : QString());
        }
    }
    return names.size() == 1 ? *names.begin() : QString();
}

} // namespace plimsoll::models
