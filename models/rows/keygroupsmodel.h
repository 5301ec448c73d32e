// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/table/tablemodel.h"
#include "redis/types/snapshot.h"

namespace plimsoll::models {

/// Groups of keys with a common prefix as rows: sampled keys, expiry times and simultaneous expiry. GUI thread.
class KeyGroupsModel final : public TableModel<KeyGroup> {
    Q_OBJECT

public:
    enum class Column { Name, Seen, About, Median, Bar, Together, WithoutTtl };

    explicit KeyGroupsModel(QObject *parent = nullptr);

    /// `scale`: keys per sampled key; NaN: unknown. `limit`: share from which too many keys expire together; NaN: no
    /// limit. `isHeld`: rows keep their places, and groups that are gone show 0.
    void apply(const std::vector<KeyGroup> &groups, double scale, double limit, bool isHeld = false);

private:
    double m_scale = unknownFigure;
    double m_limit = unknownFigure;
};

} // namespace plimsoll::models
