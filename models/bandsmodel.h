// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history.h"
#include "models/rowsmodel.h"
#include "redis/types/bands.h"

#include <QString>

#include <vector>

namespace plimsoll::models {

/// The bands of a priority queue as rows, highest priority first: waiting jobs, waiting time, arrival rate and rate of
/// jobs taken. GUI thread.
class BandsModel final : public RowsModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole + 1, ///< raw value
        ShareRole, ///< double: relative to the fullest band
        SeriesRole, ///< int: colour in charts
        SeverityRole, ///< int of State
    };
    enum class Column { Band, Waiting, Bar, Change, Arrive, Taken, Longest, Idle, Verdict };

    struct Row {
        QString name;
        QString state; ///< "band.low"
        double waiting = unknownFigure;
        double change = unknownFigure; ///< per minute
        double arrive = unknownFigure, taken = unknownFigure; ///< per minute; unknown if scores contain no time
        double longestMs = unknownFigure, idleMs = unknownFigure;
        bool isFlowAtLeast = false, longestAtLeast = false, idleAtLeast = false;
        bool starves = false;
    };

    using RowsModel::RowsModel;

    void apply(const Snapshot &snapshot, std::size_t collection, const History &history);
    void clear();
    [[nodiscard]] const std::vector<Row> &rows() const { return m_rows; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString text(const Row &row, Column column) const;
    [[nodiscard]] static QVariant raw(const Row &row, Column column);

    std::vector<Row> m_rows;
    double m_most = 0; ///< maximum of waiting jobs in a band
};

} // namespace plimsoll::models
