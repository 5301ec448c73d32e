// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/rowsbanner.h"

#include "views/operations/offeraction.h"
#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"

#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>

namespace plimsoll::views {

RowsBanner::RowsBanner(QWidget *parent)
    : QWidget(parent), m_text(new ElidedLabel(this)), m_whole(new QPushButton(this)),
      m_show(new QPushButton(tr("Show"), this)), m_search(new QPushButton(this))
{
    setObjectName(QStringLiteral("newRows"));
    m_text->setObjectName(QStringLiteral("newRowsText"));
    m_show->setObjectName(QStringLiteral("showNewRows"));
    m_search->setObjectName(QStringLiteral("searchAll"));
    m_whole->setObjectName(QStringLiteral("selectWhole"));
    m_whole->setFocusPolicy(Qt::TabFocus); // a click leaves the keys with the rows
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(2 * metrics::step);
    line->addWidget(m_whole);
    line->addWidget(m_search);
    line->addWidget(m_show); // first: the text changes its width with every tick
    line->addWidget(m_text, 1);
    hide();
    connect(m_whole, &QPushButton::clicked, this, &RowsBanner::wholeClicked);
    connect(m_search, &QPushButton::clicked, this, &RowsBanner::searchClicked);
    connect(m_show, &QPushButton::clicked, this, &RowsBanner::showClicked);
}

void RowsBanner::offerWhole(bool isOffered, bool isWhole, const QString &title)
{
    if (isOffered) {
        const QString page = tr("Only this page");
        keepWidth(*m_whole, page); // keep its neighbours in place
        m_whole->setText(title);
        m_whole->setMinimumWidth(std::max(m_whole->minimumWidth(), m_whole->sizeHint().width()));
        m_whole->setText(isWhole ? page : title);
    }
    m_whole->setVisible(isOffered);
}

/// The button says what it does now.
void RowsBanner::offerSearch(Search search, const QString &tip)
{
    const QString stop = tr("Stop"), goOn = tr("Keep searching"), all = tr("Search all");
    if (m_search->text().isEmpty()) {
        for (const QString &text : {stop, goOn, all}) {
            m_search->setText(text);
            m_search->setMinimumWidth(std::max(m_search->minimumWidth(), m_search->sizeHint().width()));
        }
    }
    m_search->setText(search == Search::Stop ? stop : search == Search::GoOn ? goOn : all);
    m_search->setToolTip(tip);
    m_search->setVisible(search != Search::None);
}

bool RowsBanner::isSearchFocused() const
{
    return m_search->hasFocus();
}

void RowsBanner::setShowTitle(const QString &title)
{
    m_show->setText(title);
}

void RowsBanner::say(const QStringList &texts, bool isWaiting)
{
    m_text->setFullText(texts.join(QStringLiteral(" · ")));
    m_show->setVisible(isWaiting);
    setVisible(!texts.isEmpty() || !m_search->isHidden());
}

} // namespace plimsoll::views
