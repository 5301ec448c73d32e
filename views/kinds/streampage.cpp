// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/alerttext.h"
#include "models/text/atleast.h"
#include "models/text/format.h"
#include "models/rows/streammodels.h"
#include "redis/types/elementstate.h"
#include "redis/types/plural.h"
#include "redis/types/printable.h"
#include "views/collection/collectionpage.h"
#include "views/collection/elementspanel.h"
#include "views/kinds/kindparts.h"
#include "views/operations/consumerfield.h"
#include "views/operations/offers.h"
#include "views/operations/operationgate.h"
#include "views/page/question.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/plainlabel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QVBoxLayout>
#include <QVariant>

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace plimsoll::views {

/// Page of a stream: groups with their lag, consumers and pending entries of a selected group, and the stream's entries
/// in both orders, from any time on. GUI thread.
class StreamPage final : public CollectionPage {
    Q_OBJECT

public:
    explicit StreamPage(const PageContext &context, QWidget *parent = nullptr);

protected:
    [[nodiscard]] std::vector<TileText> tiles(const Figures &figures) const override;
    [[nodiscard]] QString description(const Figures &figures) const override;
    [[nodiscard]] QString unrecordedText() const override;
    void reset() override;
    void refresh(const Figures &figures) override;
    void narrow(CollectionOffers &offers) const override;
    void setOld(bool old) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    [[nodiscard]] Card *makeGroups();
    [[nodiscard]] Card *makeConsumers();
    static void addButtons(Card &card, std::initializer_list<QPushButton *> buttons);
    void showAnswer(const StreamAnswer &answer);
    void sayUnread(const QString &why);
    [[nodiscard]] QString whyNothing() const;
    [[nodiscard]] std::pair<qint64, qint64> claimable(const StreamGroup &group) const;
    [[nodiscard]] QString whyNoReleaseOfAll() const;
    void showAge();
    void sayState();
    void sayPace(const Figures &figures);
    void chooseGroup(const QByteArray &group);
    void acceptGroup();
    void updateButtons();
    [[nodiscard]] OperationRequest requestOf(Action action) const;
    [[nodiscard]] const StreamConsumer *chosenConsumer() const;
    void claimChosen();
    void setLastId();
    void removeChosen();

    ElementsPanel *m_entries;
    models::StreamGroupsModel *m_groups;
    models::StreamConsumersModel *m_consumers;
    TableView *m_groupTable;
    TableView *m_consumerTable;
    QPushButton *m_claim;
    std::pair<QByteArray, QByteArray> m_offeredFor; ///< group and consumer that m_claim is about; empty: none
    bool m_isGiver = false; ///< it gives away what it holds: it looked dead when it was selected
    QPushButton *m_remove;
    QPushButton *m_setLastId;
    ElidedLabel *m_state; ///< status of the two tables, in a line of its own that is always there
    ElidedLabel *m_pace; ///< entries added and acknowledged a minute
    QLabel *m_dead; ///< number of dead consumers
    Card *m_groupCard;
    Card *m_consumerCard;
    KnownConsumers *m_known; ///< consumers offered by dialogs
    Question *m_question;
    std::chrono::milliseconds m_readAt{}; ///< server time of the tables; 0: nothing shown yet
    QString m_unread; ///< error of the last refresh
    QByteArray m_group; ///< selected group; empty: m_missed where it is back, else the first
    QByteArray m_missed; ///< group that was selected and no longer exists, until another is chosen; empty: none
    std::chrono::milliseconds m_missedAt{}; ///< server time of the first answer without it
    bool m_isShowing = false; ///< the table changes: nobody chooses
};

namespace {

using models::StreamConsumersModel;
using models::StreamGroupsModel;

constexpr int mostGroupRows = 4; // of the two upper tables, then they scroll
constexpr int rowsWhereLow = 3; // so that entries have room
constexpr Px lowPage{700};
constexpr Px leastBeside{24}; // of a figure, in its column
constexpr qsizetype longestInButton = 24;
constexpr L1 everyEntry("stream");
constexpr Px leastWide{60}; // of names, and of the trend where there is room for it: numbers are never cut

constexpr std::array streamColumns{Shown{Column::Job, QT_TRANSLATE_NOOP("elements", "entry")},
                                   Shown{Column::State},
                                   Shown{Column::Consumer},
                                   Shown{Column::Idle},
                                   Shown{Column::Attempts, QT_TRANSLATE_NOOP("elements", "delivered")},
                                   Shown{Column::Fields}};

/// "196", without a unit.
QString paceText(const Figures &figures, L1 figure)
{
    return models::atLeastText(models::formatCount(std::round(figures.value(figure))), figures.isAtLeast(figure));
}

constexpr L1 neutral(neutralConsumer.data(), neutralConsumer.size());

// clang-format off
constexpr RowOffer claim{L1("claim"), Action::Requeue, QT_TRANSLATE_NOOP("kinds", "Claim…"), QT_TRANSLATE_NOOP("kinds", "Claim all…")};
constexpr RowOffer release{L1("release"), Action::Requeue, QT_TRANSLATE_NOOP("kinds", "Release"), QT_TRANSLATE_NOOP("kinds", "Release all…"), neutral};
constexpr RowOffer acknowledge{L1("acknowledge"), Action::Acknowledge, QT_TRANSLATE_NOOP("kinds", "Acknowledge…"), QT_TRANSLATE_NOOP("kinds", "Acknowledge all…")};
constexpr RowOffer again{L1("again"), Action::RequeueDead, QT_TRANSLATE_NOOP("kinds", "Add again…"), QT_TRANSLATE_NOOP("kinds", "Add all again…")};
constexpr std::array streamRows{claim, release, acknowledge, jobs::deadLetter, again};
constexpr auto staleFrom = QT_TRANSLATE_NOOP("kinds", "stale from");
constexpr std::array streamStates{
    StateView{.id = L1("pending"), .role = L1("stream"), .title = QT_TRANSLATE_NOOP("kinds", "pending"), .figure = L1("pending"),
              .emptyHeading = QT_TRANSLATE_NOOP("kinds", "Nothing is pending"),
              .emptyText = QT_TRANSLATE_NOOP("kinds", "An entry is pending from when a consumer gets it (XREADGROUP) until it acknowledges it (XACK)."),
              .offers = streamRows, .due = staleFrom},
    StateView{.id = L1("stale"), .role = L1("stream"), .title = QT_TRANSLATE_NOOP("kinds", "stale"), .figure = L1("stale"),
              .emptyHeading = QT_TRANSLATE_NOOP("kinds", "No entry is stale"),
              .emptyText = QT_TRANSLATE_NOOP("kinds", "A pending entry turns stale when its consumer dies or hangs: it was delivered longer ago than staleAfter."),
              .offers = streamRows, .due = staleFrom},
    StateView{.id = L1("poison"), .role = L1("stream"), .title = QT_TRANSLATE_NOOP("kinds", "poison"), .figure = L1("poison"),
              .emptyHeading = QT_TRANSLATE_NOOP("kinds", "No entry is poison"),
              .emptyText = QT_TRANSLATE_NOOP("kinds", "An entry that was delivered more often than maxDeliveries and never acknowledged makes every consumer fail."),
              .offers = streamRows, .due = staleFrom},
    StateView{.id = everyEntry, .role = L1("stream"), .title = QT_TRANSLATE_NOOP("kinds", "entries, newest first"), .figure = L1("length"),
              .emptyHeading = QT_TRANSLATE_NOOP("kinds", "No entry here"),
              .emptyText = QT_TRANSLATE_NOOP("kinds", "The toolbar's filter accepts an id or a time to start at, such as 2026-11-23T12:00, or text to search for in all fields."),
              .byCursor = true},
    StateView{.id = L1("oldest"), .role = L1("stream"), .title = QT_TRANSLATE_NOOP("kinds", "entries, oldest first"), .figure = L1("length"),
              .emptyHeading = QT_TRANSLATE_NOOP("kinds", "No entry here"),
              .emptyText = QT_TRANSLATE_NOOP("kinds", "The toolbar's filter accepts an id or a time to start at, such as 2026-11-23T12:00, or text to search for in all fields."),
              .byCursor = true},
    StateView{.id = L1("dead"), .role = L1("dead"), .title = QT_TRANSLATE_NOOP("kinds", "dead letters"),
              .emptyHeading = QT_TRANSLATE_NOOP("kinds", "No dead letters"),
              .emptyText = QT_TRANSLATE_NOOP("kinds", "Dead-lettered entries are added to the dead stream."),
              .byCursor = true}};
constexpr auto claimStale = QT_TRANSLATE_NOOP("kinds", "Claim %1 stale");
constexpr auto claimReleased = QT_TRANSLATE_NOOP("kinds", "Claim %1 released");
constexpr auto noneStale = QT_TRANSLATE_NOOP("kinds", "No entry is stale now: no consumer is overdue.");
constexpr auto nonePoison = QT_TRANSLATE_NOOP("kinds", "No entry was delivered too often.");
constexpr Offered releaseAll{L1("releaseAll"), Action::Requeue, L1("stale"), L1("stale"), L1("stream"), Offered::Menu, QT_TRANSLATE_NOOP("kinds", "Release all stale of all groups…"), noneStale, false, false, neutral};
constexpr std::array streamOffers{
    Offered{L1("requeue"), Action::Requeue, L1("stale"), L1("stale"), L1("stream"), Offered::Button, claimStale, noneStale},
    Offered{L1("deadLetter"), Action::DeadLetter, L1("poison"), L1("poison"), L1("dead"), Offered::Button, QT_TRANSLATE_NOOP("kinds", "Dead-letter %1 poison…"), nonePoison},
    Offered{L1("trim"), Action::Trim, {}, L1("length"), L1("stream"), Offered::Button, QT_TRANSLATE_NOOP("kinds", "Trim…"), noneThere},
    Offered{L1("release"), Action::Requeue, L1("stale"), L1("stale"), L1("stream"), Offered::Menu, QT_TRANSLATE_NOOP("kinds", "Release all stale…"), noneStale, false, false, neutral},
    releaseAll,
    Offered{L1("again"), Action::RequeueDead, L1("poison"), L1("poison"), L1("stream"), Offered::Menu, QT_TRANSLATE_NOOP("kinds", "Add all poison again…"), nonePoison},
    Offered{L1("acknowledgePoison"), Action::Acknowledge, L1("poison"), L1("poison"), L1("stream"), Offered::Menu, QT_TRANSLATE_NOOP("kinds", "Acknowledge all poison…"), nonePoison}};
constexpr std::array streamLimits{jobs::staleLimit, LimitView{L1("poison"), 1, 25}, LimitView{L1("lag"), 10'000, 100'000}};
// clang-format on

} // namespace

extern const KindView streamView;
constinit const KindView streamView{.kind = L1("stream"),
                                    .makePage = makePage<StreamPage>,
                                    .states = streamStates,
                                    .offers = streamOffers,
                                    .limits = streamLimits,
                                    .dead = L1("dead")};

StreamPage::StreamPage(const PageContext &pageContext, QWidget *parent)
    : CollectionPage(pageContext, parent),
      m_entries(new ElementsPanel(streamColumns, QStringLiteral("stream"), pageContext, this)),
      m_groups(new StreamGroupsModel(this)), m_consumers(new StreamConsumersModel(this)),
      m_groupTable(new TableView(pageContext.theme, this)), m_consumerTable(new TableView(pageContext.theme, this)),
      m_claim(new QPushButton(tr("Assign stale to it…"), this)), m_remove(new QPushButton(tr("Remove…"), this)),
      m_setLastId(new QPushButton(tr("Set last id…"), this)), m_state(new ElidedLabel(this)),
      m_pace(new ElidedLabel(this)), m_dead(plainLabel(this, QStringLiteral("deadConsumers"), "small")),
      m_groupCard(makeGroups()), m_consumerCard(makeConsumers()),
      m_known(new KnownConsumers(pageContext.operations, this)), m_question(new Question(pageContext.host, this))
{
    m_question->tell(this, &StreamPage::showAnswer);
    connect(m_question, &Question::failed, this, &StreamPage::sayUnread);
    m_state->setObjectName(QStringLiteral("groupsState"));
    m_state->setProperty("role", QStringLiteral("secondary"));
    QSizePolicy policy = m_state->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // nothing below moves when there is something to say
    m_state->setSizePolicy(policy);
    auto *who = new QHBoxLayout;
    who->setSpacing(metrics::cardGap);
    who->addWidget(m_groupCard, 9); // by what numbers up to a million need in each
    who->addWidget(m_consumerCard, 7);
    m_entries->setMinimumHeight(Px(180));
    addPanel(m_entries);
    auto *all = new QVBoxLayout;
    all->setSpacing(metrics::step / 2); // the line between them takes the place of a gap
    all->addLayout(who);
    all->addWidget(m_state);
    all->addWidget(m_entries, 1);
    content()->addLayout(all, 1);
}

/// Adds buttons below the table; next to the title they would truncate it.
void StreamPage::addButtons(Card &card, std::initializer_list<QPushButton *> buttons)
{
    auto *line = new QHBoxLayout;
    line->setContentsMargins(2 * metrics::step, 0, 2 * metrics::step, metrics::step);
    line->setSpacing(2 * metrics::step);
    for (QPushButton *button : buttons) {
        line->addWidget(button);
    }
    line->addStretch(1);
    card.body()->addLayout(line);
}

void StreamPage::resizeEvent(QResizeEvent *event)
{
    CollectionPage::resizeEvent(event);
    const int streamRows = height() < lowPage ? rowsWhereLow : mostGroupRows;
    for (TableView *table : {m_groupTable, m_consumerTable}) {
        table->setFixedHeight(table->horizontalHeader()->sizeHint().height() + streamRows * metrics::rowHeight + 2);
    }
}

Card *StreamPage::makeGroups()
{
    using Group = StreamGroupsModel::Column;
    auto *card = new Card(tr("Groups"), context().theme, this);
    card->setFlush();
    m_groupTable->setObjectName(QStringLiteral("groups"));
    m_groupTable->setAccessibleName(tr("Consumer groups"));
    m_groupTable->setSelectionMode(QAbstractItemView::SingleSelection);
    m_groupTable->setWideColumn(static_cast<int>(Group::Trend), leastWide, static_cast<int>(Group::Group));
    m_groupTable->setTight();
    m_groupTable->setModel(m_groups);
    m_groupTable->setStateName(QStringLiteral("streamGroups"));
    connect(m_groupTable, &TableView::currentMoved, this, [this](const QModelIndex &index) {
        if (index.isValid() && !m_isShowing) {
            chooseGroup(m_groups->rows()[static_cast<std::size_t>(index.row())].name);
        }
    });
    // Also the only one, which is selected already.
    connect(m_groupTable, &TableView::clicked, this, &StreamPage::acceptGroup);
    connect(m_groupTable, &TableView::opened, this, &StreamPage::acceptGroup);
    m_setLastId->setObjectName(QStringLiteral("setLastId"));
    m_setLastId->setWhatsThis(
        tr("Where the selected group continues reading: earlier, to deliver entries again, or later, to skip them."));
    connect(m_setLastId, &QPushButton::clicked, this, &StreamPage::setLastId);
    m_pace->setObjectName(QStringLiteral("streamPace"));
    m_pace->setProperty("role", QStringLiteral("small"));
    card->addCorner(m_pace);
    card->body()->addWidget(m_groupTable);
    addButtons(*card, {m_setLastId});
    return card;
}

Card *StreamPage::makeConsumers()
{
    using Consumer = StreamConsumersModel::Column;
    auto *card = new Card(tr("Consumers"), context().theme, this);
    card->setFlush();
    m_consumerTable->setObjectName(QStringLiteral("consumers"));
    m_consumerTable->setAccessibleName(tr("Consumers of the group"));
    m_consumerTable->setSelectionMode(QAbstractItemView::SingleSelection);
    m_consumerTable->setWideColumn(static_cast<int>(Consumer::Consumer), leastWide);
    m_consumerTable->setTight();
    m_consumerTable->setModel(m_consumers);
    // Columns are fitted to what is there first; idle times grow from 0 s to "88 ms" between two readings.
    m_consumerTable->horizontalHeader()->setMinimumSectionSize(
        fontMetrics().horizontalAdvance(models::formatDuration(std::chrono::milliseconds(88))) + leastBeside);
    m_consumerTable->setStateName(QStringLiteral("streamConsumers"));
    m_claim->setObjectName(QStringLiteral("claimForConsumer"));
    m_claim->setWhatsThis(
        tr("Select a consumer. A live one can be assigned the stale entries of this group; those of a "
           "dead one can be moved to another."));
    m_claim->setEnabled(false);
    connect(m_claim, &QPushButton::clicked, this, &StreamPage::claimChosen);
    connect(m_consumerTable, &TableView::currentMoved, this, [this] { updateButtons(); });
    m_remove->setObjectName(QStringLiteral("removeConsumer"));
    m_remove->setWhatsThis(
        tr("Select a consumer. Its pending entries are shown, and go to another one before it is removed."));
    connect(m_remove, &QPushButton::clicked, this, &StreamPage::removeChosen);
    card->addCorner(m_dead);
    card->body()->addWidget(m_consumerTable);
    addButtons(*card, {m_remove, m_claim}); // the text of the last one changes
    return card;
}

void StreamPage::showAnswer(const StreamAnswer &answer)
{
    const bool isBack =
        !m_missed.isEmpty() && std::ranges::find(answer.groups, m_missed, &StreamGroup::name) != answer.groups.end();
    if (isBack && answer.group != m_missed) { // it was created again while another is shown
        m_question->ask(place(), StreamQuery{m_missed});
        return;
    }
    const bool isOther = answer.group != m_group;
    if (m_readAt.count() == 0 && answer.groups.empty()) {
        m_entries->choose(QString(everyEntry)); // nothing can be pending
    }
    if (isBack || (isOther && m_group.isEmpty())) {
        m_missed.clear(); // the new group took no other's place
    } else if (isOther && std::ranges::find(answer.groups, m_group, &StreamGroup::name) == answer.groups.end()
               && std::exchange(m_missed, m_group) != m_group) {
        m_missedAt = answer.readAt;
    }
    m_group = answer.group;
    m_readAt = answer.readAt;
    m_unread.clear();
    showAge();
    const QScopedValueRollback showing(m_isShowing, true); // the current row moves with those that go
    m_groups->apply(answer);
    sayState();
    m_consumers->apply(answer, definition().duration(L1("staleAfter")));
    const int dead = m_consumers->deadCount();
    const QString name = printable(m_group, 40);
    m_consumerCard->setTitle(m_group.isEmpty()      ? tr("Consumers")
                                 : answer.isCrowded ? tr("Consumers of %1: too many to list").arg(name)
                                                    : tr("Consumers of %1").arg(name));
    m_dead->setText(
        dead == 0 ? QString()
                  : tr("%1 of %2 dead").arg(models::formatCount(dead), models::formatCount(m_consumers->rowCount())));
    if (isOther) {
        m_entries->setGroup(m_group);
    }
    const auto at = std::find_if(m_groups->rows().begin(), m_groups->rows().end(),
                                 [this](const StreamGroup &group) { return group.name == m_group; });
    StreamGroup unlisted;
    unlisted.name = m_group;
    m_known->set(place().collection, definition().name, at == m_groups->rows().end() ? unlisted : *at, answer,
                 definition().duration(L1("staleAfter")));
    if (at != m_groups->rows().end() && (isOther || m_groupTable->selectedRows().isEmpty())) {
        m_groupTable->selectRow(static_cast<int>(at - m_groups->rows().begin()));
    }
    updateButtons();
    showOffers();
}

void StreamPage::sayUnread(const QString &why)
{
    m_unread = why;
    sayState();
    showAge();
    updateButtons();
    showOffers();
}

/// Greys what was read before the server or the key stopped answering.
void StreamPage::showAge()
{
    const bool isAged = isOld() || !m_unread.isEmpty();
    m_groups->setStale(isAged);
    m_consumers->setStale(isAged);
    m_dead->setVisible(!isAged);
}

/// Two empty tables would say that there are no groups.
void StreamPage::sayState()
{
    QString said;
    if (isPast()) {
        said.clear(); // the page says that they are not recorded
    } else if (!m_unread.isEmpty()) {
        said = m_readAt.count() == 0
            ? tr("Groups and consumers could not be read: %1").arg(models::asSentence(m_unread))
            : tr("Groups and consumers could not be read again: %1 These were read at %2.")
                  .arg(models::asSentence(m_unread), models::formatTime(m_readAt));
    } else if (m_readAt.count() == 0) {
        said = isOld() ? tr("The server does not answer: nothing was read yet.") : tr("Loading…");
    } else if (m_groups->rowCount() == 0) {
        said = tr("No group reads this stream.");
    } else if (isOld()) { // read at another time than the figures, also anew while updates are paused
        said = tr("Groups and consumers as of %1").arg(models::formatTime(m_readAt));
    }
    if (!isPast() && !m_missed.isEmpty()) {
        const QString missed = tr("Group %1 was no longer there at %2.")
                                   .arg(printable(m_missed, 40), models::momentText(m_missedAt, m_readAt));
        said = m_group.isEmpty()
            ? tr("%1 %2").arg(missed, said)
            : tr("%1 Group %2 is shown instead. %3").arg(missed, printable(m_group, 40), said).trimmed();
    }
    m_state->setFullText(said);
    m_state->setVisible(!said.isEmpty());
}

void StreamPage::chooseGroup(const QByteArray &group)
{
    if (group == m_group) {
        return;
    }
    m_group = group;
    m_missed.clear();
    sayState();
    m_entries->setGroup(group);
    m_consumers->clear();
    m_consumerCard->setTitle(tr("Consumers of %1").arg(printable(group, 40)));
    m_dead->clear();
    showOffers();
    m_question->ask(place(), StreamQuery{group});
}

/// The selected group may be changed, also where it took the place of another.
void StreamPage::acceptGroup()
{
    m_missed.clear();
    sayState();
    updateButtons();
    showOffers();
}

void StreamPage::setOld(bool old)
{
    CollectionPage::setOld(old);
    showAge();
    sayState();
    m_pace->setVisible(!old);
    updateButtons();
}

/// Returns why nothing may be done to the group that is shown: it is not known whether it is there, or it took the
/// place of the one that was chosen. Empty: something may be.
QString StreamPage::whyNothing() const
{
    if (!m_unread.isEmpty() || m_missed.isEmpty()) {
        return models::asSentence(m_unread);
    }
    const QString missed = printable(m_missed, 40);
    return m_group.isEmpty()
        ? tr("Group %1 is gone. No group reads this stream.").arg(missed)
        : tr("Group %1 is gone. Select a group first: click it, or press Enter in the table.").arg(missed);
}

/// A consumer that is selected may get what is stale, give away what it holds where it is dead, or go.
void StreamPage::updateButtons()
{
    const QString why = whyNothing();
    const bool isOpen = context().gate != nullptr && context().gate->isOpen() && !isOld() && why.isEmpty();
    const bool isChosen = chosenConsumer() != nullptr;
    for (QPushButton *button : {m_claim, m_remove, m_setLastId}) {
        button->setVisible(context().gate != nullptr);
        button->setEnabled(isOpen && (button == m_setLastId ? !m_group.isEmpty() : isChosen));
        button->setToolTip(why.isEmpty() ? button->whatsThis() : why);
    }
    const StreamConsumer *chosen = chosenConsumer();
    const bool isDead = chosen != nullptr && m_consumers->isDead(*chosen);
    const std::pair about(m_group, chosen == nullptr ? QByteArray() : chosen->name);
    if (std::exchange(m_offeredFor, about) != about) { // one that comes back does not turn the button round
        m_isGiver = isDead;
    }
    if (chosen == nullptr) {
        m_claim->setText(tr("Assign stale to it…"));
    } else if (m_isGiver) {
        const qint64 movable = chosen->pending - chosen->deleted;
        m_claim->setText(
            movable == 1
                ? tr("Move its 1 entry to…")
                : tr("Move its %1 entries to…", nullptr, pluralOf(movable)).arg(models::formatCount(double(movable))));
        // A request cannot name one without a name.
        m_claim->setEnabled(m_claim->isEnabled() && !chosen->name.isEmpty() && movable > 0);
    } else {
        m_claim->setText(tr("Assign stale to %1…").arg(printable(chosen->name, longestInButton)));
        m_claim->setEnabled(m_claim->isEnabled() && !isDead);
    }
}

/// Returns the group's stale entries that can be claimed: those that a consumer has, and, of the group on screen, those
/// that are released. These stay stale until a consumer claims them, but nothing has to be done about them.
std::pair<qint64, qint64> StreamPage::claimable(const StreamGroup &group) const
{
    const auto neutralOne =
        std::find_if(m_consumers->rows().begin(), m_consumers->rows().end(),
                     [](const StreamConsumer &consumer) { return consumer.name == neutralConsumer; });
    const qint64 stale = std::max<qint64>(group.stale.value_or(0) - group.staleDeleted, 0);
    const qint64 released = group.name != m_group || neutralOne == m_consumers->rows().end()
        ? 0
        : std::min(stale, neutralOne->pending - neutralOne->deleted);
    return {stale - released, released};
}

/// Returns why the stale entries of all groups cannot be released in one operation; empty: they can.
QString StreamPage::whyNoReleaseOfAll() const
{
    const std::vector<StreamGroup> &groups = m_groups->rows();
    if (m_readAt.count() == 0) {
        return m_unread.isEmpty() ? tr("The groups were not read yet.") : models::asSentence(m_unread);
    }
    if (groups.size() < 2) {
        return tr("The stream has no other group.");
    }
    const bool isAny = std::any_of(groups.begin(), groups.end(), [this](const StreamGroup &group) {
        return !group.stale || group.staleAtLeast || claimable(group).first > 0;
    });
    return isAny ? QString() : tr("The stale entries of all groups are released, or were deleted from the stream.");
}

/// Restricts offers to the selected group: stale entries are claimed for one of its consumers, and counts are its own.
void StreamPage::narrow(CollectionOffers &streamOffers) const
{
    if (isPast()) {
        return; // the groups are those of now
    }
    if (!m_unread.isEmpty() && m_readAt.count() > 0) { // what was counted may be gone, like the key
        for (std::vector<Offer> *some : {&streamOffers.buttons, &streamOffers.menu}) {
            for (Offer &offer : *some) {
                offer.missing = offer.missing.isEmpty() ? models::asSentence(m_unread) : offer.missing;
            }
        }
        return;
    }
    for (Offer &offer : streamOffers.menu) {
        if (offer.name == releaseAll.name && offer.missing.isEmpty()) {
            offer.missing = whyNoReleaseOfAll();
        }
    }
    const auto group = std::find_if(m_groups->rows().begin(), m_groups->rows().end(),
                                    [this](const StreamGroup &one) { return one.name == m_group; });
    if (group == m_groups->rows().end()) {
        return;
    }
    const QString none = whyNothing();
    const auto [free, released] = claimable(*group);
    const qint64 stale = free + released;
    for (std::vector<Offer> *some : {&streamOffers.buttons, &streamOffers.menu}) {
        for (Offer &offer : *some) {
            if (offer.request.action != Action::Requeue || offer.name == releaseAll.name) {
                continue;
            }
            offer.request.group = m_group;
            const bool isRelease = offer.request.target == neutralConsumer;
            if (group->stale) {
                offer.missing = *group->stale == 0 ? tr("No entry of this group is stale now.")
                    : stale == 0
                    ? tr("The stale entries of this group were deleted from the stream: they can only be acknowledged.")
                    : isRelease && free == 0
                    ? tr("All stale entries are released: any consumer that claims idle entries can take them.")
                    : QString();
            }
            offer.missing = none.isEmpty() ? offer.missing : none;
            if (isRelease && m_groups->rows().size() > 1) {
                offer.title = tr("Release all stale of %1…").arg(printable(m_group, longestInButton));
            }
            if (!offer.widest.isEmpty()) {
                const bool isReleased = group->stale && free == 0 && released > 0;
                offer.isSettled = offer.isSettled || isReleased;
                const bool isOneOfSeveral = m_groups->rows().size() > 1;
                const auto ofGroup = [this](double count) {
                    return tr("Claim %1 of %2").arg(models::formatCount(count), printable(m_group, longestInButton));
                };
                offer.title = isReleased ? titleWith(claimReleased, double(released))
                    : released > 0       ? tr("Claim %1 + %2 released")
                                         .arg(models::formatCount(double(free)), models::formatCount(double(released)))
                    : isOneOfSeveral && stale > 0 ? ofGroup(double(stale))
                                                  : titleWith(claimStale, group->stale ? double(stale) : unknownFigure);
                offer.widest = isOneOfSeveral ? ofGroup(widestButtonCount) : offer.widest;
            }
        }
    }
}

const StreamConsumer *StreamPage::chosenConsumer() const
{
    const QModelIndexList chosen = m_consumerTable->selectedRows();
    const auto row = static_cast<std::size_t>(chosen.isEmpty() ? 0 : chosen.front().row());
    return chosen.isEmpty() || row >= m_consumers->rows().size() ? nullptr : &m_consumers->rows()[row];
}

OperationRequest StreamPage::requestOf(Action action) const
{
    OperationRequest request;
    request.workspace = place().workspace;
    request.collection = place().collection;
    request.action = action;
    request.group = m_group;
    return request;
}

void StreamPage::claimChosen()
{
    const StreamConsumer *consumer = chosenConsumer();
    if (consumer == nullptr || !place().isThere()) {
        return;
    }
    OperationRequest request = requestOf(Action::Requeue);
    if (m_isGiver) {
        request.state = QString(stateOf(Holds::Entries).id);
        request.consumer = consumer->name;
    } else {
        request.state = QString(stateOf(Holds::Processing, ElementState::Which::Overdue).id);
        request.target = consumer->name;
    }
    context().operations->request(request);
}

void StreamPage::setLastId()
{
    if (place().isThere() && !m_group.isEmpty()) {
        context().operations->request(requestOf(Action::SetLastId));
    }
}

/// Removes the selected consumer. The dialog asks for a new owner only if it holds entries.
void StreamPage::removeChosen()
{
    const StreamConsumer *consumer = chosenConsumer();
    if (consumer == nullptr || !place().isThere()) {
        return;
    }
    OperationRequest request = requestOf(Action::RemoveConsumer);
    request.consumer = consumer->name;
    request.target = consumer->pending == consumer->deleted && consumer->name != neutralConsumer
        ? neutralConsumer.toByteArray()
        : QByteArray();
    m_consumerTable->setFocus(); // it returns there: the button is disabled without the consumer
    context().operations->request(request);
}

std::vector<TileText> StreamPage::tiles(const Figures &figures) const
{
    TileText lag = figures.tile(L1("lag"));
    if (!figures.known(L1("lag"))) {
        lag.help = tr("Unknown: the server lost count for some group, for example after entries were deleted in the "
                      "middle of the stream, or is older than Redis 7.");
    }
    const double consumers = figures.value(L1("consumers"));
    const QString of = isKnown(consumers) ? consumers == 1
            ? tr("of 1 consumer")
            : tr("of %1 consumers", nullptr, pluralOf(qint64(consumers))).arg(models::formatCount(consumers))
                                          : QString();
    std::vector<TileText> tiles{figures.tile(L1("length")), lag, figures.tile(L1("pending"), of)};
    tiles.push_back(figures.tile(L1("stale")));
    tiles.push_back(figures.tile(L1("poison")));
    TileText oldest = figures.tile(L1("oldestPendingMs"));
    if (const double age = figures.value(L1("oldestPendingMs")); isKnown(age) && oldest.note.isEmpty()) {
        oldest.note =
            tr("added %1").arg(models::formatTime(figures.now() - std::chrono::milliseconds(std::llround(age))));
    }
    tiles.push_back(std::move(oldest));
    return tiles;
}

QString StreamPage::description(const Figures &figures) const
{
    const double groups = figures.value(L1("groups"));
    QString keys = keyNames(figures.definition(), L1("stream"));
    if (!isKnown(groups)) {
        return keys;
    }
    return groups == 1
        ? tr("Read by 1 group, %1").arg(keys)
        : tr("Read by %1 groups, %2", nullptr, pluralOf(qint64(groups))).arg(models::formatCount(groups), keys);
}

QString StreamPage::unrecordedText() const
{
    return tr(
        "Consumer groups, consumers and entries aren't recorded, so there are no lists of them for past moments.");
}

void StreamPage::reset()
{
    m_groups->clear();
    m_consumers->clear();
    m_group.clear();
    m_missed.clear();
    m_readAt = {};
    m_unread.clear();
    showAge();
    m_question->forget();
    sayState();
}

/// Shows the rates of added and acknowledged entries, next to the groups.
void StreamPage::sayPace(const Figures &figures)
{
    constexpr L1 added("addedPerMinute");
    constexpr L1 acknowledged("acknowledgedPerMinute");
    QStringList help;
    for (const L1 figure : {added, acknowledged}) {
        const TileText tile = figures.tile(figure, QString(), rateWindow);
        help += QStringLiteral("%1: %2. %3").arg(tile.title, tile.value, tile.help);
    }
    help += tr("Both are means of what the server has counted, also while updates were paused. The rate of the length "
               "leaves out a single jump, such as what came in a pause, so it may differ.");
    const int groups = static_cast<int>(figures.known(L1("groups")) ? figures.value(L1("groups")) : 0);
    const QString both = groups > 1 ? tr("%1 added/min · %2 acknowledged/min across %n groups", nullptr, groups)
                                    : tr("%1 added/min · %2 acknowledged/min");
    m_pace->setFullText(!figures.known(added) ? QString()
                            : figures.known(acknowledged)
                            ? both.arg(paceText(figures, added), paceText(figures, acknowledged))
                            : tr("%1 added/min").arg(paceText(figures, added)),
                        help.join(QLatin1Char('\n')));
}

void StreamPage::refresh(const Figures &figures)
{
    sayPace(figures);
    m_question->keep(place(), StreamQuery{m_group.isEmpty() ? m_missed : m_group});
    updateButtons();
}

} // namespace plimsoll::views

#include "streampage.moc"
