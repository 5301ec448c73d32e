// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/notedialog.h"

#include "models/text/format.h"
#include "models/charts/chartmath.h"
#include "views/widgets/dialogparts.h"
#include "views/widgets/elidedlabel.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace plimsoll::views {

namespace {

/// A time in the future becomes valid as it passes, so the input is checked again at this interval.
constexpr std::chrono::seconds noteJudgedEvery{1};

} // namespace

NoteDialog::NoteDialog(Note note, std::function<std::chrono::milliseconds()> now, QWidget *parent)
    : QDialog(parent), m_note(std::move(note)), m_now(std::move(now)),
      m_at(named(new QLineEdit(models::formatDateTime(m_note.time)), "noteAt")),
      m_text(named(new QPlainTextEdit(m_note.text), "noteText")), m_problem(named(new QLabel, "noteProblem")),
      m_remove(nullptr)
{
    const bool isNew = m_note.id.isEmpty();
    setObjectName(QStringLiteral("noteDialog"));
    setWindowTitle(isNew ? tr("Add a note") : tr("Edit the note"));
    QVBoxLayout *const layout = dialogLayout(this);
    layout->addWidget(dialogTitle(windowTitle(), this));
    auto *const form = dialogForm(layout);
    addRow(form, tr("&At"), m_at);
    m_at->setReadOnly(!isNew); // an existing note keeps its time
    m_text->setTabChangesFocus(true);
    m_text->setFixedHeight(5 * fontMetrics().lineSpacing());
    addRow(form, tr("&Note"), m_text);
    // Space is reserved for the message.
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->setMinimumHeight(2 * fontMetrics().height());
    m_problem->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    layout->addWidget(m_problem);
    connect(m_at, &QLineEdit::textChanged, this, &NoteDialog::say);
    connect(m_text, &QPlainTextEdit::textChanged, this, &NoteDialog::say);
    if (isNew) {
        auto *const clock = new QTimer(this);
        connect(clock, &QTimer::timeout, this, &NoteDialog::say);
        clock->start(noteJudgedEvery);
    }
    auto *const buttons = dialogButtons(this);
    addAccept(buttons, isNew ? tr("Add note") : tr("Save note"), "noteAccept");
    addCancel(buttons, "noteCancel");
    if (!isNew) {
        m_remove = buttons->addButton(tr("Remove note"), QDialogButtonBox::DestructiveRole);
        m_remove->setObjectName(QStringLiteral("noteRemove"));
        m_remove->setAutoDefault(false);
        connect(m_remove, &QPushButton::clicked, this, &NoteDialog::remove);
    }
    layout->addWidget(buttons);
    resize(std::max(440, sizeHint().width()), sizeHint().height());
    m_text->setFocus();
    m_text->moveCursor(QTextCursor::End);
    say();
}

QString NoteDialog::problem(std::chrono::milliseconds now) const
{
    const auto at = models::typedTime(m_at->text(), now);
    const qsizetype length = m_text->toPlainText().trimmed().size();
    if (m_note.id.isEmpty() && !at) {
        return tr("“%1” is not a time: write 14:05, 2026-11-20 14:05:30, or now").arg(m_at->text().simplified());
    }
    if (m_note.id.isEmpty() && *at > now) {
        return tr("That time is in the future");
    }
    if (length > Note::longest) {
        return tr("%1 of %2 characters: it is too long")
            .arg(models::formatCount(double(length)), models::formatCount(double(Note::longest)));
    }
    return {};
}

void NoteDialog::say()
{
    const QString wrong = problem(m_now());
    m_isAsked = false;
    if (m_remove != nullptr) {
        m_remove->setText(tr("Remove note"));
    }
    setRole(m_problem, QLatin1String(wrong.isEmpty() ? "secondary" : "critical"));
    m_problem->setText(
        wrong.isEmpty()
            ? tr("Visible to everyone using this workspace on this computer, and included in reports of that time.")
            : wrong);
}

/// Asks for a second click on the same button, because a removed note cannot be restored.
void NoteDialog::remove()
{
    if (!std::exchange(m_isAsked, true)) {
        m_remove->setText(tr("Remove it for good"));
        setRole(m_problem, QLatin1String("critical"));
        m_problem->setText(tr("A removed note cannot be restored."));
        return;
    }
    m_note.text.clear();
    emit made(m_note);
    QDialog::accept();
}

void NoteDialog::accept()
{
    const QString text = m_text->toPlainText().trimmed();
    const std::chrono::milliseconds now = m_now();
    if (text.isEmpty() || !problem(now).isEmpty()) {
        m_text->setFocus();
        return;
    }
    // The field shows whole seconds: an unedited time keeps its milliseconds.
    const bool isTouched = m_at->text() != models::formatDateTime(m_note.time);
    m_note.time = isTouched ? std::min(now, *models::typedTime(m_at->text(), now)) : m_note.time;
    m_note.text = text;
    emit made(m_note);
    QDialog::accept();
}

} // namespace plimsoll::views
