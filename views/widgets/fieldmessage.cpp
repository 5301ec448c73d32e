// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/fieldmessage.h"

#include "views/theme/theme.h"
#include "views/widgets/dialogparts.h"
#include "views/widgets/wrappedlabel.h"

#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll::views {

namespace {

constexpr int leastMessageLines = 2; // lines of an error; enough for nearly all

} // namespace

FieldMessage::FieldMessage(const QString &help, QWidget *parent)
    : QWidget(parent), m_notes(new QWidget(this)), m_lines(new QVBoxLayout(m_notes)),
      m_help(named(new WrappedLabel(m_notes), "fieldHelp")), m_problem(named(new WrappedLabel(this), "fieldProblem"))
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_lines->setContentsMargins(0, 0, 0, 0);
    m_lines->setSpacing(metrics::step / 2);
    m_lines->addWidget(m_help);
    m_lines->addStretch(1);
    setRole(m_help, QLatin1String("small"));
    setRole(m_problem, QLatin1String("critical"));
    setHelp(help);
    m_problem->hide();
}

void FieldMessage::addNote(QWidget *note)
{
    m_lines->insertWidget(m_lines->count() - 1, note); // before the stretch
    updateGeometry();
}

void FieldMessage::setHelp(const QString &help)
{
    m_help->setFullText(help);
    m_help->setVisible(!help.isEmpty());
    updateGeometry();
}

void FieldMessage::setProblem(const QString &text)
{
    if (m_problem->fullText() == text) {
        return;
    }
    m_problem->setFullText(text);
    m_problem->setVisible(!text.isEmpty());
    m_notes->setVisible(text.isEmpty());
    updateGeometry();
    place();
}

QString FieldMessage::problem() const
{
    return m_problem->fullText();
}

QSize FieldMessage::sizeHint() const
{
    const int width = std::max(m_help->sizeHint().width(), m_problem->sizeHint().width());
    return {width, heightForWidth(width)};
}

QSize FieldMessage::minimumSizeHint() const
{
    return {m_problem->minimumSizeHint().width(), leastMessageLines * m_problem->fontMetrics().height()};
}

int FieldMessage::heightForWidth(int width) const
{
    const int notes = m_lines->hasHeightForWidth() ? m_lines->totalHeightForWidth(width) : m_notes->sizeHint().height();
    m_problem->ensurePolished();
    const int problem = m_problem->fullText().isEmpty() ? 0 : m_problem->heightForWidth(width);
    return std::max({notes, problem, leastMessageLines * m_problem->fontMetrics().height()});
}

void FieldMessage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    place();
}

void FieldMessage::place()
{
    m_notes->setGeometry(rect());
    m_problem->setGeometry(rect());
}

} // namespace plimsoll::views
