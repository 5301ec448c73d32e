// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QLatin1StringView>
#include <QString>

#include <array>
#include <optional>
#include <vector>

namespace plimsoll {

enum class StepState { Ok, Warning, Failed, Skipped };

/// Returns the name in documents: "ok", "warning", "failed", "skipped".
inline QLatin1StringView stepStateId(StepState state)
{
    static constexpr std::array ids{QLatin1StringView("ok"), QLatin1StringView("warning"), QLatin1StringView("failed"),
                                    QLatin1StringView("skipped")};
    return ids.at(static_cast<std::size_t>(state));
}

/// One step of a connection test.
struct ConnectionStep {
    QString step; ///< "tls", "rights", "collection email"; printable
    StepState state = StepState::Ok;
    QString text; ///< finding, or the fault and how to mend it; one printable line without secrets
};

/// Result of testing the way to a server and a workspace.
struct ConnectionReport {
    std::vector<ConnectionStep> steps;
    std::optional<Error> failure; ///< error of the first failed step, or why the test was stopped

    /// True without a failure; warnings do not count.
    [[nodiscard]] bool isOk() const { return !failure.has_value(); }
};

} // namespace plimsoll
