// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/streammodels.h"

#include "models/atleast.h"
#include "models/columninfo.h"
#include "models/format.h"
#include "redis/types/printable.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace plimsoll::models {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds remembered = std::chrono::minutes(15);
constexpr milliseconds enough = std::chrono::seconds(5); ///< minimum time for a rate
constexpr milliseconds rateSpan = std::chrono::minutes(5);
constexpr int longestConsumer = 60;
constexpr int mostPoints = 120; ///< maximum points of a sparkline

struct StreamWords {
    Q_DECLARE_TR_FUNCTIONS(streams)
};

constexpr std::array groupColumns{
    ColumnInfo{QT_TRANSLATE_NOOP("streams", "group"), false},
    ColumnInfo{QT_TRANSLATE_NOOP("streams", "lag"), true},
    ColumnInfo{"", false},
    ColumnInfo{QT_TRANSLATE_NOOP("streams", "pending"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("streams", "stale"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("streams", "drains in"), true},
};
constexpr std::array consumerColumns{
    ColumnInfo{QT_TRANSLATE_NOOP("streams", "consumer"), false},
    ColumnInfo{QT_TRANSLATE_NOOP("streams", "pending"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("streams", "idle"), true},
    ColumnInfo{"", false},
};

template <typename Row> std::vector<QByteArray> namesOf(const std::vector<Row> &rows)
{
    std::vector<QByteArray> names(rows.size());
    std::transform(rows.begin(), rows.end(), names.begin(), [](const Row &row) { return row.name; });
    return names;
}

} // namespace

void StreamGroupsModel::apply(const StreamAnswer &answer)
{
    for (const StreamGroup &group : answer.groups) {
        std::deque<Sample> &samples = m_samples[group.name];
        if (!group.lag) {
            samples.clear();
        } else if (samples.empty() || samples.back().at < answer.readAt) {
            samples.push_back({answer.readAt, *group.lag, group.read.value_or(-1)});
        }
        while (!samples.empty() && samples.front().at < answer.readAt - remembered) {
            samples.pop_front();
        }
    }
    m_samples.removeIf([&answer](const auto &samples) { // a new group of the same name starts without samples
        return std::ranges::find(answer.groups, samples.key(), &StreamGroup::name) == answer.groups.end();
    });
    std::vector<StreamGroup> next = answer.groups;
    arrange(m_rows, next, originsOf(namesOf(next), namesOf(m_rows)), [] {});
    // The time to read the rest changes with every answer.
    update(m_rows, std::move(next), [](const StreamGroup & /*a*/, const StreamGroup & /*b*/) { return false; });
}

void StreamGroupsModel::clear()
{
    m_samples.clear();
    if (!m_rows.empty()) {
        beginRemoveRows({}, 0, rowCount() - 1);
        m_rows.clear();
        endRemoveRows();
    }
}

/// Fits a line to the lags (least squares); returns its fall per ms, 0 unless that exceeds 1.5 times the deviation.
double StreamGroupsModel::fallOf(Samples::const_iterator first, Samples::const_iterator end)
{
    double count = 0, times = 0, lags = 0, squares = 0, both = 0;
    const auto timeOf = [from = first->at](const Sample &sample) {
        return static_cast<double>((sample.at - from).count());
    };
    for (auto sample = first; sample != end; ++sample) {
        count += 1;
        times += timeOf(*sample);
        lags += static_cast<double>(sample->lag);
        squares += timeOf(*sample) * timeOf(*sample);
        both += timeOf(*sample) * static_cast<double>(sample->lag);
    }
    const double spread = squares - times * times / count;
    if (!(spread > 0)) {
        return 0;
    }
    const double slope = (both - times * lags / count) / spread;
    const double start = (lags - slope * times) / count;
    double beside = 0;
    for (auto sample = first; sample != end; ++sample) {
        const double off = static_cast<double>(sample->lag) - start - slope * timeOf(*sample);
        beside += off * off;
    }
    const double fallen = -slope * timeOf(*std::prev(end));
    return fallen > std::max(1.0, 1.5 * std::sqrt(beside / count)) ? -slope : 0;
}

StreamGroupsModel::Samples::const_iterator StreamGroupsModel::rateBegin(const Samples &samples)
{
    return std::find_if(samples.begin(), samples.end(),
                        [&](const Sample &sample) { return sample.at >= samples.back().at - rateSpan; });
}

std::optional<milliseconds> StreamGroupsModel::drainTime(const StreamGroup &group) const
{
    if (group.lag == 0) {
        return milliseconds(0);
    }
    const auto found = m_samples.constFind(group.name);
    if (!group.lag || found == m_samples.constEnd() || found->empty()) {
        return std::nullopt;
    }
    const Sample &last = found->back();
    const auto first = rateBegin(*found);
    if (last.at - first->at < enough) {
        return std::nullopt;
    }
    const double fall = fallOf(first, found->end());
    return fall > 0 ? milliseconds(std::llround(static_cast<double>(*group.lag) / fall)) : milliseconds::max();
}

int StreamGroupsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int StreamGroupsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(groupColumns.size());
}

QString StreamGroupsModel::text(const StreamGroup &group, Column column) const
{
    switch (column) {
    case Column::Group:
        return printable(group.name, longestConsumer);
    case Column::Lag:
        return group.lag ? formatCount(static_cast<double>(*group.lag)) : unknownText();
    case Column::Trend:
        return {};
    case Column::Pending:
        return formatCount(static_cast<double>(group.pending));
    case Column::Stale:
        return group.stale ? atLeastText(formatCount(static_cast<double>(*group.stale)), group.staleAtLeast)
                           : unknownText();
    case Column::Drains: {
        const std::optional<milliseconds> time = drainTime(group);
        return !time ? unknownText() : *time == milliseconds::max() ? StreamWords::tr("never") : formatDuration(*time);
    }
    }
    return {};
}

QVariant StreamGroupsModel::raw(const StreamGroup &group, Column column) const
{
    const auto known = [](const std::optional<qint64> &count) { return count ? QVariant(*count) : QVariant(); };
    switch (column) {
    case Column::Lag:
        return known(group.lag);
    case Column::Pending:
        return group.pending;
    case Column::Stale:
        return known(group.stale);
    case Column::Drains: {
        const std::optional<milliseconds> time = drainTime(group);
        return time && *time != milliseconds::max() ? QVariant(qint64{time->count()}) : QVariant();
    }
    default:
        return {};
    }
}

QString StreamGroupsModel::toolTip(const StreamGroup &group, Column column) const
{
    switch (column) {
    case Column::Group:
        return StreamWords::tr("%1\nlast delivered: %2")
            .arg(printable(group.name), QString::fromLatin1(group.lastDelivered));
    case Column::Lag:
        return group.lag
            ? QString()
            : StreamWords::tr("Not known: the server cannot tell, as after entries were deleted in the middle "
                              "of the stream or the group was set to another id.");
    case Column::Drains: {
        const QString how =
            StreamWords::tr("Time until nothing is left to read, at the rate at which the lag has fallen since this "
                            "page was opened (at most five minutes); never while it does not fall.");
        const auto found = m_samples.constFind(group.name);
        if (found == m_samples.constEnd() || found->empty()) {
            return how;
        }
        const auto first = rateBegin(*found);
        const Sample &last = found->back();
        const bool isTold = last.at - first->at >= enough && first->read >= 0 && last.read >= first->read;
        return isTold ? how + u'\n'
                + StreamWords::tr("It has read %1 in %2.")
                      .arg(formatCount(static_cast<double>(last.read - first->read)),
                           formatDuration(last.at - first->at))
                      : how;
    }
    default:
        return {};
    }
}

QVariant StreamGroupsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const StreamGroup &group = m_rows[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(group, column);
    case Qt::ToolTipRole:
        return toolTip(group, column);
    case Qt::TextAlignmentRole:
        return columnAlignment(groupColumns.at(static_cast<std::size_t>(index.column())).number);
    case SortRole:
        return raw(group, column);
    case SeverityRole: {
        const bool isLate = column == Column::Stale && group.stale.value_or(0) > 0;
        return static_cast<int>(isLate ? State::Critical : State::Ok);
    }
    case TrendRole: {
        QVector<float> points;
        if (const auto found = m_samples.constFind(group.name);
            column == Column::Trend && found != m_samples.constEnd()) {
            const std::size_t each = found->size() / mostPoints + 1;
            for (std::size_t i = 0; i < found->size(); i += each) {
                points.append(static_cast<float>((*found)[i].lag));
            }
        }
        return QVariant::fromValue(points);
    }
    default:
        return {};
    }
}

QVariant StreamGroupsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columnHeader(groupColumns, "streams", section, orientation, role);
}

void StreamConsumersModel::apply(const StreamAnswer &answer, std::optional<milliseconds> staleAfter)
{
    m_staleAfter = staleAfter;
    std::vector<StreamConsumer> next = answer.consumers;
    arrange(m_rows, next, originsOf(namesOf(next), namesOf(m_rows)), [] {});
    update(m_rows, std::move(next),
           [](const StreamConsumer &a, const StreamConsumer &b) { return a.pending == b.pending && a.idle == b.idle; });
}

void StreamConsumersModel::clear()
{
    if (!m_rows.empty()) {
        beginRemoveRows({}, 0, rowCount() - 1);
        m_rows.clear();
        endRemoveRows();
    }
}

bool StreamConsumersModel::isDead(const StreamConsumer &consumer) const
{
    return consumer.isDead(m_staleAfter);
}

int StreamConsumersModel::deadCount() const
{
    return static_cast<int>(std::count_if(m_rows.begin(), m_rows.end(),
                                          [this](const StreamConsumer &consumer) { return isDead(consumer); }));
}

int StreamConsumersModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int StreamConsumersModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(consumerColumns.size());
}

QVariant StreamConsumersModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const StreamConsumer &consumer = m_rows[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<Column>(index.column());
    const bool isNeutral = consumer.name == neutralConsumer;
    switch (role) {
    case Qt::DisplayRole:
        switch (column) {
        case Column::Consumer:
            return printable(consumer.name, longestConsumer);
        case Column::Pending:
            return formatCount(static_cast<double>(consumer.pending));
        case Column::Idle:
            return formatDuration(consumer.idle);
        case Column::Verdict:
            return isDead(consumer) ? StreamWords::tr("dead") : isNeutral ? StreamWords::tr("released") : QString();
        }
        return {};
    case Qt::ToolTipRole:
        return isDead(consumer)
            ? StreamWords::tr("It has asked for nothing for longer than staleAfter, and holds entries.")
            : isNeutral ? StreamWords::tr("Nobody's: any consumer of the group may claim what is here.")
                        : printable(consumer.name);
    case Qt::TextAlignmentRole:
        return columnAlignment(consumerColumns.at(static_cast<std::size_t>(index.column())).number);
    case SortRole:
        return column == Column::Pending ? QVariant(consumer.pending)
            : column == Column::Idle     ? QVariant(qint64{consumer.idle.count()})
                                         : QVariant();
    case SeverityRole:
        return static_cast<int>(isDead(consumer) ? State::Critical : State::Ok);
    default:
        return {};
    }
}

QVariant StreamConsumersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columnHeader(consumerColumns, "streams", section, orientation, role);
}

} // namespace plimsoll::models
