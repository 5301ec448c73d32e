// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/atleast.h"
#include "models/rows/bandsmodel.h"
#include "models/text/format.h"
#include "views/collection/collectionpage.h"
#include "views/collection/elementspanel.h"
#include "views/kinds/kindparts.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>
#include <QVariant>

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

namespace plimsoll::views {

/// Jobs by priority: how deep each band is and how long it waits, which one starves, the jobs of each. GUI thread.
class PriorityPage final : public CollectionPage {
    Q_OBJECT

public:
    explicit PriorityPage(const PageContext &context, QWidget *parent = nullptr);

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    void refresh(const Figures &figures) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void arrange();
    void fitBands();
    [[nodiscard]] Card *makeBands();
    [[nodiscard]] std::vector<TimeChart::Line> depth(const Figures &figures) const;
    [[nodiscard]] std::vector<TimeChart::Line> waits(const Figures &figures) const;
    [[nodiscard]] TileText longestTile(const Figures &figures) const;
    [[nodiscard]] TileText nextTile(const Figures &figures) const;
    [[nodiscard]] TileText emptyTile(const Figures &figures) const;
    [[nodiscard]] static bool mayHoldTimes(const Figures &figures);
    void showFlow(bool isTold);
    void explain(const Figures &figures);
    [[nodiscard]] QString whyStarving(const QStringList &starving, const QString &front, const QString &since) const;

    ElementsPanel *m_jobs;
    TimeChart *m_depth;
    TimeChart *m_waits;
    models::BandsModel *m_model;
    TableView *m_table;
    QLabel *m_why;
    Card *m_bands;
    QWidget *m_charts;
    bool m_isLow = false; ///< the window: the jobs go before the charts
};

namespace {

using models::BandsModel;
using std::chrono::milliseconds;

constexpr std::size_t mostBandLines = 6; // a chart has colours for
constexpr int mostBandRows = 6; // of bands, before the table scrolls
constexpr int mostRowsWhenLow = 4;
constexpr Px lowWindow{780}; // px; charts, bands and five jobs below one another need at least this height
constexpr Px leastBandBar{60}; // the numbers say it as well
constexpr Px leastJobs{150}; // where there are charts and a table above
constexpr Px leastJobsWhenLow{260}; // the line of the chooser, the header and five rows

constexpr std::array priorityColumns{Shown{Column::Rank},
                                     Shown{Column::Job},
                                     Shown{Column::Score},
                                     Shown{Column::Class},
                                     Shown{Column::Age, QT_TRANSLATE_NOOP("elements", "waits")},
                                     Shown{Column::Attempts},
                                     Shown{Column::LastError}};

// clang-format off
constexpr RowOffer changePriority{L1("changePriority"), Action::ChangePriority, QT_TRANSLATE_NOOP("kinds", "Change priority…"), QT_TRANSLATE_NOOP("kinds", "Change priority of all…")};
constexpr std::array priorityRows{changePriority, jobs::deadLetter, jobs::discard};
constexpr std::array priorityStates{
    StateView{.id = L1("ready"), .role = L1("queue"), .title = QT_TRANSLATE_NOOP("kinds", "all, next first"), .figure = L1("waiting"),
              .emptyHeading = QT_TRANSLATE_NOOP("kinds", "No job is waiting"),
              .emptyText = QT_TRANSLATE_NOOP("kinds", "Producers add jobs with their priority as the score (ZADD); workers take the lowest (ZPOPMIN)."),
              .offers = priorityRows},
    StateView{.id = L1("band."), .role = L1("queue"), .title = QT_TRANSLATE_NOOP("kinds", "%1, oldest first"),
              .emptyHeading = QT_TRANSLATE_NOOP("kinds", "No job of this band is waiting"),
              .emptyText = QT_TRANSLATE_NOOP("kinds", "Workers have taken them all."),
              .offers = priorityRows, .isBand = true},
    jobs::dead};
constexpr std::array priorityOffers{
    Offered{L1("raise"), Action::ChangePriority, {}, L1("waiting"), L1("queue"), Offered::Button, QT_TRANSLATE_NOOP("kinds", "Change priority…"), noneThere},
    jobs::requeueDead, jobs::discardDead,
    Offered{L1("trim"), Action::Trim, {}, L1("waiting"), L1("queue"), Offered::Menu, QT_TRANSLATE_NOOP("kinds", "Trim…"), noneThere},
    Offered{L1("purge"), Action::Purge, L1("queue"), L1("waiting"), L1("queue"), Offered::Menu, QT_TRANSLATE_NOOP("kinds", "Purge…"), noneThere}};
constexpr std::array priorityLimits{LimitView{L1("oldestMs"), 300'000, 1'800'000}, LimitView{L1("starving"), 1, 3}, jobs::deadLimit};
// clang-format on

bool hasAny(const models::Series &series)
{
    return std::any_of(series.points.begin(), series.points.end(),
                       [](const models::Series::Point &point) { return point.high > 0; });
}

QLatin1StringView latin(const QByteArray &text)
{
    return QLatin1StringView(text);
}

/// Id of a band's figure.
QByteArray figureId(const BandsModel::Row &band, const char *figure)
{
    return band.state.toLatin1() + figure;
}

/// Tile with the number, and its unit and time span below.
TileText paceTile(const Figures &figures, L1 figure)
{
    const QString note = PriorityPage::tr("per min, up to %1").arg(models::formatDuration(rateWindow));
    TileText tile = figures.tile(figure, note, rateWindow);
    if (figures.known(figure)) {
        tile.value =
            models::atLeastText(models::formatCount(std::round(figures.value(figure))), figures.isAtLeast(figure));
    }
    return tile;
}

/// "−59/min over 40 s": the time span, rounded so that it rarely changes, may be shorter than that of other rates.
QString changeOverText(const Rate &rate)
{
    const milliseconds over = rate.to - rate.from;
    const milliseconds step = over < std::chrono::minutes(1) ? milliseconds(10'000) : milliseconds(60'000);
    const milliseconds shown = (over + step / 2) / step * step;
    const QString change = models::formatPerMinute(rate.perMinute);
    return shown.count() > 0 ? PriorityPage::tr("%1 over %2").arg(change, models::formatDuration(shown)) : change;
}

} // namespace

extern const KindView priorityView;
constinit const KindView priorityView{.kind = L1("priority"),
                                      .makePage = makePage<PriorityPage>,
                                      .states = priorityStates,
                                      .offers = priorityOffers,
                                      .limits = priorityLimits,
                                      .dead = L1("dead"),
                                      .stay = QT_TRANSLATE_NOOP("kinds", "Next to be taken")};

PriorityPage::PriorityPage(const PageContext &pageContext, QWidget *parent)
    : CollectionPage(pageContext, parent),
      m_jobs(new ElementsPanel(priorityColumns, QStringLiteral("priority"), pageContext, this)),
      m_depth(addChart(tr("Depth by band, stacked"), QStringLiteral("depthChart"))),
      m_waits(addChart(tr("Longest wait by band"), QStringLiteral("waitChart"))), m_model(new BandsModel(this)),
      m_table(new TableView(pageContext.theme, this)), m_why(new QLabel(this)), m_bands(makeBands()),
      m_charts(new QWidget(this))
{
    auto *charts = new QHBoxLayout(m_charts);
    charts->setContentsMargins(0, 0, 0, 0);
    charts->setSpacing(metrics::cardGap);
    charts->addWidget(m_depth, 1);
    charts->addWidget(m_waits, 1);
    m_jobs->setMinimumHeight(leastJobs);
    content()->addWidget(m_charts, 4);
    content()->addWidget(m_bands);
    content()->addWidget(addJobs(m_jobs), 6);
}

void PriorityPage::resizeEvent(QResizeEvent *event)
{
    CollectionPage::resizeEvent(event);
    arrange();
}

void PriorityPage::showEvent(QShowEvent *event)
{
    arrange();
    CollectionPage::showEvent(event);
}

/// Arranges the page by the height of the window, so that a banner does not change the layout.
void PriorityPage::arrange()
{
    const bool isLow = window()->height() < lowWindow;
    if (std::exchange(m_isLow, isLow) == isLow) {
        return;
    }
    content()->removeWidget(m_charts);
    content()->insertWidget(isLow ? content()->count() : 0, m_charts, 4);
    m_jobs->setMinimumHeight(isLow ? leastJobsWhenLow : leastJobs);
    fitBands();
}

void PriorityPage::fitBands()
{
    const int shown = std::min(m_isLow ? mostRowsWhenLow : mostBandRows, m_model->rowCount());
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() + shown * metrics::rowHeight + 2);
}

Card *PriorityPage::makeBands()
{
    using Band = BandsModel::Column;
    auto *card = new Card(context().theme, this);
    card->setFlush();
    m_table->setObjectName(QStringLiteral("bands"));
    m_table->setAccessibleName(tr("Bands"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setWideColumn(static_cast<int>(Band::Bar), leastBandBar);
    m_table->setTight();
    m_table->setModel(m_model);
    m_table->setStateName(QStringLiteral("bands"));
    connect(m_table, &TableView::currentMoved, this, [this](const QModelIndex &index) {
        if (index.isValid()) {
            m_jobs->choose(m_model->rows()[static_cast<std::size_t>(index.row())].state);
        }
    });
    m_why->setObjectName(QStringLiteral("whyStarving"));
    m_why->setProperty("role", QStringLiteral("secondary"));
    m_why->setTextFormat(Qt::PlainText);
    m_why->setWordWrap(true); // else it would make the page as wide as all it says
    m_why->setContentsMargins(2 * metrics::step, 0, 2 * metrics::step, metrics::step);
    card->body()->addWidget(m_table);
    card->body()->addWidget(m_why);
    return card;
}

/// Shows the columns of arrivals and takings, or the net change if these are unknown.
void PriorityPage::showFlow(bool isTold)
{
    using Band = BandsModel::Column;
    // The visible columns share the width, so that no heading is truncated.
    m_table->showColumn(static_cast<int>(Band::Change), !isTold);
    m_table->showColumn(static_cast<int>(Band::Arrive), isTold);
    m_table->showColumn(static_cast<int>(Band::Taken), isTold);
}

TileText PriorityPage::nextTile(const Figures &figures) const
{
    TileText tile = figures.tile(L1("headScore"), {});
    const Bands bands = Bands::of(figures.definition());
    const std::optional<std::size_t> band = bands.bandOf(figures.value(L1("headScore")), figures.now());
    if (band) {
        tile.title = tr("next to go");
        tile.note = tr("score %1").arg(tile.value);
        tile.value = bands.name(*band);
    }
    return tile;
}

TileText PriorityPage::emptyTile(const Figures &figures) const
{
    const double waiting = figures.value(L1("waiting"));
    const double change = figures.change(L1("waiting"));
    TileText tile;
    tile.title = tr("empty in");
    tile.value = models::unknownText();
    tile.help = tr("Time until no job waits, at the rate of the last five minutes.");
    if (waiting == 0) {
        tile.value = tr("now");
    } else if (change < 0) {
        const double minutes = waiting / -change;
        tile.value = models::formatDuration(milliseconds(std::llround(minutes * 60'000)));
    } else if (isKnown(change) && isKnown(waiting)) {
        tile.value = tr("never");
    }
    tile.note = isKnown(change) ? models::formatPerMinute(change) : QString();
    return tile;
}

/// Tile of the longest wait; the longest observed one if scores hold no time.
TileText PriorityPage::longestTile(const Figures &figures) const
{
    TileText tile = figures.tile(L1("oldestMs"));
    const models::BandsModel::Row *longest = nullptr;
    for (const BandsModel::Row &band : m_model->rows()) {
        if (isKnown(band.longestMs) && (longest == nullptr || band.longestMs > longest->longestMs)) {
            longest = &band;
        }
    }
    if (longest != nullptr) {
        const QByteArray id = figureId(*longest, ".oldestMs");
        const TileText own = figures.tile(latin(id));
        const bool isSeen = !figures.known(L1("oldestMs"));
        tile.value = isSeen ? own.value : tile.value;
        tile.help = isSeen ? own.help : tile.help;
        tile.state = std::max(tile.state, own.state);
        QStringList notes{longest->name, tile.note.isEmpty() ? own.note : tile.note};
        notes.removeAll(QString());
        tile.note = notes.join(QStringLiteral(", "));
    }
    return tile;
}

/// Scores of the bands hold when a job arrived, as far as the definition says; without bands they may.
bool PriorityPage::mayHoldTimes(const Figures &figures)
{
    const Bands bands = Bands::of(figures.definition());
    const milliseconds now = figures.now();
    return bands.size() == 0 || (bands.isApart(now) && !bands.rangesSince(0, now, now).empty());
}

/// Six: they stay in one row.
std::vector<TileText> PriorityPage::tiles(const Figures &figures) const
{
    std::vector<TileText> tiles{figures.tile(L1("waiting"))};
    const bool hasDead = figures.definition().has(L1("dead"));
    const bool hasFlow = mayHoldTimes(figures);
    if (hasFlow) {
        tiles.push_back(paceTile(figures, L1("arrivedPerMinute")));
        tiles.push_back(paceTile(figures, L1("takenPerMinute")));
    }
    tiles.push_back(longestTile(figures));
    tiles.push_back(nextTile(figures));
    if (!hasFlow && figures.known(L1("starving"))) { // else the table says it
        tiles.push_back(figures.tile(L1("starving"), {}));
    }
    const TileText empty = emptyTile(figures);
    if (!hasFlow || !hasDead) {
        tiles.push_back(empty);
    } else if (figures.value(L1("waiting")) > 0 && figures.change(L1("waiting")) < 0) {
        tiles.front().shortNote = tr("%1, empty in %2").arg(empty.note, empty.value);
        tiles.front().note = tr("%1, empty in %2").arg(changeOverText(figures.rate(L1("waiting"))), empty.value);
    }
    if (hasDead) {
        tiles.push_back(figures.tile(L1("dead")));
    }
    return tiles;
}

QString PriorityPage::description(const Figures &figures) const
{
    return tr("Jobs by priority in %1, the lowest score first").arg(keyNames(figures.definition(), L1("queue")));
}

void PriorityPage::reset()
{
    m_model->clear();
    m_why->clear();
}

/// Each line is the sum of its band and those before it; the deepest is drawn first.
std::vector<TimeChart::Line> PriorityPage::depth(const Figures &figures) const
{
    std::vector<TimeChart::Line> lines;
    int colour = 0;
    for (const BandsModel::Row &band : m_model->rows()) {
        models::Series series = figures.series(latin(figureId(band, "")), m_depth->reach());
        const int own = colour++ % static_cast<int>(mostBandLines);
        if (!hasAny(series)) {
            continue;
        }
        if (lines.empty()) {
            lines.push_back({band.name, std::move(series), own, true, true});
            continue;
        }
        TimeChart::Line &last = lines.back();
        models::Series all = combined(last.series, series, std::plus<>());
        if (lines.size() == mostBandLines) { // those beyond go with the last
            last = {tr("others"), std::move(all), last.colour, true, true};
        } else {
            lines.push_back({band.name, std::move(all), own, true, true});
        }
    }
    if (m_model->rows().empty()) {
        lines.push_back({tr("waiting"), figures.series(L1("waiting"), m_depth->reach()), 0, true});
    }
    std::reverse(lines.begin(), lines.end());
    return lines;
}

std::vector<TimeChart::Line> PriorityPage::waits(const Figures &figures) const
{
    std::vector<TimeChart::Line> lines;
    int colour = 0;
    for (const BandsModel::Row &band : m_model->rows()) {
        models::Series series = figures.series(latin(figureId(band, ".oldestMs")), m_waits->reach());
        if (lines.size() < mostBandLines && hasAny(series)) {
            lines.push_back({band.name, std::move(series), colour % static_cast<int>(mostBandLines), false});
        }
        ++colour;
    }
    if (m_model->rows().empty()) {
        lines.push_back({tr("longest wait"), figures.series(L1("oldestMs"), m_waits->reach()), 0, true});
    }
    return lines;
}

/// `since`: duration. `front`: a band before whose jobs no other waits.
QString PriorityPage::whyStarving(const QStringList &starving, const QString &front, const QString &since) const
{
    double arrive = 0, taken = 0;
    bool isAtLeast = false;
    QStringList served;
    for (const BandsModel::Row &band : m_model->rows()) {
        if (band.taken > 0) {
            served += band.name;
            arrive += band.arrive;
            taken += band.taken;
            isAtLeast = isAtLeast || band.isFlowAtLeast;
        }
    }
    QStringList said{tr("Nothing was taken from %1 for %2.").arg(starving.join(QStringLiteral(", ")), since)};
    QStringList behind = starving;
    behind.removeOne(front);
    if (behind.size() < starving.size()) {
        said += tr("No lower score waits before %1: workers pass it over.").arg(front);
    }
    if (!behind.isEmpty()) {
        said += tr("Lower scores go before %1.").arg(behind.join(QStringLiteral(", ")));
    }
    if (!served.isEmpty()) {
        const auto pace = [isAtLeast](double perMinute) {
            return models::atLeastText(models::formatCount(std::round(perMinute)), isAtLeast);
        };
        said += tr("In %1, %2 arrive and %3 are taken per minute.")
                    .arg(served.join(QStringLiteral(", ")), pace(arrive), pace(taken));
    }
    return said.join(u' ');
}

void PriorityPage::explain(const Figures &figures)
{
    const auto &bands = m_model->rows();
    QStringList starving;
    const BandsModel::Row *shortest = nullptr; ///< starving band of the shortest idle time
    double banded = 0;
    for (const BandsModel::Row &band : bands) {
        banded += band.waiting;
        if (band.starves) {
            shortest = shortest == nullptr || band.idleMs < shortest->idleMs ? &band : shortest;
            starving += band.name;
        }
    }
    const double outside = figures.value(L1("waiting")) - banded;
    // Room for all that may be said of it, lest the jobs below move with each reading.
    m_why->setMinimumHeight(starving.isEmpty() ? 0 : 2 * m_why->fontMetrics().lineSpacing() + metrics::step);
    if (!starving.isEmpty()) {
        const Bands named = Bands::of(figures.definition());
        const std::optional<std::size_t> front = named.bandOf(figures.value(L1("headScore")), figures.now());
        const QString idle = models::formatDuration(milliseconds(std::llround(shortest->idleMs)));
        m_why->setText(whyStarving(starving, front ? named.name(*front) : QString(),
                                   models::atLeastText(idle, shortest->idleAtLeast)));
    } else if (outside > 0) {
        m_why->setText(tr("%1 more have scores outside all bands.").arg(models::formatCount(outside)));
    } else {
        m_why->setText(tr("The lowest score is taken first. Select a band to see its jobs."));
    }
}

void PriorityPage::refresh(const Figures &figures)
{
    m_model->apply(figures.snapshot(), figures.index(), figures.history());
    const bool hasBands = m_model->rowCount() > 0;
    m_bands->setVisible(hasBands);
    fitBands();
    showFlow(mayHoldTimes(figures));
    m_depth->setTitle(hasBands ? tr("Depth by band, stacked") : tr("Waiting"));
    m_waits->setTitle(hasBands ? tr("Longest wait by band") : tr("Longest wait"));
    m_depth->setLimits(figures.limits(L1("waiting")));
    m_depth->setLines(depth(figures), figures.now());
    m_waits->setLimits(figures.limits(L1("oldestMs")));
    m_waits->setLines(waits(figures), figures.now(), Unit::Duration);
    explain(figures);
}

} // namespace plimsoll::views

#include "prioritypage.moc"
