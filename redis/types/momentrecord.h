// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <array>
#include <chrono>
#include <optional>
#include <vector>

namespace plimsoll {

struct CollectionDefinition;
struct ServerInfo;
struct Workspace;

/// Time range, both ends included.
struct TimeRange {
    std::chrono::milliseconds from{}, to{};
    friend bool operator==(const TimeRange &, const TimeRange &) = default;
};

/// Figures of a collection at a moment.
struct MomentFigures {
    QString collection, kind;
    QStringList figures; ///< ids
    std::vector<double> values; ///< NaN: not recorded or unknown; for a longer step, the mean
    std::vector<char> atLeast; ///< 1: a lower bound
    std::chrono::milliseconds step{}; ///< interval of the stored points; 0: none stored
    QByteArray judgedBy{}; ///< see judgedBy(); empty: not stored
};

/// All stored data of a moment.
struct MomentRecord {
    std::vector<MomentFigures> collections;
    std::optional<MomentFigures> server{}; ///< figures of the server, in the order of serverFigureIds()
    QByteArray judgedBy{}; ///< settings common to all collections, see judgedBy(); empty: not stored
};

// The server's own figures are stored next to those of the collections, as a separate row.

/// Kind of that row, which no collection has; its name is empty.
inline const QString serverSeries = QStringLiteral("server");
inline const QString uptimeFigure = QStringLiteral("uptimeMs");
const QStringList &serverFigureIds();
/// Figures in the order of serverFigureIds().
std::array<double, 7> serverFigures(const ServerInfo &server);
/// Restores ServerInfo from stored ids and values.
ServerInfo serverOf(const QStringList &ids, const std::vector<double> &values);

// The definitions that figures are judged by are stored, so that a past moment is judged by its own limits: compact
// JSON, equal bytes for equal definitions.

/// Serialises limits, bound and options that are durations or numbers (staleAfter, maxAttempts, window …).
QByteArray judgedBy(const CollectionDefinition &collection);
/// Serialises the settings common to all collections: the timeout for unknown states and the poll interval.
QByteArray judgedBy(const Workspace &workspace);

/// Returns `now` with the stored definitions; skips limits of figures that no longer exist. Returns nullopt for invalid
/// data.
std::optional<CollectionDefinition> asJudgedBy(const QByteArray &kept, const CollectionDefinition &now);
/// Applies the common settings; returns false for invalid data.
bool judgeBy(const QByteArray &kept, Workspace &workspace);

} // namespace plimsoll
