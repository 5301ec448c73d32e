// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/timesdialog.h"

#include "models/text/format.h"
#include "models/charts/chartmath.h"
#include "views/widgets/dialogparts.h"
#include "views/widgets/elidedlabel.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace plimsoll::views {

namespace {

/// A time in the future becomes valid as it passes, so the input is checked again at this interval.
constexpr std::chrono::seconds timesJudgedEvery{1};

} // namespace

TimesDialog::TimesDialog(std::chrono::milliseconds from, std::chrono::milliseconds to,
                         std::function<std::chrono::milliseconds()> now, QWidget *parent, For purpose)
    : QDialog(parent), m_now(std::move(now)), m_from(named(new QLineEdit(models::formatDateTime(from)), "timesFrom")),
      m_to(named(new QLineEdit(models::formatDateTime(to)), "timesTo")), m_problem(named(new QLabel, "timesProblem"))
{
    setObjectName(QStringLiteral("timesDialog"));
    const bool isReport = purpose == For::Report;
    setWindowTitle(isReport ? tr("Incident report") : tr("Time range"));
    QVBoxLayout *const layout = dialogLayout(this);
    layout->addWidget(dialogTitle(windowTitle(), this));
    auto *const form = dialogForm(layout);
    addRow(form, tr("&From"), m_from);
    addRow(form, tr("&To"), m_to);
    // Space is reserved for the message.
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->setMinimumHeight(2 * fontMetrics().height());
    m_problem->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    layout->addWidget(m_problem);
    for (QLineEdit *field : {m_from, m_to}) {
        connect(field, &QLineEdit::textChanged, this, &TimesDialog::say);
    }
    auto *const clock = new QTimer(this);
    connect(clock, &QTimer::timeout, this, &TimesDialog::say);
    clock->start(timesJudgedEvery);
    auto *const buttons = dialogButtons(this);
    addAccept(buttons, isReport ? tr("Save…") : tr("Show"), "timesAccept");
    addCancel(buttons, "timesCancel");
    layout->addWidget(buttons);
    resize(std::max(380, sizeHint().width()), sizeHint().height());
    m_from->selectAll();
    say();
}

void TimesDialog::say()
{
    const QString wrong = problem(m_now());
    setRole(m_problem, QLatin1String(wrong.isEmpty() ? "secondary" : "critical"));
    m_problem->setText(wrong.isEmpty() ? tr("For example 14:05, 2026-11-20 14:05:30, or now") : wrong);
}

QString TimesDialog::problem(std::chrono::milliseconds now) const
{
    const auto from = models::typedTime(m_from->text(), now);
    const auto to = models::typedTime(m_to->text(), now);
    if (!from || !to) {
        return tr("“%1” is not a time: write 14:05, 2026-11-20 14:05:30, or now")
            .arg((from ? m_to : m_from)->text().simplified());
    }
    if (*from >= now) {
        return tr("That time is in the future");
    }
    return *from < *to ? QString() : tr("The end must be after the beginning");
}

void TimesDialog::accept()
{
    const std::chrono::milliseconds now = m_now();
    if (problem(now).isEmpty()) {
        emit chosen(*models::typedTime(m_from->text(), now), std::min(now, *models::typedTime(m_to->text(), now)));
        QDialog::accept();
    } else {
        say();
    }
}

} // namespace plimsoll::views
