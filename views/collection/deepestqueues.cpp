// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/deepestqueues.h"

#include "models/text/format.h"
#include "models/history/history.h"
#include "models/text/ratetext.h"
#include "views/collection/figures.h"
#include "views/page/kindview.h"

#include <algorithm>
#include <iterator>

namespace plimsoll::views {

namespace {

constexpr int mostLimits = 3;
constexpr std::size_t mostQueues = 5;
/// Time for which the chart keeps its future axis after the last forecast, so that the axis does not flicker.
constexpr std::chrono::minutes looksAheadFor{2};

} // namespace

DeepestQueues::DeepestQueues(TimeChart *chart, models::History *history)
    : m_chart(chart), m_history(history), m_colours(mostQueues)
{
}

void DeepestQueues::forget()
{
    m_foretold = {};
    m_chart->lookAhead(false);
    m_chart->forget();
}

/// Forecast of a steady rate, to the next limit or to 0; nullopt for other rates.
std::optional<TimeChart::Forecast> DeepestQueues::forecastOf(const Snapshot &snapshot, std::size_t row) const
{
    const SnapshotLayout::Row &at = snapshot.layout->rows[row];
    const int figure = at.kind->mainFigure;
    const double value = snapshot.figure(row, figure);
    const Rate rate = m_history->rate(row, figure);
    if (!rate.isSteady || !isKnown(value) || m_history->moment() != nullptr) {
        return std::nullopt;
    }
    TimeChart::Forecast forecast{.from = value, .perMinute = rate.perMinute};
    forecast.text = models::formatPerMinute(rate.perMinute);
    const auto endAt = [&](std::chrono::milliseconds in, double bound) {
        if (!forecast.until || in < *forecast.until) {
            forecast.until = in;
            forecast.bound = bound;
            const QString time = models::formatTime(snapshot.serverTime + in).left(5); // to the minute
            forecast.word = bound == 0 ? tr("empty at %1").arg(time)
                                       : tr("%1 at %2").arg(models::formatFigure(at.figure(figure), bound), time);
        }
    };
    for (const Limit &limit : snapshot.layout->workspace->collections[row].limits) {
        const std::optional<models::NextBound> next =
            limit.figure == figure ? models::nextBound(rate, limit, value) : std::nullopt;
        if (next) {
            endAt(next->in, next->bound);
            forecast.text += QStringLiteral(", ") + models::nextBoundText(rate, limit, at.figure(figure), value);
        }
    }
    if (const auto empty = timeUntil(rate, value, 0); empty && value > 0) {
        endAt(*empty, 0);
        forecast.text += QStringLiteral(", ") + tr("empty in %1").arg(models::formatDuration(*empty));
    }
    return forecast;
}

void DeepestQueues::show(const Snapshot &snapshot)
{
    const SnapshotLayout &layout = *snapshot.layout;
    std::vector<std::pair<double, std::size_t>> depths;
    for (std::size_t i = 0; i < layout.rows.size(); ++i) {
        if (viewOf(*layout.rows[i].kind).isDepth) {
            const double depth = snapshot.figure(i, layout.rows[i].kind->mainFigure);
            depths.emplace_back(isKnown(depth) ? -depth : 0, i);
        }
    }
    m_any = !depths.empty();
    const std::size_t count = std::min(mostQueues, depths.size());
    std::partial_sort(depths.begin(), depths.begin() + static_cast<std::ptrdiff_t>(count), depths.end());
    depths.resize(count);

    // In the order of the workspace, whichever is the deepest; then of their colours, which they keep.
    std::vector<std::size_t> rows;
    std::transform(depths.begin(), depths.end(), std::back_inserter(rows),
                   [](const auto &depth) { return depth.second; });
    std::sort(rows.begin(), rows.end());
    QByteArrayList names;
    for (const std::size_t row : rows) {
        names.append(layout.rows[row].name.toUtf8());
    }
    m_colours.keepAs(QStringLiteral("deepest/") + layout.workspace->name);
    m_chart->range().setSubject(layout.workspace->name);
    m_chart->range().keepHiddenAs(layout.workspace->name);
    const std::vector<int> colours = m_colours.of(names);
    std::vector<std::pair<int, std::size_t>> queues;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        queues.emplace_back(colours[i], rows[i]);
    }
    std::sort(queues.begin(), queues.end());

    m_history->lookBack(rows, m_chart->reach());
    std::vector<TimeChart::Line> lines;
    QStringList shown;
    for (const auto &[colour, row] : queues) {
        lines.push_back({.label = layout.rows[row].name,
                         .series = m_history->figure(row, layout.rows[row].kind->mainFigure, m_chart->reach()),
                         .colour = colour,
                         .filled = false,
                         .forecast = forecastOf(snapshot, row)});
        m_foretold = lines.back().forecast ? snapshot.serverTime : m_foretold;
        shown.append(lines.back().label);
    }
    m_chart->setLimits(limitsOf(layout, rows));
    m_chart->setMarks(marksOf(*m_history, m_chart->range(), snapshot.serverTime, shown + QStringList{QString()}));
    m_chart->lookAhead(!m_isOld && snapshot.serverTime - m_foretold < looksAheadFor);
    m_chart->setLines(lines, snapshot.serverTime);
}

/// The limits of the queues in the chart, each named by whose it is.
std::vector<TimeChart::LimitLine> DeepestQueues::limitsOf(const SnapshotLayout &layout,
                                                          const std::vector<std::size_t> &rows)
{
    struct Named {
        double value;
        bool critical;
        QStringList queues;
        std::size_t collection; ///< first collection of `queues`
    };
    std::vector<Named> limits;
    for (const std::size_t collection : rows) {
        const SnapshotLayout::Row &row = layout.rows[collection];
        for (const Limit &limit : layout.workspace->collections[collection].limits) {
            if (limit.figure != row.kind->mainFigure || limit.below) {
                continue;
            }
            for (const auto &[value, critical] : {std::pair(limit.warning, false), std::pair(limit.critical, true)}) {
                const auto isIt = [wanted = value, level = critical](const Named &named) {
                    return named.value == wanted && named.critical == level;
                };
                const auto found = std::find_if(limits.begin(), limits.end(), isIt);
                if (value && found != limits.end()) {
                    found->queues.append(row.name);
                } else if (value && limits.size() < mostLimits) {
                    limits.push_back({*value, critical, {row.name}, collection});
                }
            }
        }
    }
    std::vector<TimeChart::LimitLine> lines;
    for (const Named &named : limits) {
        const QString whose = named.queues.size() > 2 ? tr("%n queues", nullptr, static_cast<int>(named.queues.size()))
                                                      : named.queues.join(QStringLiteral(", "));
        const QString value = models::formatCount(named.value);
        lines.push_back({.label = (named.critical ? tr("%1: critical %2") : tr("%1: warning %2")).arg(whose, value),
                         .value = named.value,
                         .critical = named.critical,
                         .collection = named.queues.size() == 1 ? std::optional(named.collection) : std::nullopt,
                         .figure = QString(
                             layout.rows[named.collection].figure(layout.rows[named.collection].kind->mainFigure).id)});
    }
    return lines;
}

} // namespace plimsoll::views
