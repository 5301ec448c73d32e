// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/steps/stepkind.h"

namespace plimsoll::redis {

const StepKind &stepKind(const PlanStep &step)
{
    return std::visit([](const auto &does) -> const StepKind & { return stepKind(does); }, step.does);
}

namespace {

template <std::size_t... At> std::vector<PlanStep::Does> stepsAt(std::index_sequence<At...> /*all*/)
{
    return {PlanStep::Does(std::in_place_index<At>)...};
}

} // namespace

std::vector<PlanStep::Does> allSteps()
{
    return stepsAt(std::make_index_sequence<std::variant_size_v<PlanStep::Does>>());
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
