// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/kind.h"
#include "views/page/page.h"

#include <functional>

namespace plimsoll::views {

/// A page of the window: its place in the navigation, and its factory.
struct PageSpec {
    QString id; ///< "overview", "queue": for showPage() and screenshots
    QString section; ///< heading above it in the navigation if it starts a section
    QString title;
    const KindInfo *kind = nullptr; ///< kind of its collections; null if none
    std::function<Page *(const PageContext &context, QWidget *parent)> make;
};

extern const QString labPage; ///< id of the page shown only while a Lab is available
extern const QString boundsPage; ///< id of the page of what grows
extern const QString alertsPage; ///< id of the page of alerts
extern const QString journalPage; ///< id of the page of operations
extern const QString findPage; ///< id of the page that finds collections, listed once it has searched
extern const QString slowLogPage; ///< id of the page of the slow log, listed only while it is open

/// Returns all pages in navigation order. The first is the start page, and counts problems of all kinds.
std::vector<PageSpec> pageSpecs(std::span<const KindInfo *const> kinds);

} // namespace plimsoll::views
