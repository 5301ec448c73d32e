// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/timechart.h"
#include "views/charts/timesdialog.h"
#include "views/window/sessionviewprivate.h"

#include <QAction>

/// Incident reports; sessionview.cpp has the rest of SessionView.
namespace plimsoll::views {

using std::chrono::milliseconds;

void SessionView::setReportTrouble(const QString &why)
{
    m_private->reportTrouble = why;
    m_private->offerReport();
}

void SessionView::Private::connectReport()
{
    connect(actions.report, &QAction::triggered, this, [this] {
        const auto [from, to] = reportTimes();
        askReport(from, to);
    });
}

void SessionView::Private::offerReport()
{
    const QString why = hasWorkspace() ? reportTrouble : SessionView::tr("No workspace is open.");
    actions.report->setEnabled(why.isEmpty());
    actions.report->setToolTip(
        why.isEmpty()
            ? SessionView::tr("Everything that happened in a period, with figures and charts, as one file to share.")
            : why);
}

std::pair<milliseconds, milliseconds> SessionView::Private::reportTimes()
{
    for (const TimeChart *chart : current().page->findChildren<TimeChart *>()) {
        const auto [from, to] = chart->times();
        if (chart->isVisible() && from > milliseconds::zero() && from < to) {
            return {from, to};
        }
    }
    const milliseconds now = q->serverNow();
    return {now - std::chrono::hours(1), now};
}

void SessionView::Private::askReport(milliseconds from, milliseconds to)
{
    auto *dialog = new TimesDialog(
        from, to, [this] { return q->serverNow(); }, q, TimesDialog::For::Report);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &TimesDialog::chosen, context.kept, &HistoryService::makeReport);
    dialog->open();
}

} // namespace plimsoll::views
