// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/past/markreader.h"
#include "redis/history/historyreader.h"
#include "redis/types/alert.h"
#include "redis/types/endpoint.h"
#include "redis/types/mark.h"
#include "redis/types/operation.h"
#include "redis/types/workspace.h"

#include <QStringList>

#include <vector>

/// Gathers history, alerts and journal of a range of time from files, without asking the server.
namespace plimsoll::app {

/// A value of a figure and its time.
struct Reading {
    double value = unknownFigure;
    std::chrono::milliseconds time{};
    bool isAtLeast = false;
};

struct IncidentFigure {
    int figure = 0; ///< index in CollectionDefinition::figures()
    Reading before, after; ///< at both ends, or the collection's first and last known
    Reading lowest, highest;
    redis::FigurePoints points;

    [[nodiscard]] bool isKnown() const
    {
        return plimsoll::isKnown(before.value) || plimsoll::isKnown(after.value) || !points.points.empty();
    }
    [[nodiscard]] bool moved() const { return lowest.value < highest.value; }
};

struct IncidentCollection {
    std::size_t collection = 0; ///< index in the workspace
    State worst = State::Ok; ///< worst state of its alerts
    std::vector<IncidentFigure> figures; ///< figures with known values

    [[nodiscard]] const IncidentFigure *figure(int index) const;
};

struct Incident {
    WorkspacePtr workspace;
    QString server; ///< without user name and password
    redis::TimeRange range;
    std::chrono::milliseconds made{};
    std::vector<IncidentCollection> collections; ///< collections with alerts first, then in the workspace's order
    std::vector<Alert> alerts; ///< active at any time of the range, oldest first
    std::vector<OperationReport> operations; ///< on this server, started in the range, oldest first
    QStringList missing; ///< sources that could not be read, with the reason
    std::vector<Mark> notes{}; ///< notes on times in the range, oldest first
};

/// The alert's states until `to`, each with its text. Without recorded steps, its worst state.
std::vector<AlertStep> stepsUntil(const Alert &alert, std::chrono::milliseconds to);

/// Gathers an incident from the files. Fails if there is no history, or none in the range.
Result<Incident> gatherIncident(const WorkspacePtr &workspace, const MarkPlaces &places, redis::TimeRange range);
/// Uses the files in `dataFolder`.
Result<Incident> gatherIncident(const WorkspacePtr &workspace, const redis::Endpoint &endpoint,
                                const QString &dataFolder, redis::TimeRange range);

} // namespace plimsoll::app
