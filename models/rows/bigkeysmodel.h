// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history/keymemory.h"
#include "models/table/tablemodel.h"

namespace plimsoll::models {

struct BigKeyRow {
    std::size_t collection = 0; ///< index in the workspace
    QString name; ///< collection's name
    KeySize size; ///< last measurement; bytes nullopt: not measured
    double elements = unknownFigure; ///< now
};

/// The largest keys of all watched collections: first those that are too large to be measured, then by memory. GUI
/// thread.
class BigKeysModel final : public TableModel<BigKeyRow> {
    Q_OBJECT

public:
    enum class Column { Key, Collection, Elements, Memory, Expiry, Uses };
    static constexpr std::size_t most = 50;

    explicit BigKeysModel(QObject *parent = nullptr);

    /// Looks through all keys of the collections; too much work for every tick.
    void apply(const Snapshot &snapshot, const KeyMemory &memory);
    [[nodiscard]] std::size_t collectionAt(int row) const { return rowAt(row).collection; }
    /// True if the server keeps how often keys are used.
    [[nodiscard]] bool hasUses() const;
};

} // namespace plimsoll::models
