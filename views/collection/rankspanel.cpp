// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/rankspanel.h"

#include "models/text/format.h"
#include "views/table/tableview.h"
#include "views/theme/px.h"

#include <QAbstractProxyModel>
#include <QComboBox>
#include <QIntValidator>
#include <QLineEdit>

#include <array>
#include <limits>

namespace plimsoll::views {

namespace {

using models::LeaderboardModel;
using std::chrono::milliseconds;
using std::chrono::minutes;

/// Reference times of rank changes; 0: when the page was opened, negative: the previous tick.
constexpr std::array<milliseconds, 5> references{milliseconds(0), milliseconds(-1), minutes(5), minutes(15),
                                                 minutes(60)};

constexpr Px narrowestBar{92}; // its title tells where bars begin: "from 10,600"

} // namespace

RanksPanel::RanksPanel(const PageContext &context, QWidget *parent) : RanksPanel(new LeaderboardModel, context, parent)
{
}

RanksPanel::RanksPanel(LeaderboardModel *model, const PageContext &context, QWidget *parent)
    : PagedPanel(model, QStringLiteral("ranks"), context, parent), m_model(model), m_since(new QComboBox(this))
{
    model->setParent(this);
    table()->setWideColumn(LeaderboardModel::BarColumn, narrowestBar, LeaderboardModel::MemberColumn);
    table()->setAccessibleName(tr("Ranks"));
    setOutcomeColumns(-1, LeaderboardModel::MemberColumn);
    makeTools();
}

void RanksPanel::makeTools()
{
    m_since->setObjectName(QStringLiteral("sinceChooser"));
    m_since->setAccessibleName(tr("Changes since"));
    m_since->setToolTip(tr("Changes of rank and score are counted since this time"));
    m_since->addItems({tr("since opened"), tr("since the last poll"), tr("since 5 min ago"), tr("since 15 min ago"),
                       tr("since 1 h ago")});
    connect(m_since, &QComboBox::activated, this, &RanksPanel::chooseReference);
    addTool(m_since);
    auto *rank = new QLineEdit(this);
    rank->setObjectName(QStringLiteral("rankField"));
    rank->setPlaceholderText(tr("Go to rank"));
    rank->setAccessibleName(tr("Go to rank"));
    rank->setValidator(new QIntValidator(1, std::numeric_limits<int>::max(), rank));
    rank->setFixedWidth(Px(96));
    connect(rank, &QLineEdit::returnPressed, this, [this, rank] { goTo(rank->text().toLongLong() - 1); });
    addTool(rank);
}

void RanksPanel::chooseReference()
{
    const milliseconds back = references.at(static_cast<std::size_t>(std::max(0, m_since->currentIndex())));
    if (back < milliseconds::zero()) {
        m_model->setReference(std::nullopt);
    } else {
        m_model->setReference(back == milliseconds::zero() ? m_opened : m_now - back);
    }
}

void RanksPanel::pin(const MemberAnswer &answer, bool show)
{
    m_model->setPinned(answer);
    const int row = m_model->rowOf(answer.member);
    if (show && row >= 0) {
        // Its row has just been added: the view has not made room for it yet. It may be sorted, or filtered away.
        const QPersistentModelIndex source = m_model->index(row, 0);
        const auto go = [this, source] {
            const QModelIndex place = qobject_cast<QAbstractProxyModel *>(table()->model())->mapFromSource(source);
            if (place.isValid()) {
                table()->selectRow(place.row());
                table()->scrollTo(place, QAbstractItemView::PositionAtCenter);
            }
        };
        QMetaObject::invokeMethod(table(), go, Qt::QueuedConnection);
    }
}

void RanksPanel::applyPage(const ElementsPage &page)
{
    if (m_opened == milliseconds::zero()) {
        m_opened = page.readAt;
        chooseReference();
    }
    m_model->apply(page);
    table()->flash();
}

/// Scores may change in place; another order waits.
QString RanksPanel::holdRows(const ElementsPage &fresh)
{
    std::size_t at = 0;
    bool same = true;
    for (int row = 0; same && row < m_model->rowCount() && at < fresh.elements.size(); ++row) {
        if (m_model->isOfPage(row)) {
            same = m_model->elementAt(row)->element == fresh.elements[at].element;
            ++at;
        }
    }
    if (same) {
        applyPage(fresh);
        return {};
    }
    return tr("New ranking");
}

void RanksPanel::clearRows()
{
    m_opened = {};
    m_model->clear();
}

bool RanksPanel::isOfPage(int row) const
{
    return m_model->isOfPage(row);
}

const Element *RanksPanel::elementOf(int row) const
{
    return m_model->elementAt(row);
}

QString RanksPanel::textOf(const QModelIndexList &rows) const
{
    return m_model->asText(rows);
}

} // namespace plimsoll::views
