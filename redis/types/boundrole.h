// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/keyslots.h"
#include "redis/types/workspace.h"

#include <QtGlobal>

#include <array>

namespace plimsoll {

/// Returns the role whose keys a trim cuts to the bound: those last seen of a presence, otherwise the first; null if
/// there are no keys.
[[nodiscard]] inline const RoleKeys *boundRole(const CollectionDefinition &definition)
{
    const RoleKeys *seen = definition.role(Holds::Seen);
    return seen != nullptr || definition.keys.empty() ? seen : &definition.keys.front();
}

/// True if the role names several keys, such as shards, each of which a trim cuts to the bound. Sets are not cut, and a
/// string, such as a lock, is one element: their bound is about all of them.
[[nodiscard]] inline bool isBoundOfEachKey(const CollectionDefinition &definition)
{
    const RoleKeys *role = boundRole(definition);
    return role != nullptr && role->role->types != SetKey && role->role->types != StringKey
        && slotsOf(definition, *role).size() > 1;
}

/// Sentences of a figure (%1) beyond its bound (%2), in the translation context "problems".
enum class BoundSentence { Total, Age, EachKey, SomeOfAKey };
inline constexpr std::array boundSentences{QT_TRANSLATE_NOOP("problems", "%1, bound %2"),
                                           QT_TRANSLATE_NOOP("problems", "%1, some older than the bound %2"),
                                           QT_TRANSLATE_NOOP("problems", "%1, bound %2 for each key"),
                                           QT_TRANSLATE_NOOP("problems", "%1, some with more than the bound %2")};

} // namespace plimsoll
