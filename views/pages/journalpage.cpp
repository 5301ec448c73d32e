// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/journalpage.h"

#include "models/text/elementtext.h"
#include "models/text/format.h"
#include "models/history/history.h"
#include "models/rows/journalmodel.h"
#include "models/text/journaltext.h"
#include "models/text/operationtext.h"
#include "redis/types/plural.h"
#include "redis/types/printable.h"
#include "views/operations/operationgate.h"
#include "views/page/pagehead.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/card.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/notice.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <QVariant>

#include <algorithm>
#include <set>
#include <utility>

namespace plimsoll::views {

namespace {

using models::JournalModel;

constexpr auto mostKeys = std::size_t(12);
constexpr Px leastResult{200}; // "28 requeued, 13 to dead letters"

QString keysText(const OperationReport &report)
{
    QStringList keys;
    for (std::size_t i = 0; i < std::min(report.keys.size(), mostKeys); ++i) {
        keys.append(printable(report.keys[i], 160));
    }
    if (report.keys.size() > mostKeys) {
        keys.append(JournalPage::tr("and %1 more").arg(models::formatCount(report.keys.size() - mostKeys)));
    }
    return keys.join(QLatin1Char('\n'));
}

/// Returns true if a stopped undo can resume, because it has something left to restore.
bool goesOn(const models::JournalModel &journal, const OperationReport &report)
{
    const int undone = journal.rowOf(report.undoOf);
    return report.state == OperationState::Cancelled && !report.undoOf.isEmpty()
        && (undone < 0 || journal.operationAt(undone).undoable) && journal.whyLost(report.undoOf).isEmpty();
}

} // namespace

JournalPage::JournalPage(const PageContext &pageContext, QWidget *parent)
    : Page(pageContext, parent), m_model(new JournalModel(this)), m_filter(new QSortFilterProxyModel(this)),
      m_table(new TableView(pageContext.theme, this)), m_notice(new Notice(pageContext.theme, this)),
      m_stack(new QStackedWidget(this))
{
    setObjectName(QStringLiteral("journalPage"));
    m_filter->setSourceModel(m_model);
    m_filter->setFilterRole(JournalModel::FilterRole);
    m_filter->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filter->setSortRole(JournalModel::SortRole);
    m_table->setObjectName(QStringLiteral("journal"));
    m_table->setAccessibleName(tr("Operations"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setWideColumn(static_cast<int>(JournalModel::Column::Result), leastResult);
    m_table->setModel(m_filter);
    m_table->setStateName(QStringLiteral("operations"));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(static_cast<int>(JournalModel::Column::Time), Qt::DescendingOrder);

    auto *layout = new QVBoxLayout(this);
    makeHead(layout);
    auto *card = new Card(pageContext.theme, this);
    card->setFlush();
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_notice);
    card->body()->addWidget(m_stack);
    layout->addWidget(card, 3);
    layout->addWidget(makeDetails(), 2); // always visible: selecting a row moves nothing
    setTabOrder(m_export, m_table);
    setTabOrder(m_table, m_undo);

    connect(m_table, &TableView::currentMoved, this, &JournalPage::showDetails);
    connect(pageContext.operations, &OperationsService::journalRead, this, &JournalPage::setOperations);
    connect(pageContext.operations, &OperationsService::journalFailed, this, &JournalPage::setError);
    connect(pageContext.operations, &OperationsService::undoPreviewed, this,
            [this](const QString &operation, qint64 possible) {
                m_model->setPossible(operation, possible);
                updateUndo();
            });
    connect(pageContext.operations, &OperationsService::undoHere, this,
            [this](const QString &operation) { setLost(operation, {}); });
    connect(pageContext.operations, &OperationsService::undoLost, this, &JournalPage::setLost);
    connect(pageContext.operations, &OperationsService::elementsRead, this, &JournalPage::setElements);
    connect(pageContext.host, &PageHost::operationShown, this, &JournalPage::showOperation);
    if (pageContext.gate != nullptr) {
        connect(pageContext.gate, &OperationGate::changed, this, &JournalPage::updateUndo);
    }
    showContent();
    showDetails();
}

void JournalPage::makeHead(QVBoxLayout *page)
{
    const PageHead head(tr("Journal"), page);
    m_count = head.line;
    m_count->setObjectName(QStringLiteral("journalCount"));
    m_export = new QPushButton(tr("Export"), this);
    m_export->setObjectName(QStringLiteral("journalExport"));
    auto *menu = new QMenu(m_export);
    QAction *json = menu->addAction(tr("As JSON…"));
    json->setObjectName(QStringLiteral("exportJson"));
    QAction *csv = menu->addAction(tr("As CSV…"));
    csv->setObjectName(QStringLiteral("exportCsv"));
    connect(json, &QAction::triggered, this, [this] {
        emit context().host->exportRequested(QStringLiteral("operations.json"),
                                             models::operationsJson(shownOperations()));
    });
    connect(csv, &QAction::triggered, this, [this] {
        emit context().host->exportRequested(QStringLiteral("operations.csv"), models::journalCsv(shownOperations()));
    });
    m_export->setMenu(menu);
    head.tools->addWidget(m_export);
}

QWidget *JournalPage::makeDetails()
{
    m_details = new Card(QString(), context().theme, this);
    m_details->setObjectName(QStringLiteral("journalDetails"));
    m_undo = new QPushButton(tr("Undo…"), m_details);
    m_undo->setObjectName(QStringLiteral("journalUndo"));
    m_details->addCorner(m_undo);
    connect(m_undo, &QPushButton::clicked, this, [this] {
        if (const OperationReport *report = current()) {
            context().operations->undo(goesOn(*m_model, *report) ? report->undoOf : report->id);
        }
    });
    auto *fields = new QWidget(m_details);
    m_fields = new QGridLayout(fields);
    m_fields->setContentsMargins(Px(2), metrics::step, Px(2), 0);
    m_fields->setHorizontalSpacing(Px(12));
    m_fields->setVerticalSpacing(Px(6));
    m_fields->setColumnStretch(1, 1);
    m_scroll = new QScrollArea(m_details);
    m_scroll->setObjectName(QStringLiteral("journalFields"));
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidget(fields);
    m_scroll->viewport()->setAutoFillBackground(false);
    fields->setAutoFillBackground(false);
    m_details->body()->addWidget(m_scroll, 1);
    m_details->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    return m_details;
}

void JournalPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    m_model->forgetVain();
    context().operations->readJournal();
}

void JournalPage::setOperations(const std::vector<OperationReport> &operations)
{
    m_loaded = true;
    m_error.clear();
    m_operations = operations;
    showOperations();
}

void JournalPage::apply(const SnapshotPtr &snapshot)
{
    const models::MomentPtr moment = momentOf(snapshot);
    const std::chrono::milliseconds until = moment == nullptr ? std::chrono::milliseconds(0) : moment->time;
    if (std::exchange(m_until, until) != until && m_loaded) {
        showOperations();
    }
}

/// Shows the operations that had started by the selected moment. What was undone later was not undone then.
void JournalPage::showOperations()
{
    std::vector<OperationReport> shown = m_operations;
    if (m_until.count() > 0) {
        std::set<QString> undone;
        std::erase_if(shown, [this](const OperationReport &report) { return report.time > m_until; });
        for (const OperationReport &report : shown) {
            undone.insert(report.undoOf);
        }
        for (OperationReport &report : shown) {
            if (report.state == OperationState::Undone && !undone.contains(report.id)) {
                report.state = report.complete() ? OperationState::Done : OperationState::Cancelled;
                report.leftAlone = 0; // by that undo
                report.undoable = true;
            }
        }
    }
    m_model->apply(shown, m_until.count() > 0);
    // The server is only named if there are several.
    m_table->showColumn(static_cast<int>(JournalModel::Column::Server), m_model->hasSeveralServers());
    showContent();
    if (!m_wanted.isEmpty()) {
        showOperation(m_wanted);
    }
    showDetails();
}

void JournalPage::setError(const QString &text)
{
    m_error = text;
    showContent();
}

void JournalPage::showOperation(const QString &operation)
{
    const QModelIndex index = m_filter->mapFromSource(m_model->index(m_model->rowOf(operation), 0));
    m_wanted = index.isValid() ? QString() : operation;
    if (index.isValid()) {
        m_table->selectRow(index.row());
        m_table->scrollTo(index);
    } else {
        m_table->clearSelection();
        showDetails();
    }
}

void JournalPage::setFilter(const QString &text)
{
    m_filter->setFilterFixedString(text);
    showContent();
}

void JournalPage::showContent()
{
    const int all = m_model->rowCount();
    const int shownRows = m_filter->rowCount();
    m_export->setEnabled(shownRows > 0);
    QString count =
        all == 1 ? tr("1 operation") : tr("%1 operations", nullptr, pluralOf(all)).arg(models::formatCount(all));
    if (shownRows != all) {
        count += shownRows == 1
            ? tr(" · 1 matches the filter")
            : tr(" · %1 match the filter", nullptr, pluralOf(shownRows)).arg(models::formatCount(shownRows));
    }
    m_count->setFullText(all == 0 ? QString() : count);
    if (!m_error.isEmpty()) {
        m_notice->say(tr("The journal cannot be read"),
                      tr("%1 Operations that keep an archive are refused until it can be.").arg(m_error), State::Error);
    } else if (!m_loaded) {
        m_notice->say(tr("Reading the journal…"), {});
    } else if (all == 0) {
        m_notice->say(tr("No operations yet"),
                      tr("Every operation that changes data is written here first, with what is needed to undo it for "
                         "30 days. Start one from the live page of a collection."));
    } else if (shownRows == 0) {
        m_notice->say(tr("No operation matches the filter"),
                      tr("The filter looks at action, collection, state and server."));
    }
    const bool rows = m_error.isEmpty() && shownRows > 0;
    m_stack->setCurrentWidget(rows ? static_cast<QWidget *>(m_table) : m_notice);
}

const OperationReport *JournalPage::current() const
{
    const QModelIndexList rows = m_table->selectedRows();
    return rows.isEmpty() ? nullptr : &m_model->operationAt(m_filter->mapToSource(rows.front()).row());
}

std::vector<OperationReport> JournalPage::shownOperations() const
{
    std::vector<OperationReport> operations;
    for (int row = m_model->rowCount() - 1; row >= 0; --row) { // oldest first
        if (m_filter->mapFromSource(m_model->index(row, 0)).isValid()) {
            operations.push_back(m_model->operationAt(row));
        }
    }
    return operations;
}

QLabel *JournalPage::addDetail(const QString &name, const QString &value, bool mono)
{
    if (value.isEmpty()) {
        return nullptr;
    }
    const int row = m_fields->rowCount();
    auto *label = new QLabel(name);
    label->setProperty("role", QStringLiteral("secondary"));
    auto *text = new QLabel(value);
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    if (mono) {
        text->setProperty("role", QStringLiteral("mono"));
    }
    m_fields->addWidget(label, row, 0, Qt::AlignTop);
    m_fields->addWidget(text, row, 1);
    return text;
}

void JournalPage::setElements(const QString &operation, const std::vector<QByteArray> &elements)
{
    if (m_elements == nullptr || operation != m_elementsOf) {
        return;
    }
    QStringList texts;
    for (const QByteArray &element : elements) {
        texts.append(models::elementText(element, 60));
    }
    const OperationReport *report = current();
    const qint64 all = report == nullptr ? 0
        : report->leftAlone > 0          ? report->leftAlone
                                         : report->accounted() - report->skipped;
    if (all > static_cast<qint64>(elements.size())) {
        texts.append(QStringLiteral("…"));
    }
    m_elements->setText(texts.isEmpty() ? tr("not kept") : texts.join(QStringLiteral("  ")));
}

void JournalPage::showDetails()
{
    m_elements = nullptr;
    while (QLayoutItem *item = m_fields->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const OperationReport *report = current();
    m_undo->setVisible(report != nullptr);
    m_scroll->verticalScrollBar()->setValue(0);
    if (report != nullptr) {
        m_wanted.clear();
    } else {
        // An operation that could not start has no row.
        const bool missing = m_loaded && !m_wanted.isEmpty() && m_model->rowOf(m_wanted) < 0;
        m_details->setTitle(missing ? tr("This operation is not in the journal") : QString());
        auto *line = new QLabel(
            missing
                ? tr("It could not start: nothing was changed, and there is nothing to undo. The line below says why.")
                : m_model->rowCount() > 0 ? tr("Select an operation to see all of it here.")
                                          : QString());
        line->setProperty("role", QStringLiteral("secondary"));
        line->setWordWrap(true);
        line->setAlignment(Qt::AlignCenter);
        m_fields->addWidget(line, 0, 0, 1, 2);
        updateUndo();
        return;
    }
    m_details->setTitle(
        tr("%1: %2, %3").arg(m_model->titleOf(*report), report->collection, models::resultText(*report)));
    addDetail(tr("operation"), report->id, true);
    const int undone = m_model->rowOf(report->undoOf);
    addDetail(report->changed() == 0 ? tr("to undo") : tr("undid"),
              undone < 0
                  ? report->undoOf
                  : tr("%1 of %2").arg(report->undoOf, models::formatDateTime(m_model->operationAt(undone).time)),
              true);
    addDetail(tr("skipped"), models::skippedText(*report));
    const QString lost = m_model->whyLost(report->id);
    OperationReport offered = *report;
    offered.undoable = report->undoable && lost.isEmpty();
    addDetail(tr("undone"), models::leftAloneText(offered));
    addDetail(tr("undo"), report->undoable ? lost : QString());
    addDetail(tr("by"), report->by);
    m_elementsOf = report->id;
    m_elements = addDetail(report->leftAlone > 0 ? tr("not put back") : tr("elements"), QStringLiteral("…"), true);
    m_elements->setObjectName(QStringLiteral("journalElements"));
    addDetail(tr("keys"), keysText(*report), true);
    addDetail(tr("server"), report->server, true);
    addDetail(tr("workspace"), report->workspace);
    if (report->state == OperationState::Cancelled) { // wanted by a person: no error
        addDetail(models::operationStateTitle(report->state),
                  tr("after %1 of %2; the others were not reached")
                      .arg(models::formatCount(report->accounted()), models::formatCount(report->matched)));
    } else {
        addDetail(tr("error"), report->error);
    }
    if (report->state == OperationState::Open) {
        addDetail(tr("open"),
                  tr("It is running, or was interrupted. An interrupted operation is completed as soon as its server "
                     "can be reached: when a workspace on it is opened, or by command. If the server is gone for good, "
                     "--give-up closes the operation with what is recorded."));
        addDetail(tr("by command"),
                  QStringLiteral("plimsoll operations --recover\nplimsoll operations --give-up ") + report->id, true);
    }
    addDetail(tr("notes"), report->notes.join(QLatin1Char('\n')));
    if (offered.undoable) {
        addDetail(tr("by command"), QStringLiteral("plimsoll undo ") + report->id, true);
    }
    updateUndo();
    context().operations->readElements(m_elementsOf);
}

void JournalPage::updateUndo()
{
    const OperationReport *report = current();
    const QString closed = context().gate == nullptr ? QString() : context().gate->reason();
    const bool continues = report != nullptr && goesOn(*m_model, *report);
    const QString lost = report == nullptr ? QString()
        : report->undoOf.isEmpty()         ? m_model->whyLost(report->id)
                                           : m_model->whyLost(report->undoOf);
    const QString inVain = report == nullptr ? QString() : m_model->whyInVain(continues ? report->undoOf : report->id);
    const bool undoable = report != nullptr && lost.isEmpty() && (report->undoable || continues);
    m_undo->setText(continues ? tr("Continue…") : tr("Undo…"));
    m_undo->setEnabled(undoable && inVain.isEmpty() && closed.isEmpty());
    const bool isOpen = report != nullptr && report->state == OperationState::Open;
    const QString why = isOpen ? tr("It is open: it can be undone when it has ended.")
        : !lost.isEmpty()      ? lost
        : !undoable            ? tr("It has been undone, is an undo itself, or nothing was kept that can go back.")
        : !inVain.isEmpty()    ? inVain
                               : closed;
    m_undo->setToolTip(why);
    m_undo->setAccessibleDescription(why);
    checkUndos(isVisible() && closed.isEmpty(), undoable ? (continues ? report->undoOf : report->id) : QString());
}

/// Requests a check of the newest operations that can be undone, and of the selected one.
void JournalPage::checkUndos(bool isOpen, const QString &selected)
{
    constexpr qsizetype mostChecked = 20; // each costs the server two or three small commands
    QStringList wanted;
    for (int row = 0; isOpen && row < m_model->rowCount() && wanted.size() < mostChecked; ++row) {
        if (m_model->operationAt(row).undoable) {
            wanted += m_model->operationAt(row).id;
        }
    }
    if (isOpen && !selected.isEmpty() && !wanted.contains(selected)) {
        wanted += selected;
    }
    // Asked again after each time without a connection: the server may have come back without its data.
    for (const QString &known : std::exchange(m_checked, wanted)) {
        wanted.removeAll(known);
    }
    if (!wanted.isEmpty()) {
        context().operations->checkUndo(wanted);
    }
}

void JournalPage::setLost(const QString &operation, const QString &why)
{
    const bool isNews = m_model->whyLost(operation) != why;
    m_model->setLost(operation, why);
    const OperationReport *report = current();
    if (isNews && report != nullptr && (report->id == operation || report->undoOf == operation)) {
        showDetails();
    }
}

} // namespace plimsoll::views
