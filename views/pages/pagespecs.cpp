// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/pagespecs.h"

#include "models/text/format.h"
#include "views/pages/alertspage.h"
#include "views/pages/boundspage.h"
#include "views/pages/findpage.h"
#include "views/pages/journalpage.h"
#include "views/pages/kindpage.h"
#include "views/pages/labpage.h"
#include "views/pages/overviewpage.h"
#include "views/pages/slowlogpage.h"

namespace plimsoll::views {

namespace {

template <typename Made> Page *make(const PageContext &context, QWidget *parent)
{
    return new Made(context, parent);
}

} // namespace

const QString boundsPage = QStringLiteral("bounds");
const QString alertsPage = QStringLiteral("alerts");
const QString journalPage = QStringLiteral("journal");
const QString findPage = QStringLiteral("find");
const QString slowLogPage = QStringLiteral("slowlog");
const QString labPage = QStringLiteral("lab");

std::vector<PageSpec> pageSpecs(std::span<const KindInfo *const> kinds)
{
    std::vector<PageSpec> specs{
        {QStringLiteral("overview"), {}, OverviewPage::tr("Overview"), nullptr, make<OverviewPage>}};
    for (const KindInfo *kind : kinds) {
        specs.push_back(
            {QString(kind->id),
             {},
             models::kindPlural(*kind),
             kind,
             [kind](const PageContext &context, QWidget *parent) { return new KindPage(kind, context, parent); }});
    }
    specs.push_back({boundsPage, AlertsPage::tr("Maintain"), BoundsPage::tr("Bounds"), nullptr, make<BoundsPage>});
    specs.push_back({alertsPage, {}, AlertsPage::tr("Alerts"), nullptr, make<AlertsPage>});
    specs.push_back({journalPage, {}, JournalPage::tr("Journal"), nullptr, make<JournalPage>});
    specs.push_back({findPage, {}, FindPage::tr("Find collections"), nullptr, make<FindPage>});
    specs.push_back({slowLogPage, {}, SlowLogPage::tr("Slow log"), nullptr, make<SlowLogPage>});
    specs.push_back({labPage, LabPage::tr("Learn"), LabPage::tr("Lab"), nullptr, make<LabPage>});
    return specs;
}

} // namespace plimsoll::views
