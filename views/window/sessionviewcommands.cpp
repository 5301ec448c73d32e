// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/alerttext.h"
#include "models/rows/collectionmodel.h"
#include "models/rows/collectionsortmodel.h"
#include "models/text/format.h"
#include "views/operations/offeraction.h"
#include "views/page/kindview.h"
#include "views/window/navigation.h"
#include "views/window/sessionviewprivate.h"

#include <QAction>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>
#include <functional>
#include <utility>

/// The commands of the palette.
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

/// Returns the reason why an action is disabled; empty if it is enabled or has no reason.
QString reasonOf(const QAction *action)
{
    return action->isEnabled() || action->toolTip().remove(u'…') == action->text().remove(u'…') ? QString()
                                                                                                : action->toolTip();
}

/// A disabled action without a reason is not listed: it makes no sense here.
std::optional<Command> commandOf(QAction *action, const QString &detail)
{
    const QString why = reasonOf(action);
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

QString SessionView::Private::whyDisabled(const QKeyEvent &event)
{
    const QKeySequence keys(
        QKeyCombination(event.modifiers() & ~Qt::KeypadModifier, static_cast<Qt::Key>(event.key())));
    QList<QAction *> all = actions.all();
    if (hasWorkspace()) {
        all += current().page->findChildren<QAction *>();
    }
    for (const QAction *action : std::as_const(all)) {
        if (!action->isEnabled() && action->shortcuts().contains(keys) && isOnScreen(action)) {
            return reasonOf(action);
        }
    }
    return {};
}

std::vector<Command> SessionView::Private::commands()
{
    std::vector<Command> all;
    if (hasWorkspace()) {
        addCollections(all);
        addPages(all);
        addAlerts(all);
        addPageActions(all);
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
    if (shownSnapshot() == nullptr) { // not read yet: in the order of the workspace
        for (std::size_t i = 0; i < workspace->collections.size(); ++i) {
            const CollectionDefinition &definition = workspace->collections[i];
            all.push_back({definition.name,
                           SessionView::tr("%1 · not read yet").arg(models::kindTitle(*definition.kind)), QString(),
                           QString(), State::Unknown, true, [this, i] {
                               q->openCollection(i);
                               focusRows();
                           }});
        }
        return;
    }
    using models::CollectionModel;
    CollectionModel model(context.history);
    model.apply(shownSnapshot());
    models::CollectionSortModel sorted;
    sorted.setSourceModel(&model);
    sorted.setSortRole(CollectionModel::TroubleRole);
    sorted.sort(CollectionModel::StateColumn, Qt::DescendingOrder);
    for (int row = 0; row < sorted.rowCount(); ++row) {
        const QModelIndex name = sorted.index(row, CollectionModel::NameColumn);
        const auto state =
            shownOld ? State::Unknown : static_cast<State>(name.data(CollectionModel::SeverityRole).toInt());
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
    const QStringList pages = navigation->pages();
    for (int i = 0; i < pages.size(); ++i) {
        const int entry = entryOf(pages[i]);
        all.push_back({entries[static_cast<std::size_t>(entry)].spec.title, SessionView::tr("Page"),
                       pageKey(i).toString(QKeySequence::NativeText), QString(), navigation->worst(pages[i]), true,
                       [this, entry] {
                           choose(entry);
                           focusRows();
                       }});
    }
}

/// Adds what can be said of active alerts, the worst first; those of the past are read-only.
void SessionView::Private::addAlerts(std::vector<Command> &all)
{
    if (moment != nullptr) {
        return;
    }
    constexpr std::size_t mostAlerts = 50; // the page has all
    std::vector<const Alert *> active;
    for (const Alert &alert : alerts.active) {
        active.push_back(&alert);
    }
    std::stable_sort(active.begin(), active.end(), [](const Alert *a, const Alert *b) { return a->state > b->state; });
    active.resize(std::min(active.size(), mostAlerts));
    const std::chrono::milliseconds now = q->serverNow();
    const QString detail = SessionView::tr("Alert");
    const SnapshotPtr &shown = shownSnapshot();
    const auto textOf = [&shown](const Alert &alert) {
        return shown == nullptr ? alert.text
                                : models::alertText(alert, models::placeOf(alert.subject, *shown), shown.get());
    };
    const auto add = [&](const Alert &alert, const QString &title, const std::function<void()> &run) {
        const State state = alert.state == State::Error ? State::Unknown : alert.state;
        all.push_back({title.arg(models::alertAbout(alert.subject), textOf(alert)), detail, QString(), QString(), state,
                       true, run});
    };
    for (const Alert *alert : active) {
        const QStringList id{alert->id};
        const bool isTaken = alert->acknowledged.has_value();
        add(*alert,
            isTaken ? SessionView::tr("Unacknowledge the alert %1: %2")
                    : SessionView::tr("Acknowledge the alert %1: %2"),
            [this, id, isTaken] { context.alerts->acknowledge(id, !isTaken); });
        if (alert->isMuted(now)) {
            add(*alert, SessionView::tr("Unmute %1: %2"),
                [this, id] { context.alerts->mute(id, std::chrono::milliseconds(0)); });
        } else {
            add(*alert, SessionView::tr("Mute for an hour %1: %2"),
                [this, id] { context.alerts->mute(id, q->serverNow() + std::chrono::hours(1)); });
        }
        add(*alert, SessionView::tr("Show the alert %1: %2"), [this, id] { emit host->alertShown(id.front()); });
    }
}

/// Adds the actions of the page, and of the collection open in it, such as those on what is selected.
void SessionView::Private::addPageActions(std::vector<Command> &all)
{
    QList<QAction *> actionsOfPage = current().page->actions();
    for (const Page *inner : current().page->findChildren<Page *>()) {
        actionsOfPage += inner->isVisible() ? inner->actions() : QList<QAction *>();
    }
    for (QAction *action : std::as_const(actionsOfPage)) {
        if (qobject_cast<OfferAction *>(action) != nullptr || !action->isEnabled()) {
            continue; // operations are listed by themselves
        }
        if (action->menu() == nullptr) {
            if (const auto command = commandOf(action, current().spec.title)) {
                all.push_back(*command);
            }
            continue;
        }
        for (QAction *choice : action->menu()->actions()) {
            if (!choice->isSeparator()) {
                all.push_back({SessionView::tr("%1 %2").arg(action->text(), choice->text()), current().spec.title,
                               QString(), QString(), State::Ok, true, [choice] { choice->trigger(); }});
            }
        }
    }
}

} // namespace plimsoll::views
