// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/operations/offers.h"

#include <QAction>

class QAbstractButton;

namespace plimsoll::views {

class OperationGate;
struct PageContext;

/// Reserves room for the widest text, so that a growing count does not move neighbouring buttons.
void keepWidth(QAbstractButton &button, const QString &widest);

/// Action that requests an offered operation. Disabled, with the reason, if there is nothing to act on or the window
/// has no permission. GUI thread.
class OfferAction final : public QAction {
    Q_OBJECT

public:
    OfferAction(Offer offer, const PageContext &context, QObject *parent);

    /// Replaces the offer by one with a new count.
    void setOffer(Offer offer);
    [[nodiscard]] const Offer &offer() const { return m_offer; }
    /// Makes the button follow this action; screen readers receive the reason why it is disabled.
    void drive(QAbstractButton *button);

private:
    void refresh();

    Offer m_offer;
    const OperationGate *m_gate;
};

} // namespace plimsoll::views
