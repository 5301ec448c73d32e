// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rowsmodel.h"
#include "models/elementtext.h"
#include "redis/types/browse.h"

#include <array>
#include <span>
#include <vector>

namespace plimsoll::models {

/// A page of elements as rows (jobs of a queue, entries of a schedule, members), with columns for the type of page.
/// Rows are identified by key and exact bytes, so a selection survives a refresh and a change of state. GUI thread.
class ElementModel final : public RowsModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole + 1,
        BytesRole, ///< QByteArray: the element
        StateRole, ///< QString: "stale", …
        SeverityRole, ///< int of State: colour of the state
        MonospaceRole, ///< bool
        ChangedRole, ///< bool: the cell's text changed since the previous page
    };
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
    /// A column and its title, if it differs from the usual one; context "elements".
    struct Shown {
        Column column;
        const char *title = nullptr;
    };

    /// `columns` must have static lifetime.
    explicit ElementModel(std::span<const Shown> columns, QObject *parent = nullptr);

    /// Shows a page; persistent indexes follow rows that remain.
    void apply(const ElementsPage &page);
    /// Updates ages and deadlines without a new page.
    void setNow(std::chrono::milliseconds serverNow);
    void clear();
    /// Sets how the collection's elements are displayed.
    void setRules(ElementRules rules);

    [[nodiscard]] const Element &elementAt(int row) const { return m_page.elements[static_cast<std::size_t>(row)]; }
    [[nodiscard]] const ElementsPage &page() const { return m_page; }
    [[nodiscard]] Column columnAt(int section) const { return m_columns[static_cast<std::size_t>(section)].column; }
    /// Rows as tab-separated text, for the clipboard.
    [[nodiscard]] QString asText(const QModelIndexList &rows) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString text(const Element &element, Column column) const;
    [[nodiscard]] QVariant sortValue(const Element &element, Column column) const;
    [[nodiscard]] QString toolTip(const Element &element, Column column) const;
    [[nodiscard]] std::optional<std::chrono::milliseconds> age(const Element &element) const;
    [[nodiscard]] bool cellChanged(int row, Column column) const;

    std::span<const Shown> m_columns;
    ElementsPage m_page;
    ElementRules m_rules;
    std::vector<std::optional<Element>> m_before; ///< previous element of each changed row
    std::chrono::milliseconds m_now{};
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
