// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/atleast.h"
#include "models/text/elementtext.h"
#include "models/text/format.h"
#include "models/rows/foundkeysmodel.h"
#include "redis/types/lease.h"
#include "redis/types/plural.h"
#include "redis/types/printable.h"
#include "redis/types/snapshot.h"
#include "views/collection/collectionpage.h"
#include "views/kinds/foundtable.h"
#include "views/kinds/foundwords.h"
#include "views/kinds/kindparts.h"
#include "views/operations/offeraction.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/card.h"
#include "views/widgets/plainlabel.h"
#include "views/widgets/userinteracting.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>
#include <QWidget>

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

namespace plimsoll::views {

/// Holders of a lock in the last half hour: a line for each holder, a bar for each tenure. Tokens that are equal up to
/// their last colon belong to one holder. Hidden if there was only one holder. GUI thread.
class HolderStrip final : public QWidget {
    Q_OBJECT

public:
    explicit HolderStrip(Theme *theme, QWidget *parent = nullptr);

    /// `isEndless`: who holds it now does so without an expiry.
    void show(const std::shared_ptr<const std::vector<Tenure>> &tenures, std::chrono::milliseconds now, bool isEndless);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    struct Bar {
        std::chrono::milliseconds from{}, to{};
        bool isEndless = false;
    };
    struct Line {
        QString holder;
        std::vector<Bar> bars;
    };

    Theme *m_theme;
    std::vector<Line> m_lines; ///< most recent holder first
    std::chrono::milliseconds m_now{};
};

/// Page of locks: holders and hold times, locks without expiry, and changes of holder. GUI thread.
class LockPage final : public CollectionPage {
    Q_OBJECT

public:
    explicit LockPage(const PageContext &context, QWidget *parent = nullptr);

    void setFilter(const QString &text) override;
    [[nodiscard]] QString filterText() const override { return m_filter; }

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    void refresh(const Figures &figures) override;

private:
    [[nodiscard]] Card *makeLocks();
    [[nodiscard]] Card *makeDetail();
    void showDetail();

    TimeChart *m_heldChart;
    TimeChart *m_hands;
    models::FoundKeysModel *m_model;
    TableView *m_table = nullptr;
    QLabel *m_seen = nullptr;
    QLabel *m_name = nullptr;
    QLabel *m_facts = nullptr;
    QLabel *m_why = nullptr;
    HolderStrip *m_holders = nullptr;
    QPushButton *m_copy = nullptr;
    OfferAction *m_release = nullptr;
    FoundKey m_chosen; ///< displayed lock
    bool m_isFree = false; ///< the displayed lock is known to be free
    QByteArray m_picked; ///< key the user selected; empty: the first is shown
    QString m_filter;
    std::chrono::milliseconds m_now{};
};

namespace {

using models::FoundKeysModel;
using std::chrono::milliseconds;
using LockColumn = FoundKeysModel::Column;

constexpr milliseconds shown = std::chrono::minutes(30);
constexpr std::size_t mostHolderLines = 4;
constexpr qsizetype longestStripHolder = 24;
constexpr Px holderRowHeight{18};
constexpr Px holderNameWidth{150};
constexpr int axisSteps = 2;

QString holderNameOf(const QByteArray &token)
{
    const qsizetype end = token.lastIndexOf(':');
    return models::elementText(end > 0 ? token.first(end) : token, longestStripHolder);
}

constexpr std::array lockColumns{FoundKeysModel::Shown{LockColumn::Id, QT_TRANSLATE_NOOP("found", "lock")},
                                 FoundKeysModel::Shown{LockColumn::Holder},
                                 FoundKeysModel::Shown{LockColumn::Held},
                                 FoundKeysModel::Shown{LockColumn::Left},
                                 FoundKeysModel::Shown{LockColumn::TimeLeft},
                                 FoundKeysModel::Shown{LockColumn::Renewed},
                                 FoundKeysModel::Shown{LockColumn::Hands}};

constexpr std::array lockLimits{LimitView{L1("withoutTtl"), 1, 5}};

constexpr qsizetype longestHolderCell = 60;
constexpr qsizetype longestHolderTile = 24; ///< limit in a tile
constexpr qsizetype longestLockKey = 40;

QString lockNameOf(const FoundKey &key)
{
    return models::elementText(key.id, longestHolderTile);
}

/// "≥ 41 min"
QString heldText(const FoundKey &key, milliseconds now)
{
    return models::atLeastText(models::formatDuration(std::max(milliseconds(0), now - key.since)), !key.isSinceSeen);
}

template <typename Less> const FoundKey *mostOf(const std::vector<FoundKey> &keys, Less less)
{
    const auto most = std::max_element(keys.begin(), keys.end(), less);
    return most == keys.end() ? nullptr : &*most;
}

} // namespace

HolderStrip::HolderStrip(Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("holderStrip"));
    setAccessibleName(tr("Who held it, last 30 min"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, QOverload<>::of(&QWidget::update));
}

void HolderStrip::show(const std::shared_ptr<const std::vector<Tenure>> &tenures, milliseconds now, bool isEndless)
{
    m_now = now;
    const std::size_t before = m_lines.size();
    m_lines.clear();
    for (std::size_t i = tenures == nullptr ? 0 : tenures->size(); i-- > 0;) {
        const Tenure &one = (*tenures)[i];
        const bool isNow = one.to.count() == 0;
        const milliseconds to = isNow ? now : one.to;
        if (now - to > shown) {
            continue;
        }
        const QString holder = holderNameOf(one.holder);
        auto line = std::find_if(m_lines.begin(), m_lines.end(),
                                 [&holder](const Line &known) { return known.holder == holder; });
        if (line == m_lines.end()) {
            if (m_lines.size() == mostHolderLines) {
                continue;
            }
            line = m_lines.insert(m_lines.end(), {holder, {}});
        }
        line->bars.push_back({std::max(one.from, now - shown), to, isNow && isEndless});
    }
    QStringList told;
    for (const Line &line : m_lines) {
        const auto held = std::transform_reduce(line.bars.begin(), line.bars.end(), milliseconds(0), std::plus<>(),
                                                [](const Bar &bar) { return bar.to - bar.from; });
        const QString time = models::formatDuration(held);
        told.append(line.bars.size() == 1
                        ? tr("%1: once, %2").arg(line.holder, time)
                        : tr("%1: %2 times, %3 in all", nullptr, pluralOf(std::ssize(line.bars)))
                              .arg(line.holder, models::formatCount(static_cast<double>(line.bars.size())), time));
    }
    setAccessibleDescription(told.join(QStringLiteral("; ")));
    setToolTip(told.join(u'\n'));
    const bool isTold = tenures != nullptr && tenures->size() > 1 && !m_lines.empty();
    setVisible(isTold);
    if (before != m_lines.size()) {
        updateGeometry();
    }
    update();
}

QSize HolderStrip::sizeHint() const
{
    return {480, static_cast<int>(m_lines.size() + 2) * holderRowHeight};
}

void HolderStrip::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(m_theme->smallFont());
    const Tokens &tokens = m_theme->tokens();
    painter.setPen(tokens.secondaryText);
    painter.drawText(QRectF(0, 0, width(), holderRowHeight), Qt::AlignLeft | Qt::AlignVCenter, accessibleName());
    const double margin = painter.fontMetrics().horizontalAdvance(tr("now")) / 2.0 + 2;
    const QRectF band(holderNameWidth, holderRowHeight, width() - holderNameWidth - margin,
                      static_cast<double>(m_lines.size()) * holderRowHeight);
    const auto place = [&](milliseconds time) {
        const auto ago = static_cast<double>((m_now - time).count());
        return band.right() - ago / static_cast<double>(shown.count()) * band.width();
    };
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const double top = band.top() + static_cast<double>(i) * holderRowHeight;
        painter.setPen(tokens.text);
        const QRectF name(0, top, holderNameWidth - 8, holderRowHeight);
        painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(m_lines[i].holder, Qt::ElideMiddle, holderNameWidth - 8));
        for (const Bar &bar : m_lines[i].bars) {
            const double left = place(bar.from);
            const QRectF shape(left, top + 3, std::max(3.0, place(bar.to) - left), holderRowHeight - 6);
            painter.fillRect(shape, bar.isEndless ? tokens.warning : tokens.series[0]);
            if (bar.isEndless) { // not by its colour alone
                painter.fillRect(shape, QBrush(tokens.card, Qt::BDiagPattern));
            }
        }
    }
    painter.setPen(tokens.border);
    painter.drawLine(band.bottomLeft(), band.bottomRight());
    painter.setPen(tokens.secondaryText);
    for (int step = 0; step <= axisSteps; ++step) {
        const milliseconds time = m_now - shown * step / axisSteps;
        const QString text = step == 0 ? tr("now") : models::formatTime(time);
        const double half = painter.fontMetrics().horizontalAdvance(text) / 2.0;
        const double left = std::clamp(place(time) - half, band.left(), width() - 2 * half);
        painter.drawText(QRectF(left, band.bottom() + 1, 2 * half + 2, holderRowHeight),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
    }
}

extern const KindView lockView;
constinit const KindView lockView{.kind = L1("lock"), .makePage = makePage<LockPage>, .limits = lockLimits};

LockPage::LockPage(const PageContext &pageContext, QWidget *parent)
    : CollectionPage(pageContext, parent), m_heldChart(addChart(tr("Leases held"), QStringLiteral("heldChart"))),
      m_hands(addChart(tr("Holder changes per minute"), QStringLiteral("handsChart"))),
      m_model(new FoundKeysModel(lockColumns, this))
{
    auto *charts = new QHBoxLayout;
    charts->setSpacing(metrics::cardGap);
    charts->addWidget(m_heldChart, 1);
    charts->addWidget(m_hands, 1);
    content()->addLayout(charts, 4);
    content()->addWidget(makeLocks(), 6);
    content()->addWidget(makeDetail());
}

Card *LockPage::makeLocks()
{
    auto *card = new Card(context().theme, this);
    card->setFlush();
    m_table = makeFoundTable(m_model, context().theme, QStringLiteral("locks"), this);
    m_table->setAccessibleName(tr("Locks"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setWideColumn(1);
    m_table->setUnsortedReason(tr("Locks without expiry first, then those that end soonest."));
    connect(m_table, &TableView::currentMoved, this, [this](const QModelIndex &index) {
        if (index.isValid()) {
            m_chosen = m_model->rows()[static_cast<std::size_t>(index.row())];
            m_picked = m_chosen.key;
            showDetail();
        }
    });
    m_seen = plainLabel(card, QStringLiteral("seenOf"), "secondary");
    m_seen->setContentsMargins(2 * metrics::step, metrics::step, 2 * metrics::step, metrics::step);
    card->body()->addWidget(m_table, 1);
    card->body()->addWidget(m_seen);
    card->setMinimumHeight(Px(180));
    return card;
}

Card *LockPage::makeDetail()
{
    auto *card = new Card(context().theme, this);
    m_name = plainLabel(card, QStringLiteral("lockName"), "mono");
    m_facts = plainLabel(card, QStringLiteral("lockFacts"), "secondary");
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_facts->setWordWrap(true);
    m_why = plainLabel(card, QStringLiteral("lockWhy"), "secondary");
    m_why->setWordWrap(true);
    m_copy = new QPushButton(tr("Copy token"), card);
    m_copy->setObjectName(QStringLiteral("copyToken"));
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(QString::fromUtf8(m_chosen.holder)); });
    Offer offer;
    offer.name = QStringLiteral("releaseLock");
    offer.title = tr("Release…");
    offer.request.action = Action::Release;
    offer.destructive = true;
    offer.missing = tr("Select a lock first.");
    m_release = new OfferAction(std::move(offer), context(), this);
    auto *release = new QPushButton(card);
    m_release->drive(release);
    release->setVisible(context().gate != nullptr);
    auto *head = new QHBoxLayout;
    head->setSpacing(2 * metrics::step);
    head->addWidget(m_name);
    head->addWidget(m_facts, 1);
    head->addWidget(m_copy);
    head->addWidget(release);
    card->body()->addLayout(head);
    m_holders = new HolderStrip(context().theme, card);
    card->body()->addWidget(m_why);
    card->body()->addWidget(m_holders);
    return card;
}

std::vector<TileText> LockPage::tiles(const Figures &figures) const
{
    const KeysFound *found = figures.row().found.get();
    static const std::vector<FoundKey> none;
    const std::vector<FoundKey> &keys = found == nullptr ? none : found->first;
    TileText shortest = figures.tile(L1("ttlMs"), {});
    const auto ends =
        std::find_if(keys.begin(), keys.end(), [](const FoundKey &key) { return std::isfinite(key.expiresAt); });
    if (figures.known(L1("ttlMs")) && ends != keys.end()) {
        shortest.note = lockNameOf(*ends);
    }
    TileText often{tr("most often"),
                   models::unknownText(),
                   {},
                   tr("The lock that was seen to change hands most often within 15 minutes."),
                   State::Ok};
    const FoundKey *most = mostOf(keys, [](const FoundKey &a, const FoundKey &b) { return a.hands < b.hands; });
    if (most != nullptr && most->hands > 0) {
        often.value = models::formatCount(most->hands);
        often.note = lockNameOf(*most);
    }
    TileText longest{tr("held longest"),
                     models::unknownText(),
                     {},
                     tr("How long one holder was seen to hold the same lock."),
                     State::Ok};
    const FoundKey *old = mostOf(keys, [](const FoundKey &a, const FoundKey &b) {
        const auto since = [](const FoundKey &key) { return key.since.count() == 0 ? milliseconds::max() : key.since; };
        return since(a) > since(b);
    });
    if (old != nullptr && old->since.count() > 0) {
        longest.value = heldText(*old, figures.now());
        longest.note = lockNameOf(*old);
    }
    return {figures.tile(L1("held"), found == nullptr ? QString() : seenText(*found)),
            figures.tile(L1("withoutTtl"), {}),
            shortest,
            figures.tile(L1("handsPerMinute"), tr("last 15 min"), std::chrono::minutes(15)),
            often,
            longest};
}

QString LockPage::description(const Figures &figures) const
{
    return tr("Leases with an owner's token, in %1").arg(keyNames(figures.definition(), L1("lock")));
}

void LockPage::reset()
{
    m_model->apply(nullptr, {});
    m_chosen = {};
    m_picked.clear();
    m_filter.clear();
    showDetail();
}

void LockPage::setFilter(const QString &text)
{
    m_filter = text;
    filterFound(*m_table, *m_model, m_filter);
    if (m_model->rowOf(m_chosen.key) >= 0 && !isShown(*m_table, *m_model, m_chosen.key)) {
        const FoundKey *first = firstShown(*m_table, *m_model);
        m_chosen = first == nullptr ? FoundKey() : *first;
        m_picked.clear();
        showDetail();
    }
}

void LockPage::refresh(const Figures &figures)
{
    m_now = figures.now();
    m_heldChart->setLimits(figures.limits(L1("held")));
    m_heldChart->setLines({{tr("held"), figures.series(L1("held"), m_heldChart->reach()), 0, true},
                           {tr("without expiry"), figures.series(L1("withoutTtl"), m_heldChart->reach()), 3, false}},
                          m_now);
    m_hands->setLines({{tr("changes"), figures.series(L1("handsPerMinute"), m_hands->reach()), 0, true}}, m_now);
    const std::shared_ptr<const KeysFound> found = figures.row().found;
    if (found == nullptr) {
        return;
    }
    m_model->apply(found, m_now, unknownFigure, isUserInteracting(m_table));
    filterFound(*m_table, *m_model, m_filter);
    m_seen->setText(firstText(*found));
    m_seen->setVisible(!m_seen->text().isEmpty());
    const auto same = std::find_if(found->first.begin(), found->first.end(),
                                   [this](const FoundKey &key) { return key.key == m_chosen.key; });
    m_isFree = false;
    if (same != found->first.end()) {
        m_chosen = *same;
    } else if (const FoundKey *first = firstShown(*m_table, *m_model); m_chosen.key.isEmpty() && first != nullptr) {
        m_chosen = *first;
    } else if (!m_chosen.key.isEmpty()) {
        m_chosen.holder.clear();
        m_isFree = found->isWhole() && found->seen <= std::ssize(found->first); // else it may be one that is not shown
    }
    showDetail();
}

void LockPage::showDetail()
{
    const bool isHeld = !m_chosen.holder.isEmpty();
    const QString token = models::elementText(m_chosen.holder, longestHolderCell);
    m_name->setText(printable(m_chosen.key, longestLockKey));
    m_name->setToolTip(printable(m_chosen.key));
    QStringList facts;
    if (isHeld) {
        facts.append(tr("holder %1").arg(token));
        facts.append(tr("held for %1").arg(heldText(m_chosen, m_now)));
        facts.append(!isKnown(m_chosen.expiresAt) ? tr("unknown when it ends")
                         : std::isinf(m_chosen.expiresAt)
                         ? tr("does not expire")
                         : tr("ends %1").arg(models::formatRelative(
                             std::max(milliseconds(std::llround(m_chosen.expiresAt)), m_now), m_now)));
        if (m_chosen.hands > 0) {
            facts.append(m_chosen.hands == 1 ? tr("changed hands once in 15 min")
                                             : tr("changed hands %1 times in 15 min", nullptr, pluralOf(m_chosen.hands))
                                                   .arg(models::formatCount(m_chosen.hands)));
        }
    } else if (!m_chosen.key.isEmpty()) {
        facts.append(m_isFree ? tr("not held now") : tr("holder unknown"));
    }
    m_facts->setText(facts.join(QStringLiteral(" · ")));
    m_holders->show(m_chosen.tenures, m_now, isHeld && std::isinf(m_chosen.expiresAt));
    QStringList why;
    if (isHeld && std::isinf(m_chosen.expiresAt)) {
        why.append(tr("It has no expiry: nothing frees it when its holder is gone."));
    }
    if (isHeld && !isCut(m_chosen.holder)) {
        why.append(tr("Release deletes it only while its token is still %1; another holder's lease stays.").arg(token));
    }
    const bool isWhole = isHeld && !isCut(m_chosen.holder);
    const bool isPicked = m_picked == m_chosen.key; // release requires an explicit selection
    if (isWhole && !isPicked && context().gate != nullptr) {
        why.append(tr("To release it, select its row."));
    }
    m_why->setText(why.join(u' '));
    m_copy->setEnabled(isWhole);
    Offer offer = m_release->offer();
    offer.missing = isWhole ? isPicked ? QString() : tr("Select a lock first.")
        : isHeld ? tr("Its token is longer than %1 bytes, the most that is read, so it cannot be compared.")
                       .arg(models::formatCount(longestToken))
        : m_isFree ? tr("Not held.")
                   : tr("It is unknown who holds it.");
    if (isWhole) {
        offer.request.workspace = place().workspace;
        offer.request.collection = place().collection;
        Element lock;
        lock.element = m_chosen.holder;
        lock.id = m_chosen.id;
        lock.key = m_chosen.key;
        offer.request.elements = {lock};
    }
    m_release->setOffer(std::move(offer));
}

} // namespace plimsoll::views

#include "lockpage.moc"
