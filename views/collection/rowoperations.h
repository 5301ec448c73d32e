// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"
#include "views/operations/offers.h"
#include "views/page/page.h"

class QAction;
class QPoint;

namespace plimsoll::views {

class PagedPanel;

/// The operations on selected rows of a panel: its context menu, and Delete, which asks. GUI thread.
class RowOperations final : public QObject {
    Q_OBJECT

public:
    RowOperations(const PageContext &context, PagedPanel *panel);

private:
    [[nodiscard]] std::vector<Offer> offers() const;
    void openMenu(const QPoint &position);
    void discard();

    PageContext m_context;
    PagedPanel *m_panel;
};

} // namespace plimsoll::views
