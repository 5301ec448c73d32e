// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/sessiontrouble.h"

#include "models/history/history.h"
#include "models/text/format.h"
#include "redis/types/plural.h"
#include "views/window/livestate.h"
#include "views/window/sessionview.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll::views {

namespace {

struct SessionTroubleWords {
    Q_DECLARE_TR_FUNCTIONS(SessionTrouble)
};

} // namespace

/// "critical for 2 min, in trouble for 10 min"; the state alone if it is not known since when.
QString SessionTrouble::stateSince(std::size_t row) const
{
    const auto since = m_history == nullptr ? std::nullopt : m_history->sinceNow(row);
    return since ? models::stateSinceText(*since, m_history->troubleSince(row), m_newest->serverTime)
                 : models::stateTitle(m_newest->rows[row].state);
}

std::optional<models::TroubleRow> SessionTrouble::own(const TroubleCount &all) const
{
    models::TroubleRow row;
    row.since = models::stateTitle(State::Ok);
    QStringList ofServer;
    for (const Alert &alert : m_alerts.active) {
        if (alert.subject.collection.isEmpty()) {
            ofServer += alert.text;
            row.state = std::max(row.state, alert.state);
            row.began = std::max(row.began, alert.since);
        }
    }
    const QString asOf = m_newest == nullptr
        ? SessionTroubleWords::tr("nothing has been read yet")
        : SessionTroubleWords::tr("figures as of %1").arg(models::formatTime(m_newest->serverTime));
    if (m_live.isLost()) {
        row.state = State::Error;
        row.since = lostText(m_live.status());
        row.what = SessionTroubleWords::tr("since %1: %2").arg(m_live.lostSince(), m_live.lostWhy());
    } else if (m_live.isSilent()) {
        row.state = State::Warning;
        row.since = SessionTroubleWords::tr("no answer");
        row.what = asOf;
    } else if (m_live.isAged() || m_newest == nullptr) {
        row.state = State::Unknown;
        row.since = m_live.status().paused ? SessionTroubleWords::tr("paused") : SessionTroubleWords::tr("connecting…");
        row.what = asOf;
    } else if (row.state != State::Ok) {
        row.since = models::alertStateTitle(row.state);
        row.what = SessionTroubleWords::tr("%1: %2").arg(models::alertAbout({}), ofServer.join(QStringLiteral("; ")));
    } else if (all.states.all() == 0 && all.states.unknown == 0) {
        const QStringList parts{models::collectionsText(static_cast<qint64>(m_newest->size())),
                                SessionTroubleWords::tr("all well")};
        row.what = parts.join(QStringLiteral(" · "));
    } else {
        return std::nullopt;
    }
    return row;
}

std::vector<models::TroubleRow> SessionTrouble::rows(const TroubleCount &all) const
{
    constexpr std::size_t most = 200;
    std::vector<std::size_t> worst;
    for (std::size_t row = 0; m_newest != nullptr && row < m_newest->size(); ++row) {
        if (m_newest->rows[row].state != State::Ok) {
            worst.push_back(row);
        }
    }
    std::ranges::stable_sort(worst, std::ranges::greater(),
                             [this](std::size_t row) { return m_newest->rows[row].state; });
    worst.resize(std::min(worst.size(), most));
    std::vector<models::TroubleRow> rows;
    if (std::optional<models::TroubleRow> first = own(all)) {
        rows.push_back(*std::move(first));
    }
    for (const std::size_t row : worst) {
        const auto since = m_history == nullptr ? std::nullopt : m_history->sinceNow(row);
        const Problem *problem = models::worstProblem(m_newest->rows[row]);
        models::TroubleRow &added = rows.emplace_back();
        added.collection = m_newest->layout->rows[row].name;
        added.state = m_newest->rows[row].state;
        added.since = stateSince(row);
        added.what = problem == nullptr ? QString() : problem->text;
        added.began = since ? since->since : std::chrono::milliseconds(0);
        added.isOld = !m_live.isLive();
        if (added.isOld) {
            const QString time = models::formatTime(m_newest->serverTime);
            added.what = added.what.isEmpty() ? SessionTroubleWords::tr("as of %1").arg(time)
                                              : SessionTroubleWords::tr("%1, as of %2").arg(added.what, time);
        }
    }
    return rows;
}

QStringList SessionTrouble::criticals() const
{
    constexpr int most = 5;
    QStringList lines;
    int more = 0;
    const auto hasRoom = [&] { return lines.size() < most || (++more, false); };
    for (const Alert &alert : m_alerts.active) {
        if (alert.subject.collection.isEmpty() && alert.state >= State::Critical && hasRoom()) {
            lines += SessionTroubleWords::tr("%1: %2").arg(models::alertAbout(alert.subject), alert.text);
        }
    }
    for (std::size_t row = 0; m_newest != nullptr && row < m_newest->size(); ++row) {
        const Snapshot::Row &at = m_newest->rows[row];
        if (at.state >= State::Critical && hasRoom()) {
            const Problem *worst = models::worstProblem(at);
            const QString state = stateSince(row);
            const QString name = m_newest->layout->rows[row].name;
            lines += worst == nullptr ? SessionTroubleWords::tr("%1: %2").arg(name, state)
                                      : SessionTroubleWords::tr("%1: %2, %3").arg(name, state, worst->text);
        }
    }
    if (more > 0) {
        lines += more == 1
            ? SessionTroubleWords::tr("and 1 more")
            : SessionTroubleWords::tr("and %1 more", nullptr, pluralOf(more)).arg(models::formatCount(more));
    }
    return lines;
}

} // namespace plimsoll::views
