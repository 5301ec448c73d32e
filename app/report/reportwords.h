// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/chartsvg.h"
#include "app/report/incident.h"

#include <QStringList>

#include <vector>

namespace plimsoll::app {

/// A line of the report's timeline.
struct ReportEvent {
    std::chrono::milliseconds time{};
    QString look; ///< badge style: "warning", "critical", "error" or neutral
    QString word; ///< badge text
    QString where; ///< the collection's name, or the word for the server
    QString text;
    QStringList notes; ///< notes of users and operations
};

/// The texts of a report, independent of its layout.
class ReportWords final {
public:
    explicit ReportWords(const Incident &incident);

    [[nodiscard]] QString title() const;
    /// The shortest form that is unambiguous in the range of the report.
    [[nodiscard]] QString time(std::chrono::milliseconds time) const;
    [[nodiscard]] static QString iso(std::chrono::milliseconds time);
    /// "CET (UTC+01:00)"
    [[nodiscard]] QString zone() const;
    [[nodiscard]] bool isWithin(std::chrono::milliseconds time) const;

    /// Sorted by time, so that events before the range come first.
    [[nodiscard]] std::vector<ReportEvent> events() const;
    /// Figures to draw, the collection's main figure first.
    [[nodiscard]] std::vector<int> charted(const CollectionDefinition &collection,
                                           const IncidentCollection &known) const;
    [[nodiscard]] QString chartTitle(const CollectionDefinition &collection, const FigureSpec &figure) const;
    [[nodiscard]] static std::vector<SvgLimit> limits(const CollectionDefinition &collection, int figure);
    /// Marks of the collection's alerts and operations, and of server events.
    [[nodiscard]] std::vector<SvgMark> marks(const CollectionDefinition &collection) const;

private:
    [[nodiscard]] QString textOf(const Alert &alert, const std::vector<AlertStep> &steps) const;
    void addAlert(const Alert &alert, std::vector<ReportEvent> &events) const;
    [[nodiscard]] ReportEvent eventOf(const OperationReport &report) const;

    const Incident &m_incident;
    bool m_isOneDay;
};

} // namespace plimsoll::app
