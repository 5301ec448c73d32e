// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history/history.h"
#include "models/table/tablemodel.h"
#include "redis/types/bands.h"

#include <QString>

namespace plimsoll::models {

struct BandRow {
    QString name;
    QString state; ///< "band.low"
    double waiting = unknownFigure;
    double change = unknownFigure; ///< per minute
    double arrive = unknownFigure, taken = unknownFigure; ///< per minute; unknown if scores contain no time
    double longestMs = unknownFigure, idleMs = unknownFigure;
    bool isFlowAtLeast = false, longestAtLeast = false, idleAtLeast = false;
    bool starves = false;
};

/// The bands of a priority queue as rows, highest priority first: waiting jobs, waiting time, arrival rate and rate of
/// jobs taken. GUI thread.
class BandsModel final : public TableModel<BandRow> {
    Q_OBJECT

public:
    enum class Column { Band, Waiting, Bar, Change, Arrive, Taken, Longest, Idle, Verdict };
    using Row = BandRow;

    explicit BandsModel(QObject *parent = nullptr);

    void apply(const Snapshot &snapshot, std::size_t collection, const History &history);

private:
    double m_most = 0; ///< maximum of waiting jobs in a band
};

} // namespace plimsoll::models
