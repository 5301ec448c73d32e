// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/alert.h"
#include "redis/types/snapshot.h"
#include "views/dialogs/commandpalette.h"
#include "views/page/page.h"

#include <functional>
#include <optional>
#include <vector>

class QAction;

namespace plimsoll::views {

/// What the palette lists, each as commands of its own. Without commands of actions that make no sense now: they are
/// disabled without a reason.

/// All collections in the order of the overview, the worst first. `shown`: null before the first snapshot. `isOld`: the
/// states are not known to be those of now.
std::vector<Command> collectionCommands(const PageContext &context, const Workspace &workspace,
                                        const SnapshotPtr &shown, bool isOld,
                                        const std::function<void(std::size_t)> &open);
/// What can be said of active alerts, the worst first. `shown`: null before the first snapshot. `now`: server time.
std::vector<Command> alertCommands(const PageContext &context, const AlertList &alerts, const SnapshotPtr &shown,
                                   const std::function<std::chrono::milliseconds()> &now);
/// Actions of a page, and of the collection open in it, such as those on what is selected. `title`: of the page.
std::vector<Command> pageCommands(const Page &page, const QString &title);
std::optional<Command> actionCommand(QAction *action, const QString &detail = {});

/// Returns the reason why an action is disabled; empty if it is enabled or has no reason.
QString whyDisabled(const QAction *action);
/// Returns true if the action belongs to something on screen.
bool isOnScreen(const QAction *action);

} // namespace plimsoll::views
