// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/offers.h"

#include "models/text/elementtext.h"
#include "models/text/format.h"
#include "models/text/operationtext.h"
#include "redis/types/bands.h"
#include "redis/types/plural.h"
#include "views/page/kindview.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll::views {

namespace {

struct OfferWords {
    Q_DECLARE_TR_FUNCTIONS(offers)
};

QString words(const char *text)
{
    return QCoreApplication::translate("kinds", text);
}

bool isPossible(Action action, const CollectionDefinition &definition)
{
    const KindView &view = viewOf(*definition.kind);
    if (action == Action::Move) {
        const RoleKeys *tiers = definition.role(view.tiers);
        return tiers != nullptr && tiers->templates.size() > 1;
    }
    if (action == Action::ChangePriority) {
        return Bands::of(definition).size() > 1;
    }
    return action != Action::DeadLetter || definition.has(view.dead);
}

/// Error of an unknown figure, such as a key of the wrong type, or of the whole collection, such as a node that does
/// not answer; there is nothing to act on then. -1: no figure.
QString whyUnknown(const Snapshot &snapshot, std::size_t collection, int figure)
{
    if (const auto &problems = snapshot.rows[collection].problems; problems != nullptr) {
        for (const Problem &problem : *problems) {
            if (problem.level == State::Error && (problem.figure == figure || problem.figure < 0)) {
                return problem.text;
            }
        }
    }
    return {};
}

/// Title of an offer on all jobs of a state that a framework calls by a word of its own; empty for other offers.
QString titleInWords(const CollectionOffer &entry, const CollectionDefinition &definition)
{
    const QString word = definition.preset ? definition.preset->preset->words.value(QString(entry.figure)) : QString();
    if (word.isEmpty()) {
        return {};
    }
    switch (entry.action) {
    case Action::RequeueDead:
        return OfferWords::tr("Requeue all %1…").arg(word);
    case Action::Discard:
        return OfferWords::tr("Discard all %1…").arg(word);
    case Action::RunNow:
        return OfferWords::tr("Run all %1 now…").arg(word);
    default:
        return {};
    }
}

Offer make(const CollectionOffer &entry, const Snapshot &snapshot, std::size_t collection)
{
    const int index =
        entry.figure.isEmpty() ? -1 : snapshot.layout->rows[collection].figureIndex(QString(entry.figure));
    const double count = index < 0 ? unknownFigure : snapshot.figure(collection, index);
    Offer offer;
    offer.name = QString(entry.name);
    offer.title = words(entry.title);
    if (offer.title.contains(QLatin1String("%1"))) {
        // Unknown is not zero: it may be worth looking.
        offer.widest = offer.title.arg(models::formatCount(widestButtonCount));
        const KeysFound *found = entry.onlyOutside ? snapshot.rows[collection].found.get() : nullptr;
        const bool isPart = found != nullptr && found->outside.size() >= KeysFound::mostShown; // others have such too
        offer.title = titleWith(entry.title, isPart ? unknownFigure : count);
    }
    const CollectionDefinition &definition = snapshot.layout->workspace->collections[collection];
    if (const QString own = titleInWords(entry, definition); !own.isEmpty()) {
        offer.title = own;
    }
    offer.missing = definition.refusal(entry.action, QString(entry.state));
    if (offer.missing.isEmpty() && count == 0) {
        offer.missing = words(entry.missing);
    }
    if (offer.missing.isEmpty() && !isKnown(count)) {
        offer.missing = whyUnknown(snapshot, collection, index);
    }
    offer.destructive = models::isDestructive(entry.action);
    offer.request.workspace = snapshot.layout->workspace;
    offer.request.collection = collection;
    offer.request.action = entry.action;
    offer.request.state = QString(entry.state);
    offer.request.onlyMissing = entry.onlyMissing;
    if (const RoleKeys *role = definition.role(entry.role); entry.onlyOutside && role != nullptr) {
        const bool isWindow = !role->role->window.isEmpty();
        offer.request.olderThan = isWindow ? definition.duration(role->role->window) : std::nullopt;
        if (const KeysFound *found = snapshot.rows[collection].found.get()) {
            offer.request.keys = found->outside;
            if (!isWindow && found->outside.empty()) { // no key has entries outside: offer the fullest ones
                std::transform(found->first.begin(), found->first.end(), std::back_inserter(offer.request.keys),
                               [](const FoundKey &key) { return key.key; });
            }
        }
    }
    offer.request.target = QByteArray(entry.target.data(), entry.target.size());
    return offer;
}

Offer make(const RowOffer &entry, const char *title, const QString &state, const Place &place)
{
    Offer offer{QString(entry.name),
                words(title),
                {},
                place.definition().refusal(entry.action, state),
                models::isDestructive(entry.action),
                {}};
    offer.request.workspace = place.workspace;
    offer.request.collection = place.collection;
    offer.request.action = entry.action;
    offer.request.target = QByteArray(entry.target.data(), entry.target.size());
    return offer;
}

} // namespace

QString titleWith(const char *title, double count)
{
    return words(title).arg(count > 0 ? models::formatCount(count) : QString()).simplified();
}

CollectionOffers collectionOffers(const Snapshot &snapshot, std::size_t collection)
{
    CollectionOffers offers;
    const CollectionDefinition &definition = snapshot.layout->workspace->collections[collection];
    for (const CollectionOffer &entry : viewOf(*definition.kind).offers) {
        if (definition.has(entry.role)
            && (entry.action != Action::ChangePriority || isPossible(entry.action, definition))) {
            auto &place = entry.where == CollectionOffer::Button ? offers.buttons : offers.menu;
            place.push_back(make(entry, snapshot, collection));
            place.back().isSettled = snapshot.rows[collection].state == State::Ok;
        }
    }
    return offers;
}

namespace {

/// The state of all of them, or one with the same offers; null if they differ.
const StateView *commonState(const Place &place, const std::vector<Element> &elements)
{
    const KindView &view = viewOf(*place.definition().kind);
    const StateView *state = view.state(QString(elements.front().state));
    const bool isOne = state != nullptr && std::all_of(elements.begin(), elements.end(), [&](const Element &element) {
                           const StateView *own = view.state(QString(element.state));
                           return own != nullptr && own->role == state->role;
                       });
    return isOne ? state : nullptr;
}

} // namespace

QString deletedText(std::size_t entries)
{
    return entries == 1 ? OfferWords::tr("The entry is no longer in the stream: it can only be acknowledged.")
                        : OfferWords::tr("%1 entries are no longer in the stream: they can only be acknowledged.",
                                         nullptr, pluralOf(static_cast<qint64>(entries)))
                              .arg(models::formatCount(static_cast<double>(entries)));
}

QString whyNotTogether(const Place &place, const std::vector<Element> &elements)
{
    return elements.size() < 2 || !place.isThere() || place.isEarlier() || commonState(place, elements) != nullptr
        ? QString()
        : OfferWords::tr("The %1 selected rows are in several states. Select rows of one state to act on them.")
              .arg(models::formatCount(elements.size()));
}

std::vector<Offer> rowOffers(const Place &place, const std::vector<Element> &elements)
{
    std::vector<Offer> offers;
    const StateView *state =
        !place.isThere() || place.isEarlier() || elements.empty() ? nullptr : commonState(place, elements);
    if (state == nullptr) {
        return offers;
    }
    const CollectionDefinition &definition = place.definition();
    const bool areDeleted = std::ranges::all_of(elements, models::isDeletedEntry);
    for (const RowOffer &entry : state->offers) {
        if (!isPossible(entry.action, definition)) {
            continue;
        }
        Offer offer = make(entry, entry.title, QString(state->role), place);
        if (areDeleted && offer.missing.isEmpty() && entry.action != Action::Acknowledge) {
            offer.missing = deletedText(elements.size());
        }
        if (elements.size() > 1) {
            offer.title = OfferWords::tr("%1 (%2)").arg(offer.title, models::formatCount(elements.size()));
        }
        offer.request.state = QString(state->role);
        offer.request.elements = elements;
        if (entry.action == Action::Prune) {
            offer.request.olderThan = std::chrono::milliseconds(0); // whenever they were seen
        }
        offers.push_back(std::move(offer));
    }
    return offers;
}

QString whyNotAll(const Place &place, const QString &state)
{
    const StateView *view =
        place.isThere() && !place.isEarlier() ? viewOf(*place.definition().kind).state(state) : nullptr;
    if (view != nullptr && view->notAll != nullptr) {
        return words(view->notAll);
    }
    ElementsQuery query;
    query.state = state;
    return stateOffers(place, query).empty() ? OfferWords::tr("nothing can be done to all of them at once") : QString();
}

std::vector<Offer> stateOffers(const Place &place, const ElementsQuery &query)
{
    std::vector<Offer> offers;
    const StateView *state = place.isThere() ? viewOf(*place.definition().kind).state(query.state) : nullptr;
    if (state == nullptr || state->notAll != nullptr) {
        return offers;
    }
    const CollectionDefinition &definition = place.definition();
    for (const RowOffer &entry : state->offers) {
        if (!isPossible(entry.action, definition)) {
            continue;
        }
        Offer offer = make(entry, entry.allTitle, query.state, place);
        offer.request.state = query.state;
        offer.request.match = query.match;
        offer.request.group = query.group;
        if (entry.action == Action::Prune) {
            offer.request.olderThan =
                state->unseenFor.isEmpty() ? std::chrono::milliseconds(0) : definition.duration(state->unseenFor);
        }
        offers.push_back(std::move(offer));
    }
    return offers;
}

} // namespace plimsoll::views
