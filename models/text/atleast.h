// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace plimsoll::models {

/// Marks a lower bound: "≥ 5".
[[nodiscard]] inline QString atLeastText(const QString &text, bool isAtLeast)
{
    return isAtLeast ? QStringLiteral("≥ ") + text : text;
}

/// Marks a value that was estimated from a sample: "≈ 12,340".
[[nodiscard]] inline QString estimateText(const QString &text, bool isEstimate)
{
    return isEstimate ? QStringLiteral("≈ ") + text : text;
}

} // namespace plimsoll::models
