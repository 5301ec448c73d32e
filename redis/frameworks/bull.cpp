// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/framework.h"
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

} // namespace
} // namespace bull

extern const FrameworkCode bullCode;
constinit const FrameworkCode bullCode{.id = QLatin1StringView("bull"), .actions = bull::actions};

} // namespace plimsoll::redis
