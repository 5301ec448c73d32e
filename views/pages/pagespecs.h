// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/kind.h"
#include "views/page/page.h"

#include <functional>

namespace plimsoll::views {

/// One page of the window: its place in the navigation, and how it is made.
struct PageSpec {
    QString id; ///< "overview", "queue": for showPage() and names of pictures
    QString section; ///< what stands over it in the navigation, where it begins one
    QString title;
    const KindInfo *kind = nullptr; ///< whose collections it opens; null: none's
    std::function<Page *(const PageContext &context, QWidget *parent)> make;
};

extern const QString labPage; ///< the id of the page that is there only while somebody offers a Lab
extern const QString alertsPage; ///< the id of the page that alerts are shown on
extern const QString journalPage; ///< the id of the page that operations are shown on

/// All, in the order of the navigation. The window begins with the first, which counts what is in trouble of all kinds.
std::vector<PageSpec> pageSpecs(std::span<const KindInfo *const> kinds);

} // namespace plimsoll::views
