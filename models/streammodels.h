// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rowsmodel.h"
#include "redis/types/browse.h"

#include <QHash>
#include <QVector>

#include <deque>
#include <vector>

namespace plimsoll::models {

/// The groups that read a stream as rows: how far behind each is, for how long at the rate it reads, and what is
/// pending. Remembers how the lag went while it is looked at. GUI thread.
class StreamGroupsModel final : public RowsModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole + 1, ///< raw value
        SeverityRole, ///< int of State
        TrendRole, ///< QVector<float>: the lag over time
    };
    enum class Column { Group, Lag, Trend, Pending, Stale, Drains };

    using RowsModel::RowsModel;

    void apply(const StreamAnswer &answer);
    void clear();
    [[nodiscard]] const std::vector<StreamGroup> &rows() const { return m_rows; }
    /// Until nothing is left to read, at the rate of the last minutes; nullopt: not known yet, max(): never.
    [[nodiscard]] std::optional<std::chrono::milliseconds> drainTime(const StreamGroup &group) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    struct Sample {
        std::chrono::milliseconds at{};
        qint64 lag = 0, read = 0;
    };

    using Samples = std::deque<Sample>;

    /// The first of the last five minutes.
    static Samples::const_iterator rateBegin(const Samples &samples);
    static bool isGrowing(Samples::const_iterator first, Samples::const_iterator end);
    [[nodiscard]] QString text(const StreamGroup &group, Column column) const;
    [[nodiscard]] QVariant raw(const StreamGroup &group, Column column) const;
    [[nodiscard]] QString toolTip(const StreamGroup &group, Column column) const;

    std::vector<StreamGroup> m_rows;
    QHash<QByteArray, Samples> m_samples; ///< by group, of the last quarter of an hour
};

/// The consumers of one group as rows: what each holds, and how long it has asked for nothing. GUI thread.
class StreamConsumersModel final : public RowsModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole + 1, ///< raw value
        SeverityRole, ///< int of State
    };
    enum class Column { Consumer, Pending, Idle, Verdict };

    using RowsModel::RowsModel;

    /// `staleAfter`: who holds entries and has asked for nothing for so long is dead.
    void apply(const StreamAnswer &answer, std::optional<std::chrono::milliseconds> staleAfter);
    void clear();
    [[nodiscard]] const std::vector<StreamConsumer> &rows() const { return m_rows; }
    [[nodiscard]] bool isDead(const StreamConsumer &consumer) const;
    [[nodiscard]] int deadCount() const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    std::vector<StreamConsumer> m_rows;
    std::optional<std::chrono::milliseconds> m_staleAfter;
};

} // namespace plimsoll::models
