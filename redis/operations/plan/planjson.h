// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"

#include <QByteArray>

#include <vector>

/// Steps of a plan as JSON for the journal: everything except the items, which the archive holds. Bytes are base64.
namespace plimsoll::redis {

QByteArray stepsToJson(const std::vector<PlanStep> &steps);
std::vector<PlanStep> stepsFromJson(const QByteArray &json);
QByteArray keysToJson(const std::vector<QByteArray> &keys);
std::vector<QByteArray> keysFromJson(const QByteArray &json);

} // namespace plimsoll::redis
