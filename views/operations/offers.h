// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"
#include "views/page/pagehost.h"

#include <vector>

/// What a person can do to a collection, or to rows of it, by the view of its kind.
namespace plimsoll::views {

struct Offer {
    QString name; ///< objectName of the control: "requeue", "trim"
    QString title; ///< "Requeue 41 stale", "Discard…"
    OperationRequest request;
    QString missing; ///< why there is nothing to act on; empty: there is
    bool destructive = false;
    QString widest; ///< the title with as large a count as its button has room for; empty: the title
};

struct CollectionOffers {
    std::vector<Offer> buttons; ///< at the head of the page; the first is the main one
    std::vector<Offer> menu;
};

/// The title of a CollectionOffer, "Claim %1 stale", with the count; without one where it is unknown or 0.
QString titleWith(const char *title, double count);

/// By what the newest snapshot counts.
CollectionOffers collectionOffers(const Snapshot &snapshot, std::size_t collection);

/// For these rows, which have to be of one state; the first is the main one. Empty: nothing can be done to them.
std::vector<Offer> rowOffers(const Place &place, const std::vector<Element> &elements);

/// For all that are in a state, on whatever page; `match`: of a set, only those that have it. Empty: see whyNotAll().
std::vector<Offer> stateOffers(const Place &place, const ElementsQuery &query);

/// Why nothing can be done at once to all that are in a state; empty: it can.
QString whyNotAll(const Place &place, const QString &state);

} // namespace plimsoll::views
