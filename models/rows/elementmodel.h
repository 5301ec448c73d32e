// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/text/elementtext.h"
#include "models/table/tablemodel.h"
#include "redis/types/browse.h"

#include <array>

namespace plimsoll::models {

/// A page of elements as rows (jobs of a queue, entries of a schedule, members), with columns for the type of page.
/// Rows are identified by key and exact bytes, so a selection survives a refresh and a change of state. GUI thread.
class ElementModel final : public TableModel<Element> {
    Q_OBJECT

public:
    enum class Column {
        Job,
        Member,
        State,
        Class,
        Age,
        Deadline,
        Due,
        Attempts,
        LastError,
        Rank,
        Score,
        Consumer,
        Idle,
        Fields,
        Target
    };
    using Shown = ShownColumn<Column>; ///< titles in the context "elements"

    /// `columns` must have static lifetime.
    explicit ElementModel(std::span<const Shown> columns, QObject *parent = nullptr);

    /// Shows a page; persistent indexes follow rows that remain.
    void apply(const ElementsPage &page);
    /// Updates ages and deadlines without a new page.
    void setNow(std::chrono::milliseconds serverNow);
    void clear();
    /// Sets how the collection's elements are displayed.
    void setRules(ElementRules rules);

    [[nodiscard]] const Element &elementAt(int row) const { return rowAt(row); }
    [[nodiscard]] Column columnAt(int section) const { return m_shown[static_cast<std::size_t>(section)].column; }
    /// Rows as tab-separated text, for the clipboard.
    [[nodiscard]] QString asText(const QModelIndexList &rows) const;

private:
    [[nodiscard]] std::optional<std::chrono::milliseconds> age(const Element &element) const;
    [[nodiscard]] QString ageTip(const Element &element) const;
    [[nodiscard]] QString filterText(const Element &element) const;

    std::span<const Shown> m_shown;
    ElementRules m_rules;
    std::vector<std::optional<Element>> m_before; ///< previous element of each changed row
    std::chrono::milliseconds m_readAt{}, m_now{}; ///< server time
};

inline constexpr std::array jobColumns{
    ElementModel::Shown{ElementModel::Column::Job},      ElementModel::Shown{ElementModel::Column::State},
    ElementModel::Shown{ElementModel::Column::Class},    ElementModel::Shown{ElementModel::Column::Age},
    ElementModel::Shown{ElementModel::Column::Deadline}, ElementModel::Shown{ElementModel::Column::Attempts},
    ElementModel::Shown{ElementModel::Column::LastError}};

/// Translated state ("stale", "dead", …); unknown states are returned unchanged.
QString elementStateTitle(QLatin1StringView state);
/// Colour of an element's state.
State elementSeverity(QLatin1StringView state);

} // namespace plimsoll::models
