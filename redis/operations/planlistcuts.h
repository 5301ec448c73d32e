// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/frozen.h"

#include <chrono>
#include <optional>

namespace plimsoll::redis::planning {

/// How much of a key goes: all but so many, or what is older than that.
struct Cut {
    std::optional<qint64> keep;
    std::optional<std::chrono::milliseconds> olderThan;
};

/// Of an element of these.
qint64 averageBytes(const std::vector<Element> &sample);

/// Adds the step that cuts a list from its old end.
Outcome cutList(const PlanSource &source, const QByteArray &key, const Cut &cut, Plan &plan);

} // namespace plimsoll::redis::planning
