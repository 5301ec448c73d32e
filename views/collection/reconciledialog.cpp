// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/reconciledialog.h"

#include "models/rows/elementmodel.h"
#include "models/text/elementoutcomes.h"
#include "models/text/format.h"
#include "redis/types/keyslots.h"
#include "redis/types/slot.h"
#include "views/collection/reconciling.h"
#include "views/operations/offeraction.h"
#include "views/page/kindview.h"
#include "views/table/rowsproxy.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/dialogparts.h"
#include "views/widgets/elidedlabel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QVBoxLayout>
#include <QVariant>

#include <algorithm>
#include <array>
#include <utility>

namespace plimsoll::views {

namespace {

using models::ElementModel;

constexpr QSize usualSize(760, 620);
constexpr int leastRows = 3;
constexpr std::array reconcileColumns{
    ElementModel::Shown{ElementModel::Column::Job}, ElementModel::Shown{ElementModel::Column::Class},
    ElementModel::Shown{ElementModel::Column::Age}, ElementModel::Shown{ElementModel::Column::Attempts},
    ElementModel::Shown{ElementModel::Column::LastError}};

QLabel *small(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setProperty("role", QStringLiteral("small"));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

ReconcileDialog::ReconcileDialog(const PageContext &pageContext, const Place &place, QWidget *parent)
    : QDialog(parent), m_context(pageContext), m_place(place), m_reconciling(new Reconciling(pageContext.host, this)),
      m_outcomes(new models::ElementOutcomes(this)), m_note(small({}, this)), m_button(new QPushButton(this))
{
    setObjectName(QStringLiteral("reconcileDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("%1: jobs and their records").arg(place.definition().name));
    QVBoxLayout *layout = dialogLayout(this);
    auto *head = new QHBoxLayout;
    head->addWidget(dialogTitle(windowTitle(), this), 1);
    QLabel *production = productionBadge(pageContext.theme, this);
    production->setText(productionText(place.workspace->name));
    production->setVisible(place.workspace->connection.production);
    head->addWidget(production);
    layout->addLayout(head);
    const bool canDeadLetter = place.definition().has(viewOf(*place.definition().kind).dead);
    if (place.definition().has(Holds::Processing)) {
        std::vector<Offer> offers{offer("reconcileDiscard", tr("Discard…"), Action::Discard)};
        if (canDeadLetter) {
            offers.insert(offers.begin(), offer("reconcileDeadLetter", tr("Dead-letter…"), Action::DeadLetter));
        }
        m_withoutRecord = addPart(layout, tr("In processing, without a job record"),
                                  tr("A worker has taken them, but their records are gone: expired or removed."),
                                  "withoutRecord", offers);
    }
    m_nowhere = addPart(
        layout, tr("Job records that are queued nowhere"),
        canTellLost()
            ? tr("They were taken off a list and lost, or never queued. Jobs whose record says finished are left out.")
            : tr("Jobs in work are among them: this collection has no processing key."),
        "nowhere", {offer("reconcileRequeue", tr("Requeue…"), Action::Adopt)});
    m_note->setObjectName(QStringLiteral("reconcileNote"));
    auto *line = new QHBoxLayout;
    auto *close = new QPushButton(tr("Close"), this);
    close->setObjectName(QStringLiteral("reconcileClose"));
    m_button->setObjectName(QStringLiteral("reconcileButton"));
    for (const QString &text : {tr("Stop"), tr("Keep looking"), tr("Look again")}) {
        m_button->setText(text);
        m_button->setMinimumWidth(std::max(m_button->minimumWidth(), m_button->sizeHint().width()));
    }
    line->addWidget(m_note, 1);
    line->addWidget(m_button);
    line->addWidget(close);
    layout->addLayout(line);
    for (QPushButton *button : {m_button, close}) {
        button->setAutoDefault(false);
    }
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_button, &QPushButton::clicked, this, &ReconcileDialog::step);
    connect(m_reconciling, &Reconciling::changed, this, &ReconcileDialog::refresh);
    connect(m_context.host, &PageHost::workspaceChanged, this, &QDialog::reject); // it may have no such collection
    connect(m_outcomes, &models::ElementOutcomes::changed, this, &ReconcileDialog::refresh);
    if (m_context.outcomes != nullptr) {
        m_outcomes->follow(*m_context.outcomes);
    }
    m_ticks.setInterval(std::chrono::seconds(1));
    connect(&m_ticks, &QTimer::timeout, this, &ReconcileDialog::setNow);
    resize(usualSize.boundedTo(screen()->availableSize()));
}

bool ReconcileDialog::canTellLost() const
{
    return m_place.definition().has(Holds::Processing);
}

Offer ReconcileDialog::offer(const char *name, const QString &title, Action action) const
{
    Offer offer;
    offer.name = QLatin1String(name);
    offer.title = title;
    offer.destructive = action == Action::Discard;
    offer.request.workspace = m_place.workspace;
    offer.request.collection = m_place.collection;
    offer.request.action = action;
    if (const RoleKeys *processing = m_place.definition().role(Holds::Processing)) {
        offer.request.state = QString(processing->role->id);
    }
    return offer;
}

ReconcileDialog::Part ReconcileDialog::addPart(QVBoxLayout *layout, const QString &title, const QString &help,
                                               const char *name, const std::vector<Offer> &offers)
{
    Part part;
    auto *heading = new QLabel(title, this);
    heading->setProperty("role", QStringLiteral("heading"));
    layout->addWidget(heading);
    layout->addWidget(small(help, this));
    part.model = new ElementModel(reconcileColumns, this);
    part.model->setRules(models::ElementRules::of(m_place.definition()));
    part.rows = new RowsProxy(
        [model = part.model](int row) { return row < model->rowCount() ? &model->elementAt(row) : nullptr; }, this);
    part.rows->setSourceModel(part.model);
    part.rows->setOutcomes(m_outcomes);
    part.rows->setOutcomeColumns(int(reconcileColumns.size()) - 1, 0);
    part.table = new TableView(m_context.theme, this);
    part.table->setObjectName(QLatin1String(name) + QStringLiteral("Table"));
    part.table->setAccessibleName(title);
    part.table->setModel(part.rows);
    part.table->setMinimumHeight((leastRows + 1) * metrics::rowHeight);
    layout->addWidget(part.table, 1);
    auto *line = new QHBoxLayout;
    part.progress = small({}, this);
    part.progress->setObjectName(QLatin1String(name) + QStringLiteral("Progress"));
    line->addWidget(part.progress, 1);
    for (const Offer &one : offers) {
        auto *button = new QPushButton(this);
        button->setAutoDefault(false);
        part.actions.push_back(new OfferAction(one, m_context, button));
        part.actions.back()->drive(button);
        if (one.destructive) {
            button->setProperty("role", QStringLiteral("destructive"));
        }
        button->setVisible(m_context.gate != nullptr);
        line->addWidget(button);
    }
    layout->addLayout(line);
    connect(part.table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ReconcileDialog::refresh);
    return part;
}

void ReconcileDialog::start(std::chrono::milliseconds serverNow)
{
    m_serverAt = serverNow;
    m_elapsed.start();
    m_ticks.start();
    look();
    show();
}

void ReconcileDialog::look()
{
    m_lookedAt = now();
    m_outcomes->forget(m_lookedAt);
    m_reconciling->start(m_place);
}

std::chrono::milliseconds ReconcileDialog::now() const
{
    return m_serverAt + std::chrono::milliseconds(m_elapsed.elapsed());
}

void ReconcileDialog::setNow()
{
    for (const Part *part : {&m_withoutRecord, &m_nowhere}) {
        if (part->model != nullptr) {
            part->model->setNow(now());
        }
    }
}

std::vector<Element> ReconcileDialog::shownElements() const
{
    std::vector<Element> all;
    for (const Part *part : {&m_withoutRecord, &m_nowhere}) {
        for (int row = 0; part->model != nullptr && row < part->model->rowCount(); ++row) {
            all.push_back(part->model->elementAt(row));
        }
    }
    return all;
}

void ReconcileDialog::step()
{
    switch (m_reconciling->is()) {
    case Reconciling::Is::Running:
        m_reconciling->pause();
        break;
    case Reconciling::Is::Paused:
    case Reconciling::Is::Failed:
        m_reconciling->goOn();
        break;
    case Reconciling::Is::Idle:
    case Reconciling::Is::Done:
        look();
        break;
    }
}

std::vector<Element> ReconcileDialog::chosen(const Part &part) const
{
    const QModelIndexList selected = part.table->selectedRows();
    std::vector<Element> elements;
    for (int row = 0; row < part.rows->rowCount(); ++row) {
        const bool isSelected = std::any_of(selected.begin(), selected.end(),
                                            [row](const QModelIndex &index) { return index.row() == row; });
        const int source = part.rows->mapToSource(part.rows->index(row, 0)).row();
        if ((selected.isEmpty() || isSelected) && part.rows->outcomeOf(source).isEmpty()) {
            elements.push_back(part.model->elementAt(source));
        }
    }
    return elements;
}

void ReconcileDialog::refreshOffers(Part &part, bool byId)
{
    if (part.table == nullptr) { // this collection has no such part
        return;
    }
    const std::vector<Element> elements = chosen(part);
    // The script that queues a lost job looks for it in all keys. Any id shows whether its record is apart.
    const CollectionDefinition &definition = m_place.definition();
    const QString apart =
        byId ? apartFromRecord(*m_place.workspace, definition, keysOfPeriod(definition, {}), "1") : QString();
    for (OfferAction *action : part.actions) {
        Offer offer = action->offer();
        offer.request.elements.clear();
        offer.request.ids.clear();
        if (byId) {
            for (const Element &element : elements) {
                offer.request.ids.push_back(element.id);
            }
        } else {
            offer.request.elements = elements;
        }
        offer.missing = part.model->rowCount() == 0 ? tr("None found.")
            : elements.empty()                      ? tr("This has already been done: see the table.")
            : byId && !canTellLost()
            ? tr("This collection names no processing list, so a job in work looks the same as a lost one.")
            : apart;
        action->setOffer(std::move(offer));
    }
}

/// Rows are added at the end, or all looked for anew.
void ReconcileDialog::showPart(Part &part, std::vector<Element> elements, const QString &progress)
{
    if (part.table == nullptr) {
        return;
    }
    const int before = part.model->rowCount();
    const int after = int(elements.size());
    part.progress->setText(tr("%1 found · %2").arg(models::formatCount(after), progress));
    if (before == after) {
        return;
    }
    for (int row = 0; row < after; ++row) {
        Element &element = elements[std::size_t(row)];
        if (row < before) {
            element.age = part.model->elementAt(row).age;
        } else if (element.age) { // it was read now, not when the look began
            *element.age -= now() - m_lookedAt;
        }
    }
    ElementsPage page;
    page.readAt = m_lookedAt;
    page.elements = std::move(elements);
    part.model->apply(page);
    part.model->setNow(now());
    for (int row = before; row < after; ++row) {
        m_outcomes->noteSeen(part.model->elementAt(row), now());
    }
}

void ReconcileDialog::refresh()
{
    using Is = Reconciling::Is;
    std::vector<Element> nowhere = m_reconciling->nowhere();
    for (Element &job : nowhere) {
        job.key.clear(); // as what became of them knows them
    }
    showPart(m_withoutRecord, m_reconciling->withoutRecord(), m_reconciling->processingText());
    showPart(m_nowhere, std::move(nowhere), m_reconciling->recordsText());
    refreshOffers(m_withoutRecord, false);
    refreshOffers(m_nowhere, true);
    const Is is = m_reconciling->is();
    m_button->setText(is == Is::Running                          ? tr("Stop")
                          : is == Is::Paused || is == Is::Failed ? tr("Keep looking")
                                                                 : tr("Look again"));
    m_note->setText(is == Is::Running      ? tr("Looking…")
                        : is == Is::Failed ? tr("The search ended: %1").arg(m_reconciling->error())
                        : is == Is::Paused
                        ? tr("Not everything was checked.")
                        : tr("Everything was checked. Each action checks again, and shows a preview before it runs."));
}

} // namespace plimsoll::views
