// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/alerttext.h"
#include "models/text/format.h"
#include "models/history/history.h"
#include "models/rows/troublemodel.h"
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

/// "critical for 2 min, in trouble for 10 min"; the state alone if it is not known since when.
QString SessionView::Private::stateSinceNow(std::size_t row) const
{
    const auto since = context.history == nullptr ? std::nullopt : context.history->sinceNow(row);
    return since ? models::stateSinceText(*since, context.history->troubleSince(row), snapshot->serverTime)
                 : models::stateTitle(snapshot->rows[row].state);
}

std::optional<models::TroubleRow> SessionView::Private::ownTrouble() const
{
    models::TroubleRow row;
    row.since = models::stateTitle(State::Ok);
    QStringList ofServer;
    for (const Alert &alert : alerts.active) {
        if (alert.subject.collection.isEmpty()) {
            ofServer += alert.text;
            row.state = std::max(row.state, alert.state);
            row.began = std::max(row.began, alert.since);
        }
    }
    const QString asOf = snapshot == nullptr
        ? SessionView::tr("nothing has been read yet")
        : SessionView::tr("figures as of %1").arg(models::formatTime(snapshot->serverTime));
    if (!lostAt.isEmpty()) {
        row.state = State::Error;
        row.since = lostText(status);
        row.what = SessionView::tr("since %1: %2").arg(lostSince(), models::asSentence(lostWhy));
    } else if (old) {
        row.state = State::Warning;
        row.since = SessionView::tr("no answer");
        row.what = asOf;
    } else if (aged || snapshot == nullptr) {
        row.state = State::Unknown;
        row.since = status.paused ? SessionView::tr("paused") : SessionView::tr("connecting…");
        row.what = asOf;
    } else if (row.state != State::Ok) {
        row.since = models::alertStateTitle(row.state);
        row.what = SessionView::tr("%1: %2").arg(models::alertAbout({}), ofServer.join(QStringLiteral("; ")));
    } else if (trouble.states.all() == 0 && trouble.states.unknown == 0) {
        const QStringList parts{models::collectionsText(static_cast<qint64>(snapshot->size())),
                                SessionView::tr("all well")};
        row.what = parts.join(QStringLiteral(" · "));
    } else {
        return std::nullopt;
    }
    return row;
}

std::vector<models::TroubleRow> SessionView::troubles() const
{
    constexpr std::size_t most = 200;
    const Private &d = *m_private;
    std::vector<std::size_t> worst;
    for (std::size_t row = 0; d.snapshot != nullptr && row < d.snapshot->size(); ++row) {
        if (d.snapshot->rows[row].state != State::Ok) {
            worst.push_back(row);
        }
    }
    std::ranges::stable_sort(worst, std::ranges::greater(),
                             [&d](std::size_t row) { return d.snapshot->rows[row].state; });
    worst.resize(std::min(worst.size(), most));
    std::vector<models::TroubleRow> rows;
    if (!d.hasWorkspace()) {
        return rows;
    }
    if (std::optional<models::TroubleRow> own = d.ownTrouble()) {
        rows.push_back(*std::move(own));
    }
    for (const std::size_t row : worst) {
        const auto since = d.context.history == nullptr ? std::nullopt : d.context.history->sinceNow(row);
        const Problem *problem = models::worstProblem(d.snapshot->rows[row]);
        models::TroubleRow &added = rows.emplace_back();
        added.collection = d.snapshot->layout->rows[row].name;
        added.state = d.snapshot->rows[row].state;
        added.since = d.stateSinceNow(row);
        added.what = problem == nullptr ? QString() : problem->text;
        added.began = since ? since->since : std::chrono::milliseconds(0);
        added.isOld = !d.isLive();
        if (added.isOld) {
            const QString time = models::formatTime(d.snapshot->serverTime);
            added.what = added.what.isEmpty() ? tr("as of %1").arg(time) : tr("%1, as of %2").arg(added.what, time);
        }
    }
    for (models::TroubleRow &row : rows) {
        row.tab = this;
        row.workspace = d.workspace->name;
    }
    return rows;
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
            const QString state = stateSinceNow(row);
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
