// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/table/tablemodel.h"
#include "redis/types/browse.h"

#include <QHash>
#include <QVector>

#include <deque>

namespace plimsoll::models {

/// The groups that read a stream as rows: lag, time to read it at the current rate, pending entries. Records the lag
/// while it is shown. GUI thread.
class StreamGroupsModel final : public TableModel<StreamGroup> {
    Q_OBJECT

public:
    enum class Column { Group, Lag, Trend, Pending, Stale, Drains };

    explicit StreamGroupsModel(QObject *parent = nullptr);

    void apply(const StreamAnswer &answer);
    void clear();
    /// Time until nothing is left to read, at the rate at which the lag fell in the last minutes; of a group that reads
    /// all that is added, at the rate at which it reads. nullopt: unknown, max(): never, as it does not fall.
    [[nodiscard]] std::optional<std::chrono::milliseconds> drainTime(const StreamGroup &group) const;

private:
    struct Sample {
        std::chrono::milliseconds at{};
        qint64 lag = 0, read = 0;
    };

    using Samples = std::deque<Sample>;

    /// First sample of the last five minutes.
    static Samples::const_iterator rateBegin(const Samples &samples);
    static double slopeOf(Samples::const_iterator first, Samples::const_iterator end);
    [[nodiscard]] QString drainText(const StreamGroup &group) const;
    [[nodiscard]] QString drainTip(const StreamGroup &group) const;
    [[nodiscard]] QVector<float> trend(const StreamGroup &group) const;

    QHash<QByteArray, Samples> m_samples; ///< samples of the last 15 minutes, by group
};

/// The consumers of one group as rows: pending entries and idle time. GUI thread.
class StreamConsumersModel final : public TableModel<StreamConsumer> {
    Q_OBJECT

public:
    enum class Column { Consumer, Pending, Idle, Verdict };

    explicit StreamConsumersModel(QObject *parent = nullptr);

    /// `staleAfter`: a consumer with pending entries that is idle for longer counts as dead.
    void apply(const StreamAnswer &answer, std::optional<std::chrono::milliseconds> staleAfter);
    [[nodiscard]] bool isDead(const StreamConsumer &consumer) const;
    [[nodiscard]] int deadCount() const;

private:
    std::optional<std::chrono::milliseconds> m_staleAfter;
};

} // namespace plimsoll::models
