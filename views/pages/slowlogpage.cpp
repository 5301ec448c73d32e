// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/slowlogpage.h"

#include "models/text/format.h"
#include "models/rows/slowlogmodel.h"
#include "redis/types/redaction.h"
#include "views/page/pagehead.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/card.h"
#include "views/widgets/contextmenu.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/notice.h"

#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace plimsoll::views {

namespace {

using models::SlowLogModel;
using namespace std::chrono_literals;

constexpr std::chrono::milliseconds askedEvery = 5s;
constexpr std::chrono::milliseconds longestWait = 30s; // the answer was lost with its connection

} // namespace

SlowLogPage::SlowLogPage(const PageContext &pageContext, QWidget *parent)
    : Page(pageContext, parent), m_model(new SlowLogModel(this)), m_filter(new QSortFilterProxyModel(this)),
      m_table(new TableView(pageContext.theme, this)), m_notice(new Notice(pageContext.theme, this)),
      m_stack(new QStackedWidget(this)), m_copyAction(new QAction(tr("Copy as redis-cli"), this))
{
    setObjectName(QStringLiteral("slowLogPage"));
    auto *layout = new QVBoxLayout(this);
    const PageHead head(tr("Slow log"), layout);
    m_line = head.line;
    m_line->setObjectName(QStringLiteral("slowLogLine"));
    m_copy = new QPushButton(m_copyAction->text(), this);
    m_copy->setObjectName(QStringLiteral("slowLogCopy"));
    head.tools->addWidget(m_copy);
    connect(m_copy, &QPushButton::clicked, this, &SlowLogPage::copy);
    connect(m_copyAction, &QAction::triggered, this, &SlowLogPage::copy);

    m_filter->setSourceModel(m_model);
    m_filter->setFilterRole(SlowLogModel::FilterRole);
    m_filter->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filter->setSortRole(SlowLogModel::SortRole);
    m_table->setObjectName(QStringLiteral("slowLog"));
    m_table->setAccessibleName(tr("Entries of the slow log"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setWideColumn(static_cast<int>(SlowLogModel::Column::Command));
    m_table->setModel(m_filter);
    m_table->setStateName(QStringLiteral("slowLog"));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(static_cast<int>(SlowLogModel::Column::Time), Qt::DescendingOrder);
    m_table->addAction(m_copyAction);
    showActionsAsMenu(m_table);

    auto *card = new Card(pageContext.theme, this);
    card->setFlush();
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_notice);
    card->body()->addWidget(m_stack);
    layout->addWidget(card, 1);
    connect(m_table, &TableView::currentMoved, this, &SlowLogPage::showSelection);
    connect(pageContext.host, &PageHost::slowLogRead, this, &SlowLogPage::showLog);
    showContent();
    showSelection();
}

void SlowLogPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    if (m_log && m_log->error) { // it may be permitted now
        m_asked.invalidate();
    }
    askIfNeeded();
}

void SlowLogPage::apply(const SnapshotPtr &snapshot)
{
    m_snapshot = snapshot;
    askIfNeeded();
    showContent();
}

void SlowLogPage::askIfNeeded()
{
    if (!isVisible() || m_snapshot == nullptr || !context().host->closed().isEmpty()) {
        return;
    }
    const std::optional<qint64> newest = m_snapshot->server.summary().slowLogNewest;
    const bool hasFailed = m_log && m_log->error && m_log->error->lacks.isEmpty(); // a refusal is final until then
    const bool isNews = !m_asked.isValid() || newest != m_newest || hasFailed;
    const auto waits = m_asked.isValid() ? std::chrono::milliseconds(m_asked.elapsed()) : longestWait;
    if (m_isOut ? waits < longestWait : !isNews || waits < askedEvery) {
        return;
    }
    m_newest = newest;
    m_isOut = true;
    m_asked.start();
    emit context().host->slowLogWanted();
}

void SlowLogPage::showLog(const SlowLog &log)
{
    m_isOut = false;
    m_log = log;
    const QStringList hidden = m_snapshot != nullptr ? redactedFields(*m_snapshot->layout->workspace) : QStringList();
    if (!log.error) { // else what was read before stays
        m_model->apply(log, hidden, m_table->isHeld());
        m_table->refit();
    }
    showContent();
    showSelection();
}

void SlowLogPage::showContent()
{
    const int rows = m_model->rowCount();
    const bool isPast = momentOf(m_snapshot) != nullptr;
    QString line;
    if (isPast) {
        m_notice->say(tr("The slow log is not recorded"), tr("Escape returns to live."));
    } else if (!m_log) {
        m_notice->say(tr("Reading the slow log…"), {});
    } else if (m_log->error) {
        line = models::asSentence(m_log->error->message);
        m_notice->say(tr("The slow log cannot be read"), line, State::Error);
    } else if (rows == 0) {
        m_notice->say(tr("The slow log is empty"),
                      tr("The server keeps commands here that take longer than its setting slowlog-log-slower-than."));
    } else if (m_filter->rowCount() == 0) {
        m_notice->say(tr("No matches"), tr("No entry matches the filter."));
    }
    if (rows > 0 && m_log && !m_log->error && !isPast) {
        const auto all = static_cast<double>(m_log->length.value_or(rows));
        line = all > SlowLog::most
            ? tr("the newest %1 of %2").arg(models::formatCount(SlowLog::most), models::formatCount(all))
            : tr("newest first");
        line += QStringLiteral(" · ") + tr("Plimsoll's own commands are grey");
    }
    m_line->setFullText(line);
    m_stack->setCurrentWidget(m_filter->rowCount() > 0 && !isPast ? static_cast<QWidget *>(m_table) : m_notice);
}

void SlowLogPage::showSelection()
{
    const int row = selectedRow();
    const QString why = row < 0 ? tr("Select an entry first.") : m_model->whyNotCopied(row);
    m_copy->setEnabled(why.isEmpty());
    m_copy->setToolTip(why);
    m_copy->setAccessibleDescription(why);
    m_copyAction->setEnabled(why.isEmpty());
}

void SlowLogPage::copy()
{
    if (const int row = selectedRow(); row >= 0 && m_model->whyNotCopied(row).isEmpty()) {
        emit context().host->redisCliWanted({m_model->entryAt(row).arguments});
    }
}

int SlowLogPage::selectedRow() const
{
    const QModelIndexList rows = m_table->selectedRows();
    return rows.isEmpty() ? -1 : m_filter->mapToSource(rows.front()).row();
}

void SlowLogPage::setFilter(const QString &text)
{
    m_filter->setFilterFixedString(text);
    showContent();
}

} // namespace plimsoll::views
