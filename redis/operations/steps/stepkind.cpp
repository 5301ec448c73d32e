// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/stepkind.h"

namespace plimsoll::redis {

const StepKind &stepKind(const PlanStep &step)
{
    return std::visit([](const auto &does) -> const StepKind & { return stepKind(does); }, step.does);
}

QStringList textOf(const std::vector<PlanStep> &steps)
{
    QStringList lines;
    for (const PlanStep &step : steps) {
        lines += stepKind(step).text(step).split(QLatin1Char('\n'));
    }
    return lines;
}

} // namespace plimsoll::redis
