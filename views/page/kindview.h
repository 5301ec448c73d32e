// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/sentence.h"
#include "redis/types/kind.h"
#include "redis/types/operation.h"

/// What the window knows of a kind beyond its tables in redis/collections: a row a kind, in views/kinds beside its
/// page. Texts are translated with context "kinds". All of static lifetime.
namespace plimsoll::views {

class CollectionPage;
struct PageContext;

/// An operation on a whole collection.
struct CollectionOffer {
    enum Where { Button, Menu };
    QLatin1StringView name; ///< objectName of the control: "requeue", "trim"
    Action action;
    QLatin1StringView state; ///< OperationRequest::state
    QLatin1StringView figure; ///< counts what it is about: zero disables it; "%1" in the title is the count
    QLatin1StringView role; ///< offered only where the workspace names keys of it
    Where where; ///< at the head of the page
    const char *title;
    const char *missing; ///< why it is disabled
    bool onlyMissing = false; ///< OperationRequest::onlyMissing
    bool onlyOutside = false; ///< of keys that are looked for: those with something outside the window or the bound
    QLatin1StringView target{}; ///< OperationRequest::target
};

/// An operation on rows that are in one state.
struct RowOffer {
    QLatin1StringView name;
    Action action;
    const char *title;
    const char *allTitle; ///< of all that are in the state
    QLatin1StringView target{}; ///< OperationRequest::target
};

/// A state that elements can be in.
struct StateView {
    QLatin1StringView id{}; ///< Element::state, ElementsQuery::state; empty: all of them
    QLatin1StringView role{}; ///< whose keys they are in, and OperationRequest::state of rows; empty: of several
    const char *title = nullptr; ///< in the chooser of a page; null: it is not in there
    QLatin1StringView figure{}; ///< counts them; empty: none does
    const char *emptyHeading = nullptr; ///< "No stale job"
    const char *emptyText = nullptr; ///< what would make one
    std::span<const RowOffer> offers{};
    const char *due = QT_TRANSLATE_NOOP("kinds", "due"); ///< what Element::due is
    bool byCursor = false; ///< a set: read by SSCAN
    QLatin1StringView unseenFor{}; ///< to prune all of them: the option with the time they were not seen for, or any
    bool isBand = false; ///< one for each band the collection has: its id is what theirs begin with, its title "%1, …"
    const char *notAll = nullptr; ///< why nothing can be done to all of them at once; null: it can
};

/// A limit to begin with.
struct LimitView {
    QLatin1StringView figure;
    double warning, critical;
};

struct KindView {
    QLatin1StringView kind{};
    CollectionPage *(*makePage)(const PageContext &context) = nullptr;
    std::span<const StateView> states{}; ///< the first is that of rows which say none
    std::span<const CollectionOffer> offers{}; ///< the first button is the main one
    std::span<const models::Clause> sentence{}; ///< on its card
    std::span<const LimitView> limits{};
    QLatin1StringView tiers{}; ///< role between whose keys rows can be moved; empty: there is none
    QLatin1StringView dead{}; ///< role of jobs that have failed for good; empty: its elements are no jobs
    const char *stay = nullptr; ///< by rank: what a number of stays where it is trimmed; null: the newest
    bool isDepth = false; ///< the deepest of the kind are a chart of the overview

    [[nodiscard]] const StateView *state(QStringView id) const;
};

/// Of a kind that has no row: the plain page, and nothing else.
const KindView &viewOf(const KindInfo &kind);
inline std::span<const models::Clause> clausesOf(const KindInfo &kind)
{
    return viewOf(kind).sentence;
}

} // namespace plimsoll::views
