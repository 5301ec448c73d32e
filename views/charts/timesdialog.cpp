// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/timesdialog.h"

#include "models/format.h"
#include "views/charts/chartmath.h"
#include "views/widgets/dialogparts.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll::views {

TimesDialog::TimesDialog(std::chrono::milliseconds from, std::chrono::milliseconds to, std::chrono::milliseconds now,
                         QWidget *parent)
    : QDialog(parent), m_now(now), m_from(named(new QLineEdit(models::formatDateTime(from)), "timesFrom")),
      m_to(named(new QLineEdit(models::formatDateTime(to)), "timesTo")), m_problem(named(new QLabel, "timesProblem"))
{
    setObjectName(QStringLiteral("timesDialog"));
    setWindowTitle(tr("What the charts show"));
    QVBoxLayout *const layout = dialogLayout(this);
    layout->addWidget(dialogTitle(tr("What the charts show"), this));
    auto *const form = dialogForm(layout);
    addRow(form, tr("&From"), m_from);
    addRow(form, tr("&To"), m_to);
    // Its place is always there.
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->setMinimumHeight(2 * fontMetrics().height());
    m_problem->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    layout->addWidget(m_problem);
    const auto say = [this] {
        const QString wrong = problem();
        setRole(m_problem, QLatin1String(wrong.isEmpty() ? "secondary" : "critical"));
        m_problem->setText(wrong.isEmpty() ? tr("14:05, 2026-11-20, 2026-11-20 14:05:30 or now") : wrong);
    };
    for (QLineEdit *field : {m_from, m_to}) {
        connect(field, &QLineEdit::textChanged, this, say);
    }
    auto *const buttons = dialogButtons(this);
    addAccept(buttons, tr("Show"), "timesAccept");
    addCancel(buttons, "timesCancel");
    layout->addWidget(buttons);
    resize(std::max(380, sizeHint().width()), sizeHint().height());
    m_from->selectAll();
    say();
}

QString TimesDialog::problem() const
{
    const auto from = typedTime(m_from->text(), m_now);
    const auto to = typedTime(m_to->text(), m_now);
    if (!from || !to) {
        return tr("“%1” is no time: write 14:05, 2026-11-20, 2026-11-20 14:05:30 or now")
            .arg((from ? m_to : m_from)->text().simplified());
    }
    if (*from >= m_now) {
        return tr("That has not been yet");
    }
    return *from < *to ? QString() : tr("The end is not after the beginning");
}

void TimesDialog::accept()
{
    if (problem().isEmpty()) {
        emit chosen(*typedTime(m_from->text(), m_now), std::min(m_now, *typedTime(m_to->text(), m_now)));
        QDialog::accept();
    }
}

} // namespace plimsoll::views
