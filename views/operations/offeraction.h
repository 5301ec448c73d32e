// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/operations/offers.h"

#include <QAction>

class QAbstractButton;

namespace plimsoll::views {

class OperationGate;
struct PageContext;

/// Room for that text from the beginning: a count that grows does not push the buttons beside it away.
void keepWidth(QAbstractButton &button, const QString &widest);

/// An offer as an action, which asks for the operation: disabled with the reason where there is nothing to act on or
/// the window may not. GUI thread.
class OfferAction final : public QAction {
    Q_OBJECT

public:
    OfferAction(Offer offer, const PageContext &context, QObject *parent);

    /// The same with another count.
    void setOffer(Offer offer);
    [[nodiscard]] const Offer &offer() const { return m_offer; }
    /// The button says and does what this says and does; a screen reader hears why it is disabled.
    void drive(QAbstractButton *button);

private:
    void refresh();

    Offer m_offer;
    const OperationGate *m_gate;
};

} // namespace plimsoll::views
