// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/alert.h"
#include "redis/types/snapshot.h"

#include <QLocale>
#include <QString>

#include <chrono>
#include <concepts>
#include <optional>

/// The one formatter for everything a person reads. Unknown is "–"; observed gets "≥ " in front.
namespace plimsoll::models {

QString formatCount(double count); ///< "1,165"
QString formatCount(std::integral auto count)
{
    return formatCount(static_cast<double>(count));
}
QString formatScore(double score); ///< "9,910", "0.25", "∞"
QString formatShare(double share); ///< "36 %", "1.7 %": from 0 to 1
QString formatDuration(std::chrono::milliseconds duration); ///< "3 min 20 s", "6 days 11 h", "0.8 s", "12 ms"
QString formatBytes(qint64 bytes); ///< IEC: "1.2 GiB"
QString formatPerMinute(double perMinute); ///< "+24 a minute", "−4 a minute", "±0"
QString formatTime(std::chrono::milliseconds unix); ///< local "12:03:05"
QString formatDateTime(std::chrono::milliseconds unix); ///< local "2026-11-20 12:03:05"
QString formatRelative(std::chrono::milliseconds unix, std::chrono::milliseconds now); ///< "3 min 1 s ago", "in 26 s"
/// With a full stop at the end, so that another sentence can follow.
QString asSentence(const QString &text);
/// A figure by its unit.
QString formatFigure(const FigureSpec &figure, double value, bool atLeast = false);
/// The value as formatFigure() rounds it: when it is the same, the text is the same (NaN stays NaN).
double shownValue(const FigureSpec &figure, double value);
/// The same for formatPerMinute().
double shownRate(double perMinute);
/// "restarted 03:14, 326,000 elements gone"
QString eventText(const ServerEvent &event);
/// One that is told again, as more is known to be gone by it, takes the place of the first.
void addEvents(std::vector<ServerEvent> &events, const std::vector<ServerEvent> &more);
/// Events younger than this are told where the state of things is told.
inline constexpr std::chrono::hours eventsTold{1};
/// The worst of what is wrong with a collection, null when nothing is; the sentence begins with it.
const Problem *worstProblem(const Snapshot::Row &row);
/// Which figure stands for a collection now: the one in trouble when it is known, else the main one of its kind.
int headlineFigure(const Snapshot &snapshot, std::size_t row);
/// Title of a figure, kind or state, translated.
QString figureTitle(const FigureSpec &figure);
QString figureHelp(const FigureSpec &figure);
QString kindTitle(const KindInfo &kind);
QString kindPlural(const KindInfo &kind);
QString stateTitle(State state);
QString formatSince(const StateSince &state); ///< "since 2026-11-20 12:03:05, ok before"
/// How long something is as it is, as stateSinceText() tells it: no more exact, so that it changes seldom.
std::chrono::milliseconds shownSince(const StateSince &state, std::chrono::milliseconds now);
/// "critical for 4 min", "warning for ≥ 2 h 5 min"; of one that is well, or turned just now, its title alone.
QString stateSinceText(const StateSince &state, std::chrono::milliseconds now);

/// Of the time until something that is known never to come.
QString neverText();
inline QString unknownText()
{
    return QStringLiteral("\u2013");
}

} // namespace plimsoll::models
