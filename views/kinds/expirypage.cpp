// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/format.h"
#include "views/collection/collectionpage.h"
#include "views/collection/elementspanel.h"
#include "views/kinds/histogramchart.h"
#include "views/kinds/kindparts.h"

namespace plimsoll::views {

/// Page of an expiry index: due entries and their delay, entries due within the hour, and whether the keys of entries
/// exist. GUI thread.
class ExpiryPage final : public CollectionPage {
    Q_OBJECT

public:
    explicit ExpiryPage(const PageContext &context, QWidget *parent = nullptr);

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    void refresh(const Figures &figures) override;

private:
    void showDue(const Histogram &histogram);

    ElementsPanel *m_panel;
    HistogramChart *m_due;
    TimeChart *m_late;
};

namespace {

constexpr std::array expiryColumns{Shown{Column::Member, QT_TRANSLATE_NOOP("elements", "entry")}, Shown{Column::State},
                                   Shown{Column::Due, QT_TRANSLATE_NOOP("elements", "expires")}, Shown{Column::Target}};

// clang-format off
constexpr std::array expiryRows{RowOffer{L1("cleanUp"), Action::CleanUp, QT_TRANSLATE_NOOP("kinds", "Clean up…"), QT_TRANSLATE_NOOP("kinds", "Clean up all…")}};
constexpr auto expires = QT_TRANSLATE_NOOP("kinds", "expires");
constexpr std::array expiryStates{
    StateView{.id = L1("indexed"), .role = L1("index"), .title = QT_TRANSLATE_NOOP("kinds", "all, by when they expire"), .figure = L1("indexed"),
              .emptyHeading = QT_TRANSLATE_NOOP("kinds", "Nothing is in the index"),
              .emptyText = QT_TRANSLATE_NOOP("kinds", "The application adds what expires here, with its expiry time (ZADD)."),
              .due = expires},
    StateView{.id = L1("expired"), .role = L1("index"), .title = QT_TRANSLATE_NOOP("kinds", "expired"), .figure = L1("expired"),
              .emptyHeading = QT_TRANSLATE_NOOP("kinds", "Nothing has expired"),
              .emptyText = QT_TRANSLATE_NOOP("kinds", "Expired entries stay here until they are cleaned up."),
              .offers = expiryRows, .due = expires}};
constexpr std::array expiryOffers{
    Offered{L1("cleanUp"), Action::CleanUp, {}, L1("expired"), L1("index"), Offered::Button, QT_TRANSLATE_NOOP("kinds", "Clean up %1 expired…"), QT_TRANSLATE_NOOP("kinds", "Nothing has expired now.")},
    Offered{L1("setExpiry"), Action::SetExpiry, {}, L1("indexed"), L1("index"), Offered::Menu, QT_TRANSLATE_NOOP("kinds", "Set expiry of the index…"), noneThere}};
constexpr std::array expiryLimits{LimitView{L1("lagMs"), 60'000, 600'000}};
// clang-format on

} // namespace

extern const KindView expiryView;
constinit const KindView expiryView{.kind = L1("expiry"),
                                    .makePage = makePage<ExpiryPage>,
                                    .states = expiryStates,
                                    .offers = expiryOffers,
                                    .limits = expiryLimits};

ExpiryPage::ExpiryPage(const PageContext &pageContext, QWidget *parent)
    : CollectionPage(pageContext, parent),
      m_panel(new ElementsPanel(expiryColumns, QStringLiteral("expiry"), pageContext, this)),
      m_due(new HistogramChart(tr("Expire within the hour"), QStringLiteral("expiryHistogram"), std::chrono::seconds(5),
                               pageContext, this)),
      m_late(addChart(tr("Expired, not cleaned up"), QStringLiteral("expiredChart")))
{
    addPanel(m_panel);
    layOut(m_due, m_late, m_panel);
    connect(m_due, &HistogramChart::counted, this, &ExpiryPage::showDue);
}

std::vector<TileText> ExpiryPage::tiles(const Figures &figures) const
{
    return {figures.tile(L1("indexed")), figures.tile(L1("expired")), figures.tile(L1("lagMs")),
            figures.tile(L1("nextDueMs"), {})};
}

QString ExpiryPage::description(const Figures &figures) const
{
    const QString index = keyNames(figures.definition(), L1("index"));
    return figures.definition().has(L1("target"))
        ? tr("By expiry in %1, each with %2").arg(index, keyNames(figures.definition(), L1("target")))
        : tr("By expiry in %1").arg(index);
}

void ExpiryPage::reset()
{
    m_due->forget();
}

void ExpiryPage::refresh(const Figures &figures)
{
    m_late->setLimits(figures.limits(L1("expired")));
    m_late->setLines({{tr("expired"), figures.series(L1("expired"), m_late->reach()), 3, true}}, figures.now());
    m_due->keepNextHour(place());
}

void ExpiryPage::showDue(const Histogram &histogram)
{
    m_due->setEmptyText(tr("Nothing expires within an hour"));
    m_due->showNextHour(histogram);
}

} // namespace plimsoll::views

#include "expirypage.moc"
