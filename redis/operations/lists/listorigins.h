// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/lists/listpass.h"

#include <vector>

namespace plimsoll::redis {

/// Maps current places of list elements to those before the first was taken or gathered, over any number of passes.
/// Places count from the end at which the passes begin. Value.
class ListOrigins final {
public:
    /// Called after each find(): `origins` holds the known original places of the wanted elements, -1 if unknown.
    void look(const ListPass &pass, const std::vector<qint64> &origins);
    /// Original place of the element now at `place`; `known` if that is not negative.
    [[nodiscard]] qint64 of(qint64 place, qint64 known) const;
    /// For elements with these origins, taken one after the other: the place of each once those before it are gone.
    [[nodiscard]] std::vector<qint64> whenTaken(const std::vector<qint64> &places) const;
    void noteTaken(qint64 origin) { m_taken.push_back(origin); }
    [[nodiscard]] const std::vector<qint64> &taken() const { return m_taken; }
    /// True if other clients changed the list's length; `wanted` is the number that `pass` searched for.
    [[nodiscard]] bool hasChanged(const ListPass &pass, qint64 wanted) const;

private:
    qint64 m_length = -1; ///< length at the first pass
    std::vector<qint64> m_taken; ///< origins, in order of taking
    std::vector<qint64> m_known; ///< origins of elements taken or moved, ascending
    std::vector<qint64> m_elsewhere; ///< current places of the moved elements, ascending
};

} // namespace plimsoll::redis
