// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/format.h"
#include "views/collection/collectionpage.h"
#include "views/collection/elementspanel.h"
#include "views/kinds/histogramchart.h"
#include "views/kinds/kindparts.h"
#include "views/kinds/queuepage.h"

namespace plimsoll::views {

/// Delayed jobs: what falls due in the next hour, how late the earliest is, the entries. GUI thread.
class SchedulePage final : public CollectionPage {
    Q_OBJECT

public:
    explicit SchedulePage(const PageContext &context, QWidget *parent = nullptr);

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    void refresh(const Figures &figures) override;

private:
    void showDue(const Histogram &histogram);

    ElementsPanel *m_entries;
    HistogramChart *m_due;
    TimeChart *m_lag;
};

namespace {

constexpr std::array scheduleColumns{Shown{Column::Job},   Shown{Column::State},    Shown{Column::Due},
                                     Shown{Column::Class}, Shown{Column::Attempts}, Shown{Column::LastError}};

// clang-format off
constexpr std::array scheduleStates{jobs::delayed, jobs::due, jobs::processing, jobs::stale, jobs::ready, jobs::dead};
constexpr std::array scheduleOffers{
    jobs::requeueStale, jobs::requeueDead, jobs::discardDead, jobs::runDelayed, jobs::postponeAll,
    Offered{L1("trim"), Action::Trim, {}, L1("delayed"), L1("delayed"), Offered::Menu, QT_TRANSLATE_NOOP("kinds", "Trim…"), noneThere},
    jobs::purgeDelayed};
constexpr std::array scheduleLimits{LimitView{L1("lagMs"), 30'000, 300'000}, jobs::staleLimit, jobs::deadLimit};
// clang-format on

} // namespace

extern const KindView scheduleView;
constinit const KindView scheduleView{.kind = L1("schedule"),
                                      .makePage = makePage<SchedulePage>,
                                      .states = scheduleStates,
                                      .offers = scheduleOffers,
                                      .limits = scheduleLimits,
                                      .tiers = L1("ready"),
                                      .dead = L1("dead")};

SchedulePage::SchedulePage(const PageContext &pageContext, QWidget *parent)
    : CollectionPage(pageContext, parent),
      m_entries(new ElementsPanel(scheduleColumns, QStringLiteral("schedule"), pageContext, this)),
      m_due(new HistogramChart(tr("Due in the next hour"), QStringLiteral("dueHistogram"), std::chrono::seconds(5),
                               pageContext, this)),
      m_lag(addChart(tr("Due and claimed"), QStringLiteral("dueChart")))
{
    layOut(m_due, m_lag, addJobs(m_entries));
    connect(m_due, &HistogramChart::counted, this, &SchedulePage::showDue);
}

std::vector<TileText> SchedulePage::tiles(const Figures &figures) const
{
    std::vector<TileText> tiles{figures.tile(L1("delayed")), figures.tile(L1("due")), figures.tile(L1("lagMs")),
                                figures.tile(L1("nextDueMs"), {})};
    if (figures.definition().has(L1("processing"))) {
        tiles.push_back(processingTile(figures));
    }
    if (figures.definition().has(L1("dead"))) {
        tiles.push_back(figures.tile(L1("dead")));
    }
    return tiles;
}

QString SchedulePage::description(const Figures &figures) const
{
    QStringList parts{tr("By due time in %1").arg(keyNames(figures.definition(), L1("delayed")))};
    if (figures.definition().has(L1("processing"))) {
        parts.append(tr("claimed into %1").arg(keyNames(figures.definition(), L1("processing"))));
    }
    if (figures.definition().has(L1("ready"))) {
        parts.append(tr("moved on to %1").arg(keyNames(figures.definition(), L1("ready"))));
    }
    return parts.join(QStringLiteral(", "));
}

void SchedulePage::reset()
{
    m_due->forget();
}

void SchedulePage::refresh(const Figures &figures)
{
    std::vector<TimeChart::Line> lines{{tr("due"), figures.series(L1("due"), m_lag->reach()), 3, true}};
    if (figures.definition().has(L1("processing"))) {
        for (TimeChart::Line &line : backlogLines(figures, m_lag->reach())) {
            line.filled = false;
            lines.push_back(std::move(line));
        }
    }
    m_lag->setLimits(figures.limits(L1("due")));
    m_lag->setLines(lines, figures.now());
    m_due->keepNextHour(place());
}

void SchedulePage::showDue(const Histogram &histogram)
{
    m_due->setEmptyText(tr("Nothing falls due within an hour"));
    m_due->showNextHour(histogram);
}

} // namespace plimsoll::views

#include "schedulepage.moc"
