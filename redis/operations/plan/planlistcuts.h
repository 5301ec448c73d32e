// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch/frozen.h"

#include <chrono>
#include <optional>

namespace plimsoll::redis::planning {

/// Limit of a cut: the number of elements to keep, or the age from which they are removed.
struct Cut {
    std::optional<qint64> keep;
    std::optional<std::chrono::milliseconds> olderThan;
};

/// Average size of an element, in bytes.
qint64 averageBytes(const std::vector<Element> &sample);

/// Adds the step that cuts a list from its old end.
Outcome cutList(const PlanSource &source, const QByteArray &key, const Cut &cut, Plan &plan);

} // namespace plimsoll::redis::planning
