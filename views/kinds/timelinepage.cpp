// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/format.h"
#include "models/text/ratetext.h"
#include "views/collection/collectionpage.h"
#include "views/collection/elementspanel.h"
#include "views/kinds/histogramchart.h"
#include "views/kinds/kindparts.h"

namespace plimsoll::views {

/// Events by time: how many a minute, now and over time, when they happened, the newest of them. GUI thread.
class TimelinePage final : public CollectionPage {
    Q_OBJECT

public:
    explicit TimelinePage(const PageContext &context, QWidget *parent = nullptr);

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    void refresh(const Figures &figures) override;

private:
    void showWhen(const Histogram &histogram);
    /// Time span of the bars: twelve windows.
    [[nodiscard]] std::chrono::milliseconds span() const;

    ElementsPanel *m_panel;
    HistogramChart *m_when;
    TimeChart *m_rate;
};

namespace {

using std::chrono::milliseconds;

constexpr int windows = 12; // that the bars are of
constexpr int barsOfWindow = 3;

constexpr std::array timelineColumns{Shown{Column::Member, QT_TRANSLATE_NOOP("elements", "event")},
                                     Shown{Column::Due, QT_TRANSLATE_NOOP("elements", "happened")}};

// clang-format off
constexpr std::array timelineStates{
    StateView{.id = L1("events"), .role = L1("events"), .title = QT_TRANSLATE_NOOP("kinds", "newest first"), .figure = L1("events"),
              .emptyHeading = QT_TRANSLATE_NOOP("kinds", "No event is stored"),
              .emptyText = QT_TRANSLATE_NOOP("kinds", "Each event is added with its time as the score (ZADD)."),
              .offers = memberRows, .due = QT_TRANSLATE_NOOP("kinds", "happened")}};
constexpr std::array timelineOffers{
    Offered{L1("trim"), Action::Trim, {}, L1("events"), L1("events"), Offered::Button, QT_TRANSLATE_NOOP("kinds", "Trim…"), noneThere}};
// clang-format on

} // namespace

extern const KindView timelineView;
constinit const KindView timelineView{
    .kind = L1("timeline"), .makePage = makePage<TimelinePage>, .states = timelineStates, .offers = timelineOffers};

TimelinePage::TimelinePage(const PageContext &pageContext, QWidget *parent)
    : CollectionPage(pageContext, parent),
      m_panel(new ElementsPanel(timelineColumns, QStringLiteral("timeline"), pageContext, this)),
      m_when(new HistogramChart({}, QStringLiteral("whenHistogram"), std::chrono::seconds(5), pageContext, this)),
      m_rate(addChart(tr("Events per minute"), QStringLiteral("rateChart")))
{
    addPanel(m_panel);
    layOut(m_when, m_rate, m_panel);
    connect(m_when, &HistogramChart::counted, this, &TimelinePage::showWhen);
}

milliseconds TimelinePage::span() const
{
    return windows * *definition().duration(L1("window"));
}

std::vector<TileText> TimelinePage::tiles(const Figures &figures) const
{
    const milliseconds length = *figures.definition().duration(L1("window"));
    const QString window = models::formatDuration(length);
    TileText rate = figures.tile(L1("perMinute"), tr("average of %1").arg(window));
    if (figures.known(L1("perMinute"))) {
        rate.help += QLatin1Char('\n') + models::averageHelp(figures.value(L1("perMinute")), length);
    }
    return {rate, figures.tile(L1("inWindow"), tr("in the last %1").arg(window)), figures.tile(L1("events")),
            figures.tile(L1("oldestMs"))};
}

QString TimelinePage::description(const Figures &figures) const
{
    return tr("Events by time in %1").arg(keyNames(figures.definition(), L1("events")));
}

void TimelinePage::reset()
{
    m_when->setTitle(tr("Events of the last %1").arg(models::formatDuration(span())));
    m_when->forget();
}

void TimelinePage::refresh(const Figures &figures)
{
    m_rate->setLimits(figures.limits(L1("perMinute")));
    m_rate->setLines({{tr("rate"), figures.series(L1("perMinute"), m_rate->reach()), 0, true}}, figures.now(),
                     Unit::Frequency);
    m_when->keep(place(), HistogramQuery{span(), windows * barsOfWindow});
}

void TimelinePage::showWhen(const Histogram &histogram)
{
    m_when->setEmptyText(tr("No events in this time"));
    const auto ago = [this](int part) { return tr("%1 ago").arg(models::formatDuration(span() / part)); };
    m_when->showTimes(histogram, {{0, ago(1)}, {0.5, ago(2)}, {1, tr("now")}}, tr("%1 older"), tr("%1 in the future"));
}

} // namespace plimsoll::views

#include "timelinepage.moc"
