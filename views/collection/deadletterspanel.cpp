// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/deadletterspanel.h"

#include "models/rows/deadgroupmodel.h"
#include "models/text/elementoutcomes.h"
#include "models/text/format.h"
#include "redis/types/plural.h"
#include "views/operations/offeraction.h"
#include "views/page/kindview.h"
#include "views/page/question.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/contextmenu.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/notice.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <QVariant>

#include <algorithm>

namespace plimsoll::views {

namespace {

using models::DeadGroupModel;
using L1 = QLatin1StringView;

constexpr int pageSize = 1'000;

} // namespace

DeadLettersPanel::DeadLettersPanel(const PageContext &context, QWidget *parent)
    : Card(context.theme, parent), m_context(context), m_model(new DeadGroupModel(this)),
      m_table(new TableView(context.theme, this)), m_notice(new Notice(context.theme, this)),
      m_stack(new QStackedWidget(this)), m_question(new Question(context.host, this))
{
    setObjectName(QStringLiteral("deadLetters"));
    setFlush();
    setFocusProxy(m_table);
    m_table->setObjectName(QStringLiteral("deadGroups"));
    m_table->setAccessibleName(tr("Dead letters by error"));
    m_table->setWideColumn(static_cast<int>(DeadGroupModel::Column::Error));
    m_model->setOutcomes(context.outcomes);
    m_table->setModel(m_model);
    m_table->setStateName(QStringLiteral("deadGroups"));
    makeHead();
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_notice);
    body()->addWidget(m_stack, 1);
    setMinimumHeight(Px(200));
    showActionsAsMenu(m_table);
    m_table->addActions({m_requeue, m_discard});
    m_table->addActions(m_table->exportActions());
    m_discard->setShortcut(QKeySequence(Qt::Key_Delete));
    m_discard->setShortcutContext(Qt::WidgetShortcut);
    connect(m_table, &TableView::opened, this, &DeadLettersPanel::showLetters);
    connect(m_table, &TableView::currentMoved, this, &DeadLettersPanel::updateOffers);
    connect(m_model, &QAbstractItemModel::rowsRemoved, this, &DeadLettersPanel::updateOffers);
    if (context.outcomes != nullptr) {
        connect(context.outcomes, &models::ElementOutcomes::left, this, [this] { m_readFor = unknownFigure; });
    }
    m_question->tell(this, &DeadLettersPanel::showPage);
    connect(m_question, &Question::failed, this, &DeadLettersPanel::showError);
}

void DeadLettersPanel::makeHead()
{
    auto *head = new QHBoxLayout;
    head->setContentsMargins(3 * metrics::step, metrics::step, 2 * metrics::step, 0);
    head->setSpacing(2 * metrics::step);
    m_count = new ElidedLabel(this);
    m_count->setFullText(tr("Dead letters by error"));
    m_count->setObjectName(QStringLiteral("deadCount"));
    m_count->setProperty("role", QStringLiteral("heading"));
    head->addWidget(m_count, 1);
    m_requeue = new OfferAction(offer(Action::RequeueDead), m_context, this);
    m_discard = new OfferAction(offer(Action::Discard), m_context, this);
    for (OfferAction *action : {m_requeue, m_discard}) {
        auto *button = new QPushButton(this);
        action->drive(button);
        button->setVisible(m_context.gate != nullptr);
        head->addWidget(button);
    }
    m_further = new QPushButton(tr("Read further"), this);
    m_further->setObjectName(QStringLiteral("deadReadFurther"));
    m_further->setToolTip(tr("Reads the next %1 dead letters").arg(models::formatCount(mostLetters)));
    m_further->hide();
    connect(m_further, &QPushButton::clicked, this, &DeadLettersPanel::readFurther);
    head->addWidget(m_further);
    auto *letters = new QPushButton(tr("One by one"), this);
    letters->setObjectName(QStringLiteral("deadOneByOne"));
    letters->setToolTip(tr("The dead letters of the selected group, or all of them"));
    connect(letters, &QPushButton::clicked, this, &DeadLettersPanel::showLetters);
    head->addWidget(letters);
    body()->addLayout(head);
}

bool DeadLettersPanel::areAllSelected() const
{
    const qsizetype selected = m_table->selectedRows().size();
    return selected > 1 && selected == m_model->rowCount();
}

void DeadLettersPanel::showLetters()
{
    const QModelIndexList rows = m_table->selectedRows();
    if (rows.size() != 1 || m_model->groupAt(rows.front().row()).letters.empty()) {
        emit lettersWanted();
        return;
    }
    const models::DeadGroup &group = m_model->groupAt(rows.front().row());
    const auto shown = static_cast<double>(group.letters.size());
    const QString cause = group.text.isEmpty() ? tr("without an error") : group.text;
    const QString count = models::formatCount(group.count);
    emit groupWanted(group.letters,
                     shown < static_cast<double>(group.count)
                         ? tr("The first %1 of %2: %3").arg(models::formatCount(shown), count, cause)
                         : tr("%1: %2").arg(count, cause));
}

Offer DeadLettersPanel::offer(Action action) const
{
    const bool discards = action == Action::Discard;
    const bool isAll = areAllSelected();
    Offer offer;
    offer.name = discards ? QStringLiteral("discardGroup") : QStringLiteral("requeueGroup");
    offer.title = isAll ? (discards ? tr("Discard all groups…") : tr("Requeue all groups…"))
                        : (discards ? tr("Discard group…") : tr("Requeue group…"));
    offer.destructive = action == Action::Discard;
    offer.request.action = action;
    offer.request.state = m_state;
    offer.request.collection = m_place.collection;
    offer.request.workspace = m_place.workspace;
    const QModelIndexList rows = m_table->selectedRows();
    if (m_place.isThere()) {
        offer.missing = m_place.definition().refusal(action, m_state);
    }
    if (!offer.missing.isEmpty()) {
        return offer;
    }
    const auto isEmpty = [this](const QModelIndex &row) { return m_model->groupAt(row.row()).count == 0; };
    if (rows.isEmpty()) {
        offer.missing = tr("Select a group first.");
    } else if (rows.size() > 1 && !isAll) {
        offer.title = discards ? tr("Discard: one group or all") : tr("Requeue: one group or all");
        offer.missing = tr("Select one group, or all of them (Ctrl+A).");
    } else if (isAll) { // all dead letters, also those that were not read
        offer.missing =
            std::all_of(rows.begin(), rows.end(), isEmpty) ? tr("Nothing is left of these groups.") : QString();
    } else if (m_model->groupAt(rows.front().row()).count == 0) {
        offer.missing = tr("Nothing is left of this group.");
    } else {
        // A null string would be "all"; letters without an error are a group of their own.
        const models::DeadGroup &group = m_model->groupAt(rows.front().row());
        offer.request.errorGroup = group.error.isEmpty() ? QStringLiteral("") : group.error;
        offer.request.errorShown = group.text;
        offer.request.errorInPart = m_isPart;
    }
    return offer;
}

void DeadLettersPanel::setOld(bool old)
{
    m_model->setStale(old);
}

void DeadLettersPanel::updateOffers()
{
    m_requeue->setOffer(offer(Action::RequeueDead));
    m_discard->setOffer(offer(Action::Discard));
}

void DeadLettersPanel::open()
{
    m_place = {};
    m_question->forget();
    m_readFor = unknownFigure;
    m_most = mostLetters;
    m_further->hide();
    m_model->clear();
    m_notice->say(tr("Reading the dead letters…"), {});
    m_stack->setCurrentWidget(m_notice);
    updateOffers();
}

void DeadLettersPanel::apply(const SnapshotPtr &snapshot, std::size_t collection)
{
    m_place = {snapshot->layout->workspace, collection, snapshot->keysAt};
    const KindInfo &kind = *snapshot->layout->rows[collection].kind;
    m_model->setRules(models::ElementRules::of(m_place.definition()));
    m_model->setNow(snapshot->serverTime);
    m_state = QString(viewOf(kind).dead);
    const int figure = kind.figureIndex(m_state);
    m_dead = figure < 0 ? unknownFigure : snapshot->figure(collection, figure);
    readIfNeeded();
}

void DeadLettersPanel::showEvent(QShowEvent *event)
{
    Card::showEvent(event);
    readIfNeeded();
}

void DeadLettersPanel::readIfNeeded()
{
    // An unchanged count is no reason to read all letters again.
    if (!m_place.isThere() || !isVisible() || m_question->isOut() || (isKnown(m_dead) && m_dead == m_readFor)) {
        return;
    }
    // Does not reload a list that the user has extended, except after an operation.
    if (m_most > mostLetters && !isActed()) {
        return;
    }
    m_readFor = m_dead;
    m_query = {};
    m_query.state = m_state;
    m_query.limit = pageSize;
    m_model->begin();
    m_question->ask(m_place, m_query);
}

bool DeadLettersPanel::isActed() const
{
    return m_context.outcomes != nullptr && (m_context.outcomes->hasGroups() || m_context.outcomes->isExpecting());
}

void DeadLettersPanel::readFurther()
{
    if (m_place.isThere() && !m_question->isOut()) {
        m_most = m_model->counted() + mostLetters;
        m_further->setEnabled(false);
        m_question->ask(m_place, m_query);
    }
}

void DeadLettersPanel::showError(const QString &why)
{
    m_readFor = unknownFigure;
    m_most = mostLetters;
    m_notice->say(tr("The dead letters could not be read"),
                  tr("%1 Trying again with the next poll.").arg(models::asSentence(why)), State::Error);
    m_stack->setCurrentWidget(m_notice);
}

void DeadLettersPanel::showPage(const ElementsPage &page)
{
    m_model->add(page.elements);
    for (const Element &letter : page.elements) { // requeued before, but dead again: the rows of its group say so
        if (m_context.outcomes != nullptr) {
            m_context.outcomes->noteSeen(letter, page.readAt);
        }
    }
    const bool more =
        !page.nextCursor.isEmpty() || (!page.elements.empty() && page.total && m_model->counted() < *page.total);
    m_query.cursor = page.nextCursor;
    m_query.offset += static_cast<qint64>(page.elements.size());
    if (more && m_model->counted() < m_most) {
        m_question->ask(m_place, m_query);
        return;
    }
    m_further->setVisible(more);
    m_further->setEnabled(true);
    finish(page);
}

void DeadLettersPanel::finish(const ElementsPage &page)
{
    const qint64 read = m_model->counted();
    if (m_context.outcomes != nullptr) {
        m_context.outcomes->dropLeftGroups();
    }
    m_model->finish(page.readAt, isActed() || m_table->isHeld());
    const int causes = m_model->causes();
    const QString groups =
        causes == 1 ? tr("1 cause") : tr("%1 causes", nullptr, pluralOf(causes)).arg(models::formatCount(causes));
    const QString letters = models::formatCount(read);
    const bool all = !page.total || read >= *page.total;
    m_isPart = !all;
    m_count->setFullText(all ? (read == 1 ? tr("1 dead letter")
                                          : tr("%1 dead letters, %2", nullptr, pluralOf(read)).arg(letters, groups))
                             : tr("%1 among the first %2 of %3 dead letters", nullptr, pluralOf(*page.total))
                                   .arg(groups, letters, models::formatCount(*page.total)));
    const bool none = m_model->rowCount() == 0;
    if (none) {
        m_notice->say(tr("No dead letters"),
                      tr("A job that uses up its attempts (maxAttempts) ends up here, for someone to look at."));
    }
    m_stack->setCurrentWidget(none ? static_cast<QWidget *>(m_notice) : m_table);
    updateOffers();
}

} // namespace plimsoll::views
