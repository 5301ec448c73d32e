// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/table/tablemodel.h"
#include "redis/types/snapshot.h"

#include <memory>

namespace plimsoll::models {

/// Keys found by SCAN as rows, ordered by their kind: subjects of a limiter, locks. Columns fit the kind. GUI thread.
class FoundKeysModel final : public TableModel<FoundKey> {
    Q_OBJECT

public:
    enum class Column {
        Id,
        Used,
        Count,
        Refused,
        Outside,
        FreeAt,
        Expires,
        Holder,
        Held,
        Left,
        TimeLeft,
        Renewed,
        Hands
    };
    using Shown = ShownColumn<Column>; ///< titles in the context "found"

    explicit FoundKeysModel(std::span<const Shown> columns, QObject *parent = nullptr);

    /// A full bar is allowed; only values above it are a problem, and the largest value sets the scale.
    void setFullIsFine() { m_isFullFine = true; }
    /// `found`: null for no keys. `most`: value of a full bar, if equal for all rows; NaN: unknown. `isHeld`: rows keep
    /// their places, and keys that are gone show unknown values.
    void apply(const std::shared_ptr<const KeysFound> &found, std::chrono::milliseconds now,
               double most = unknownFigure, bool isHeld = false);
    /// -1 if not found.
    [[nodiscard]] int rowOf(const QByteArray &key) const;

private:
    [[nodiscard]] double shareUsed(const FoundKey &key) const;
    [[nodiscard]] double shareLeft(const FoundKey &key) const;
    [[nodiscard]] QString freeText(const FoundKey &key) const;
    [[nodiscard]] QString leftText(const FoundKey &key) const;

    std::chrono::milliseconds m_now{};
    double m_most = unknownFigure;
    std::shared_ptr<const KeysFound> m_shown; ///< source of the rows
    bool m_isFullFine = false;
    double m_fullest = 0; ///< highest count of a row
    bool m_wasHeld = false; ///< the rows are not in the order of m_shown
};

/// "at the limit, the next is let in in 50 s" for a subject that was at its limit when read.
QString atLimitText(const FoundKey &key, std::chrono::milliseconds now);

} // namespace plimsoll::models
