// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/chartsvg.h"
#include "app/report/incident.h"

#include <QStringList>

#include <vector>

namespace plimsoll::app {

/// One line of what happened.
struct ReportEvent {
    std::chrono::milliseconds time{};
    QString look; ///< of its badge: "warning", "critical", "error", or nothing much
    QString word; ///< in the badge
    QString where; ///< the collection; of the server its word
    QString text;
    QStringList notes; ///< what people and operations say of it
};

/// What a report says of an incident, without how it looks.
class ReportWords final {
public:
    explicit ReportWords(const Incident &incident);

    [[nodiscard]] QString title() const;
    /// As short as the time that is told of allows.
    [[nodiscard]] QString time(std::chrono::milliseconds time) const;
    [[nodiscard]] static QString iso(std::chrono::milliseconds time);
    /// "CET (UTC+01:00)"
    [[nodiscard]] QString zone() const;
    [[nodiscard]] bool isWithin(std::chrono::milliseconds time) const;

    /// By time; what began before comes first.
    [[nodiscard]] std::vector<ReportEvent> events() const;
    /// Figures that are worth a chart, the one that stands for the collection first.
    [[nodiscard]] std::vector<int> charted(const CollectionDefinition &collection,
                                           const IncidentCollection &known) const;
    [[nodiscard]] QString chartTitle(const CollectionDefinition &collection, const FigureSpec &figure) const;
    [[nodiscard]] static std::vector<SvgLimit> limits(const CollectionDefinition &collection, int figure);
    /// Its own alerts and operations, and what was of the server.
    [[nodiscard]] std::vector<SvgMark> marks(const CollectionDefinition &collection) const;

private:
    [[nodiscard]] QString textOf(const Alert &alert, const std::vector<AlertStep> &steps) const;
    void addAlert(const Alert &alert, std::vector<ReportEvent> &events) const;
    [[nodiscard]] ReportEvent eventOf(const OperationReport &report) const;

    const Incident &m_incident;
    bool m_isOneDay;
};

} // namespace plimsoll::app
