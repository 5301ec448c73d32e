// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/jobsanddead.h"

#include "models/text/format.h"
#include "views/collection/deadletterspanel.h"
#include "views/collection/pagedpanel.h"
#include "views/operations/offeraction.h"
#include "views/page/kindview.h"
#include "views/table/tableview.h"

#include <QAction>
#include <QPushButton>

namespace plimsoll::views {

namespace {

/// "Dead letters 7"; short where the head of the page is narrow.
QString deadText(double count, bool isShort)
{
    const QString number = models::formatCount(count);
    return count > 0 ? (isShort ? JobsAndDead::tr("Dead %1") : JobsAndDead::tr("Dead letters %1")).arg(number)
        : isShort    ? JobsAndDead::tr("Dead")
                     : JobsAndDead::tr("Dead letters");
}

} // namespace

JobsAndDead::JobsAndDead(const PageContext &context, PagedPanel *jobs, QWidget *parent)
    : QStackedWidget(parent), m_jobs(jobs), m_dead(new DeadLettersPanel(context, this)),
      m_button(new QPushButton(tr("Dead letters"), parent)), m_open(new QAction(tr("Dead letters"), parent))
{
    addWidget(jobs);
    addWidget(m_dead);
    m_button->setObjectName(QStringLiteral("deadLettersButton"));
    m_button->setCheckable(true);
    for (const bool isShort : {true, false}) { // keeps the width for counts that grow
        constexpr double widestCount = 88'888;
        keepWidth(*m_button, deadText(widestCount, isShort));
        (isShort ? m_shortWidth : m_longWidth) = m_button->minimumWidth() / Px::zoom();
    }
    connect(m_button, &QPushButton::toggled, this, [this](bool dead) {
        m_inGroup = false;
        m_jobs->table()->clearSelection(); // the inspector shows no row that is not on screen
        setCurrentWidget(dead ? static_cast<QWidget *>(m_dead) : m_jobs);
        if (m_button->hasFocus()) { // for the next key
            (dead ? static_cast<QWidget *>(m_dead) : m_jobs->table())->setFocus();
        }
    });
    m_open->setObjectName(QStringLiteral("deadLettersAction"));
    parent->addAction(m_open);
    connect(m_open, &QAction::triggered, this, [this] {
        m_button->setChecked(true);
        m_dead->setFocus();
    });
    connect(m_dead, &DeadLettersPanel::lettersWanted, this, [this] {
        m_button->setChecked(false);
        m_jobs->choose(m_state);
    });
    connect(m_dead, &DeadLettersPanel::groupWanted, this,
            [this](const std::vector<Element> &letters, const QString &text) {
                m_button->setChecked(false);
                m_jobs->choose(m_state);
                m_jobs->showElements(letters, text);
                m_jobs->table()->setFocus();
                m_inGroup = true;
            });
}

QSize JobsAndDead::minimumSizeHint() const
{
    return {currentWidget()->minimumSizeHint().width(), QStackedWidget::minimumSizeHint().height()};
}

bool JobsAndDead::back()
{
    const bool wasInGroup = m_inGroup;
    if (!wasInGroup && !m_button->isChecked()) {
        return false;
    }
    m_button->setChecked(wasInGroup);
    if (!wasInGroup) {
        m_jobs->table()->setFocus();
    }
    return true;
}

void JobsAndDead::open()
{
    m_inGroup = false;
    m_button->setChecked(false);
    m_dead->open();
}

void JobsAndDead::apply(const SnapshotPtr &snapshot, std::size_t collection)
{
    showCount(*snapshot, collection);
    m_dead->apply(snapshot, collection);
}

void JobsAndDead::setOld(bool old)
{
    m_dead->setOld(old); // the jobs are a panel of the page
}

void JobsAndDead::showCount(const Snapshot &snapshot, std::size_t collection)
{
    const KindInfo *kind = snapshot.layout->rows[collection].kind;
    const QLatin1StringView role = viewOf(*kind).dead;
    m_state = QString(role);
    const int figure = kind->figureIndex(m_state);
    const double dead = figure < 0 ? unknownFigure : snapshot.figure(collection, figure);
    const bool hasDead = snapshot.layout->workspace->collections[collection].has(role);
    m_button->setVisible(hasDead);
    m_count = dead;
    m_button->setText(deadText(dead, m_isShort));
    m_open->setEnabled(hasDead);
    m_open->setText(deadText(dead, false));
}

void JobsAndDead::setShort(bool isShort)
{
    if (m_isShort != isShort) {
        m_isShort = isShort;
        m_button->setMinimumWidth(Px::scaled(isShort ? m_shortWidth : m_longWidth, Px::zoom()));
        m_button->setToolTip(isShort ? tr("Dead letters") : QString());
        m_button->setText(deadText(m_count, isShort));
    }
}

} // namespace plimsoll::views
