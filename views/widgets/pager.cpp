// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/pager.h"

#include "models/text/format.h"
#include "views/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVariant>

#include <algorithm>

namespace plimsoll::views {

using models::formatCount;

Pager::Pager(QWidget *parent) : QWidget(parent), m_text(new QLabel(this))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_text->setProperty("role", QStringLiteral("small"));
    m_text->setObjectName(QStringLiteral("pagerText"));
    layout->addWidget(m_text);
    layout->addSpacing(2 * metrics::step);
    m_first = addButton(QStringLiteral("«"), tr("First page"), Step::First);
    m_previous = addButton(QStringLiteral("‹"), tr("Previous page"), Step::Previous);
    m_next = addButton(QStringLiteral("›"), tr("Next page"), Step::Next);
    m_last = addButton(QStringLiteral("»"), tr("Last page"), Step::Last);
    for (QToolButton *button : {m_first, m_previous, m_next, m_last}) {
        layout->addWidget(button);
    }
    m_first->setObjectName(QStringLiteral("firstPage"));
    m_previous->setObjectName(QStringLiteral("previousPage"));
    m_next->setObjectName(QStringLiteral("nextPage"));
    m_last->setObjectName(QStringLiteral("lastPage"));
}

QToolButton *Pager::addButton(const QString &text, const QString &name, Step step)
{
    auto *button = new QToolButton(this);
    button->setText(text);
    button->setProperty("flat", true);
    button->setToolTip(name);
    button->setAccessibleName(name);
    button->setMinimumWidth(Px(26));
    connect(button, &QToolButton::clicked, this, [this, step] { emit stepped(step); });
    return button;
}

void Pager::showRange(qint64 offset, qint64 rows, std::optional<qint64> total, bool atLeast, int pageSize)
{
    // The rows and the total may have been read at different times.
    total = total ? std::optional(std::max(*total, rows == 0 ? 0 : offset + rows)) : std::nullopt;
    const QString range =
        rows == 0 ? formatCount(0) : tr("%1–%2").arg(formatCount(offset + 1), formatCount(offset + rows));
    const QString of =
        total ? (atLeast ? tr("at least %1") : QStringLiteral("%1")).arg(formatCount(*total)) : tr("many");
    m_text->setText(tr("%1 of %2").arg(range, of));
    const bool more = total ? offset + rows < *total : rows == pageSize;
    const bool single = offset == 0 && !more;
    for (QToolButton *button : {m_first, m_previous, m_next, m_last}) {
        button->setVisible(!single);
    }
    m_first->setEnabled(offset > 0);
    m_previous->setEnabled(offset > 0);
    m_next->setEnabled(more);
    m_last->setEnabled(more && total.has_value());
}

void Pager::showCursor(int page, qint64 rows, std::optional<qint64> total, bool hasNext)
{
    total = total ? std::optional(std::max(*total, rows)) : std::nullopt;
    const QString here =
        page == 1 && !hasNext ? formatCount(rows) : tr("page %1, %2").arg(formatCount(page), formatCount(rows));
    m_text->setText(total ? tr("%1 of %2").arg(here, formatCount(*total)) : here);
    const bool single = page == 1 && !hasNext;
    m_first->setVisible(!single);
    m_previous->setVisible(!single);
    m_next->setVisible(!single);
    m_last->hide();
    m_first->setEnabled(page > 1);
    m_previous->setEnabled(page > 1);
    m_next->setEnabled(hasNext);
}

void Pager::setOld(bool old)
{
    m_text->setEnabled(!old);
}

QString Pager::text() const
{
    return m_text->text();
}

} // namespace plimsoll::views
