// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/table/tablemodel.h"
#include "redis/types/discovery.h"

#include <span>

namespace plimsoll::models {

/// What became of keys since the earlier search: "new", "+12" keys, "gone"; empty: as many as then, or not known.
QString changeText(std::span<const FoundTemplate> keys);
QString changeTip(std::span<const FoundTemplate> keys);

/// Templates of keys that are no collection, and of those that an earlier search found and are gone, as rows. GUI
/// thread.
class UnrecognisedModel final : public TableModel<FoundTemplate> {
    Q_OBJECT

public:
    enum class Column { Template, Type, Keys, Change };

    explicit UnrecognisedModel(QObject *parent = nullptr);

    void apply(const Discovery &discovery);
};

} // namespace plimsoll::models
