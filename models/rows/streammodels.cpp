// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/streammodels.h"

#include "models/text/atleast.h"
#include "models/text/format.h"
#include "redis/types/printable.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace plimsoll::models {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds remembered = std::chrono::minutes(15);
constexpr milliseconds enough = std::chrono::seconds(5); ///< minimum time for a rate
constexpr milliseconds soonRead =
    std::chrono::seconds(5); ///< a steady lag of at most this much reading is that of a group that keeps up
constexpr milliseconds rateSpan = std::chrono::minutes(5);
constexpr int longestConsumer = 60;
constexpr int mostPoints = 120; ///< maximum points of a sparkline

struct StreamWords {
    Q_DECLARE_TR_FUNCTIONS(streams)
};

QVariant sortable(const std::optional<qint64> &count)
{
    return count ? QVariant(*count) : QVariant();
}

} // namespace

StreamGroupsModel::StreamGroupsModel(QObject *parent) : TableModel("streams", parent)
{
    setColumns({
        {QT_TRANSLATE_NOOP("streams", "group"), Cell::Text,
         [](auto &group) { return printable(group.name, longestConsumer); }, nullptr,
         [](auto &group) {
             return StreamWords::tr("%1\nlast delivered: %2")
                 .arg(printable(group.name), QString::fromLatin1(group.lastDelivered));
         }},
        {QT_TRANSLATE_NOOP("streams", "lag"), Cell::Figure,
         [](auto &group) { return group.lag ? formatCount(static_cast<double>(*group.lag)) : unknownText(); },
         [](auto &group) { return sortable(group.lag); },
         [](auto &group) {
             return group.lag
                 ? QString()
                 : StreamWords::tr("Unknown: the server lost count, for example after entries were deleted in the "
                                   "middle of the stream or the group was set to another id.");
         }},
        {"",
         Cell::Sparkline,
         nullptr,
         nullptr,
         nullptr,
         {{TrendRole, [this](auto &group) { return QVariant::fromValue(trend(group)); }}}},
        {QT_TRANSLATE_NOOP("streams", "pending"), Cell::Figure,
         [](auto &group) { return formatCount(static_cast<double>(group.pending)); },
         [](auto &group) { return group.pending; }},
        {QT_TRANSLATE_NOOP("streams", "stale"), Cell::Figure,
         [](auto &group) {
             return group.stale ? atLeastText(formatCount(static_cast<double>(*group.stale)), group.staleAtLeast)
                                : unknownText();
         },
         [](auto &group) { return sortable(group.stale); }},
        {QT_TRANSLATE_NOOP("streams", "drains in"), Cell::Figure, [this](auto &group) { return drainText(group); },
         [this](auto &group) {
             const std::optional<milliseconds> time = drainTime(group);
             return time && *time != milliseconds::max() ? QVariant(qint64{time->count()}) : QVariant();
         },
         [this](auto &group) { return drainTip(group); }},
    });
}

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
    // The time to read the rest changes with every answer.
    show(answer.groups, &StreamGroup::name, [](auto & /*a*/, auto & /*b*/) { return false; });
}

void StreamGroupsModel::clear()
{
    m_samples.clear();
    TableModel::clear();
}

/// Fits a line to the lags (least squares); returns its slope per ms, 0 unless that exceeds 1.5 times the deviation.
double StreamGroupsModel::slopeOf(Samples::const_iterator first, Samples::const_iterator end)
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
    const double change = std::abs(slope) * timeOf(*std::prev(end));
    return change > std::max(1.0, 1.5 * std::sqrt(beside / count)) ? slope : 0;
}

/// Since the lag was highest, if that is long enough ago: what came in a burst before it says nothing of the reading.
StreamGroupsModel::Samples::const_iterator StreamGroupsModel::rateBegin(const Samples &samples)
{
    const auto first = std::find_if(samples.begin(), samples.end(),
                                    [&](const Sample &sample) { return sample.at >= samples.back().at - rateSpan; });
    const auto highest =
        std::max_element(first, samples.end(), [](const Sample &a, const Sample &b) { return a.lag <= b.lag; });
    return samples.back().at - highest->at >= enough ? highest : first;
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
    const double slope = slopeOf(first, found->end());
    const auto lag = static_cast<double>(*group.lag);
    if (slope < 0) {
        return milliseconds(std::llround(lag / -slope));
    }
    const bool isReading = first->read >= 0 && last.read > first->read;
    if (slope == 0 && isReading) { // it may be reading all that is added
        const double perMs =
            static_cast<double>(last.read - first->read) / static_cast<double>((last.at - first->at).count());
        if (const milliseconds own(std::llround(lag / perMs)); own <= soonRead) {
            return own;
        }
    }
    return milliseconds::max();
}

QString StreamGroupsModel::drainText(const StreamGroup &group) const
{
    const std::optional<milliseconds> time = drainTime(group);
    return !time ? unknownText() : *time == milliseconds::max() ? StreamWords::tr("never") : formatDuration(*time);
}

QString StreamGroupsModel::drainTip(const StreamGroup &group) const
{
    QString how =
        StreamWords::tr("Time until everything is read, at the rate at which the lag has fallen since this "
                        "page was opened (at most five minutes); never while it does not fall. Of a group that "
                        "reads all that is added, at the rate at which it reads.");
    const auto found = m_samples.constFind(group.name);
    if (found == m_samples.constEnd() || found->empty()) {
        return how;
    }
    const auto first = rateBegin(*found);
    const Sample &last = found->back();
    const bool isTold = last.at - first->at >= enough && first->read >= 0 && last.read >= first->read;
    return isTold ? how + u'\n'
            + StreamWords::tr("It has read %1 in %2.")
                  .arg(formatCount(static_cast<double>(last.read - first->read)), formatDuration(last.at - first->at))
                  : how;
}

QVector<float> StreamGroupsModel::trend(const StreamGroup &group) const
{
    QVector<float> points;
    if (const auto found = m_samples.constFind(group.name); found != m_samples.constEnd()) {
        const std::size_t each = found->size() / mostPoints + 1;
        for (std::size_t i = 0; i < found->size(); i += each) {
            points.append(static_cast<float>((*found)[i].lag));
        }
    }
    return points;
}

StreamConsumersModel::StreamConsumersModel(QObject *parent) : TableModel("streams", parent)
{
    setColumns({
        {QT_TRANSLATE_NOOP("streams", "consumer"), Cell::Text,
         [](auto &consumer) { return printable(consumer.name, longestConsumer); }},
        {QT_TRANSLATE_NOOP("streams", "pending"), Cell::Figure,
         [](auto &consumer) { return formatCount(static_cast<double>(consumer.pending)); },
         [](auto &consumer) { return consumer.pending; }},
        {QT_TRANSLATE_NOOP("streams", "idle"), Cell::Figure,
         [](auto &consumer) { return formatDuration(consumer.idle); },
         [](auto &consumer) { return qint64{consumer.idle.count()}; }},
        {"", Cell::Badge,
         [this](auto &consumer) {
             return isDead(consumer)                ? StreamWords::tr("dead")
                 : consumer.name == neutralConsumer ? StreamWords::tr("released")
                                                    : QString();
         }},
    });
    setRowValues({{Qt::ToolTipRole,
                   [this](auto &consumer) {
                       return isDead(consumer)
                           ? StreamWords::tr("It holds entries and has made no request for longer than staleAfter.")
                           : consumer.name == neutralConsumer
                           ? StreamWords::tr("Unassigned: any consumer of the group may claim these.")
                           : printable(consumer.name);
                   }},
                  {SeverityRole, [this](auto &consumer) {
                       return static_cast<int>(isDead(consumer) ? State::Critical : State::Ok);
                   }}});
}

void StreamConsumersModel::apply(const StreamAnswer &answer, std::optional<milliseconds> staleAfter)
{
    m_staleAfter = staleAfter;
    show(answer.consumers, &StreamConsumer::name,
         [](auto &a, auto &b) { return a.pending == b.pending && a.idle == b.idle; });
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

} // namespace plimsoll::models
