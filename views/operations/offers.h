// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"
#include "redis/types/snapshot.h"
#include "views/page/pagehost.h"

#include <vector>

/// Operations that the view of a kind offers on a collection or on its rows.
namespace plimsoll::views {

struct Offer {
    QString name; ///< objectName of the control: "requeue", "trim"
    QString title; ///< "Requeue 41 stale", "Discard…"
    OperationRequest request;
    QString missing; ///< why there is nothing to act on; empty: enabled
    bool destructive = false;
    QString widest; ///< the title with as large a count as its button has room for; empty: the title
    bool isSettled = false; ///< possible, but nothing calls for it: its button is not the primary one
};

struct CollectionOffers {
    std::vector<Offer> buttons; ///< at the head of the page; the first is the main one
    std::vector<Offer> menu;
};

/// Largest count that a button has room for; with more digits it grows.
inline constexpr double widestButtonCount = 88'888;

/// Title of a CollectionOffer, "Claim %1 stale", with the count; without it if unknown or 0.
QString titleWith(const char *title, double count);

/// Offers with the counts of the newest snapshot.
CollectionOffers collectionOffers(const Snapshot &snapshot, std::size_t collection);

/// Offers for rows of one state; the first is the main one. Empty if no operation applies.
std::vector<Offer> rowOffers(const Place &place, const std::vector<Element> &elements);

/// Why deleted entries of a stream can be given to no consumer.
QString deletedText(std::size_t entries);

/// Why there are no offers for these rows together, as a sentence; empty: they are in one state, or there is just one.
QString whyNotTogether(const Place &place, const std::vector<Element> &elements);

/// Offers for all elements of a state on all pages; in a set, those that contain `match`. Empty: see whyNotAll().
std::vector<Offer> stateOffers(const Place &place, const ElementsQuery &query);

/// Why nothing can be done at once to all that are in a state; empty: it can.
QString whyNotAll(const Place &place, const QString &state);

} // namespace plimsoll::views
