// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/offeraction.h"

#include "views/operations/operationgate.h"
#include "views/page/page.h"

#include <QAbstractButton>

namespace plimsoll::views {

void keepWidth(QAbstractButton &button, const QString &widest)
{
    const QString now = button.text();
    button.setText(widest);
    button.setMinimumWidth(button.sizeHint().width());
    button.setText(now);
}

OfferAction::OfferAction(Offer offer, const PageContext &context, QObject *parent)
    : QAction(parent), m_offer(std::move(offer)), m_gate(context.gate)
{
    setObjectName(m_offer.name + QStringLiteral("Action"));
    if (m_gate != nullptr) {
        connect(m_gate, &OperationGate::changed, this, &OfferAction::refresh);
    }
    connect(this, &QAction::triggered, context.operations,
            [this, operations = context.operations] { operations->request(m_offer.request); });
    refresh();
}

void OfferAction::setOffer(Offer offer)
{
    m_offer = std::move(offer);
    refresh();
}

void OfferAction::refresh()
{
    const QString closed = m_gate == nullptr ? QString() : m_gate->reason();
    const QString why = closed.isEmpty() ? m_offer.missing : closed;
    setText(m_offer.title);
    setToolTip(why.isEmpty() ? m_offer.title : why);
    setEnabled(why.isEmpty());
}

void OfferAction::drive(QAbstractButton *button)
{
    button->setObjectName(m_offer.name + QStringLiteral("Button"));
    const auto follow = [this, button] {
        if (!m_offer.widest.isEmpty()) {
            keepWidth(*button, m_offer.widest);
        }
        button->setText(text());
        button->setToolTip(shortcut().isEmpty() || !isEnabled()
                               ? toolTip()
                               : tr("%1 (%2)").arg(toolTip(), shortcut().toString(QKeySequence::NativeText)));
        button->setAccessibleDescription(isEnabled() ? QString() : toolTip());
        button->setEnabled(isEnabled());
    };
    connect(this, &QAction::changed, button, follow);
    connect(button, &QAbstractButton::clicked, this, &QAction::trigger);
    follow();
}

} // namespace plimsoll::views
