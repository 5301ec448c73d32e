// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/format.h"
#include "models/rows/foundkeysmodel.h"
#include "redis/types/snapshot.h"
#include "views/collection/collectionpage.h"
#include "views/collection/elementspanel.h"
#include "views/kinds/foundtable.h"
#include "views/kinds/foundwords.h"
#include "views/kinds/kindparts.h"
#include "views/operations/offeraction.h"
#include "views/page/page.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/card.h"
#include "views/widgets/plainlabel.h"
#include "views/widgets/userinteracting.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <numeric>

namespace plimsoll::views {

class FillBars;

/// The keys of recent things that were found on the server, the fullest first, against their bound; those that are
/// selected can be cut to it, or given an expiry. GUI thread.
class RecentKeys final : public Card {
    Q_OBJECT

public:
    explicit RecentKeys(const PageContext &context, QWidget *parent);

    void clear();
    void setFilter(const QString &text);
    [[nodiscard]] const QString &filterText() const { return m_filter; }
    /// `bound`: of each key; NaN where the workspace says none.
    void show(const Place &place, const std::shared_ptr<const KeysFound> &found, std::chrono::milliseconds now,
              double bound);

private:
    [[nodiscard]] OfferAction *makeOffer(const QString &name, const QString &title, Action action, bool destructive);
    [[nodiscard]] std::vector<QByteArray> chosen() const;
    void updateOffers();

    PageContext m_context;
    models::FoundKeysModel *m_model;
    TableView *m_table;
    QLabel *m_seen;
    OfferAction *m_trim;
    OfferAction *m_setExpiry;
    Place m_place;
    QString m_filter;
    bool m_isBounded = false;
};

/// The last things: how full each key is against its bound, over time, and what is in them, newest first. GUI thread.
class RecentPage final : public CollectionPage {
    Q_OBJECT

public:
    explicit RecentPage(const PageContext &context, QWidget *parent = nullptr);

    void setFilter(const QString &text) override;
    [[nodiscard]] QString filterText() const override;
    [[nodiscard]] bool hasElements() const override; ///< not of keys that are looked for

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    void refresh(const Figures &figures) override;

private:
    void showFill(const std::vector<QByteArray> &keys, const std::vector<double> &lengths, qint64 all, double bound);
    ElementsPanel *m_panel;
    RecentKeys *m_keys; ///< replaces the panel if keys are searched for
    FillBars *m_fill;
    Card *m_fillCard;
    TimeChart *m_length;
};

namespace {

using models::FoundKeysModel;
using RecentColumn = FoundKeysModel::Column;

constexpr std::array recentKeyColumns{
    FoundKeysModel::Shown{RecentColumn::Id},
    FoundKeysModel::Shown{RecentColumn::Used, QT_TRANSLATE_NOOP("found", "fill")},
    FoundKeysModel::Shown{RecentColumn::Count, QT_TRANSLATE_NOOP("found", "kept")},
    FoundKeysModel::Shown{RecentColumn::Outside, QT_TRANSLATE_NOOP("found", "over the bound")},
    FoundKeysModel::Shown{RecentColumn::Expires}};

constexpr std::array recentColumns{Shown{Column::Rank}, Shown{Column::Member, QT_TRANSLATE_NOOP("elements", "item")},
                                   Shown{Column::Due, QT_TRANSLATE_NOOP("elements", "added")}};

// clang-format off
constexpr std::array recentStates{
    StateView{.id = L1("items"), .role = L1("items"), .title = QT_TRANSLATE_NOOP("kinds", "newest first"), .figure = L1("length"),
              .emptyHeading = QT_TRANSLATE_NOOP("kinds", "Nothing is kept"),
              .emptyText = QT_TRANSLATE_NOOP("kinds", "Each item is pushed onto the list (LPUSH) or added with its time (ZADD), and the excess is cut off."),
              .offers = memberRows, .due = QT_TRANSLATE_NOOP("kinds", "added")}};
constexpr std::array recentOffers{
    Offered{L1("trim"), Action::Trim, {}, L1("length"), L1("items"), Offered::Button, QT_TRANSLATE_NOOP("kinds", "Trim…"), noneThere, false, true},
    Offered{L1("setExpiry"), Action::SetExpiry, {}, L1("length"), L1("items"), Offered::Menu, QT_TRANSLATE_NOOP("kinds", "Set expiry…"), noneThere, false, true}};
constexpr std::array recentLimits{LimitView{L1("over"), 1, 1'000}};
// clang-format on

constexpr Px recentLineHeight{24};
constexpr Px boundLineHeight{16}; // below the lines
constexpr std::size_t mostRecentLines = 8;
constexpr std::size_t foundLines = 4; // the others are in the table below

} // namespace

RecentKeys::RecentKeys(const PageContext &context, QWidget *parent)
    : Card(tr("Keys, the fullest first"), context.theme, parent), m_context(context),
      m_model(new FoundKeysModel(recentKeyColumns, this)),
      m_table(makeFoundTable(m_model, context.theme, QStringLiteral("recentKeys"), this)),
      m_seen(plainLabel(this, QStringLiteral("seenOf"), "secondary")),
      m_trim(makeOffer(QStringLiteral("trimKeys"), tr("Trim…"), Action::Trim, true)),
      m_setExpiry(makeOffer(QStringLiteral("expireKeys"), tr("Set expiry…"), Action::SetExpiry, false))
{
    setFlush();
    m_model->setFullIsFine();
    m_table->setAccessibleName(tr("Keys that were found"));
    m_table->setWideColumn(0);
    m_table->setUnsortedReason(tr("Fullest first."));
    connect(m_table, &TableView::currentMoved, this, &RecentKeys::updateOffers);
    m_seen->setContentsMargins(2 * metrics::step, metrics::step, 2 * metrics::step, metrics::step);
    for (OfferAction *action : {m_trim, m_setExpiry}) {
        auto *button = new QPushButton(this);
        action->drive(button);
        button->setVisible(context.gate != nullptr);
        addCorner(button);
    }
    body()->addWidget(m_table, 1);
    body()->addWidget(m_seen);
    setMinimumHeight(Px(180));
    updateOffers();
}

OfferAction *RecentKeys::makeOffer(const QString &name, const QString &title, Action action, bool destructive)
{
    Offer offer;
    offer.name = name;
    offer.title = title;
    offer.request.action = action;
    offer.destructive = destructive;
    return new OfferAction(std::move(offer), m_context, this);
}

void RecentKeys::clear()
{
    m_model->apply(nullptr, {});
    m_filter.clear();
    m_place = {};
    updateOffers();
}

void RecentKeys::setFilter(const QString &text)
{
    m_filter = text;
    filterFound(*m_table, *m_model, m_filter);
}

void RecentKeys::show(const Place &place, const std::shared_ptr<const KeysFound> &found, std::chrono::milliseconds now,
                      double bound)
{
    m_place = place;
    m_isBounded = isKnown(bound);
    m_model->apply(found, now, bound, isUserInteracting(m_table));
    filterFound(*m_table, *m_model, m_filter);
    m_seen->setText(found == nullptr ? QString() : seenText(*found));
    updateOffers();
}

std::vector<QByteArray> RecentKeys::chosen() const
{
    std::vector<QByteArray> keys;
    for (const QModelIndex &index : m_table->selectedRows()) {
        keys.push_back(index.data(FoundKeysModel::IdRole).toByteArray());
    }
    return keys;
}

void RecentKeys::updateOffers()
{
    const std::vector<QByteArray> keys = chosen();
    for (OfferAction *action : {m_trim, m_setExpiry}) {
        Offer offer = action->offer();
        offer.missing = keys.empty() ? tr("Select keys first.") : QString();
        offer.request.workspace = m_place.workspace;
        offer.request.collection = m_place.collection;
        offer.request.keys = keys;
        offer.request.toBound = action == m_trim && m_isBounded;
        action->setOffer(std::move(offer));
    }
}

/// A bar for each key, as long as it is full, with the bound as a line; what is beyond it in another colour. Whether
/// that is trouble is for the limits to say.
class FillBars final : public QWidget {
public:
    FillBars(Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
    {
        setObjectName(QStringLiteral("fillBars"));
        setAccessibleName(RecentPage::tr("Fill against the bound"));
        connect(theme, &Theme::changed, this, QOverload<>::of(&QWidget::update));
    }

    void show(const QStringList &names, const std::vector<double> &lengths, double bound)
    {
        m_names = names;
        m_lengths = lengths;
        m_bound = bound;
        QStringList said;
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            said.append(names.value(static_cast<qsizetype>(i)) + u' ' + textOf(lengths[i]));
        }
        setAccessibleDescription(said.join(QStringLiteral(", ")));
        setFixedHeight(recentLineHeight * static_cast<int>(std::clamp<std::size_t>(lengths.size(), 1, mostRecentLines))
                       + boundLineHeight);
        update();
    }

protected:
    void paintEvent(QPaintEvent * /*event*/) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setFont(m_theme->textFont());
        const Tokens &tokens = m_theme->tokens();
        const QFontMetricsF font(painter.font());
        double left = 0;
        double most = isKnown(m_bound) ? m_bound * 1.25 : 1;
        for (std::size_t i = 0; i < m_lengths.size(); ++i) {
            left = std::max(left, font.horizontalAdvance(m_names.value(static_cast<qsizetype>(i))) + 10);
            most = std::max(most, isKnown(m_lengths[i]) ? m_lengths[i] : 0);
        }
        left = std::min(left, width() / 3.0);
        const double right = font.horizontalAdvance(textOf(most)) + 40;
        const double scale = (width() - left - right) / most;
        for (std::size_t i = 0; i < std::min(mostRecentLines, m_lengths.size()); ++i) {
            const QRectF line(0, static_cast<double>(i) * recentLineHeight, width(), recentLineHeight);
            const double length = isKnown(m_lengths[i]) ? m_lengths[i] : 0;
            const double within = isKnown(m_bound) ? std::min(length, m_bound) : length;
            painter.setPen(tokens.text);
            painter.drawText(QRectF(0, line.top(), left - 10, recentLineHeight), Qt::AlignLeft | Qt::AlignVCenter,
                             font.elidedText(m_names.value(static_cast<qsizetype>(i)), Qt::ElideLeft, left - 10));
            painter.fillRect(QRectF(left, line.top() + 6, within * scale, recentLineHeight - 12), tokens.series[0]);
            painter.fillRect(
                QRectF(left + within * scale, line.top() + 6, (length - within) * scale, recentLineHeight - 12),
                tokens.series[3]);
            painter.setPen(tokens.text);
            painter.drawText(QRectF(left + length * scale + 8, line.top(), right + 200, recentLineHeight),
                             Qt::AlignLeft | Qt::AlignVCenter, textOf(m_lengths[i]));
        }
        if (isKnown(m_bound)) {
            const double x = left + m_bound * scale;
            const double bottom = recentLineHeight * static_cast<double>(std::min(mostRecentLines, m_lengths.size()));
            painter.setPen(QPen(tokens.warning, 1, Qt::DashLine));
            painter.drawLine(QPointF(x, 0), QPointF(x, bottom));
            const QString label = RecentPage::tr("bound %1").arg(models::formatCount(m_bound));
            const double wide = font.horizontalAdvance(label) + 2;
            const double from = std::clamp(x - wide / 2, 0.0, std::max(0.0, width() - wide)); // not beyond the edges
            painter.drawText(QRectF(from, bottom, wide, boundLineHeight), Qt::AlignHCenter | Qt::AlignTop, label);
        }
    }

private:
    [[nodiscard]] QString textOf(double length) const
    {
        const QString count = isKnown(length) ? models::formatCount(length) : models::unknownText();
        return isKnown(length) && length > m_bound
            ? RecentPage::tr("%1, %2 over").arg(count, models::formatCount(length - m_bound))
            : count;
    }

    Theme *m_theme;
    QStringList m_names;
    std::vector<double> m_lengths;
    double m_bound = unknownFigure;
};

extern const KindView recentView;
constinit const KindView recentView{.kind = L1("recent"),
                                    .makePage = makePage<RecentPage>,
                                    .states = recentStates,
                                    .offers = recentOffers,
                                    .limits = recentLimits};

RecentPage::RecentPage(const PageContext &pageContext, QWidget *parent)
    : CollectionPage(pageContext, parent),
      m_panel(new ElementsPanel(recentColumns, QStringLiteral("recent"), pageContext, this)),
      m_keys(new RecentKeys(pageContext, this)), m_fill(new FillBars(pageContext.theme, this)),
      m_fillCard(new Card(tr("Fill against the bound"), pageContext.theme, this)),
      m_length(addChart(tr("Length"), QStringLiteral("lengthChart")))
{
    m_fillCard->body()->addWidget(m_fill);
    m_fillCard->body()->addStretch(1);
    addPanel(m_panel);
    auto *charts = new QHBoxLayout;
    charts->setSpacing(metrics::cardGap);
    charts->addWidget(m_fillCard, 1);
    charts->addWidget(m_length, 1);
    content()->addLayout(charts, 4);
    content()->addWidget(m_panel, 6);
    content()->addWidget(m_keys, 6);
    m_keys->hide();
}

std::vector<TileText> RecentPage::tiles(const Figures &figures) const
{
    return {figures.tile(L1("length")),
            figures.tile(L1("bound"),
                         figures.layout().partCount > 1 || figures.definition().foundRole() != nullptr ? tr("each")
                                                                                                       : QString()),
            figures.tile(L1("over"), {}), figures.tile(L1("ttlMs"), {})};
}

QString RecentPage::description(const Figures &figures) const
{
    return tr("The latest items, in %1").arg(keyNames(figures.definition(), L1("items")));
}

void RecentPage::reset()
{
    const bool isFound = definition().foundRole() != nullptr;
    m_panel->setVisible(!isFound);
    m_keys->setVisible(isFound);
    m_keys->clear();
}

void RecentPage::setFilter(const QString &text)
{
    CollectionPage::setFilter(text);
    m_keys->setFilter(text);
}

bool RecentPage::hasElements() const
{
    return m_keys->isHidden();
}

QString RecentPage::filterText() const
{
    return m_keys->isVisibleTo(this) ? m_keys->filterText() : CollectionPage::filterText();
}

/// The fullest first, where there are more than are drawn.
void RecentPage::showFill(const std::vector<QByteArray> &keys, const std::vector<double> &lengths, qint64 all,
                          double bound)
{
    std::vector<std::size_t> order(keys.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    if (order.size() > mostRecentLines) {
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return lengths[a] > lengths[b]; });
    }
    const QStringList names = distinctNames(keys);
    QStringList shownNames;
    std::vector<double> shown;
    for (const std::size_t at : order) {
        shownNames.append(names[static_cast<qsizetype>(at)]);
        shown.push_back(lengths[at]);
    }
    const auto drawn = static_cast<qint64>(std::min(mostRecentLines, shown.size()));
    m_fillCard->setTitle(all > drawn ? tr("Fill against the bound, the fullest %1 of %2")
                                           .arg(models::formatCount(double(drawn)), models::formatCount(double(all)))
                                     : tr("Fill against the bound"));
    m_fill->show(shownNames, shown, bound);
}

void RecentPage::refresh(const Figures &figures)
{
    const auto first = static_cast<std::size_t>(figures.layout().firstPart);
    const auto count = static_cast<std::size_t>(figures.layout().partCount);
    std::vector<QByteArray> keys;
    std::vector<double> lengths;
    for (std::size_t part = first; part < first + count; ++part) {
        keys.push_back(figures.snapshot().layout->parts[part].key);
        lengths.push_back(figures.snapshot().parts[part]);
    }
    auto all = static_cast<qint64>(keys.size());
    if (const std::shared_ptr<const KeysFound> found = figures.row().found) {
        for (const FoundKey &key : std::span(found->first).first(std::min(foundLines, found->first.size()))) {
            keys.push_back(key.key);
            lengths.push_back(key.count);
        }
        all = found->seen;
        m_keys->show(place(), found, figures.now(), figures.value(L1("bound")));
    }
    showFill(keys, lengths, all, figures.value(L1("bound")));
    std::vector<TimeChart::LimitLine> lines = figures.limits(L1("length"));
    if (figures.known(L1("bound")) && count > 0) {
        const double most = figures.value(L1("bound")) * static_cast<double>(std::max<std::size_t>(1, count));
        lines.push_back({tr("bound %1").arg(models::formatCount(most)), most, false});
    }
    m_length->setLimits(lines);
    m_length->setLines({{tr("length"), figures.series(L1("length"), m_length->reach()), 0, true}}, figures.now());
}

} // namespace plimsoll::views

#include "recentpage.moc"
