// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/framework.h"
#include "redis/frameworks/stray.h"
#include "redis/types/operation.h"

#include <array>

namespace plimsoll::redis {

namespace bull {
namespace {

constexpr std::array actions{
    PresetAction{.action = Action::Requeue},
    PresetAction{.action = Action::RequeueDead},
    PresetAction{.action = Action::Discard, .of = Holds::Dead},
};

HealthChecks checks(const CollectionDefinition &definition)
{
    HealthChecks checks;
    checks.push_back(idsWithoutRecord(definition));
    checks.push_back(finishedInNoSet(definition));
    return checks;
}

} // namespace
} // namespace bull

extern const FrameworkCode bullCode;
constinit const FrameworkCode bullCode{
    .id = QLatin1StringView("bull"), .actions = bull::actions, .checks = &bull::checks, .staleMeans = noLockMeans};

} // namespace plimsoll::redis
