// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/operations/offers.h"
#include "views/page/page.h"

#include <QPointer>

class QHBoxLayout;
class QMenu;

namespace plimsoll::views {

class OfferAction;

/// The operations on a whole collection at the head of its page: buttons, and the rest in the menu. GUI thread.
class HeadOperations final : public QObject {
    Q_OBJECT

public:
    /// Buttons go to the front of `tools`, actions to the top of `menu`.
    HeadOperations(const PageContext &context, QHBoxLayout *tools, QMenu *menu, QWidget *parent);

    /// Updates counts; rebuilds the buttons only if the set of offers changed.
    void show(const CollectionOffers &offers);
    /// Fits the tools into `room` pixels at the right of the head: buttons that do not fit move to the menu, the last
    /// first. The main button stays.
    void fit(int room);

private:
    [[nodiscard]] int widthOfOthers() const;
    [[nodiscard]] int widthOf(const QWidget *tool) const;
    void rebuild(const CollectionOffers &offers);
    void showMain(const CollectionOffers &offers);
    void clear();
    OfferAction *add(const Offer &offer);

    PageContext m_context;
    QHBoxLayout *m_tools;
    QMenu *m_menu;
    QWidget *m_parent;
    QAction *m_separator;
    std::vector<OfferAction *> m_actions; ///< actions of the buttons, then of the menu
    std::vector<QWidget *> m_buttons;
    std::size_t m_fitting = 0; ///< number of visible buttons; the others are in the menu
    bool m_hasMenu = false; ///< some offers are in the menu only
};

} // namespace plimsoll::views
