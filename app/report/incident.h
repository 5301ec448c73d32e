// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/markreader.h"
#include "redis/history/historyreader.h"
#include "redis/types/alert.h"
#include "redis/types/endpoint.h"
#include "redis/types/mark.h"
#include "redis/types/operation.h"
#include "redis/types/workspace.h"

#include <QStringList>

#include <vector>

/// What is known of a stretch of time: gathered from history, alerts and journal, without asking the server.
namespace plimsoll::app {

/// What a figure was, and when.
struct Reading {
    double value = unknownFigure;
    std::chrono::milliseconds time{};
    bool isAtLeast = false;
};

struct IncidentFigure {
    int figure = 0; ///< of CollectionDefinition::figures()
    Reading before, after; ///< at either end; where nothing of its collection is known there, when first and last it is
    Reading lowest, highest;
    redis::FigurePoints points;

    [[nodiscard]] bool isKnown() const
    {
        return plimsoll::isKnown(before.value) || plimsoll::isKnown(after.value) || !points.points.empty();
    }
    [[nodiscard]] bool moved() const { return lowest.value < highest.value; }
};

struct IncidentCollection {
    std::size_t collection = 0; ///< of the workspace
    State worst = State::Ok; ///< of its alerts
    std::vector<IncidentFigure> figures; ///< those of which anything is known

    [[nodiscard]] const IncidentFigure *figure(int index) const;
};

struct Incident {
    WorkspacePtr workspace;
    QString server; ///< without login
    redis::TimeRange range;
    std::chrono::milliseconds made{};
    std::vector<IncidentCollection> collections; ///< those in trouble first, else in the workspace's order
    std::vector<Alert> alerts; ///< active at any time of it, oldest first
    std::vector<OperationReport> operations; ///< on this server, begun in it, oldest first
    QStringList missing; ///< what could not be read, and why
    std::vector<Mark> notes{}; ///< that people made of moments of it, oldest first
};

/// What an alert was up to then, each with the words of its own state. Of one whose steps nobody kept, how bad it was.
std::vector<AlertStep> stepsUntil(const Alert &alert, std::chrono::milliseconds to);

/// What those files tell of that time. An error where there is no history, or nothing in it of that time.
Result<Incident> gatherIncident(const WorkspacePtr &workspace, const MarkPlaces &places, redis::TimeRange range);
/// Of the files in that folder.
Result<Incident> gatherIncident(const WorkspacePtr &workspace, const redis::Endpoint &endpoint,
                                const QString &dataFolder, redis::TimeRange range);

} // namespace plimsoll::app
