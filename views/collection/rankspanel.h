// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rows/leaderboardmodel.h"
#include "views/collection/pagedpanel.h"

class QComboBox;

namespace plimsoll::views {

/// The ranks of a leaderboard, any range of them, with a member that was looked up kept in view. GUI thread.
class RanksPanel final : public PagedPanel {
    Q_OBJECT

public:
    explicit RanksPanel(const PageContext &context, QWidget *parent = nullptr);

    [[nodiscard]] models::LeaderboardModel *model() const { return m_model; }
    /// Sets the number of ranks on a page.
    void setTop(int top) { setPageSize(top); }
    /// Ignored: options.top of the board sets the page size.
    void setPageRows(int rows) override { Q_UNUSED(rows) }
    /// Keeps the member among the rows; `show`: selects its row, and brings it into view.
    void pin(const MemberAnswer &answer, bool show);

protected:
    void applyPage(const ElementsPage &page) override;
    QString holdRows(const ElementsPage &fresh) override;
    void clearRows() override;
    void setNow(std::chrono::milliseconds now) override { m_now = now; }
    [[nodiscard]] bool isOfPage(int row) const override;
    [[nodiscard]] const Element *elementOf(int row) const override;
    [[nodiscard]] QString textOf(const QModelIndexList &rows) const override;

private:
    RanksPanel(models::LeaderboardModel *model, const PageContext &context, QWidget *parent);
    void makeTools();
    void chooseReference();

    models::LeaderboardModel *m_model;
    QComboBox *m_since;
    std::chrono::milliseconds m_now{};
    std::chrono::milliseconds m_opened{}; ///< time of the first page
};

} // namespace plimsoll::views
