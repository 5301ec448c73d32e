// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/stateclock.h"

#include <QStringList>

/// Turns of a state clock as text.
namespace plimsoll::testing {

inline constexpr std::chrono::milliseconds start = std::chrono::milliseconds(1'700'000'000'000);

inline QString textOf(const StateSince &state)
{
    const QString since = QString::number((state.since - start).count() / 1000);
    return QStringLiteral("%1 since %2%3%4")
        .arg(alertStateId(state.state), state.isAtLeast ? QStringLiteral("at least ") : QString(), since,
             state.was ? QStringLiteral(", was ") + alertStateId(*state.was) : QString());
}

inline QString textOf(const models::StateTurn &turn)
{
    const QString about = turn.subject.figure.isEmpty() ? QString() : turn.subject.figure + u' ';
    return turn.subject.collection + u'/' + about + causeId(turn.subject.cause) + QStringLiteral(": ")
        + alertStateId(turn.state.state) + QStringLiteral(" (") + turn.text
        + (turn.ended.isEmpty() ? QString() : QStringLiteral("; ") + turn.ended) + u')';
}

inline QStringList textsOf(const std::vector<models::StateTurn> &turns)
{
    QStringList texts;
    for (const models::StateTurn &turn : turns) {
        texts += textOf(turn);
    }
    return texts;
}

} // namespace plimsoll::testing
