// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/listpass.h"

#include <vector>

namespace plimsoll::redis {

/// Where elements of a list were before the first of them was taken or gathered, however often it has been looked for
/// them since. Places count from the end that the passes begin at. Value.
class ListOrigins final {
public:
    /// After each find(): `origins` has those known of what was wanted, -1 for none.
    void look(const ListPass &pass, const std::vector<qint64> &origins);
    /// Of one that lies there now; `known`, where that is not below 0.
    [[nodiscard]] qint64 of(qint64 place, qint64 known) const;
    /// Those with these origins are taken one after the other: the place of each when those before it are gone.
    [[nodiscard]] std::vector<qint64> whenTaken(const std::vector<qint64> &places) const;
    void take(qint64 origin) { m_taken.push_back(origin); }
    [[nodiscard]] const std::vector<qint64> &taken() const { return m_taken; }
    /// Whether others made the list longer or shorter, `wanted` being all that `pass` looked for.
    [[nodiscard]] bool hasChanged(const ListPass &pass, qint64 wanted) const;

private:
    qint64 m_length = -1; ///< at the first look
    std::vector<qint64> m_taken; ///< origins, in the order in which they were taken
    std::vector<qint64> m_known; ///< ascending: origins of what is taken or stands elsewhere
    std::vector<qint64> m_elsewhere; ///< ascending: where the latter stand now
};

} // namespace plimsoll::redis
