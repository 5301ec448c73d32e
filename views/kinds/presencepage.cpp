// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/format.h"
#include "models/rows/presencemodel.h"
#include "views/collection/collectionpage.h"
#include "views/collection/elementspanel.h"
#include "views/kinds/kindparts.h"
#include "views/page/question.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"

#include <QHeaderView>
#include <QVBoxLayout>
#include <QVariant>

namespace plimsoll::views {

/// Page of connected and active members: both counts over time, changes, and all members by last seen. GUI thread.
class PresencePage final : public CollectionPage {
    Q_OBJECT

public:
    explicit PresencePage(const PageContext &context, QWidget *parent = nullptr);

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    void refresh(const Figures &figures) override;

private:
    [[nodiscard]] Card *makeEvents();
    void showEvents();

    ElementsPanel *m_panel;
    TimeChart *m_chart;
    models::PresenceModel *m_events;
    TableView *m_eventTable = nullptr;
    ElidedLabel *m_eventNote = nullptr;
    Question *m_newest; ///< pages by last seen, from which comings and goings are told
};

namespace {

using models::PresenceModel;

constexpr std::array presenceColumns{Shown{Column::Member}, Shown{Column::State},
                                     Shown{Column::Due, QT_TRANSLATE_NOOP("elements", "last seen")}};
constexpr int watched = 500; // newest heartbeats from which comings and goings are told

// clang-format off
constexpr std::array seenRows{
    RowOffer{L1("discard"), Action::Prune, QT_TRANSLATE_NOOP("kinds", "Remove…"), QT_TRANSLATE_NOOP("kinds", "Remove all…")}};
constexpr auto lastSeen = QT_TRANSLATE_NOOP("kinds", "last seen");
constexpr auto heartbeats = QT_TRANSLATE_NOOP("kinds", "activity changes with every heartbeat: only rows of a page can be selected");
constexpr std::array presenceStates{
    StateView{.id = L1("lastSeen"), .role = L1("lastSeen"), .title = QT_TRANSLATE_NOOP("kinds", "by last seen"), .figure = L1("seen"),
              .emptyHeading = QT_TRANSLATE_NOOP("kinds", "No one has been seen yet"),
              .emptyText = QT_TRANSLATE_NOOP("kinds", "Each heartbeat writes the time into the sorted set (ZADD)."),
              .offers = seenRows, .due = lastSeen},
    StateView{.id = L1("active"), .role = L1("lastSeen"), .title = QT_TRANSLATE_NOOP("kinds", "active"), .figure = L1("active"),
              .emptyHeading = QT_TRANSLATE_NOOP("kinds", "No one is active"),
              .emptyText = QT_TRANSLATE_NOOP("kinds", "Members seen within the window are active."),
              .offers = seenRows, .due = lastSeen, .notAll = heartbeats},
    StateView{.id = L1("inactive"), .role = L1("lastSeen"), .title = QT_TRANSLATE_NOOP("kinds", "inactive"), .figure = L1("inactive"),
              .emptyHeading = QT_TRANSLATE_NOOP("kinds", "No one is inactive"),
              .emptyText = QT_TRANSLATE_NOOP("kinds", "Members last seen before the window stay here until they are pruned."),
              .offers = seenRows, .due = lastSeen, .unseenFor = L1("window")},
    StateView{.id = L1("connected"), .role = L1("connected"), .title = QT_TRANSLATE_NOOP("kinds", "connected"), .figure = L1("connected"),
              .emptyHeading = QT_TRANSLATE_NOOP("kinds", "No one is connected"),
              .emptyText = QT_TRANSLATE_NOOP("kinds", "A connection adds its member to the set (SADD) and removes it at the end."),
              .offers = memberRows, .byCursor = true},
    StateView{.id = L1("ghost"), .role = L1("lastSeen"), .offers = seenRows, .due = lastSeen, .notAll = heartbeats}};
constexpr std::array presenceOffers{
    Offered{L1("prune"), Action::Prune, {}, L1("seen"), L1("lastSeen"), Offered::Button, QT_TRANSLATE_NOOP("kinds", "Prune inactive…"), QT_TRANSLATE_NOOP("kinds", "No one has been seen yet.")}};
// clang-format on

} // namespace

extern const KindView presenceView;
constinit const KindView presenceView{
    .kind = L1("presence"), .makePage = makePage<PresencePage>, .states = presenceStates, .offers = presenceOffers};

PresencePage::PresencePage(const PageContext &pageContext, QWidget *parent)
    : CollectionPage(pageContext, parent),
      m_panel(new ElementsPanel(presenceColumns, QStringLiteral("presence"), pageContext, this)),
      m_chart(addChart(tr("Active and connected"), QStringLiteral("presenceChart"))), m_events(new PresenceModel(this)),
      m_newest(new Question(pageContext.host, this))
{
    addPanel(m_panel);
    layOut(m_chart, makeEvents(), m_panel, 3, 2);
    m_newest->tell(m_events, &PresenceModel::apply);
    connect(m_newest, &Question::answered, this, &PresencePage::showEvents);
    connect(m_newest, &Question::failed, this, [this](const QString &why) { m_eventNote->setFullText(why); });
}

Card *PresencePage::makeEvents()
{
    auto *card = new Card(tr("Came and went"), context().theme, this);
    card->setFlush();
    m_eventNote = new ElidedLabel(card);
    m_eventNote->setProperty("role", QStringLiteral("small"));
    card->addCorner(m_eventNote);
    m_eventTable = new TableView(context().theme, card);
    m_eventTable->setObjectName(QStringLiteral("events"));
    m_eventTable->setAccessibleName(tr("Came and went"));
    m_eventTable->setModel(m_events);
    // Columns are fitted while all of them happened "now"; ages grow.
    m_eventTable->horizontalHeader()->setMinimumSectionSize(fontMetrics().horizontalAdvance(tr("59 s ago")) + 24);
    card->body()->addWidget(m_eventTable, 1);
    card->setMinimumHeight(Px(150));
    return card;
}

void PresencePage::showEvents()
{
    const int rows = m_events->rowCount();
    m_eventNote->setFullText(
        rows == 0 ? tr("no one since this page was opened")
                  : tr("%1 came, %2 went")
                        .arg(models::formatCount(m_events->cameCount()), models::formatCount(m_events->wentCount())));
}

std::vector<TileText> PresencePage::tiles(const Figures &figures) const
{
    const QString window = models::formatDuration(*figures.definition().duration(L1("window")));
    std::vector<TileText> tiles{figures.tile(L1("active"), tr("seen within %1").arg(window))};
    if (figures.definition().has(L1("connected"))) {
        tiles.push_back(figures.tile(L1("connected")));
        tiles.push_back(figures.tile(L1("ghosts"), tr("not seen within %1").arg(window)));
    }
    tiles.push_back(figures.tile(L1("seen")));
    tiles.push_back(figures.tile(L1("inactive")));
    return tiles;
}

QString PresencePage::description(const Figures &figures) const
{
    const CollectionDefinition &definition = figures.definition();
    QStringList parts{tr("Heartbeats in %1").arg(keyNames(definition, L1("lastSeen")))};
    if (definition.has(L1("connected"))) {
        parts.append(tr("connections in %1").arg(keyNames(definition, L1("connected"))));
    }
    return parts.join(QStringLiteral(", "));
}

void PresencePage::reset()
{
    m_events->clear();
    m_events->setWindow(*definition().duration(L1("window")));
    m_events->acknowledge();
    m_newest->forget();
    showEvents();
}

void PresencePage::refresh(const Figures &figures)
{
    std::vector<TimeChart::Line> lines{{tr("active"), figures.series(L1("active"), m_chart->reach()), 0, true}};
    if (figures.definition().has(L1("connected"))) {
        lines.push_back({tr("connected"), figures.series(L1("connected"), m_chart->reach()), 2, false});
        lines.push_back({tr("ghosts"), figures.series(L1("ghosts"), m_chart->reach()), 4, false});
    }
    m_chart->setLimits(figures.limits(L1("active")));
    m_chart->setLines(lines, figures.now());
    m_events->setNow(figures.now());
    m_newest->keep(place(), ElementsQuery{QStringLiteral("lastSeen"), 0, watched, {}, {}});
}

} // namespace plimsoll::views

#include "presencepage.moc"
