// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rows/elementmodel.h"
#include "views/collection/pagedpanel.h"

namespace plimsoll::views {

/// The elements of a collection as rows: jobs, entries of a schedule, members. GUI thread.
class ElementsPanel final : public PagedPanel {
    Q_OBJECT

public:
    ElementsPanel(std::span<const models::ElementModel::Shown> columns, const QString &name, const PageContext &context,
                  QWidget *parent = nullptr);

    [[nodiscard]] models::ElementModel *model() const { return m_model; }

protected:
    void applyPage(const ElementsPage &page) override;
    QString holdRows(const ElementsPage &fresh) override;
    void clearRows() override;
    void setNow(std::chrono::milliseconds now) override;
    [[nodiscard]] const Element *elementOf(int row) const override;
    [[nodiscard]] QString textOf(const QModelIndexList &rows) const override;

private:
    void showWhatIsSaid(const ElementsPage &page);
    ElementsPanel(models::ElementModel *model, const QString &name, const PageContext &context, QWidget *parent);

    models::ElementModel *m_model;
};

} // namespace plimsoll::views
