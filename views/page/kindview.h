// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/kind.h"
#include "redis/types/operation.h"

/// The window's description of a kind, in addition to its tables in redis/collections: one row per kind, in views/kinds
/// next to its page. Texts are translated in the context "kinds". All have static lifetime.
namespace plimsoll::views {

class CollectionPage;
struct PageContext;

/// An operation on a whole collection.
struct CollectionOffer {
    enum Where { Button, Menu };
    QLatin1StringView name; ///< objectName of the control: "requeue", "trim"
    Action action;
    QLatin1StringView state; ///< OperationRequest::state
    QLatin1StringView figure; ///< counts its elements: disabled at zero; "%1" in the title is the count
    QLatin1StringView role; ///< required role: offered only if the workspace names its keys
    Where where; ///< place in the page head
    const char *title;
    const char *missing; ///< why it is disabled
    bool onlyMissing = false; ///< OperationRequest::onlyMissing
    bool onlyOutside = false; ///< keys found by a search: only those with something outside the window or bound
    QLatin1StringView target{}; ///< OperationRequest::target
};

/// An operation on rows that are in one state.
struct RowOffer {
    QLatin1StringView name;
    Action action;
    const char *title;
    const char *allTitle; ///< title for all elements in the state
    QLatin1StringView target{}; ///< OperationRequest::target
};

/// A state of elements.
struct StateView {
    QLatin1StringView id{}; ///< Element::state, ElementsQuery::state; empty for all
    QLatin1StringView role{}; ///< role of the keys and OperationRequest::state of the rows; empty if several
    const char *title = nullptr; ///< title in the chooser of a page; null to leave it out
    QLatin1StringView figure{}; ///< figure that counts the elements; empty if none
    const char *emptyHeading = nullptr; ///< "No stale jobs"
    const char *emptyText = nullptr; ///< how to get one
    const char *unknownHeading = nullptr; ///< where no list can tell which they are; null: it always can
    const char *unknownText = nullptr;
    std::span<const RowOffer> offers{};
    const char *due = QT_TRANSLATE_NOOP("kinds", "due"); ///< meaning of Element::due
    bool byCursor = false; ///< set, read by SSCAN
    QLatin1StringView unseenFor{}; ///< option with the minimum unseen time for pruning all; empty for any
    bool isBand = false; ///< a state per band; `id` is the prefix of theirs, "%1" in the title the band
    const char *notAll = nullptr; ///< why all cannot be acted on at once; null if they can
};

/// An initial limit.
struct LimitView {
    QLatin1StringView figure;
    double warning, critical;
};

struct KindView {
    QLatin1StringView kind{};
    CollectionPage *(*makePage)(const PageContext &context) = nullptr;
    std::span<const StateView> states{}; ///< the first applies to rows without a state
    std::span<const CollectionOffer> offers{}; ///< the first button is the primary one
    std::span<const LimitView> limits{};
    QLatin1StringView tiers{}; ///< role of the keys between which rows can move; empty if none
    QLatin1StringView dead{}; ///< role of dead jobs; empty if elements are not jobs
    const char *stay = nullptr; ///< which elements stay when trimmed by rank; null for the newest
    bool isDepth = false; ///< true to chart the deepest of the kind in the overview

    [[nodiscard]] const StateView *state(QStringView id) const;
};

/// Returns the row of a kind, or one with only the plain page if it has none.
const KindView &viewOf(const KindInfo &kind);

} // namespace plimsoll::views
