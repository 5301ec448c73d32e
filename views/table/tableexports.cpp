// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tableexport.h"
#include "views/table/tableview.h"
#include "views/widgets/contextmenu.h"
#include "views/widgets/exportevent.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>

/// The menus of a table: columns and exports.
namespace plimsoll::views {

namespace {

constexpr std::chrono::milliseconds saveDelay{500};

} // namespace

void TableView::makeExports()
{
    auto *csv = new QAction(tr("Save table as CSV…"), this);
    csv->setObjectName(QStringLiteral("exportTableCsv"));
    connect(csv, &QAction::triggered, this, [this] { exportAs(QLatin1StringView("csv")); });
    auto *json = new QAction(tr("Save table as JSON…"), this);
    json->setObjectName(QStringLiteral("exportTableJson"));
    connect(json, &QAction::triggered, this, [this] { exportAs(QLatin1StringView("json")); });
    m_exports = {csv, json};
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this, &TableView::showColumnMenu);
}

/// Exports the table as displayed, without hidden columns and sparklines.
void TableView::exportAs(QLatin1StringView ending)
{
    std::vector<int> columns;
    for (int place = 0; place < horizontalHeader()->count(); ++place) {
        const int column = horizontalHeader()->logicalIndex(place);
        if (!isColumnHidden(column) && cellOf(*model(), column) != Cell::Sparkline) {
            columns.push_back(column);
        }
    }
    const QString name = m_stateName.isEmpty() ? objectName() : m_stateName.section(u'/', 1);
    const QByteArray content =
        ending == QLatin1StringView("csv") ? models::tableCsv(*model(), columns) : models::tableJson(*model(), columns);
    ExportEvent::send(this, exportName(name, ending), content);
}

void TableView::contextMenuEvent(QContextMenuEvent *event)
{
    if (model() != nullptr) {
        QMenu *menu = makePopup(this);
        menu->addActions(m_exports);
        menu->popup(event->globalPos());
    }
}

void TableView::showColumnMenu(const QPoint &place)
{
    if (model() == nullptr) {
        return;
    }
    QMenu *menu = makePopup(this);
    for (int column = m_hideableFrom; m_hideableFrom >= 0 && column < model()->columnCount(); ++column) {
        QAction *action = menu->addAction(model()->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            setColumnHidden(column, !shown);
            stretchWide();
            m_saveTimer.start(saveDelay);
        });
    }
    if (m_hideableFrom < 0) {
        menu->addActions(m_exports); // otherwise the menu of the rows has them
    }
    menu->popup(horizontalHeader()->viewport()->mapToGlobal(place));
}

} // namespace plimsoll::views
