// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"

#include <QString>

namespace plimsoll::models {

/// The collection of a plan, also of an undo, which knows only its name; null if the workspace has no such one.
const CollectionDefinition *collectionOf(const Plan &plan, const OperationRequest &request);
/// The band of all elements that get another score, "low"; empty if they are in several, or too many to look at.
QString bandOfAll(const CollectionDefinition *collection, const Plan &plan);
/// Adds the former band to scoreText(): "low → urgent".
QString newScoreText(const CollectionDefinition *collection, const PlanStep &step, const PlanItem &item,
                     std::chrono::milliseconds now);
/// Says what a score of a key stands for: a band, "due in 5 min", or "score 12".
QString scoreText(const CollectionDefinition *collection, const QByteArray &key, double score,
                  std::chrono::milliseconds now);

} // namespace plimsoll::models
