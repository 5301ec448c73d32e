// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kinds/queuepage.h"

#include "models/text/format.h"
#include "models/text/ratetext.h"
#include "views/collection/elementspanel.h"
#include "views/kinds/kindparts.h"

#include <array>

namespace plimsoll::views {

namespace {

// clang-format off
constexpr std::array queueStates{
    StateView{.id = {}, .role = {}, .title = QT_TRANSLATE_NOOP("kinds", "all jobs"), .figure = {},
              .emptyHeading = QT_TRANSLATE_NOOP("kinds", "No job in any state"),
              .emptyText = QT_TRANSLATE_NOOP("kinds", "Push one with LPUSH, or start a producer, and it shows here."),
              .notAll = QT_TRANSLATE_NOOP("kinds", "choose one state to act on everything in it")},
    jobs::ready, jobs::processing, jobs::stale, jobs::delayed, jobs::due, jobs::dead};
constexpr std::array queueOffers{
    jobs::requeueStale, jobs::requeueDead, jobs::discardDead, jobs::runDelayed, jobs::postponeAll,
    Offered{L1("trim"), Action::Trim, {}, L1("ready"), L1("ready"), Offered::Menu, QT_TRANSLATE_NOOP("kinds", "Trim…"), noneThere},
    Offered{L1("purge"), Action::Purge, L1("ready"), L1("ready"), L1("ready"), Offered::Menu, QT_TRANSLATE_NOOP("kinds", "Purge ready jobs…"), noneThere},
    jobs::purgeDelayed};
constexpr std::array queueLimits{
    LimitView{L1("ready"), 1'000, 10'000}, LimitView{L1("oldestReadyMs"), 60'000, 600'000}, jobs::staleLimit, jobs::deadLimit};
/// Colours of the tiers: those left by the sum (0), and none of the two reds that stand for stale.
constexpr std::array tierColours{2, 3, 5, 1, 4};
// clang-format on

struct Tiers {
    std::vector<std::size_t> parts;
    QStringList names;
};

Tiers tierFigures(const Figures &figures)
{
    Tiers tiers;
    std::vector<QByteArray> keys;
    const SnapshotLayout &layout = *figures.snapshot().layout;
    for (int i = 0; i < figures.layout().partCount; ++i) {
        const auto index = static_cast<std::size_t>(figures.layout().firstPart) + static_cast<std::size_t>(i);
        if (layout.parts[index].role != nullptr && layout.parts[index].role->id == L1("ready")) {
            tiers.parts.push_back(index);
            keys.push_back(layout.parts[index].key);
        }
    }
    tiers.names = distinctNames(keys);
    return tiers;
}

std::vector<TimeChart::Line> depthLines(const Figures &figures, const models::Reach &reach)
{
    const Tiers tiers = tierFigures(figures);
    const bool several = tiers.parts.size() > 1;
    std::vector<TimeChart::Line> lines;
    if (tiers.parts.empty() && figures.definition().has(L1("dead"))) { // a set of a framework
        return {{models::figureTitle(figures.layout().figure(figures.indexOf(L1("dead")))),
                 figures.series(L1("dead"), reach), 0, true}};
    }
    // The limits are about the sum, so the sum is there to be compared with them.
    lines.push_back(
        {several ? QueuePage::tr("all") : QueuePage::tr("ready"), figures.series(L1("ready"), reach), 0, true});
    for (std::size_t i = 0; several && i < tiers.parts.size() && i < tierColours.size(); ++i) {
        lines.push_back({tiers.names[static_cast<qsizetype>(i)], figures.history().part(tiers.parts[i], reach),
                         tierColours.at(i), false});
    }
    return lines;
}

TileText emptiesTile(const Figures &figures)
{
    TileText tile = figures.tile(L1("drainMs"), {});
    tile.title = QueuePage::tr("empties in");
    constexpr double soon = 5'000; // ms: below, the next tick says something else
    const double growth = figures.value(L1("growthPerMinute"));
    const double drain = figures.value(L1("drainMs"));
    const auto &rate = figures.row().rate;
    const QString pace = rate != nullptr ? models::changeOrJumpText(*rate) : models::formatPerMinute(growth);
    if (figures.value(L1("ready")) == 0) {
        tile.value = QueuePage::tr("empty");
        tile.help = QueuePage::tr("Nothing is ready.");
    } else if (!figures.known(L1("drainMs")) && isKnown(growth) && growth >= 0) {
        tile.value = rate != nullptr && rate->latest < 0 ? models::unknownText() : QueuePage::tr("never");
        tile.note = pace;
        tile.help = QueuePage::tr("Over the last minutes, it has not become shorter at a steady rate.");
    } else if (isKnown(growth)) {
        const bool isSteady = rate == nullptr || rate->isSteady;
        tile.value = !isSteady ? models::unknownText() : drain < soon ? QueuePage::tr("seconds") : tile.value;
        tile.note = pace;
        tile.help = models::figureHelp(figures.layout().figure(figures.indexOf(L1("drainMs"))));
    }
    if (rate != nullptr) {
        tile.help += u'\n'
            + models::forecastHelp(rateAt(*rate, figures.now()),
                                   models::amountOf(figures.layout().figure(figures.indexOf(L1("ready")))));
    }
    return tile;
}

} // namespace

extern const KindView queueView;
constinit const KindView queueView{.kind = L1("queue"),
                                   .makePage = makePage<QueuePage>,
                                   .states = queueStates,
                                   .offers = queueOffers,
                                   .limits = queueLimits,
                                   .tiers = L1("ready"),
                                   .dead = L1("dead"),
                                   .isDepth = true};

TileText processingTile(const Figures &figures)
{
    const double count = figures.value(L1("stale"));
    const bool tells = isKnown(count) && (count > 0 || !figures.isAtLeast(L1("stale")));
    const QString stale =
        tells ? QueuePage::tr("%1 stale").arg(figures.text(L1("stale"))) : QueuePage::tr("stale: unknown");
    TileText tile = figures.tile(L1("processing"), stale);
    tile.noteState = figures.state(L1("stale"));
    return tile;
}

std::vector<TimeChart::Line> backlogLines(const Figures &figures, const models::Reach &reach)
{
    return {{QueuePage::tr("processing"), figures.series(L1("processing"), reach), 0, false},
            {QueuePage::tr("stale"), figures.series(L1("stale"), reach), 4, true}};
}

QueuePage::QueuePage(const PageContext &pageContext, QWidget *parent)
    : CollectionPage(pageContext, parent),
      m_jobs(new ElementsPanel(models::jobColumns, QStringLiteral("jobs"), pageContext, this)),
      m_depth(addChart(tr("Queue depth"), QStringLiteral("depthChart"))),
      m_backlog(addChart(tr("Processing backlog"), QStringLiteral("backlogChart")))
{
    layOut(m_depth, m_backlog, addJobs(m_jobs));
}

std::vector<TileText> QueuePage::tiles(const Figures &figures) const
{
    const CollectionDefinition &definition = figures.definition();
    const auto has = [&](L1 role) { return definition.has(role) || figures.known(role); }; // some presets read on
    const bool hasReady = definition.has(L1("ready")); // a set of a framework has no such list
    std::vector<TileText> tiles;
    if (hasReady) {
        tiles.push_back(figures.tile(L1("ready")));
    }
    if (has(L1("processing"))) {
        tiles.push_back(processingTile(figures));
    }
    if (definition.has(L1("delayed"))) {
        tiles.push_back(figures.tile(L1("delayed"), tr("%1 due").arg(figures.text(L1("due")))));
        tiles.back().noteState = figures.state(L1("due"));
    }
    if (has(L1("dead"))) {
        tiles.push_back(figures.tile(L1("dead")));
    }
    if (!hasReady) {
        return tiles;
    }
    tiles.push_back(figures.tile(L1("oldestReadyMs")));
    tiles.push_back(emptiesTile(figures));
    return tiles;
}

QString QueuePage::description(const Figures &figures) const
{
    const CollectionDefinition &definition = figures.definition();
    const auto lists = static_cast<int>(tierFigures(figures).parts.size());
    QStringList parts{lists > 1 ? tr("FIFO on %1 lists", nullptr, lists).arg(lists)
                                : tr("FIFO on %1").arg(keyNames(definition, L1("ready")))};
    parts.append(definition.has(L1("processing"))
                     ? tr("processing in %1").arg(keyNames(definition, L1("processing")))
                     : tr("no processing list: a job taken by a worker that dies is lost"));
    parts.append(!definition.isOldestRight(*definition.role(Holds::Ready)->role) ? tr("workers take from the left")
                                                                                 : tr("workers take from the right"));
    return parts.join(QStringLiteral(", "));
}

void QueuePage::refresh(const Figures &figures)
{
    m_depth->setLimits(figures.limits(L1("ready")));
    m_depth->setLines(depthLines(figures, m_depth->reach()), figures.now());
    std::vector<TimeChart::LimitLine> queueLimits = figures.limits(L1("processing"));
    if (queueLimits.empty()) {
        queueLimits = figures.limits(L1("stale"));
    }
    m_backlog->setLimits(queueLimits);
    const bool has = figures.definition().has(L1("processing")) || figures.known(L1("processing"));
    const std::optional<PresetUse> &preset = figures.definition().preset;
    m_backlog->setEmptyText(has          ? tr("no data")
                                : preset ? tr("%1 does not report this").arg(preset->preset->title)
                                         : tr("no processing list is named in the workspace"));
    m_backlog->setLines(has ? backlogLines(figures, m_backlog->reach()) : std::vector<TimeChart::Line>{},
                        figures.now());
}

} // namespace plimsoll::views
