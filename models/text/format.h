// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/alert.h"
#include "redis/types/snapshot.h"

#include <QDateTime>
#include <QLocale>
#include <QString>

#include <chrono>
#include <concepts>
#include <optional>
#include <span>

/// Formats all values that the user sees. Unknown values are "–"; lower bounds start with "≥ ".
namespace plimsoll::models {

QString formatCount(double count); ///< "1,165"
QString formatCount(std::integral auto count)
{
    return formatCount(static_cast<double>(count));
}
QString formatScore(double score); ///< "9,910", "0.25", "∞"
QString formatShare(double share); ///< 0 to 1: "36 %", "1.7 %"
QString formatDuration(std::chrono::milliseconds duration); ///< "3 min 20 s", "6 days 11 h", "0.8 s", "12 ms"
QString formatBytes(qint64 bytes); ///< IEC: "1.2 GiB"
QString formatPerMinute(double perMinute); ///< "+24/min", "−4/min", "±0"
QString formatTime(std::chrono::milliseconds unix); ///< local "12:03:05"
QString formatDateTime(std::chrono::milliseconds unix); ///< local "2026-11-20 12:03:05"
/// The time of day and the date that clocks show here.
QDateTime localTime(std::chrono::milliseconds unix);
QString formatRelative(std::chrono::milliseconds unix, std::chrono::milliseconds now); ///< "3 min 1 s ago", "in 26 s"
/// Adds a full stop if necessary, so that another sentence can follow.
QString asSentence(const QString &text);
/// Formats a figure by its unit.
QString formatFigure(const FigureSpec &figure, double value, bool atLeast = false);
/// With what the snapshot says of the figure: "≥ 5", "≈ 12,340", "never".
QString formatFigure(const Snapshot &snapshot, std::size_t row, int figure);
/// Rounds a value as formatFigure() does: equal results have equal texts (NaN stays NaN).
double shownValue(const FigureSpec &figure, double value);
/// Rounds a rate as formatPerMinute() does.
double shownRate(double perMinute);
/// "restarted 03:14, 326,000 elements gone"
QString eventText(const ServerEvent &event);
/// Returns the events that are news at `now`, oldest first; none after it.
std::span<const ServerEvent> newEvents(const std::vector<ServerEvent> &events, std::chrono::milliseconds now);
/// Tells the newest of some events, oldest first, and that there were others: "restarted 03:14, 200 elements gone; 1
/// event before". `events` is not empty.
QString newestEventText(std::span<const ServerEvent> events);
/// "1 event before", "2 events before"; empty for 0.
QString eventsBeforeText(qint64 events);
/// Adds events; one reported again, because more losses are known, replaces its earlier report.
void addEvents(std::vector<ServerEvent> &events, const std::vector<ServerEvent> &more);
/// Maximum age of events shown with the state of the collections.
inline constexpr std::chrono::hours eventsTold{1};
/// The collection's worst problem, whose text begins its sentence, or null.
const Problem *worstProblem(const Snapshot::Row &row);
/// Index of the figure to show for a collection: a known figure in trouble, else the main one of its kind.
int headlineFigure(const Snapshot &snapshot, std::size_t row);
/// Title of a figure, kind or state, translated.
QString figureTitle(const FigureSpec &figure);
QString figureHelp(const FigureSpec &figure);
QString kindTitle(const KindInfo &kind);
QString kindPlural(const KindInfo &kind);
QString collectionsText(qint64 count); ///< "1 collection", "1,200 collections"
QString stateTitle(State state);
QString formatSince(const StateSince &state); ///< "since 2026-11-20 12:03:05, ok before"
/// Duration of the state, rounded as in stateSinceText() so that it rarely changes.
std::chrono::milliseconds shownSince(const StateSince &state, std::chrono::milliseconds now);
/// "critical for 4 min", "warning for ≥ 2 h 5 min"; only the title if ok or just changed.
QString stateSinceText(const StateSince &state, std::chrono::milliseconds now);
/// "critical for 2 min, in trouble for 10 min", if the trouble began before the state. Where room is short, the
/// duration of the state stays: the overload without `trouble`.
QString stateSinceText(const StateSince &state, const std::optional<StateSince> &trouble,
                       std::chrono::milliseconds now);
/// "restarted 03:14:07, 200 elements gone": the time tells by which of several events.
QString lossText(const Loss &loss);
/// "41 stale, since 2026-11-20 12:03:05"; the text alone if the start is unknown.
QString problemText(const Problem &problem, const std::optional<StateSince> &since);

/// Text for a duration whose end never comes.
QString neverText();
inline QString unknownText()
{
    return QStringLiteral("\u2013");
}

} // namespace plimsoll::models
