// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/alerttext.h"
#include "models/text/format.h"
#include "models/history/history.h"
#include "redis/types/plural.h"
#include "views/window/sessionviewprivate.h"

#include <algorithm>

/// Alerts in the window outside their page.
namespace plimsoll::views {

void SessionView::Private::connectAlerts()
{
    connect(context.alerts, &AlertsService::alertsRead, this, [this](const AlertList &read) {
        alerts = read;
        showTroubles();
    });
    connect(host, &PageHost::alertShown, this, [this] { q->showPage(alertsPage); }); // before it is selected there
    connect(host, &PageHost::limitEditRequested, this, [this](std::size_t collection, const QString &figure) {
        if (const auto there = rowNow(collection)) {
            emit q->editLimitRequested(*there, figure);
        }
    });
    connect(host, &PageHost::boundEditRequested, this, [this](std::size_t collection, bool approve) {
        if (const auto there = rowNow(collection)) {
            emit q->editBoundRequested(*there, approve);
        }
    });
    connect(host, &PageHost::limitsReviewRequested, this, [this](std::size_t collection) {
        if (const auto there = rowNow(collection)) {
            emit q->limitsReviewRequested(*there);
        }
    });
}

SessionView::Private::Trouble SessionView::Private::alertTrouble() const
{
    const std::chrono::milliseconds now = moment == nullptr ? q->serverNow() : moment->time;
    Trouble open;
    const AlertList then = moment == nullptr ? AlertList() : models::alertsAt(*moment, {});
    for (const Alert &alert : moment == nullptr ? alerts.active : then.active) {
        if (!alert.isTaken(now)) {
            open.add(alert.state);
        }
    }
    return open;
}

QStringList SessionView::Private::criticals() const
{
    constexpr int most = 5;
    QStringList lines;
    int more = 0;
    const auto hasRoom = [&] { return lines.size() < most || (++more, false); };
    for (const Alert &alert : alerts.active) {
        if (alert.subject.collection.isEmpty() && alert.state >= State::Critical && hasRoom()) {
            lines += SessionView::tr("%1: %2").arg(models::alertAbout(alert.subject), alert.text);
        }
    }
    for (std::size_t row = 0; snapshot != nullptr && row < snapshot->size(); ++row) {
        const Snapshot::Row &at = snapshot->rows[row];
        if (at.state >= State::Critical && hasRoom()) {
            const Problem *worst = models::worstProblem(at);
            const auto since = context.history == nullptr ? std::nullopt : context.history->sinceNow(row);
            const QString state = since
                ? models::stateSinceText(*since, context.history->troubleSince(row), snapshot->serverTime)
                : models::stateTitle(at.state);
            const QString name = snapshot->layout->rows[row].name;
            lines += worst == nullptr ? SessionView::tr("%1: %2").arg(name, state)
                                      : SessionView::tr("%1: %2, %3").arg(name, state, worst->text);
        }
    }
    if (more > 0) {
        lines += more == 1 ? SessionView::tr("and 1 more")
                           : SessionView::tr("and %1 more", nullptr, pluralOf(more)).arg(models::formatCount(more));
    }
    return lines;
}

} // namespace plimsoll::views
