// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/elementtext.h"
#include "models/text/format.h"
#include "redis/types/keyslots.h"
#include "redis/types/printable.h"
#include "views/collection/collectionpage.h"
#include "views/kinds/bucketgrid.h"
#include "views/kinds/kindparts.h"
#include "views/operations/offeraction.h"
#include "views/page/question.h"
#include "views/theme/theme.h"
#include "views/widgets/oneline.h"
#include "views/widgets/plainlabel.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>
#include <QVariant>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace plimsoll::views {

/// Page of a deduplication store: buckets by period and shard, buckets without expiry, hot shards, and a look-up of
/// one id. GUI thread.
class DedupePage final : public CollectionPage {
    Q_OBJECT

public:
    explicit DedupePage(const PageContext &context, QWidget *parent = nullptr);

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    [[nodiscard]] bool showsShards() const override { return true; }
    void refresh(const Figures &figures) override;

private:
    [[nodiscard]] Card *makeDetail();
    void showGrid(const Figures &figures);
    void showDetail();
    void showMember(const MemberAnswer &answer);
    void showSample(const ElementsPage &page);
    [[nodiscard]] std::vector<TimeChart::Line> lines(const Figures &figures) const;
    [[nodiscard]] QString titleOf(int periodsBack) const;
    [[nodiscard]] std::chrono::milliseconds beginOf(int periodsBack) const;

    BucketGrid *m_grid;
    Card *m_gridCard;
    TimeChart *m_chart;
    QLabel *m_key = nullptr;
    QLabel *m_facts = nullptr;
    QLabel *m_sample = nullptr;
    QLineEdit *m_member = nullptr;
    QLabel *m_answer = nullptr;
    OfferAction *m_setExpiry = nullptr;
    OfferAction *m_drop = nullptr;
    Question *m_sampling;
    Question *m_lookUp;
    std::vector<KeySlot> m_slots; ///< slots of the snapshot's parts
    QStringList m_shards;
    std::chrono::milliseconds m_now{}, m_end{}, m_length{}; ///< end of the current period and length of a period
    QByteArray m_sampled; ///< key whose members are shown
};

namespace {

using std::chrono::milliseconds;

constexpr int mostPeriodsDrawn = 60; // of periods that are drawn
constexpr int longestDedupeMember = 60;
constexpr int sampled = 5;

// clang-format off
constexpr std::array dedupeOffers{
    Offered{L1("setMissing"), Action::SetExpiry, {}, L1("withoutTtl"), L1("bucket"), Offered::Button, QT_TRANSLATE_NOOP("kinds", "Set expiry on %1…"), QT_TRANSLATE_NOOP("kinds", "Every bucket expires."), true},
    Offered{L1("setExpiry"), Action::SetExpiry, {}, L1("buckets"), L1("bucket"), Offered::Menu, QT_TRANSLATE_NOOP("kinds", "Set expiry of all…"), noneThere}};
constexpr std::array dedupeLimits{LimitView{L1("withoutTtl"), 1, 10}, LimitView{L1("skew"), 2, 4}};
// clang-format on

QLabel *label(QWidget *parent, const QString &name, const char *role)
{
    QLabel *made = plainLabel(parent, name, role);
    made->setWordWrap(true);
    made->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return made;
}

Offer offerOf(const char *name, const QString &title, Action action)
{
    Offer offer;
    offer.name = QLatin1String(name);
    offer.title = title;
    offer.request.action = action;
    offer.destructive = action == Action::Purge;
    offer.missing = DedupePage::tr("Select a bucket first.");
    return offer;
}

} // namespace

extern const KindView dedupeView;
constinit const KindView dedupeView{
    .kind = L1("dedupe"), .makePage = makePage<DedupePage>, .offers = dedupeOffers, .limits = dedupeLimits};

DedupePage::DedupePage(const PageContext &pageContext, QWidget *parent)
    : CollectionPage(pageContext, parent), m_grid(new BucketGrid(pageContext.theme, this)),
      m_gridCard(new Card(tr("Periods × shards"), pageContext.theme, this)),
      m_chart(addChart(tr("Members"), QStringLiteral("shardChart"))),
      m_sampling(new Question(pageContext.host, this, std::chrono::seconds(5))),
      m_lookUp(new Question(pageContext.host, this))
{
    m_gridCard->body()->addWidget(m_grid);
    connect(m_grid, &BucketGrid::bucketChosen, this, &DedupePage::showDetail);
    m_sampling->tell(this, &DedupePage::showSample);
    auto *below = new QHBoxLayout;
    below->setSpacing(metrics::cardGap);
    below->addWidget(m_chart, 1);
    below->addWidget(makeDetail(), 1);
    content()->addWidget(m_gridCard);
    content()->addLayout(below, 1);
}

Card *DedupePage::makeDetail()
{
    auto *card = new Card(tr("Bucket"), context().theme, this);
    m_key = label(card, QStringLiteral("bucketKey"), "mono");
    m_facts = label(card, QStringLiteral("bucketFacts"), "");
    m_sample = label(card, QStringLiteral("bucketSample"), "secondary");
    m_setExpiry = new OfferAction(offerOf("bucketExpiry", tr("Set expiry…"), Action::SetExpiry), context(), this);
    m_drop = new OfferAction(offerOf("dropBucket", tr("Purge…"), Action::Purge), context(), this);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(2 * metrics::step);
    for (OfferAction *action : {m_setExpiry, m_drop}) {
        auto *button = new QPushButton(card);
        action->drive(button);
        button->setVisible(context().gate != nullptr);
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    m_member = new QLineEdit(card);
    m_member->setObjectName(QStringLiteral("memberField"));
    keepToOneLine(m_member);
    m_member->setPlaceholderText(tr("Seen before? Exact id, then Enter"));
    m_member->setAccessibleName(tr("Id to look up in all buckets"));
    m_answer = label(card, QStringLiteral("memberAnswer"), "secondary");
    connect(m_member, &QLineEdit::returnPressed, this, [this] {
        if (!m_member->text().isEmpty()) {
            m_lookUp->ask(place(), MemberQuery{m_member->text().toUtf8(), 0});
        }
    });
    m_lookUp->tell(this, &DedupePage::showMember);
    connect(m_lookUp, &Question::failed, m_answer, &QLabel::setText);
    connect(m_sampling, &Question::failed, m_sample, &QLabel::setText);
    card->body()->addWidget(m_key);
    card->body()->addWidget(m_facts);
    card->body()->addWidget(m_sample);
    card->body()->addLayout(buttons);
    card->body()->addStretch(1);
    card->body()->addWidget(m_member);
    card->body()->addWidget(m_answer);
    return card;
}

milliseconds DedupePage::beginOf(int periodsBack) const
{
    return m_end - (periodsBack + 1) * m_length;
}

QString DedupePage::titleOf(int periodsBack) const
{
    if (m_length.count() == 0) {
        return tr("always");
    }
    const QDateTime begin = QDateTime::fromMSecsSinceEpoch(beginOf(periodsBack).count());
    return m_length >= std::chrono::hours(24) ? QLocale().toString(begin.toUTC().date(), QLocale::ShortFormat)
                                              : QLocale().toString(begin.time(), QStringLiteral("HH:mm"));
}

void DedupePage::showGrid(const Figures &figures)
{
    const SnapshotLayout &layout = *figures.snapshot().layout;
    const auto first = static_cast<std::size_t>(figures.layout().firstPart);
    const auto parts = static_cast<std::size_t>(figures.layout().partCount);
    const RoleKeys &role = definition().keys.front();
    const KeySource source = definition().source(role);
    m_now = figures.now();
    m_end = source.nextChange(figures.keysAt());
    m_length = m_end == milliseconds::max() ? milliseconds(0) : source.nextChange(m_end) - m_end;
    m_slots = slotsOf(definition(), role);
    const Head *head = figures.row().head.get();
    std::vector<BucketGrid::Row> rows;
    std::vector<QByteArray> keys;
    int periods = 0;
    for (std::size_t part = 0; part < std::min(parts, m_slots.size()); ++part) {
        const auto [back, shard] = m_slots[part];
        periods = std::max(periods, back + 1);
        if (back >= mostPeriodsDrawn) {
            continue;
        }
        rows.resize(std::max(rows.size(), static_cast<std::size_t>(back) + 1));
        BucketGrid::Row &row = rows[static_cast<std::size_t>(back)];
        row.title = back == 0 && m_length.count() > 0 && !figures.isEarlier() ? tr("%1 (filling)").arg(titleOf(0))
                                                                              : titleOf(back);
        row.buckets.resize(std::max(row.buckets.size(), static_cast<std::size_t>(shard) + 1));
        BucketGrid::Bucket &bucket = row.buckets[static_cast<std::size_t>(shard)];
        bucket.key = layout.parts[first + part].key;
        bucket.members = figures.snapshot().parts[first + part];
        const bool isRead =
            head != nullptr && part < head->elements.size() && head->elements[part].element == bucket.key;
        bucket.expiresAt = isRead ? head->elements[part].score : unknownFigure;
        if (back == 0) {
            keys.push_back(bucket.key);
        }
    }
    const auto widest = std::max_element(
        rows.begin(), rows.end(), [](const auto &a, const auto &b) { return a.buckets.size() < b.buckets.size(); });
    for (BucketGrid::Row &row : rows) { // a key without a period has no earlier one
        row.buckets.resize(widest->buckets.size());
    }
    m_shards = keys.size() > 1 ? distinctNames(keys) : QStringList{QString()};
    for (QString &shard : m_shards) {
        shard = shard.isEmpty() ? shard : tr("shard %1").arg(shard);
    }
    m_gridCard->setTitle(periods > mostPeriodsDrawn
                             ? tr("Periods × shards, the newest %1 of %2")
                                   .arg(models::formatCount(mostPeriodsDrawn), models::formatCount(periods))
                             : tr("Periods × shards"));
    m_grid->show(rows, m_shards, m_now);
}

std::vector<TileText> DedupePage::tiles(const Figures &figures) const
{
    double forEver = 0;
    double next = unknownFigure;
    double last = unknownFigure;
    QString nextOf;
    bool isForEver = false;
    for (const BucketGrid::Row &row : m_grid->rows()) {
        for (const BucketGrid::Bucket &bucket : row.buckets) {
            forEver += bucket.isForEver() ? bucket.members : 0;
            isForEver = isForEver || bucket.isForEver();
            if (bucket.expires()) {
                nextOf = !(bucket.expiresAt >= next) ? row.title : nextOf;
                next = std::fmin(next, bucket.expiresAt);
                last = std::fmax(last, bucket.expiresAt);
            }
        }
    }
    const auto inTime = [&](double at) {
        return isKnown(at)
            ? models::formatDuration(std::max(milliseconds(0), milliseconds(std::llround(at)) - figures.now()))
            : models::unknownText();
    };
    TileText buckets = figures.tile(L1("buckets"), {});
    buckets.value = tr("%1 of %2").arg(buckets.value, models::formatCount(figures.layout().partCount));
    TileText missing = figures.tile(L1("withoutTtl"), {});
    if (forEver > 0) {
        missing.note = BucketGrid::membersText(forEver);
    }
    const std::vector<double> sums = m_grid->shardSums();
    TileText skew = figures.tile(L1("skew"));
    if (figures.known(L1("skew")) && sums.size() > 1) {
        skew.value = tr("%1 ×").arg(QLocale().toString(figures.value(L1("skew")), 'f', 1));
        skew.note = m_shards.value(std::max_element(sums.begin(), sums.end()) - sums.begin());
        skew.state = std::max(skew.state, figures.value(L1("skew")) > 2 ? State::Warning : State::Ok);
    }
    TileText soon{tr("next to expire"), inTime(next), nextOf, tr("When the first of the buckets expires."), State::Ok};
    TileText gone{tr("all gone in"),
                  isForEver ? tr("never") : inTime(last),
                  {},
                  tr("When the last of the buckets expires, if nothing more comes."),
                  State::Ok};
    return {figures.tile(L1("members")), buckets, missing, skew, soon, gone};
}

QString DedupePage::description(const Figures &figures) const
{
    return tr("Ids already seen, in %1").arg(keyNames(figures.definition(), L1("bucket")));
}

void DedupePage::reset()
{
    m_sampling->forget();
    m_lookUp->forget();
    m_sampled.clear();
    m_grid->choose({});
    m_answer->setText(tr("Looks in every bucket shown."));
}

/// The fullest shard, and what the others have on average: all of their periods together.
std::vector<TimeChart::Line> DedupePage::lines(const Figures &figures) const
{
    const std::vector<double> sums = m_grid->shardSums();
    const auto hottest = std::max_element(sums.begin(), sums.end()) - sums.begin();
    const models::Series all = figures.series(L1("members"), m_chart->reach());
    if (sums.size() < 2) {
        return {{tr("members"), all, 0, true}};
    }
    models::Series hot;
    for (std::size_t part = 0; part < m_slots.size() && part < static_cast<std::size_t>(figures.layout().partCount);
         ++part) {
        if (m_slots[part].shard != hottest) {
            continue;
        }
        const auto at = static_cast<std::size_t>(figures.layout().firstPart) + part;
        const models::Series one = figures.history().part(at, m_chart->reach());
        if (hot.points.empty()) {
            hot = one;
            continue;
        }
        hot = combined(hot, one, std::plus<>());
    }
    const auto count = static_cast<double>(sums.size() - 1);
    // Shards are in memory alone: there is no mean of the others before that.
    models::Series others = combined(all, hot, [count](double every, double one) { return (every - one) / count; });
    const int colour = figures.value(L1("skew")) > 2 ? 3 : 1;
    return {{m_shards.value(hottest), std::move(hot), colour, false},
            {tr("%1 others, mean").arg(models::formatCount(count)), std::move(others), 0, false}};
}

void DedupePage::refresh(const Figures &figures)
{
    showGrid(figures);
    m_chart->setTitle(m_shards.size() > 1 ? tr("Members by shard") : tr("Members"));
    m_chart->setLines(lines(figures), figures.now());
    if (m_grid->chosen() == nullptr) { // the bucket that needs attention first, else the one being filled
        QByteArray first;
        for (const BucketGrid::Row &row : m_grid->rows()) {
            for (const BucketGrid::Bucket &bucket : row.buckets) {
                first = first.isEmpty() && bucket.isForEver() ? bucket.key : first;
            }
        }
        if (first.isEmpty() && !m_grid->rows().empty() && !m_grid->rows().front().buckets.empty()) {
            first = m_grid->rows().front().buckets.front().key;
        }
        m_grid->choose(first);
    }
    showDetail();
}

void DedupePage::showDetail()
{
    const BucketGrid::Bucket *bucket = m_grid->chosen();
    m_key->setText(bucket == nullptr ? QString() : printable(bucket->key, 200));
    if (bucket == nullptr) {
        return;
    }
    QStringList facts{BucketGrid::membersText(bucket->members)};
    if (bucket->isForEver()) {
        facts.append(tr("Never expires: it was added to, but its expiry was not set."));
    } else if (bucket->expires()) {
        facts.append(
            tr("Expires in %1.").arg(models::formatDuration(milliseconds(std::llround(bucket->expiresAt)) - m_now)));
    } else if (bucket->members == 0) {
        facts = {tr("It does not exist: nothing was added, or it has expired.")};
    }
    if (bucket->isThere()) {
        facts.append(tr("Purging it lets its ids through again."));
    }
    m_facts->setText(facts.join(QLatin1Char('\n')));
    for (OfferAction *action : {m_setExpiry, m_drop}) {
        Offer offer = action->offer();
        offer.request.workspace = place().workspace;
        offer.request.collection = place().collection;
        offer.request.target = bucket->key;
        offer.request.onlyMissing = action == m_setExpiry && bucket->isForEver();
        offer.missing = bucket->isThere() ? QString() : tr("This bucket does not exist.");
        action->setOffer(std::move(offer));
    }
    if (std::exchange(m_sampled, bucket->key) != bucket->key) {
        m_sampling->forget();
        m_sample->clear();
    }
    if (bucket->isThere()) {
        m_sampling->keep(place(), SampleQuery{sampled, bucket->key});
    } else {
        m_sample->clear();
    }
}

void DedupePage::showMember(const MemberAnswer &answer)
{
    const QString name = models::elementText(answer.member, longestDedupeMember);
    m_answer->setText(answer.found ? tr("“%1” was seen before.").arg(name)
                                   : tr("“%1” is in none of these buckets.").arg(name));
}

void DedupePage::showSample(const ElementsPage &page)
{
    QStringList names;
    for (const Element &element : page.elements) {
        names.append(models::elementText(element.element, longestDedupeMember));
    }
    m_sample->setText(names.isEmpty() ? QString() : tr("Random sample: %1").arg(names.join(QStringLiteral(", "))));
}

} // namespace plimsoll::views

#include "dedupepage.moc"
