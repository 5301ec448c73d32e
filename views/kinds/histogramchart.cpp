// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kinds/histogramchart.h"

#include "models/text/format.h"
#include "views/page/question.h"

#include <cmath>

namespace plimsoll::views {

HistogramChart::HistogramChart(const QString &title, const QString &name, std::chrono::seconds interval,
                               const PageContext &context, QWidget *parent)
    : BarChart(title, context.theme, parent), m_question(new Question(context.host, this, interval))
{
    setObjectName(name);
    m_question->tell(this, &HistogramChart::counted);
    connect(m_question, &Question::failed, this, [this, host = context.host](const QString &why) {
        if (!host->closed().isEmpty()) {
            return; // the past is shown, and nothing was asked: the chart stays as it was
        }
        setEmptyText(why);
        setNote(tr("could not be read")); // bars that were read before stay
    });
    if (context.operations != nullptr) { // one that has ended changed what is counted
        connect(context.operations, &OperationsService::journalRead, m_question, &Question::forget);
    }
}

void HistogramChart::forget()
{
    m_question->forget();
    setNote({});
    setEmptyText(tr("Loading…"));
    setBars({}, {});
}

void HistogramChart::keep(const Place &place, const HistogramQuery &query)
{
    m_question->keep(place, query);
}

void HistogramChart::showCounts(const Histogram &histogram, const std::vector<models::AxisTick> &axis,
                                QString (*edge)(double))
{
    std::vector<Bar> bars;
    for (std::size_t i = 0; i + 1 < histogram.edges.size() && i < histogram.counts.size(); ++i) {
        bars.push_back(
            {histogram.counts[i], tr("%1 to %2").arg(edge(histogram.edges[i]), edge(histogram.edges[i + 1]))});
    }
    setBars(bars, axis);
}

void HistogramChart::keepNextHour(const Place &place)
{
    keep(place, HistogramQuery{std::chrono::hours(1), 30});
}

void HistogramChart::showNextHour(const Histogram &histogram)
{
    showTimes(histogram,
              {{0, tr("now")}, {0.25, tr("15 min")}, {0.5, tr("30 min")}, {0.75, tr("45 min")}, {1, tr("in 1 h")}}, {},
              tr("%1 later"));
}

void HistogramChart::showTimes(const Histogram &histogram, const std::vector<models::AxisTick> &axis,
                               const QString &before, const QString &after)
{
    showCounts(histogram, axis,
               [](double time) { return models::formatTime(std::chrono::milliseconds(std::llround(time))); });
    QStringList beyond;
    for (const auto &[number, text] : {std::pair(histogram.before, before), std::pair(histogram.after, after)}) {
        if (number > 0 && !text.isEmpty()) {
            beyond.append(text.arg(models::formatCount(number)));
        }
    }
    setNote(beyond.join(QStringLiteral(" · ")));
}

} // namespace plimsoll::views
