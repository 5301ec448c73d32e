// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/offers.h"

#include "models/format.h"
#include "models/operationtext.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <span>

namespace plimsoll::views {

namespace {

using L1 = QLatin1StringView;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(offers)
};

enum class Where { Button, Menu };

constexpr double widestButtonCount = 88'888; // with more a button grows

/// One line of the table of a kind. `figure` counts what it is about: zero disables it; "%1" in the title is the count.
struct CollectionOffer {
    L1 name;
    Action action;
    L1 state; ///< OperationRequest::state
    L1 figure;
    L1 role; ///< offered only where the workspace names keys of it
    Where place;
    const char *title;
    const char *missing;
};

constexpr auto noneStale = QT_TRANSLATE_NOOP("offers", "No job is stale now: no worker is overdue.");
constexpr auto noneDelayed = QT_TRANSLATE_NOOP("offers", "No job waits for its time now.");
constexpr auto noneDead = QT_TRANSLATE_NOOP("offers", "There is no dead letter now.");
constexpr auto noneThere = QT_TRANSLATE_NOOP("offers", "It is empty now.");

constexpr CollectionOffer requeueStale{L1("requeue"),
                                       Action::Requeue,
                                       L1(),
                                       L1("stale"),
                                       L1("processing"),
                                       Where::Button,
                                       QT_TRANSLATE_NOOP("offers", "Requeue %1 stale"),
                                       noneStale};
constexpr CollectionOffer requeueDead{L1("requeueDead"),
                                      Action::RequeueDead,
                                      L1("dead"),
                                      L1("dead"),
                                      L1("dead"),
                                      Where::Menu,
                                      QT_TRANSLATE_NOOP("offers", "Requeue all dead letters…"),
                                      noneDead};
constexpr CollectionOffer discardDead{L1("discardDead"),
                                      Action::Discard,
                                      L1("dead"),
                                      L1("dead"),
                                      L1("dead"),
                                      Where::Menu,
                                      QT_TRANSLATE_NOOP("offers", "Discard all dead letters…"),
                                      noneDead};
constexpr CollectionOffer runDelayed{L1("runDelayed"),
                                     Action::RunNow,
                                     L1("delayed"),
                                     L1("delayed"),
                                     L1("delayed"),
                                     Where::Menu,
                                     QT_TRANSLATE_NOOP("offers", "Run all delayed now…"),
                                     noneDelayed};
constexpr CollectionOffer postponeAll{L1("postpone"),
                                      Action::Postpone,
                                      L1("delayed"),
                                      L1("delayed"),
                                      L1("delayed"),
                                      Where::Menu,
                                      QT_TRANSLATE_NOOP("offers", "Postpone all delayed…"),
                                      noneDelayed};

constexpr CollectionOffer purgeOf(L1 state, const char *title)
{
    return {L1("purge"), Action::Purge, state, state, state, Where::Menu, title, noneThere};
}

constexpr CollectionOffer trimOf(L1 role, L1 figure, Where place, const char *title)
{
    return {L1("trim"), Action::Trim, L1(), figure, role, place, title, noneThere};
}

constexpr std::array queueOffers{
    requeueStale,
    requeueDead,
    discardDead,
    runDelayed,
    postponeAll,
    trimOf(L1("ready"), L1("ready"), Where::Menu, QT_TRANSLATE_NOOP("offers", "Trim…")),
    purgeOf(L1("ready"), QT_TRANSLATE_NOOP("offers", "Purge what is ready…")),
    purgeOf(L1("delayed"), QT_TRANSLATE_NOOP("offers", "Purge what is delayed…")),
};
constexpr std::array scheduleOffers{
    requeueStale,
    requeueDead,
    discardDead,
    runDelayed,
    postponeAll,
    trimOf(L1("delayed"), L1("delayed"), Where::Menu, QT_TRANSLATE_NOOP("offers", "Trim…")),
    purgeOf(L1("delayed"), QT_TRANSLATE_NOOP("offers", "Purge what is delayed…")),
};
constexpr std::array leaderboardOffers{
    trimOf(L1("board"), L1("members"), Where::Button, QT_TRANSLATE_NOOP("offers", "Keep best…")),
    CollectionOffer{L1("setExpiry"), Action::SetExpiry, L1(), L1("members"), L1("board"), Where::Button,
                    QT_TRANSLATE_NOOP("offers", "Set expiry…"), noneThere},
    CollectionOffer{L1("purge"), Action::Purge, L1("board"), L1("members"), L1("board"), Where::Menu,
                    QT_TRANSLATE_NOOP("offers", "Purge…"), noneThere},
};
constexpr std::array presenceOffers{
    CollectionOffer{L1("prune"), Action::Prune, L1(), L1("seen"), L1("lastSeen"), Where::Button,
                    QT_TRANSLATE_NOOP("offers", "Prune inactive…"),
                    QT_TRANSLATE_NOOP("offers", "Nobody was seen yet.")},
};
constexpr std::array membersOffers{
    CollectionOffer{L1("add"), Action::Add, L1("set"), L1(), L1("set"), Where::Button,
                    QT_TRANSLATE_NOOP("offers", "Add…"), noneThere},
    CollectionOffer{L1("setExpiry"), Action::SetExpiry, L1(), L1("members"), L1("set"), Where::Menu,
                    QT_TRANSLATE_NOOP("offers", "Set expiry…"), noneThere},
    CollectionOffer{L1("purge"), Action::Purge, L1("set"), L1("members"), L1("set"), Where::Menu,
                    QT_TRANSLATE_NOOP("offers", "Purge…"), noneThere},
};

struct RowOffer {
    L1 name;
    Action action;
    const char *title;
    const char *allTitle; ///< of all that are in the state
};

constexpr RowOffer requeueRow{L1("requeue"), Action::Requeue, QT_TRANSLATE_NOOP("offers", "Requeue"),
                              QT_TRANSLATE_NOOP("offers", "Requeue all…")};
constexpr RowOffer requeueDeadRow{L1("requeue"), Action::RequeueDead, QT_TRANSLATE_NOOP("offers", "Requeue"),
                                  QT_TRANSLATE_NOOP("offers", "Requeue all…")};
constexpr RowOffer runRow{L1("runNow"), Action::RunNow, QT_TRANSLATE_NOOP("offers", "Run now"),
                          QT_TRANSLATE_NOOP("offers", "Run all now…")};
constexpr RowOffer postponeRow{L1("postpone"), Action::Postpone, QT_TRANSLATE_NOOP("offers", "Postpone…"),
                               QT_TRANSLATE_NOOP("offers", "Postpone all…")};
constexpr RowOffer moveRow{L1("move"), Action::Move, QT_TRANSLATE_NOOP("offers", "Move…"),
                           QT_TRANSLATE_NOOP("offers", "Move all…")};
constexpr RowOffer deadLetterRow{L1("deadLetter"), Action::DeadLetter, QT_TRANSLATE_NOOP("offers", "Dead-letter…"),
                                 QT_TRANSLATE_NOOP("offers", "Dead-letter all…")};
constexpr RowOffer discardRow{L1("discard"), Action::Discard, QT_TRANSLATE_NOOP("offers", "Discard…"),
                              QT_TRANSLATE_NOOP("offers", "Discard all…")};
constexpr RowOffer removeRow{L1("discard"), Action::Discard, QT_TRANSLATE_NOOP("offers", "Remove…"),
                             QT_TRANSLATE_NOOP("offers", "Remove all…")};
constexpr RowOffer pruneRow{L1("discard"), Action::Prune, QT_TRANSLATE_NOOP("offers", "Remove…"),
                            QT_TRANSLATE_NOOP("offers", "Remove all…")};

constexpr std::array readyRows{moveRow, deadLetterRow, discardRow};
constexpr std::array processingRows{requeueRow, deadLetterRow, discardRow};
constexpr std::array delayedRows{runRow, postponeRow, deadLetterRow, discardRow};
constexpr std::array deadRows{requeueDeadRow, discardRow};
constexpr std::array memberRows{removeRow};
constexpr std::array seenRows{pruneRow};

struct StateOffers {
    L1 state; ///< of the rows
    L1 asked; ///< OperationRequest::state
    std::span<const RowOffer> offers;
};

const std::array stateTables{
    StateOffers{L1("ready"), L1("ready"), readyRows},
    StateOffers{L1("processing"), L1("processing"), processingRows},
    StateOffers{L1("stale"), L1("processing"), processingRows},
    StateOffers{L1("delayed"), L1("delayed"), delayedRows},
    StateOffers{L1("due"), L1("delayed"), delayedRows},
    StateOffers{L1("dead"), L1("dead"), deadRows},
    StateOffers{L1("board"), L1("board"), memberRows},
    StateOffers{L1("set"), L1("set"), memberRows},
    StateOffers{L1("connected"), L1("connected"), memberRows},
    StateOffers{L1("active"), L1("lastSeen"), seenRows},
    StateOffers{L1("inactive"), L1("lastSeen"), seenRows},
    StateOffers{L1("ghost"), L1("lastSeen"), seenRows},
    StateOffers{L1("lastSeen"), L1("lastSeen"), seenRows},
};

struct KindOffers {
    L1 kind;
    std::span<const CollectionOffer> offers;
    L1 rows; ///< state of rows that say none
};

const std::array kindOffers{
    KindOffers{L1("queue"), queueOffers, L1()},
    KindOffers{L1("schedule"), scheduleOffers, L1()},
    KindOffers{L1("leaderboard"), leaderboardOffers, L1("board")},
    KindOffers{L1("presence"), presenceOffers, L1("active")},
    KindOffers{L1("members"), membersOffers, L1("set")},
};

const KindOffers *offersOf(const KindInfo &kind)
{
    const auto *const found = std::find_if(kindOffers.begin(), kindOffers.end(),
                                           [&kind](const KindOffers &offers) { return offers.kind == kind.id; });
    return found == kindOffers.end() ? nullptr : found;
}

const StateOffers *offersOf(L1 state)
{
    const auto *const found = std::find_if(stateTables.begin(), stateTables.end(),
                                           [state](const StateOffers &offers) { return offers.state == state; });
    return found == stateTables.end() ? nullptr : found;
}

bool isPossible(Action action, const CollectionDefinition &definition)
{
    if (action == Action::Move) {
        const RoleKeys *ready = definition.role(L1("ready"));
        return ready != nullptr && ready->templates.size() > 1;
    }
    return action != Action::DeadLetter || definition.has(L1("dead"));
}

Offer make(const CollectionOffer &entry, const Snapshot &snapshot, std::size_t collection)
{
    const int index =
        entry.figure.isEmpty() ? -1 : snapshot.layout->rows[collection].kind->figureIndex(QString(entry.figure));
    const double count = index < 0 ? unknownFigure : snapshot.figure(collection, index);
    Offer offer;
    offer.name = QString(entry.name);
    offer.title = Words::tr(entry.title);
    if (offer.title.contains(QLatin1String("%1"))) {
        // Unknown is not zero: it may be worth looking.
        offer.widest = offer.title.arg(models::formatCount(widestButtonCount));
        offer.title = count > 0 ? offer.title.arg(models::formatCount(count)) : offer.title.arg(QString()).simplified();
    }
    offer.missing = count == 0 ? Words::tr(entry.missing) : QString();
    offer.destructive = models::isDestructive(entry.action);
    offer.request.workspace = snapshot.layout->workspace;
    offer.request.collection = collection;
    offer.request.action = entry.action;
    offer.request.state = QString(entry.state);
    return offer;
}

Offer make(const RowOffer &entry, const char *title, const Place &place)
{
    Offer offer{QString(entry.name), Words::tr(title), {}, {}, models::isDestructive(entry.action), {}};
    offer.request.workspace = place.workspace;
    offer.request.collection = place.collection;
    offer.request.action = entry.action;
    return offer;
}

/// How long ago who is in that state was seen, at least; nullopt: there is no such bound.
std::optional<std::chrono::milliseconds> seenBefore(const CollectionDefinition &definition, const QString &state)
{
    if (state == L1("inactive")) {
        return definition.duration(L1("window"));
    }
    return state == L1("lastSeen") ? std::optional(std::chrono::milliseconds(0)) : std::nullopt;
}

} // namespace

CollectionOffers collectionOffers(const Snapshot &snapshot, std::size_t collection)
{
    CollectionOffers offers;
    const CollectionDefinition &definition = snapshot.layout->workspace->collections[collection];
    const KindOffers *table = offersOf(*definition.kind);
    if (table == nullptr) {
        return offers;
    }
    for (const CollectionOffer &entry : table->offers) {
        if (definition.has(entry.role)) {
            auto &place = entry.place == Where::Button ? offers.buttons : offers.menu;
            place.push_back(make(entry, snapshot, collection));
        }
    }
    return offers;
}

std::vector<Offer> rowOffers(const Place &place, const std::vector<Element> &elements)
{
    std::vector<Offer> offers;
    if (!place.isThere() || elements.empty()) {
        return offers;
    }
    const CollectionDefinition &definition = place.definition();
    const KindOffers *kind = offersOf(*definition.kind);
    if (kind == nullptr) {
        return offers;
    }
    const auto tableOf = [kind](const Element &element) {
        return offersOf(element.state.isEmpty() ? kind->rows : element.state);
    };
    const StateOffers *table = tableOf(elements.front());
    const bool oneState =
        table != nullptr && std::all_of(elements.begin(), elements.end(), [&](const Element &element) {
            const StateOffers *own = tableOf(element);
            return own != nullptr && own->asked == table->asked;
        });
    if (!oneState) {
        return offers;
    }
    for (const RowOffer &entry : table->offers) {
        if (!isPossible(entry.action, definition)) {
            continue;
        }
        Offer offer = make(entry, entry.title, place);
        if (elements.size() > 1) {
            offer.title =
                Words::tr("%1 (%2)").arg(offer.title, models::formatCount(static_cast<double>(elements.size())));
        }
        offer.request.state = QString(table->asked);
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
    if (state.isEmpty()) {
        return Words::tr("choose one state to act on all that are in it");
    }
    if (state == L1("active")) {
        return Words::tr("who is active now changes with every heartbeat: only rows of a page can be chosen");
    }
    ElementsQuery query;
    query.state = state;
    return stateOffers(place, query).empty() ? Words::tr("nothing can be done to all of them at once") : QString();
}

std::vector<Offer> stateOffers(const Place &place, const ElementsQuery &query)
{
    std::vector<Offer> offers;
    const StateOffers *table = offersOf(L1(query.state.toLatin1()));
    if (table == nullptr || !place.isThere()) {
        return offers;
    }
    const CollectionDefinition &definition = place.definition();
    for (const RowOffer &entry : table->offers) {
        const auto before = seenBefore(definition, query.state);
        if (!isPossible(entry.action, definition) || (entry.action == Action::Prune && !before)) {
            continue;
        }
        Offer offer = make(entry, entry.allTitle, place);
        offer.request.state = query.state;
        offer.request.match = query.match;
        if (entry.action == Action::Prune) {
            offer.request.olderThan = before;
        }
        offers.push_back(std::move(offer));
    }
    return offers;
}

} // namespace plimsoll::views
