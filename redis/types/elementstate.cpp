// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/elementstate.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

using L1 = QLatin1StringView;
using Which = ElementState::Which;

constexpr std::array states{
    ElementState{L1("ready"), QT_TRANSLATE_NOOP("elements", "ready"), Holds::Ready},
    ElementState{L1("processing"), QT_TRANSLATE_NOOP("elements", "processing"), Holds::Processing},
    ElementState{L1("stale"), QT_TRANSLATE_NOOP("elements", "stale"), Holds::Processing, Which::Overdue,
                 State::Critical},
    ElementState{L1("delayed"), QT_TRANSLATE_NOOP("elements", "delayed"), Holds::Delayed},
    ElementState{L1("due"), QT_TRANSLATE_NOOP("elements", "due"), Holds::Delayed, Which::Overdue},
    ElementState{L1("dead"), QT_TRANSLATE_NOOP("elements", "dead"), Holds::Dead, Which::All, State::Warning},
    ElementState{L1("pending"), QT_TRANSLATE_NOOP("elements", "pending"), Holds::Entries},
    ElementState{L1("poison"), QT_TRANSLATE_NOOP("elements", "poison"), Holds::Entries, Which::Overdue, State::Warning},
    ElementState{L1("indexed"), QT_TRANSLATE_NOOP("elements", "indexed"), Holds::Expiring},
    ElementState{L1("expired"), QT_TRANSLATE_NOOP("elements", "expired"), Holds::Expiring, Which::Overdue,
                 State::Warning},
    ElementState{L1("connected"), QT_TRANSLATE_NOOP("elements", "connected"), Holds::Connected},
    ElementState{L1("active"), QT_TRANSLATE_NOOP("elements", "active"), Holds::Seen, Which::Recent},
    ElementState{L1("inactive"), QT_TRANSLATE_NOOP("elements", "inactive"), Holds::Seen, Which::Overdue},
    ElementState{L1("ghost"), QT_TRANSLATE_NOOP("elements", "ghost"), Holds::Connected, Which::Overdue, State::Warning},
};

} // namespace

bool ElementState::isOfJobs() const
{
    return of == Holds::Ready || of == Holds::Processing || of == Holds::Delayed || of == Holds::Dead
        || of == Holds::Entries;
}

std::span<const ElementState> elementStates()
{
    return states;
}

const ElementState *findState(QAnyStringView id)
{
    const auto *const found =
        std::find_if(states.begin(), states.end(), [id](const ElementState &state) { return id == state.id; });
    return found == states.end() ? nullptr : found;
}

const ElementState &stateOf(Holds of, Which which)
{
    const auto *const found = std::find_if(states.begin(), states.end(), [=](const ElementState &state) {
        return state.of == of && state.which == which;
    });
    Q_ASSERT(found != states.end());
    return *found;
}

bool isState(QAnyStringView id, Holds of, Which which)
{
    const ElementState *state = findState(id);
    return state != nullptr && state->of == of && state->which == which;
}

} // namespace plimsoll
