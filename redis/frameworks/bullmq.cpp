// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/framework.h"
#include "redis/types/operation.h"

#include <array>

namespace plimsoll::redis {

namespace bullmq {
namespace {

constexpr std::array actions{
    PresetAction{.action = Action::Requeue},
    PresetAction{.action = Action::RequeueDead},
    PresetAction{.action = Action::Discard, .of = Holds::Dead},
};

} // namespace
} // namespace bullmq

extern const FrameworkCode bullmqCode;
constinit const FrameworkCode bullmqCode{.id = QLatin1StringView("bullmq"), .actions = bullmq::actions};

} // namespace plimsoll::redis
