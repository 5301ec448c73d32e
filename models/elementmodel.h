// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/browse.h"

#include <QAbstractTableModel>

#include <vector>

namespace plimsoll::models {

/// A page of elements as rows (jobs of a queue, entries of a schedule, members). Columns fit what the page is of.
/// Identity is the exact bytes, key and state, so the selection survives a refreshed page. GUI thread.
class ElementModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    /// Which columns: jobs (job, state, class, age, deadline, attempts, last error), schedule (job, state, due, class,
    /// attempts, last error), members (member), presence (member, state, last seen), ranks (rank, member, score, …).
    enum class Layout { Jobs, Schedule, Members, Presence };
    enum Role {
        SortRole = Qt::UserRole + 1,
        BytesRole, ///< QByteArray: the element
        StateRole, ///< QString: "stale", …
        SeverityRole, ///< int of State: how the state is to be coloured
        MonospaceRole, ///< bool
    };

    explicit ElementModel(Layout layout, QObject *parent = nullptr);

    /// Shows this page; rows that stay keep their place in the persistent indexes. `now` is server time.
    void apply(const ElementsPage &page);
    /// Ages and deadlines move on without a new page.
    void setNow(std::chrono::milliseconds serverNow);
    void clear();

    [[nodiscard]] const Element &elementAt(int row) const { return m_page.elements[static_cast<std::size_t>(row)]; }
    [[nodiscard]] const ElementsPage &page() const { return m_page; }
    /// Rows as tab-separated text, for the clipboard.
    [[nodiscard]] QString asText(const QModelIndexList &rows) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    Layout m_layout;
    ElementsPage m_page;
    std::chrono::milliseconds m_now{};
};

} // namespace plimsoll::models
