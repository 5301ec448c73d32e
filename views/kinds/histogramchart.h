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

    /// What comes next is of another collection.
    void forget();
    void keep(const Place &place, const HistogramQuery &query);
    /// Shows an answer, its edges as that text.
    void showCounts(const Histogram &histogram, const std::vector<AxisTick> &axis, QString (*edge)(double));
    /// The same of times; how many lie before and after them, in words with a %1 (empty: not told), is
    /// beside the title.
    void showTimes(const Histogram &histogram, const std::vector<AxisTick> &axis, const QString &before,
                   const QString &after);
    void keepNextHour(const Place &place);
    /// The same of what falls into the next hour.
    void showNextHour(const Histogram &histogram, const QString &before, const QString &after);

signals:
    void counted(const plimsoll::Histogram &histogram);

private:
    Question *m_question;
};

} // namespace plimsoll::views
