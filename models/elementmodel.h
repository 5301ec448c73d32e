// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rowsmodel.h"
#include "models/elementtext.h"
#include "redis/types/browse.h"

#include <array>
#include <span>
#include <vector>

namespace plimsoll::models {

/// A page of elements as rows (jobs of a queue, entries of a schedule, members). Columns fit what the page is of.
/// Identity is the exact bytes and the key, so the selection survives a refreshed page, also of a job whose state is
/// another now. GUI thread.
class ElementModel final : public RowsModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole + 1,
        BytesRole, ///< QByteArray: the element
        StateRole, ///< QString: "stale", …
        SeverityRole, ///< int of State: how the state is to be coloured
        MonospaceRole, ///< bool
        ChangedRole, ///< bool: the cell reads differently since the page before
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
    /// A column, and what it is called here where that is not its usual name; translated with context "elements".
    struct Shown {
        Column column;
        const char *title = nullptr;
    };

    /// `columns` are of static lifetime.
    explicit ElementModel(std::span<const Shown> columns, QObject *parent = nullptr);

    /// Shows this page; rows that stay keep their place in the persistent indexes. `now` is server time.
    void apply(const ElementsPage &page);
    /// Ages and deadlines move on without a new page.
    void setNow(std::chrono::milliseconds serverNow);
    void clear();
    /// How the collection wants its elements shown.
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
    std::vector<std::optional<Element>> m_before; ///< of rows that read differently on the page before
    std::chrono::milliseconds m_now{};
};

inline constexpr std::array jobColumns{
    ElementModel::Shown{ElementModel::Column::Job},      ElementModel::Shown{ElementModel::Column::State},
    ElementModel::Shown{ElementModel::Column::Class},    ElementModel::Shown{ElementModel::Column::Age},
    ElementModel::Shown{ElementModel::Column::Deadline}, ElementModel::Shown{ElementModel::Column::Attempts},
    ElementModel::Shown{ElementModel::Column::LastError}};

/// "stale", "dead", … translated; what is not known as it is.
QString elementStateTitle(QLatin1StringView state);
/// How an element's state is to be coloured.
State elementSeverity(QLatin1StringView state);

} // namespace plimsoll::models
