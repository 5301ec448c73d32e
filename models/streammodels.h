// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rowsmodel.h"
#include "redis/types/browse.h"

#include <QHash>
#include <QVector>

#include <deque>
#include <vector>

namespace plimsoll::models {

/// The groups that read a stream as rows: lag, time to read it at the current rate, pending entries. Records the lag
/// while it is shown. GUI thread.
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
    /// Time until nothing is left to read, at the rate at which the lag fell in the last minutes; nullopt: unknown,
    /// max(): never, as it does not fall.
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

    /// First sample of the last five minutes.
    static Samples::const_iterator rateBegin(const Samples &samples);
    static double fallOf(Samples::const_iterator first, Samples::const_iterator end);
    [[nodiscard]] QString text(const StreamGroup &group, Column column) const;
    [[nodiscard]] QVariant raw(const StreamGroup &group, Column column) const;
    [[nodiscard]] QString toolTip(const StreamGroup &group, Column column) const;

    std::vector<StreamGroup> m_rows;
    QHash<QByteArray, Samples> m_samples; ///< samples of the last 15 minutes, by group
};

/// The consumers of one group as rows: pending entries and idle time. GUI thread.
class StreamConsumersModel final : public RowsModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole + 1, ///< raw value
        SeverityRole, ///< int of State
    };
    enum class Column { Consumer, Pending, Idle, Verdict };

    using RowsModel::RowsModel;

    /// `staleAfter`: a consumer with pending entries that is idle for longer counts as dead.
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
