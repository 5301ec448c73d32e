// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/atleast.h"
#include "models/text/format.h"
#include "models/rows/keygroupsmodel.h"
#include "views/charts/barchart.h"
#include "views/collection/collectionpage.h"
#include "views/kinds/foundwords.h"
#include "views/kinds/kindparts.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/card.h"
#include "views/widgets/userinteracting.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll::views {

/// A cache: when a sample of its keys expires, how many of them at once, which never. GUI thread.
class CachePage final : public CollectionPage {
    Q_OBJECT

public:
    explicit CachePage(const PageContext &context, QWidget *parent = nullptr);

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    void refresh(const Figures &figures) override;

private:
    [[nodiscard]] Card *makeGroups();
    void showExpiry(const KeysFound &found, std::chrono::milliseconds now);

    BarChart *m_expiry;
    TimeChart *m_share;
    models::KeyGroupsModel *m_model;
    TableView *m_table = nullptr;
    QLabel *m_help = nullptr;
};

namespace {

using models::KeyGroupsModel;
using std::chrono::milliseconds;
using std::chrono::minutes;

constexpr std::array cacheLimits{LimitView{L1("expiringTogether"), 0.2, 0.5}};

constexpr std::size_t minutesTold = 60; ///< minutes, one by one; behind them later, and never
constexpr int axisEvery = 15; ///< minutes
constexpr int apart = 3; ///< places for bars, left free

double warningOf(const CollectionDefinition &definition, int figure)
{
    const auto found = std::find_if(definition.limits.begin(), definition.limits.end(),
                                    [figure](const Limit &limit) { return limit.figure == figure; });
    return found == definition.limits.end() ? unknownFigure : found->warning.value_or(unknownFigure);
}

} // namespace

extern const KindView cacheView;
constinit const KindView cacheView{.kind = L1("cache"), .makePage = makePage<CachePage>, .limits = cacheLimits};

CachePage::CachePage(const PageContext &pageContext, QWidget *parent)
    : CollectionPage(pageContext, parent),
      m_expiry(new BarChart(tr("When the sample expires, minute by minute"), pageContext.theme, this)),
      m_share(addChart(tr("Share in one minute"), QStringLiteral("shareChart"))), m_model(new KeyGroupsModel(this))
{
    m_expiry->setObjectName(QStringLiteral("expiryChart"));
    m_share->setShares();
    auto *below = new QHBoxLayout;
    below->setSpacing(metrics::cardGap);
    below->addWidget(m_share, 2);
    below->addWidget(makeGroups(), 4);
    content()->addWidget(m_expiry, 5);
    content()->addLayout(below, 6);
}

Card *CachePage::makeGroups()
{
    auto *card = new Card(context().theme, this);
    card->setFlush();
    m_table = new TableView(context().theme, this);
    m_table->setObjectName(QStringLiteral("prefixes"));
    m_table->setAccessibleName(tr("By prefix"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setWideColumn(static_cast<int>(KeyGroupsModel::Column::Bar));
    m_table->setModel(m_model);
    m_table->setStateName(QStringLiteral("prefixes"));
    m_table->setUnsortedReason(tr("Largest first."));
    m_help = new QLabel(card);
    m_help->setObjectName(QStringLiteral("cacheHelp"));
    m_help->setProperty("role", QStringLiteral("secondary"));
    m_help->setWordWrap(true);
    m_help->setContentsMargins(2 * metrics::step, 0, 2 * metrics::step, metrics::step);
    card->body()->addWidget(m_table, 1);
    card->body()->addWidget(m_help);
    card->setMinimumHeight(Px(180));
    return card;
}

std::vector<TileText> CachePage::tiles(const Figures &figures) const
{
    const KeysFound *found = figures.row().found.get();
    const double keys = figures.value(L1("keys"));
    TileText all = figures.tile(L1("keys"), found == nullptr ? QString() : seenText(*found));
    TileText together = figures.tile(L1("expiringTogether"), tr("of the sample, in one minute"));
    together.value =
        models::estimateText(models::formatShare(figures.value(L1("expiringTogether"))),
                             figures.known(L1("expiringTogether")) && figures.isEstimate(L1("expiringTogether")));
    TileText never = figures.tile(L1("withoutTtl"), {});
    if (keys > 0 && figures.known(L1("withoutTtl"))) {
        never.note = tr("%1 of the sample").arg(models::formatShare(figures.value(L1("withoutTtl")) / keys));
    }
    TileText next{tr("this minute"),
                  models::unknownText(),
                  {},
                  tr("Keys that expire before this minute is over, about."),
                  State::Ok};
    TileText sample{tr("sampled"), models::unknownText(), {}, tr("Keys whose expiry is read."), State::Ok};
    if (found != nullptr) {
        const double read = static_cast<double>(found->seen - found->unread);
        sample.value = models::formatCount(found->seen);
        sample.note = found->unread > 0                ? unreadText(*found)
            : found->oldestRead == milliseconds::max() ? QString()
                                                       : tr("read since %1").arg(models::formatTime(found->oldestRead));
        if (!found->bars.empty() && read > 0 && isKnown(keys)) {
            next.value = models::estimateText(
                models::formatCount(std::round(static_cast<double>(found->bars.front()) / read * keys)), true);
            next.note = tr("%1 seen").arg(models::formatCount(found->bars.front()));
        }
    }
    return {all, together, next, never, sample};
}

QString CachePage::description(const Figures &figures) const
{
    return tr("Strings like %1, by when they expire").arg(keyNames(figures.definition(), L1("entry")));
}

void CachePage::reset()
{
    m_model->apply({}, unknownFigure, unknownFigure);
    m_help->clear();
}

void CachePage::showExpiry(const KeysFound &found, milliseconds now)
{
    const milliseconds first = std::chrono::floor<minutes>(now);
    std::vector<BarChart::Bar> bars;
    std::vector<models::AxisTick> axis;
    const double each = 1.0 / (static_cast<double>(found.bars.size()) + 2 * apart + 1);
    for (std::size_t i = 0; i < found.bars.size(); ++i) {
        if (i >= minutesTold) { // apart from the minutes, so that each has its word
            bars.insert(bars.end(), apart, {});
            const QString word = i == minutesTold ? tr("later") : tr("never");
            axis.push_back({each * (static_cast<double>(bars.size()) + 0.5), word});
            bars.push_back({found.bars[i], word});
            continue;
        }
        const double place = each * (static_cast<double>(i) + 0.5);
        const milliseconds begin = first + minutes(i);
        bars.push_back(
            {found.bars[i], tr("%1 to %2").arg(models::formatTime(begin), models::formatTime(begin + minutes(1)))});
        if (i % axisEvery == 0) {
            axis.push_back({place, i == 0 ? tr("now") : models::formatTime(begin).left(5)});
        }
    }
    if (bars.size() > minutesTold) {
        bars.emplace_back();
    }
    m_expiry->setEmptyText(found.isWhole() ? tr("No such key was found.") : tr("Not all keys have been scanned yet."));
    m_expiry->setBars(bars, axis);
    const bool isTold = found.bars.size() == minutesTold + 2;
    m_expiry->setNote(isTold ? tr("%1 · on the right, later: %2, never: %3")
                                   .arg(seenText(found), models::formatCount(found.bars[minutesTold]),
                                        models::formatCount(found.bars[minutesTold + 1]))
                             : seenText(found));
}

void CachePage::refresh(const Figures &figures)
{
    std::vector<TimeChart::LimitLine> shares = figures.limits(L1("expiringTogether"));
    for (TimeChart::LimitLine &limit : shares) {
        limit.label = (limit.critical ? tr("critical %1") : tr("warning %1")).arg(models::formatShare(limit.value));
    }
    m_share->setLimits(shares);
    m_share->setLines({{tr("share"), figures.series(L1("expiringTogether"), m_share->reach()), 0, true}},
                      figures.now());
    const std::shared_ptr<const KeysFound> found = figures.row().found;
    if (found == nullptr) {
        return;
    }
    showExpiry(*found, figures.now());
    const double limit = warningOf(figures.definition(), figures.layout().figureIndex(u"expiringTogether"));
    const double read = static_cast<double>(found->seen - found->unread);
    m_model->apply(found->groups, read > 0 ? figures.value(L1("keys")) / read : unknownFigure, limit,
                   isUserInteracting(m_table));
    const double share = figures.value(L1("expiringTogether"));
    m_help->setText(share >= (isKnown(limit) ? limit : 0.2)
                        ? tr("When these expire, up to %1 entries are rebuilt within a minute. Add jitter to the "
                             "expiry, and let only one client rebuild an entry at a time.")
                              .arg(models::formatCount(std::round(share * figures.value(L1("keys")))))
                        : QString());
    m_help->setVisible(!m_help->text().isEmpty());
}

} // namespace plimsoll::views

#include "cachepage.moc"
