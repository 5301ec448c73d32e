// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/barchart.h"
#include "views/page/page.h"

namespace plimsoll::views {

class Question;

/// Bars of what is counted by score or time, asked again while they are on screen. GUI thread.
class HistogramChart final : public BarChart {
    Q_OBJECT

public:
    HistogramChart(const QString &title, const QString &name, std::chrono::seconds interval, const PageContext &context,
                   QWidget *parent);

    /// Clears the chart before a different collection is shown.
    void forget();
    void keep(const Place &place, const HistogramQuery &query);
    /// Shows a histogram; `edge` formats its edges.
    void showCounts(const Histogram &histogram, const std::vector<models::AxisTick> &axis, QString (*edge)(double));
    /// Shows a histogram of times. `before` and `after` format the counts outside it, with %1, next to the title;
    /// empty: not shown.
    void showTimes(const Histogram &histogram, const std::vector<models::AxisTick> &axis, const QString &before,
                   const QString &after);
    void keepNextHour(const Place &place);
    /// Shows a histogram of the next hour. A tile of the page has the number due by now, which every tick reads: the
    /// older one of the bars would contradict it.
    void showNextHour(const Histogram &histogram);

signals:
    void counted(const plimsoll::Histogram &histogram);

private:
    Question *m_question;
};

} // namespace plimsoll::views
