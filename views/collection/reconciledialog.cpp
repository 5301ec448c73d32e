// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/reconciledialog.h"

#include "models/elementmodel.h"
#include "models/format.h"
#include "views/collection/reconciling.h"
#include "views/operations/offeraction.h"
#include "views/page/kindview.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/dialogparts.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QVBoxLayout>
#include <QVariant>

#include <array>

namespace plimsoll::views {

namespace {

using models::ElementModel;

constexpr QSize usualSize(760, 620);
constexpr int leastRows = 3;
constexpr std::array columns{
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
      m_note(small({}, this)), m_button(new QPushButton(this))
{
    setObjectName(QStringLiteral("reconcileDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("%1: jobs and their records").arg(place.definition().name));
    QVBoxLayout *layout = dialogLayout(this);
    layout->addWidget(dialogTitle(windowTitle(), this));
    const bool canDeadLetter = place.definition().has(viewOf(*place.definition().kind).dead);
    if (place.definition().has(Holds::Processing)) {
        std::vector<Offer> offers{offer("reconcileDiscard", tr("Discard…"), Action::Discard)};
        if (canDeadLetter) {
            offers.insert(offers.begin(), offer("reconcileDeadLetter", tr("Dead-letter…"), Action::DeadLetter));
        }
        m_withoutRecord = addPart(layout, tr("In processing, without a job record"),
                                  tr("A worker has taken them, and what they are about is gone: the record expired or "
                                     "was removed."),
                                  "withoutRecord", offers);
    }
    m_nowhere =
        addPart(layout, tr("Job records that are queued nowhere"),
                canTellLost() ? tr("Somebody took them off a list and lost them; or they were never queued. What "
                                   "is finished by its record is left out.")
                              : tr("Whoever is worked on now is among them: this collection has no key of what "
                                   "is in processing."),
                "nowhere", {offer("reconcileRequeue", tr("Requeue…"), Action::Adopt)});
    m_note->setObjectName(QStringLiteral("reconcileNote"));
    auto *line = new QHBoxLayout;
    auto *close = new QPushButton(tr("Close"), this);
    close->setObjectName(QStringLiteral("reconcileClose"));
    m_button->setObjectName(QStringLiteral("reconcileButton"));
    for (const QString &text : {tr("Stop"), tr("Go on"), tr("Look again")}) {
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
    part.model = new ElementModel(columns, this);
    part.model->setRules(models::ElementRules::of(m_place.definition()));
    part.table = new TableView(m_context.theme,
                               {.severity = ElementModel::SeverityRole,
                                .changed = ElementModel::ChangedRole,
                                .mono = ElementModel::MonospaceRole},
                               this);
    part.table->setObjectName(QLatin1String(name) + QStringLiteral("Table"));
    part.table->setAccessibleName(title);
    part.table->setModel(part.model);
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

void ReconcileDialog::start()
{
    m_reconciling->start(m_place);
    show();
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
        m_reconciling->start(m_place);
        break;
    }
}

std::vector<Element> ReconcileDialog::chosen(const Part &part) const
{
    const QModelIndexList selected = part.table->selectedRows();
    std::vector<Element> elements;
    for (int row = 0; row < part.model->rowCount(); ++row) {
        const bool isSelected = std::any_of(selected.begin(), selected.end(),
                                            [row](const QModelIndex &index) { return index.row() == row; });
        if (selected.isEmpty() || isSelected) {
            elements.push_back(part.model->elementAt(row));
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
        offer.missing = elements.empty() ? tr("None was found.")
            : byId && !canTellLost() ? tr("This collection has no key of what is in processing: a job that a worker "
                                          "has cannot be told from one that is lost.")
                                     : QString();
        action->setOffer(std::move(offer));
    }
}

void ReconcileDialog::refresh()
{
    using Is = Reconciling::Is;
    const auto show = [](Part &part, const std::vector<Element> &elements, const QString &progress) {
        if (part.table == nullptr) {
            return;
        }
        if (part.model->rowCount() != int(elements.size())) {
            ElementsPage page;
            page.elements = elements;
            part.model->apply(page);
        }
        part.progress->setText(
            ReconcileDialog::tr("%1 found · %2").arg(models::formatCount(qint64(elements.size())), progress));
    };
    show(m_withoutRecord, m_reconciling->withoutRecord(), m_reconciling->processingText());
    show(m_nowhere, m_reconciling->nowhere(), m_reconciling->recordsText());
    refreshOffers(m_withoutRecord, false);
    refreshOffers(m_nowhere, true);
    const Is is = m_reconciling->is();
    m_button->setText(is == Is::Running                          ? tr("Stop")
                          : is == Is::Paused || is == Is::Failed ? tr("Go on")
                                                                 : tr("Look again"));
    m_note->setText(is == Is::Running      ? tr("Looking…")
                        : is == Is::Failed ? tr("It ended: %1").arg(m_reconciling->error())
                        : is == Is::Paused ? tr("Not all was looked at.")
                                           : tr("All was looked at. What is done is looked at again, and shown, before "
                                                "it happens."));
}

} // namespace plimsoll::views
