// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/palettecommands.h"

#include "models/alerts/alerttext.h"
#include "models/rows/collectionmodel.h"
#include "models/rows/collectionsortmodel.h"
#include "models/text/format.h"
#include "views/operations/offeraction.h"
#include "views/page/pagehost.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace plimsoll::views {

namespace {

struct PaletteWords {
    Q_DECLARE_TR_FUNCTIONS(CommandPalette)
};

} // namespace

bool isOnScreen(const QAction *action)
{
    for (const QObject *owner = action->parent(); owner != nullptr; owner = owner->parent()) {
        if (const auto *widget = qobject_cast<const QWidget *>(owner)) {
            return widget->isVisible();
        }
    }
    return false;
}

QString whyDisabled(const QAction *action)
{
    return action->isEnabled() || action->toolTip().remove(u'…') == action->text().remove(u'…') ? QString()
                                                                                                : action->toolTip();
}

std::optional<Command> actionCommand(QAction *action, const QString &detail)
{
    const QString why = whyDisabled(action);
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

std::vector<Command> collectionCommands(const PageContext &context, const Workspace &workspace,
                                        const SnapshotPtr &shown, bool isOld,
                                        const std::function<void(std::size_t)> &open)
{
    std::vector<Command> all;
    if (shown == nullptr) { // not read yet: in the order of the workspace
        for (std::size_t i = 0; i < workspace.collections.size(); ++i) {
            const CollectionDefinition &definition = workspace.collections[i];
            all.push_back({definition.name,
                           PaletteWords::tr("%1 · not read yet").arg(models::kindTitle(*definition.kind)), QString(),
                           QString(), State::Unknown, true, [open, i] { open(i); }});
        }
        return all;
    }
    using models::CollectionModel;
    CollectionModel model(context.history);
    model.apply(shown);
    models::CollectionSortModel sorted;
    sorted.setSourceModel(&model);
    sorted.setSortRole(CollectionModel::TroubleRole);
    sorted.sort(CollectionModel::StateColumn, Qt::DescendingOrder);
    for (int row = 0; row < sorted.rowCount(); ++row) {
        const QModelIndex name = sorted.index(row, CollectionModel::NameColumn);
        const auto state =
            isOld ? State::Unknown : static_cast<State>(name.data(CollectionModel::SeverityRole).toInt());
        const QString kind = name.siblingAtColumn(CollectionModel::KindColumn).data().toString();
        const QString sentence = name.siblingAtColumn(CollectionModel::SentenceColumn).data().toString();
        const auto collection = static_cast<std::size_t>(name.data(CollectionModel::RowRole).toInt());
        all.push_back({name.data().toString(),
                       sentence.isEmpty() ? kind : QStringLiteral("%1 · %2").arg(kind, sentence), QString(),
                       name.data(CollectionModel::CollectionKeysRole).toStringList().join(u' '), state, true,
                       [open, collection] { open(collection); }});
    }
    return all;
}

std::vector<Command> alertCommands(const PageContext &context, const AlertList &alerts, const SnapshotPtr &shown,
                                   const std::function<std::chrono::milliseconds()> &now)
{
    constexpr std::size_t mostAlerts = 50; // the page has all
    std::vector<Command> all;
    std::vector<const Alert *> active;
    for (const Alert &alert : alerts.active) {
        active.push_back(&alert);
    }
    std::stable_sort(active.begin(), active.end(), [](const Alert *a, const Alert *b) { return a->state > b->state; });
    active.resize(std::min(active.size(), mostAlerts));
    const QString detail = PaletteWords::tr("Alert");
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
            isTaken ? PaletteWords::tr("Unacknowledge the alert %1: %2")
                    : PaletteWords::tr("Acknowledge the alert %1: %2"),
            [service = context.alerts, id, isTaken] { service->acknowledge(id, !isTaken); });
        if (alert->isMuted(now())) {
            add(*alert, PaletteWords::tr("Unmute %1: %2"),
                [service = context.alerts, id] { service->mute(id, std::chrono::milliseconds(0)); });
        } else {
            add(*alert, PaletteWords::tr("Mute for an hour %1: %2"),
                [service = context.alerts, id, now] { service->mute(id, now() + std::chrono::hours(1)); });
        }
        add(*alert, PaletteWords::tr("Show the alert %1: %2"),
            [host = context.host, id] { emit host->alertShown(id.front()); });
    }
    return all;
}

std::vector<Command> pageCommands(const Page &page, const QString &title)
{
    std::vector<Command> all;
    QList<QAction *> actionsOfPage = page.actions();
    for (const Page *inner : page.findChildren<Page *>()) {
        actionsOfPage += inner->isVisible() ? inner->actions() : QList<QAction *>();
    }
    for (QAction *action : std::as_const(actionsOfPage)) {
        if (qobject_cast<OfferAction *>(action) != nullptr || !action->isEnabled()) {
            continue; // operations are listed by themselves
        }
        if (action->menu() == nullptr) {
            if (const auto command = actionCommand(action, title)) {
                all.push_back(*command);
            }
            continue;
        }
        for (QAction *choice : action->menu()->actions()) {
            if (!choice->isSeparator()) {
                all.push_back({PaletteWords::tr("%1 %2").arg(action->text(), choice->text()), title, QString(),
                               QString(), State::Ok, true, [choice] { choice->trigger(); }});
            }
        }
    }
    for (OfferAction *action : page.findChildren<OfferAction *>()) {
        if (isOnScreen(action)) {
            if (const auto command = actionCommand(action, title)) {
                all.push_back(*command);
            }
        }
    }
    return all;
}

} // namespace plimsoll::views
