// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/elementspanel.h"

#include "models/text/elementtext.h"
#include "models/text/format.h"
#include "redis/types/plural.h"
#include "redis/types/workspace.h"
#include "views/table/tableview.h"

#include <QHash>

#include <algorithm>

namespace plimsoll::views {

namespace {

using models::ElementModel;
using ElementColumn = ElementModel::Column;

/// Under which an element is known from one page to the next.
std::pair<QByteArray, QByteArray> identity(const Element &element)
{
    return {element.key, element.element};
}

} // namespace

ElementsPanel::ElementsPanel(std::span<const ElementModel::Shown> columns, const QString &name,
                             const PageContext &context, QWidget *parent)
    : ElementsPanel(new ElementModel(columns), name, context, parent)
{
}

ElementsPanel::ElementsPanel(ElementModel *model, const QString &name, const PageContext &context, QWidget *parent)
    : PagedPanel(model, name, context, parent), m_model(model)
{
    model->setParent(this);
    int state = -1;
    for (int i = 0; i < model->columnCount(); ++i) {
        const ElementColumn column = model->columnAt(i);
        state = column == ElementColumn::State ? i : state;
        if (column == ElementColumn::Member || column == ElementColumn::Fields) {
            table()->setWideColumn(i);
        }
    }
    setOutcomeColumns(state, 0);
}

void ElementsPanel::applyPage(const ElementsPage &page)
{
    m_model->setRules(place().isThere() ? models::ElementRules::of(place().definition()) : models::ElementRules());
    m_model->apply(page);
    showWhatIsSaid(page);
    table()->flash();
}

/// An entry of a stream that is pending nowhere has no consumer, and no state.
void ElementsPanel::showWhatIsSaid(const ElementsPage &page)
{
    const auto columns = m_model->columnCount();
    bool isOfStream = false;
    for (int i = 0; i < columns; ++i) {
        isOfStream = isOfStream || m_model->columnAt(i) == ElementColumn::Fields;
    }
    if (!isOfStream || page.elements.empty()) {
        return;
    }
    const bool isPending = std::any_of(page.elements.begin(), page.elements.end(),
                                       [](const Element &element) { return !element.group.isEmpty(); });
    for (int i = 0; i < columns; ++i) {
        const ElementColumn column = m_model->columnAt(i);
        if (column != ElementColumn::Job && column != ElementColumn::Fields) {
            table()->showColumn(i, isPending);
        }
    }
}

QString ElementsPanel::holdRows(const ElementsPage &fresh)
{
    // A list may hold several that are alike: as many as are there now are still there.
    QHash<std::pair<QByteArray, QByteArray>, std::vector<const Element *>> newer; // last first
    auto added = static_cast<qsizetype>(fresh.elements.size());
    for (auto element = fresh.elements.rbegin(); element != fresh.elements.rend(); ++element) {
        newer[identity(*element)].push_back(&*element);
    }
    ElementsPage held = fresh;
    held.elements.clear();
    int left = 0;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const Element &before = m_model->elementAt(row);
        const auto same = newer.find(identity(before));
        const bool isThere = same != newer.end() && !same->empty();
        held.elements.push_back(isThere ? *same->back() : before);
        if (isThere) {
            same->pop_back();
            --added;
        } else {
            ++left;
        }
    }
    m_model->apply(held);
    table()->flash();
    if (added > 0 && left == 0) {
        return tr("%1 newer").arg(models::formatCount(added));
    }
    if (added > 0) { // some may have moved here from the next page: nothing needs to have arrived
        return added == 1 ? tr("1 other on this page now")
                          : tr("%1 others on this page now", nullptr, pluralOf(added)).arg(models::formatCount(added));
    }
    return left == 0 ? QString()
        : left == 1  ? tr("1 has left this page")
                     : tr("%1 have left this page", nullptr, pluralOf(left)).arg(models::formatCount(left));
}

void ElementsPanel::clearRows()
{
    m_model->clear();
}

void ElementsPanel::setNow(std::chrono::milliseconds now)
{
    m_model->setNow(now);
}

const Element *ElementsPanel::elementOf(int row) const
{
    return &m_model->elementAt(row);
}

QString ElementsPanel::textOf(const QModelIndexList &rows) const
{
    return m_model->asText(rows);
}

} // namespace plimsoll::views
