// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/elementtext.h"
#include "models/text/format.h"
#include "models/rows/foundkeysmodel.h"
#include "redis/types/browse.h"
#include "redis/types/plural.h"
#include "redis/types/printable.h"
#include "views/charts/barchart.h"
#include "views/collection/collectionpage.h"
#include "views/kinds/foundtable.h"
#include "views/kinds/foundwords.h"
#include "views/kinds/kindparts.h"
#include "views/kinds/windowstrip.h"
#include "views/operations/offeraction.h"
#include "views/page/question.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/card.h"
#include "views/widgets/oneline.h"
#include "views/widgets/plainlabel.h"
#include "views/widgets/userinteracting.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll::views {

/// Page of a rate limiter: usage of the limit, limited subjects, and the entries of one subject by time. GUI thread.
class RatelimitPage final : public CollectionPage {
    Q_OBJECT

public:
    explicit RatelimitPage(const PageContext &context, QWidget *parent = nullptr);

    void setFilter(const QString &text) override;
    [[nodiscard]] QString filterText() const override { return m_filter; }

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    void reset() override;
    void refresh(const Figures &figures) override;

private:
    [[nodiscard]] Card *makeSubjects();
    [[nodiscard]] Card *makeDetail();
    void showUse(const KeysFound &found);
    void showSubjects(const std::shared_ptr<const KeysFound> &found);
    void choose(const QByteArray &key);
    void filter();
    [[nodiscard]] QString shownText(const KeysFound &found) const;
    [[nodiscard]] bool belongs(const FoundKey &key) const;
    void find();
    void showDetail();
    void askEntries();
    void showEntries(const ElementsPage &page);
    void sayUnread(const QString &why);
    void forgetEntries();
    [[nodiscard]] QStringList facts(const FoundKey *key) const;
    void updateOffers(double inWindow, double outside);

    BarChart *m_use;
    TimeChart *m_course;
    models::FoundKeysModel *m_model;
    TableView *m_table = nullptr;
    Card *m_subjects = nullptr;
    QComboBox *m_which = nullptr;
    QLabel *m_seen = nullptr;
    QLineEdit *m_field = nullptr;
    QLabel *m_name = nullptr;
    QLabel *m_facts = nullptr;
    WindowStrip *m_strip = nullptr;
    OfferAction *m_prune = nullptr;
    OfferAction *m_resetSubject = nullptr;
    Question *m_entries;
    QByteArray m_key; ///< key of the displayed subject
    QByteArray m_picked; ///< key the user selected; empty: the first is shown
    QString m_filter;
    std::shared_ptr<const KeysFound> m_found; ///< newest
    double m_endless = unknownFigure; ///< number of subjects without expiry
    std::vector<double> m_times; ///< times of its entries
    qint64 m_timeless = 0; ///< number of entries read whose scores are no times
    std::optional<qint64> m_stored; ///< number of entries; nullopt: not read
    QString m_unread; ///< error of the last read
    std::chrono::milliseconds m_now{};
};

namespace {

using models::FoundKeysModel;
using std::chrono::milliseconds;
using SubjectColumn = FoundKeysModel::Column;

constexpr std::array ratelimitColumns{FoundKeysModel::Shown{SubjectColumn::Id, QT_TRANSLATE_NOOP("found", "subject")},
                                      FoundKeysModel::Shown{SubjectColumn::Used},
                                      FoundKeysModel::Shown{SubjectColumn::Count},
                                      FoundKeysModel::Shown{SubjectColumn::Refused},
                                      FoundKeysModel::Shown{SubjectColumn::Outside},
                                      FoundKeysModel::Shown{SubjectColumn::FreeAt},
                                      FoundKeysModel::Shown{SubjectColumn::Expires}};

// clang-format off
constexpr std::array ratelimitOffers{
    Offered{.name = L1("prune"), .action = Action::Trim, .state = {}, .figure = L1("outside"), .role = L1("subject"), .where = Offered::Button, .title = QT_TRANSLATE_NOOP("kinds", "Prune %1 outside…"), .missing = QT_TRANSLATE_NOOP("kinds", "No entry is older than the window."), .onlyOutside = true}};
constexpr std::array ratelimitLimits{LimitView{L1("limited"), 10, 100}, LimitView{L1("outside"), 10'000, 100'000}};
// clang-format on

constexpr int entriesDrawn = 1'000;
constexpr qsizetype longestSubjectKey = 40;
constexpr int stretches = 10;

double callsAllowed(const CollectionDefinition &definition)
{
    const std::optional<qint64> limit = definition.integer(L1("limit"));
    return limit ? static_cast<double>(*limit) : unknownFigure;
}

milliseconds windowOf(const CollectionDefinition &definition)
{
    return *definition.duration(L1("window")); // it has a fallback
}

} // namespace

extern const KindView ratelimitView;
constinit const KindView ratelimitView{
    .kind = L1("ratelimit"), .makePage = makePage<RatelimitPage>, .offers = ratelimitOffers, .limits = ratelimitLimits};

RatelimitPage::RatelimitPage(const PageContext &pageContext, QWidget *parent)
    : CollectionPage(pageContext, parent),
      m_use(new BarChart(tr("Subjects by use of the limit"), pageContext.theme, this)),
      m_course(addChart(tr("At the limit"), QStringLiteral("limitedChart"))),
      m_model(new FoundKeysModel(ratelimitColumns, this)), m_entries(new Question(pageContext.host, this))
{
    m_use->setObjectName(QStringLiteral("useChart"));
    m_entries->tell(this, &RatelimitPage::showEntries);
    connect(m_entries, &Question::failed, this, &RatelimitPage::sayUnread);
    auto *left = new QVBoxLayout;
    left->setSpacing(metrics::cardGap);
    left->addWidget(m_use, 1);
    left->addWidget(m_course, 1);
    auto *row = new QHBoxLayout;
    row->setSpacing(metrics::cardGap);
    row->addLayout(left, 2);
    row->addWidget(makeSubjects(), 4);
    content()->addLayout(row, 1);
    content()->addWidget(makeDetail());
}

Card *RatelimitPage::makeSubjects()
{
    m_subjects = new Card(context().theme, this);
    m_subjects->setFlush();
    m_table = makeFoundTable(m_model, context().theme, QStringLiteral("subjects"), this);
    m_table->setAccessibleName(tr("Subjects"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setWideColumn(0);
    m_table->setHideableFrom(4);
    m_table->setUnsortedReason(tr("Fullest first; these are read with every poll."));
    connect(m_table, &TableView::currentMoved, this, [this](const QModelIndex &index) {
        if (index.isValid()) {
            m_picked = index.data(FoundKeysModel::IdRole).toByteArray();
            choose(m_picked);
        }
    });
    m_field = new QLineEdit(m_subjects);
    m_field->setObjectName(QStringLiteral("subjectField"));
    keepToOneLine(m_field);
    m_field->setPlaceholderText(tr("Find a subject: exact id, then Enter"));
    m_field->setAccessibleName(tr("Subject to look at"));
    m_field->setClearButtonEnabled(true);
    connect(m_field, &QLineEdit::returnPressed, this, &RatelimitPage::find);
    m_which = new QComboBox(m_subjects);
    m_which->setObjectName(QStringLiteral("subjectChooser"));
    m_which->setAccessibleName(tr("Which subjects"));
    m_which->addItem(tr("all"), QString());
    m_which->addItem(tr("at the limit"), QStringLiteral("limited"));
    m_which->addItem(tr("without expiry"), QStringLiteral("withoutTtl"));
    m_which->addItem(tr("with entries outside"), QStringLiteral("outside"));
    connect(m_which, &QComboBox::currentIndexChanged, this, [this] { filter(); });
    m_seen = plainLabel(m_subjects, QStringLiteral("seenOf"), "secondary");
    m_seen->setWordWrap(true);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(2 * metrics::step, 2 * metrics::step, 2 * metrics::step, metrics::step);
    head->setSpacing(metrics::cardGap);
    head->addWidget(m_which);
    head->addWidget(m_field, 1);
    head->addWidget(m_seen, 1);
    m_subjects->body()->addLayout(head);
    m_subjects->body()->addWidget(m_table, 1);
    m_subjects->setMinimumHeight(Px(190));
    return m_subjects;
}

Card *RatelimitPage::makeDetail()
{
    auto *card = new Card(context().theme, this);
    m_name = plainLabel(card, QStringLiteral("subjectName"), "mono");
    m_facts = plainLabel(card, QStringLiteral("subjectFacts"), "secondary");
    m_facts->setWordWrap(true);
    m_strip = new WindowStrip(context().theme, card);
    const auto offer = [this](const char *name, Action action, bool isDestructive) {
        Offer made;
        made.name = QLatin1String(name);
        made.request.action = action;
        made.destructive = isDestructive;
        made.title = action == Action::Purge ? tr("Reset…") : tr("Prune…");
        made.missing = tr("Select a subject first.");
        return new OfferAction(std::move(made), context(), this);
    };
    m_prune = offer("pruneSubject", Action::Trim, false);
    m_resetSubject = offer("resetSubject", Action::Purge, true);
    auto *head = new QHBoxLayout;
    head->setSpacing(2 * metrics::step);
    head->addWidget(m_name);
    head->addWidget(m_facts, 1);
    for (OfferAction *action : {m_prune, m_resetSubject}) {
        auto *button = new QPushButton(card);
        action->drive(button);
        button->setVisible(context().gate != nullptr);
        head->addWidget(button);
    }
    card->body()->addLayout(head);
    card->body()->addWidget(m_strip);
    return card;
}

std::vector<TileText> RatelimitPage::tiles(const Figures &figures) const
{
    const KeysFound *found = figures.row().found.get();
    const double limit = callsAllowed(figures.definition());
    const double subjects = figures.value(L1("subjects"));
    TileText all = figures.tile(L1("subjects"), found == nullptr ? QString() : seenText(*found));
    TileText limited = figures.tile(L1("limited"), {});
    if (figures.known(L1("limited")) && subjects > 0) {
        limited.note =
            tr("%1 % of subjects").arg(QLocale().toString(figures.value(L1("limited")) / subjects * 100, 'f', 1));
    }
    TileText busiest = figures.tile(L1("busiest"), {});
    if (isKnown(limit) && figures.known(L1("busiest"))) {
        busiest.note = tr("limit %1 in %2")
                           .arg(models::formatCount(limit), models::formatDuration(windowOf(figures.definition())));
    }
    TileText refused = figures.tile(L1("refusedPerMinute"), {});
    if (figures.known(L1("refusedPerMinute"))) {
        refused.help += QLatin1Char('\n')
            + tr("How much all counters rose together since they were read 30 to 60 s ago, or first seen.");
    }
    std::vector<TileText> tiles{
        all, limited, refused, busiest, figures.tile(L1("outside"), {}), figures.tile(L1("withoutTtl"), {})};
    if (found != nullptr && found->unread > 0) {
        tiles[1].note = unreadText(*found);
    }
    return tiles;
}

QString RatelimitPage::description(const Figures &figures) const
{
    const double limit = callsAllowed(figures.definition());
    const QString window = models::formatDuration(windowOf(figures.definition()));
    const QString keys = keyNames(figures.definition(), L1("subject"));
    return isKnown(limit) ? tr("%1 in %2 for each subject of %3").arg(models::formatCount(limit), window, keys)
                          : tr("Entries of %1 for each subject of %2").arg(window, keys);
}

void RatelimitPage::reset()
{
    m_model->apply(nullptr, {});
    m_key.clear();
    m_picked.clear();
    m_found.reset();
    m_which->setCurrentIndex(0);
    m_filter.clear();
    m_field->clear();
    forgetEntries();
}

void RatelimitPage::setFilter(const QString &text)
{
    m_filter = text;
    filter();
}

/// True if the key is in the chosen group, as counted by the tiles.
bool RatelimitPage::belongs(const FoundKey &key) const
{
    const QString which = m_which->currentData().toString();
    return which.isEmpty() || (which == L1("limited") && key.count >= callsAllowed(definition()))
        || (which == L1("withoutTtl") && std::isinf(key.expiresAt)) || (which == L1("outside") && key.outside > 0);
}

/// Number of rows in the table that belong to the chosen group.
QString RatelimitPage::shownText(const KeysFound &found) const
{
    const QString which = m_which->currentData().toString();
    if (which.isEmpty()) {
        return firstText(found);
    }
    const auto shown =
        std::count_if(found.first.begin(), found.first.end(), [this](const FoundKey &key) { return belongs(key); });
    if (static_cast<qint64>(found.first.size()) >= found.seen) {
        return models::formatCount(shown);
    }
    return which == L1("outside") ? tr("%1, of the fullest and those with most outside").arg(models::formatCount(shown))
        : which == L1("withoutTtl") && m_endless > 0
        ? tr("%1 of %2").arg(models::formatCount(shown), models::formatCount(m_endless))
        : models::formatCount(shown);
}

void RatelimitPage::filter()
{
    // Only listed subjects are filtered; the search field finds any.
    filterFound(*m_table, *m_model, m_filter, [this](const FoundKey &key) { return belongs(key); });
    if (m_found != nullptr) {
        m_seen->setText(shownText(*m_found));
    }
    if (m_model->rowOf(m_key) >= 0 && !isShown(*m_table, *m_model, m_key)) {
        const FoundKey *first = firstShown(*m_table, *m_model);
        m_picked.clear();
        choose(first == nullptr ? QByteArray() : first->key);
    }
}

void RatelimitPage::find()
{
    const QByteArray id = m_field->text().toUtf8();
    const RoleKeys *role = definition().role(L1("subject"));
    for (const QByteArray &text : role->templates) {
        const Result<KeyTemplate> parsed = KeyTemplate::parse(text);
        if (!id.isEmpty() && parsed && (parsed->hasId() || text == id)) {
            m_picked = parsed->expandOne(m_now, id);
            choose(m_picked);
            m_table->setCurrentIndex(m_model->index(m_model->rowOf(m_key), 0));
            return;
        }
    }
}

void RatelimitPage::choose(const QByteArray &key)
{
    if (key != m_key) {
        m_key = key;
        forgetEntries();
    }
    showDetail();
    askEntries();
}

void RatelimitPage::showUse(const KeysFound &found)
{
    std::vector<BarChart::Bar> bars;
    for (std::size_t i = 0; i < found.bars.size(); ++i) {
        bars.push_back({found.bars[i],
                        i + 1 == found.bars.size() ? tr("at the limit")
                                                   : tr("%1 % to %2 % of the limit")
                                                         .arg(QString::number(100 / stretches * i),
                                                              QString::number(100 / stretches * (i + 1)))});
    }
    const double each = 1.0 / std::max<double>(1, static_cast<double>(bars.size()));
    std::vector<models::AxisTick> axis;
    for (int tenth = 0; tenth < stretches; tenth += 2) {
        axis.push_back({each * (tenth + 0.5), tr("%1 %").arg(100 / stretches * tenth)});
    }
    axis.push_back({each * (stretches + 0.5), tr("full")});
    m_use->setEmptyText(bars.empty()          ? tr("The workspace sets no limit (options.limit).")
                            : found.isWhole() ? tr("No calls were allowed lately.")
                                              : tr("Not all keys have been scanned yet."));
    m_use->setBars(bars, axis);
}

void RatelimitPage::showSubjects(const std::shared_ptr<const KeysFound> &found)
{
    m_model->apply(found->first.empty() ? nullptr : found, m_now, callsAllowed(definition()),
                   isUserInteracting(m_table));
    m_found = found;
    filterFound(*m_table, *m_model, m_filter, [this](const FoundKey &key) { return belongs(key); });
    m_seen->setText(shownText(*found));
}

void RatelimitPage::refresh(const Figures &figures)
{
    m_now = figures.now();
    m_course->setTitle(figures.known(L1("refusedPerMinute")) ? tr("At the limit, refused per minute")
                                                             : tr("At the limit"));
    m_course->setLimits(figures.limits(L1("limited")));
    std::vector<TimeChart::Line> lines{{tr("at the limit"), figures.series(L1("limited"), m_course->reach()), 0, true}};
    if (figures.known(L1("refusedPerMinute"))) {
        lines.push_back({tr("refused"), figures.series(L1("refusedPerMinute"), m_course->reach()), 4, false});
    }
    m_course->setLines(std::move(lines), m_now);
    const std::shared_ptr<const KeysFound> found = figures.row().found;
    if (found == nullptr) {
        return;
    }
    m_endless = figures.value(L1("withoutTtl"));
    showUse(*found);
    showSubjects(found);
    if (const FoundKey *first = firstShown(*m_table, *m_model); m_key.isEmpty() && first != nullptr) {
        m_key = first->key; // who is nearest to the limit
    }
    showDetail();
    askEntries();
}

QStringList RatelimitPage::facts(const FoundKey *key) const
{
    QStringList facts;
    if (key != nullptr && key->count >= callsAllowed(definition())) {
        facts.append(models::atLimitText(*key, m_now));
    }
    if (key != nullptr && isKnown(key->refused)) {
        facts.append(key->refused == 1 ? tr("refused once so far")
                                       : tr("refused %1 times so far", nullptr, pluralOf(std::llround(key->refused)))
                                             .arg(models::formatCount(key->refused)));
    }
    if (key != nullptr && std::isinf(key->expiresAt)) {
        facts.append(tr("never expires"));
    }
    if (!m_unread.isEmpty()) {
        facts.append(tr("its entries could not be read: %1").arg(m_unread));
    } else if (key == nullptr && !m_key.isEmpty() && !m_stored) {
        facts.append(tr("Loading…"));
    } else if (key == nullptr && m_stored == 0) {
        facts.append(tr("no entries: the key does not exist"));
    }
    if (m_timeless > 0) {
        facts.append(m_timeless == 1 ? tr("the score of 1 entry is not a time")
                                     : tr("the scores of %1 entries are not times", nullptr, pluralOf(m_timeless))
                                           .arg(models::formatCount(m_timeless)));
    }
    return facts;
}

/// Shows the selected subject. One not read yet is shown neither as present nor as gone.
void RatelimitPage::showDetail()
{
    const int row = m_model->rowOf(m_key);
    const FoundKey *key = row < 0 ? nullptr : &m_model->rows()[static_cast<std::size_t>(row)];
    const milliseconds window = windowOf(definition());
    m_name->setText(printable(m_key, longestSubjectKey));
    m_name->setToolTip(printable(m_key));
    double outside = key != nullptr ? key->outside : unknownFigure;
    double inWindow = key != nullptr ? key->count : unknownFigure;
    if (!isKnown(inWindow) && m_stored == std::ssize(m_times)) { // all of them were read
        const double edge = static_cast<double>((m_now - window).count());
        inWindow = static_cast<double>(
            std::count_if(m_times.begin(), m_times.end(), [edge](double time) { return time > edge; }));
        outside = static_cast<double>(*m_stored) - inWindow;
    }
    QStringList said = facts(key);
    if (!m_key.isEmpty() && m_key != m_picked && context().gate != nullptr && inWindow + outside > 0) {
        said.append(tr("select the row to prune or reset"));
    }
    m_facts->setText(said.join(QStringLiteral(" · ")));
    const auto countText = [](double count) {
        return isKnown(count) ? models::formatCount(count) : models::unknownText();
    };
    const double limit = callsAllowed(definition());
    const QString most = models::formatCount(limit);
    m_strip->show(m_times, m_now, window,
                  !isKnown(limit)        ? tr("in the window: %1").arg(countText(inWindow))
                      : inWindow > limit ? tr("in the window: %1, limit %2").arg(countText(inWindow), most)
                                         : tr("in the window: %1 of %2").arg(countText(inWindow), most),
                  tr("outside, still stored: %1").arg(countText(outside)));
    updateOffers(inWindow, outside);
}

void RatelimitPage::updateOffers(double inWindow, double outside)
{
    const double stored = isKnown(inWindow + outside) ? inWindow + outside
        : m_stored                                    ? static_cast<double>(*m_stored)
                                                      : unknownFigure;
    const QString unread = m_unread.isEmpty() ? tr("The entries of this subject have not been read yet.")
                                              : tr("Its entries could not be read: %1").arg(m_unread);
    for (OfferAction *action : {m_prune, m_resetSubject}) {
        Offer offer = action->offer();
        offer.request.workspace = place().workspace;
        offer.request.collection = place().collection;
        offer.request.state = action == m_resetSubject ? QStringLiteral("subject") : QString();
        offer.request.target = m_key;
        offer.missing = m_key.isEmpty()       ? tr("Select a subject first.")
            : !isKnown(stored)                ? unread
            : stored > 0 && m_key != m_picked ? tr("Select a subject first.") // the first is shown by itself
            : stored > 0                      ? QString()
                                              : tr("This subject has no entries.");
        if (action == m_prune) {
            offer.request.olderThan = windowOf(definition());
            offer.title = outside > 0 ? tr("Prune %1 outside…").arg(models::formatCount(outside)) : tr("Prune…");
            if (offer.missing.isEmpty() && outside == 0) {
                offer.missing = tr("None of its entries is older than the window.");
            }
        }
        action->setOffer(std::move(offer));
    }
}

void RatelimitPage::askEntries()
{
    if (!m_key.isEmpty()) {
        ElementsQuery query;
        query.key = m_key;
        query.limit = entriesDrawn;
        m_entries->keep(place(), query);
    }
}

void RatelimitPage::forgetEntries()
{
    m_times.clear();
    m_timeless = 0;
    m_stored.reset();
    m_unread.clear();
    m_entries->forget();
}

void RatelimitPage::sayUnread(const QString &why)
{
    m_times.clear();
    m_timeless = 0;
    m_stored.reset();
    m_unread = why;
    showDetail();
}

void RatelimitPage::showEntries(const ElementsPage &page)
{
    m_times.clear();
    m_stored = page.total;
    m_unread.clear();
    for (const Element &element : page.elements) {
        if (element.due) {
            m_times.push_back(static_cast<double>(element.due->count()));
        }
    }
    m_timeless = std::ssize(page.elements) - std::ssize(m_times);
    showDetail();
}

} // namespace plimsoll::views

#include "ratelimitpage.moc"
