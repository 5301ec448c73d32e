// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/editform.h"

#include "views/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QStyle>
#include <QTextDocument>
#include <QVBoxLayout>
#include <QVariant>

#include <utility>

namespace plimsoll::views {

namespace {

/// Unchanged text of the document; toPlainText() would replace some spaces.
QString textOf(const QPlainTextEdit &editor)
{
    return editor.document()->toRawText().replace(QChar::ParagraphSeparator, QLatin1Char('\n'));
}

} // namespace

EditForm::EditForm(const OperationRequest &request, std::chrono::milliseconds /*now*/, QWidget *parent)
    : OperationForm(request, parent), m_choices(models::editChoices(request)), m_which(new QComboBox(this)),
      m_text(new QPlainTextEdit(this)), m_note(new QLabel(this)), m_requeue(new QCheckBox(this))
{
    m_which->setObjectName(QStringLiteral("editWhich"));
    m_which->setAccessibleName(tr("What is edited"));
    for (const models::EditChoice &one : m_choices.choices) {
        m_which->addItem(one.title);
    }
    m_which->setEnabled(m_which->count() > 1);
    addLine(tr("Edit"), m_which);
    m_text->setObjectName(QStringLiteral("editText"));
    m_text->setAccessibleName(tr("New text"));
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setProperty("role", QStringLiteral("payload"));
    m_text->setWordWrapMode(QTextOption::WrapAnywhere);
    m_text->setTabChangesFocus(true);
    m_text->setMinimumHeight(Px(120));
    column()->addWidget(m_text, 100); // takes the room
    m_note->setObjectName(QStringLiteral("editNote"));
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    column()->addWidget(m_note);
    const models::WayBack way = models::wayBack(request);
    m_requeue->setObjectName(QStringLiteral("editRequeue"));
    m_requeue->setText(tr("Requeue it after editing"));
    m_requeue->setChecked(way == models::WayBack::Usual);
    m_requeue->setVisible(way != models::WayBack::None);
    column()->addWidget(m_requeue);
    connect(m_which, &QComboBox::currentIndexChanged, this, &EditForm::choose);
    connect(m_text, &QPlainTextEdit::textChanged, this, &EditForm::judge);
    setFocusProxy(m_text);
    m_which->setCurrentIndex(static_cast<int>(m_choices.preferred));
    choose(m_which->currentIndex());
}

const models::EditChoice &EditForm::choice() const
{
    return m_choices.choices[static_cast<std::size_t>(m_which->currentIndex())];
}

void EditForm::choose(int index)
{
    if (index < 0) {
        m_text->setEnabled(false);
        m_note->setText(m_choices.none);
        return;
    }
    m_text->setPlainText(choice().text);
    judge();
}

void EditForm::judge()
{
    const QString why = models::whyNot(choice(), textOf(*m_text));
    const bool isUnchanged = textOf(*m_text) == choice().text;
    m_isComplete = why.isEmpty();
    m_note->setText(why.isEmpty() ? tr("The changes are shown next, before anything happens.") : why);
    m_note->setProperty("role", why.isEmpty() || isUnchanged ? QStringLiteral("small") : QStringLiteral("critical"));
    m_note->style()->unpolish(m_note);
    m_note->style()->polish(m_note);
    emit changed();
}

void EditForm::fill(OperationRequest &request) const
{
    JobEdit edit = choice().edit;
    edit.after = models::editedBytes(choice(), textOf(*m_text));
    edit.requeue = m_requeue->isVisibleTo(this) && m_requeue->isChecked();
    request.edit = std::move(edit);
}

} // namespace plimsoll::views
