// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/table/tablemodel.h"
#include "redis/types/discovery.h"

namespace plimsoll::models {

/// Templates of keys that are no collection, as rows. GUI thread.
class UnrecognisedModel final : public TableModel<UnrecognisedKeys> {
    Q_OBJECT

public:
    enum class Column { Template, Type, Keys };

    explicit UnrecognisedModel(QObject *parent = nullptr);

    void apply(const std::vector<UnrecognisedKeys> &keys);
};

} // namespace plimsoll::models
