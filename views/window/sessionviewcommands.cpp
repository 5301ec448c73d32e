// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/collectionmodel.h"
#include "models/collectionsortmodel.h"
#include "models/format.h"
#include "views/operations/offeraction.h"
#include "views/page/kindview.h"
#include "views/window/navigation.h"
#include "views/window/sessionviewprivate.h"

#include <QAction>

/// The commands of the palette; sessionview.cpp has the rest of SessionView.
namespace plimsoll::views {

namespace {

/// Returns true if the action belongs to something on screen.
bool isOnScreen(const QAction *action)
{
    for (const QObject *owner = action->parent(); owner != nullptr; owner = owner->parent()) {
        if (const auto *widget = qobject_cast<const QWidget *>(owner)) {
            return widget->isVisible();
        }
    }
    return false;
}

/// A disabled action without a reason is not listed: it makes no sense here.
std::optional<Command> commandOf(QAction *action, const QString &detail)
{
    const QString why = action->isEnabled() || action->toolTip().remove(u'…') == action->text().remove(u'…')
        ? QString()
        : action->toolTip();
    if (!action->isEnabled() && why.isEmpty()) {
        return std::nullopt;
    }
    return Command{action->text(),
                   why.isEmpty() ? detail : why,
                   action->shortcut().toString(QKeySequence::NativeText),
                   {},
                   State::Ok,
                   action->isEnabled(),
                   [action] { action->trigger(); }};
}

} // namespace

std::vector<Command> SessionView::Private::commands()
{
    std::vector<Command> all;
    if (hasWorkspace()) {
        addCollections(all);
        addPages(all);
    }
    for (OfferAction *action : current().page->findChildren<OfferAction *>()) {
        if (isOnScreen(action)) {
            if (const auto command = commandOf(action, current().spec.title)) {
                all.push_back(*command);
            }
        }
    }
    for (QAction *action : actions.all()) {
        // Going back is Escape, which closes the palette.
        if (action != actions.palette && action != actions.back) {
            if (const auto command = commandOf(action, {})) {
                all.push_back(*command);
            }
        }
    }
    return all;
}

/// In the order of the overview: the worst first.
void SessionView::Private::addCollections(std::vector<Command> &all)
{
    if (shownSnapshot() == nullptr) {
        return; // not read yet
    }
    using models::CollectionModel;
    CollectionModel model(context.history);
    model.setClauses(clausesOf);
    model.apply(shownSnapshot());
    models::CollectionSortModel sorted;
    sorted.setSourceModel(&model);
    sorted.setSortRole(CollectionModel::TroubleRole);
    sorted.sort(CollectionModel::StateColumn, Qt::DescendingOrder);
    for (int row = 0; row < sorted.rowCount(); ++row) {
        const QModelIndex name = sorted.index(row, CollectionModel::NameColumn);
        const auto state = static_cast<State>(name.data(CollectionModel::SeverityRole).toInt());
        const QString kind = name.siblingAtColumn(CollectionModel::KindColumn).data().toString();
        const QString sentence = name.siblingAtColumn(CollectionModel::SentenceColumn).data().toString();
        const auto collection = static_cast<std::size_t>(name.data(CollectionModel::RowRole).toInt());
        all.push_back({name.data().toString(),
                       sentence.isEmpty() ? kind : QStringLiteral("%1 · %2").arg(kind, sentence), QString(),
                       name.data(CollectionModel::CollectionKeysRole).toStringList().join(u' '), state, true,
                       [this, collection] {
                           q->openCollection(collection);
                           focusRows();
                       }});
    }
}

void SessionView::Private::addPages(std::vector<Command> &all)
{
    const std::vector<Trouble> troubles = troublesOf(shownSnapshot());
    const QStringList pages = navigation->pages();
    for (int i = 0; i < pages.size(); ++i) {
        const int entry = entryOf(pages[i]);
        const auto at = static_cast<std::size_t>(entry);
        all.push_back({entries[at].spec.title, SessionView::tr("Page"), pageKey(i).toString(QKeySequence::NativeText),
                       QString(), at < troubles.size() ? troubles[at].worst : State::Ok, true, [this, entry] {
                           choose(entry);
                           focusRows();
                       }});
    }
}

} // namespace plimsoll::views
